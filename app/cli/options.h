// Flags of several commands, and their values.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/image/picture.h"
#include "engine/network/config.h"
#include "engine/run/folders.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

void add_run(CLI::App& command, std::filesystem::path& run);  // RUN
// A file, or "-" for a stream if the help says so (output.h).
CLI::Option* add_file(CLI::App& command, const char* flag, std::filesystem::path& path,
                      const char* help);
CLI::Option* add_file_or_stream(CLI::App& command, const char* flag, std::filesystem::path& path,
                                const char* help);

struct BackendFlags {
    std::string backend = "auto", precision = "auto";
    int threads = 0;
    void add_to(CLI::App& command);
    BackendOptions options() const;
};

// The flags for a Config. Settings without a flag come from the preset and --config.
struct ConfigFlags {
    std::string preset = "auto";
    std::filesystem::path config_file;
    std::filesystem::path own_preset;  // the file of `preset`, after config(); empty: built in
    void add_to(CLI::App& command);
    bool given(const char* flag) const { return command_->count(flag) > 0; }
    // The preset is "auto" if neither network, optimizer nor rate was given. Throws Error.
    Config config();
    // After config(): true if the preset fixes the size.
    bool leaves_size_open() const {
        return !train_size_ && config_file.empty() && own_preset.empty();
    }
    Schedule schedule_over(const Schedule& schedule) const;  // with the given flags

private:
    const CLI::App* command_ = nullptr;
    std::optional<std::string> layers_, parameters_, batch_, train_size_, time_;
    std::vector<std::function<void(Config&)>> changes_;  // by the given flags
};

// Rules that stop training before the last epoch.
struct StopFlags {
    std::optional<double> until_psnr, until_seconds;
    void add_to(CLI::App& command);
};

inline constexpr char kPictureHelp[] =
    "PNG, JPEG, WebP, GIF, BMP, TGA, PNM, PSD, TIFF, AVIF, HEIC, JPEG XL or CSV; -: from standard "
    "input";
inline constexpr char kDrawingHelp[] =
    "the drawing: .png, .jpg, .webp, .bmp, .tga or .csv; -: PNG to standard output";

// The file, size and format of a drawing.
struct ExportFlags {
    std::filesystem::path export_path{};
    std::string size = "1x";
    bool sixteen_bit = false;
    int quality = 92;
    std::string other_endings{};  // more extensions: ", or .html for a page"
    // The path's flag ("-" is standard output), with --size, --16bit and --quality.
    CLI::Option* add_to(CLI::App& command, const char* flag, const char* help,
                        const char* size_help);
    // Throws Error if the file must not be written (require_output()). If the drawing goes to
    // standard output, everything printed goes to standard error from now on.
    void require(std::initializer_list<Input> inputs) const;
    // Describes the drawing; its format follows the extension, PNG on a stream. Throws Error.
    ExportSpec spec(PixelSize picture) const;
};

// Seconds of "90", "30s", "5m" or "1.5h". Throws CLI::ValidationError.
double parse_time(const std::string& text, const char* flag = "--time");

// --size for a picture of this size. Throws CLI::ValidationError: wrong usage.
PixelSize size_flag(const std::string& size, PixelSize picture);

}  // namespace redraw
