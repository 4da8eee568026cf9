// Flags that several commands share, and their values.
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

void add_run(CLI::App& command, std::filesystem::path& run);  // the required RUN argument
// Adds a file option. add_file_or_stream() also accepts "-" for a standard stream (output.h).
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

// The flags for a Config. Settings without a flag come from the preset and from --config.
struct ConfigFlags {
    std::string preset = "auto";
    std::filesystem::path config_file;
    // The file of the user's own preset, set by config(); empty: the preset is built in.
    std::filesystem::path own_preset;
    void add_to(CLI::App& command);
    bool given(const char* flag) const { return command_->count(flag) > 0; }
    // Returns the run configuration. The preset is "auto" if no network, optimizer or rate is
    // given. Throws Error.
    Config config();
    // Returns true if the preset fixes the size. Call after config().
    bool leaves_size_open() const {
        return !train_size_ && config_file.empty() && own_preset.empty();
    }
    // Returns the schedule with the values of the given flags.
    Schedule schedule_over(const Schedule& schedule) const;

private:
    const CLI::App* command_ = nullptr;
    std::optional<std::string> layers_, parameters_, batch_, train_size_, time_;
    std::vector<std::function<void(Config&)>> changes_;  // one change per given flag
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
    std::string other_endings{};  // extensions besides those of pictures: ", or .html for a page"
    // Adds the path's flag ("-" is standard output), --size, --16bit and --quality.
    CLI::Option* add_to(CLI::App& command, const char* flag, const char* help,
                        const char* size_help);
    // Throws Error if the file must not be written (require_output()). If the drawing goes to
    // standard output, all text goes to standard error from now on.
    void require(std::initializer_list<Input> inputs) const;
    // Describes the drawing. The path's extension chooses the format; a stream gets PNG. Throws
    // Error.
    ExportSpec spec(PixelSize picture) const;
};

// Parses a time: "90" and "30s" are seconds, also "5m" or "1.5h". Throws CLI::ValidationError.
double parse_time(const std::string& text, const char* flag = "--time");

// Parses --size for a picture of this size. Throws CLI::ValidationError if the text is invalid.
PixelSize size_flag(const std::string& size, PixelSize picture);

}  // namespace redraw
