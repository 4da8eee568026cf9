// Flags shared by several commands, and what they mean.
#pragma once

#include "app/cli/preset_flag.h"
#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/image/picture.h"
#include "engine/network/config.h"
#include "engine/run/outputs.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

void add_run(CLI::App& command, std::filesystem::path& run);  // RUN
// A file, which may be a stream where its help says so: "-" (standard_streams.h).
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

// Everything of a Config that has a flag. What is not given stays as preset and --config say.
struct ConfigFlags {
    std::string preset = "auto";
    std::filesystem::path config_file;
    std::optional<OwnPresetFile> own_preset;  // that `preset` names; after config()
    void add_to(CLI::App& command);
    bool given(const char* flag) const { return command_->count(flag) > 0; }
    // The preset is "auto" when nothing of network, optimizer and rate was chosen. Throws Error.
    Config config();
    // After config(): the size is the preset's.
    bool leaves_size_open() const { return !train_size_ && config_file.empty() && !own_preset; }
    Schedule schedule_over(const Schedule& schedule) const;  // with what was given
    // With what is left open chosen for a picture of this size: minibatches for a large one.
    Config for_picture(const Config& config, PixelSize picture) const;
    // The next smaller batch, where it was left open (batch_by_size.h).
    std::optional<Config> smaller_batch(const Config& config, PixelSize picture) const;

private:
    bool leaves_batch_open() const {
        return !batch_ && config_file.empty() && !(own_preset && own_preset->preset.has_batch);
    }

    const CLI::App* command_ = nullptr;
    std::optional<std::string> layers_, parameters_, batch_, train_size_, time_;
    std::vector<std::function<void(Config&)>> changes_;  // by what was given
};

// When to stop before the last epoch, and what to do then.
struct StopFlags {
    std::optional<double> until_psnr, until_seconds;
    void add_to(CLI::App& command);
};

inline constexpr char kPictureHelp[] =
    "PNG, JPEG, WebP, GIF, BMP, TGA, TIFF, AVIF, HEIC, JPEG XL or CSV; -: from standard input";
inline constexpr char kDrawingHelp[] =
    "the drawing: .png, .jpg, .webp, .bmp, .tga or .csv; -: PNG to standard output";

// A drawing that is written: where to, how large, and how.
struct ExportFlags {
    std::filesystem::path export_path{};
    std::string size = "1x";
    bool sixteen_bit = false;
    int quality = 92;
    std::string other_endings{};  // that the command takes besides: ", or .html for a page"
    // The path's flag ("-" is standard output), with --size, --16bit and --quality.
    CLI::Option* add_to(CLI::App& command, const char* flag, const char* help,
                        const char* size_help);
    // Throws Error where the drawing must not go (require_output()). To standard output it goes
    // alone: what is printed goes to standard error from now on.
    void require(std::initializer_list<Input> inputs) const;
    // Of a picture of this size; the format by extension, on standard output PNG.
    // Throws Error.
    ExportSpec spec(PixelSize picture) const;
};

// Seconds of "90", "30s", "5m" or "1.5h". Throws CLI::ValidationError.
double parse_time(const std::string& text, const char* flag = "--time");

// --size for a picture of this size. Throws CLI::ValidationError: wrong usage.
PixelSize size_flag(const std::string& size, PixelSize picture);

}  // namespace redraw
