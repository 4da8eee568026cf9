// Options that several commands share, and functions that read their values.
#pragma once

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

void add_run(CLI::App& command, std::filesystem::path& run);  // adds the required argument RUN
// Add an option whose value is a file. add_file_or_stream() also accepts "-" for standard input or
// output (output.h).
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

// The options for a run configuration. Settings without an option of their own come from the preset
// or the file of --config.
struct ConfigFlags {
    std::string preset = "auto";
    std::filesystem::path config_file;
    // File of the user's preset that was chosen, set by config(); empty: the preset is built in.
    std::filesystem::path own_preset;
    void add_to(CLI::App& command);
    bool given(const char* flag) const { return command_->count(flag) > 0; }
    // Returns the run configuration. Most options for the network, loss or optimizer, or a --config
    // file, replace the default preset "auto" by "siren". Throws Error.
    Config config();
    // Returns true if neither an option nor a file fixes the training size, so that it may follow
    // from the picture. Call after config().
    bool leaves_size_open() const {
        return !train_size_ && config_file.empty() && own_preset.empty();
    }
    // Returns `schedule` with the values that were given as options.
    Schedule schedule_over(const Schedule& schedule) const;

private:
    const CLI::App* command_ = nullptr;
    std::optional<std::string> layers_, parameters_, batch_, train_size_, time_, finish_;
    std::vector<std::function<void(Config&)>> changes_;  // each applies its option, if given
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
    "the drawing: .png, .jpg, .webp, .bmp, .tga or .csv (gray, 1 is black); -: PNG to standard "
    "output";

// Options for the file, size and format of an exported picture.
struct ExportFlags {
    std::filesystem::path export_path{};
    std::string size = "1x";
    bool sixteen_bit = false;
    int quality = 92;
    // Allowed extensions besides those of pictures, for messages: ", or .html for a page".
    std::string other_endings{};
    // Adds the option for the file (`flag`; "-" is standard output) and --size, --16bit and
    // --quality.
    CLI::Option* add_to(CLI::App& command, const char* flag, const char* help,
                        const char* size_help);
    // Throws Error if the file must not be written (require_output()), for example because it is
    // one of the `inputs`. If the file is standard output, all text goes to standard error from now
    // on.
    void require(std::initializer_list<Input> inputs) const;
    // Returns what to export. The file's extension chooses the format; standard output gets PNG.
    // `picture`: size of the run's picture. Throws Error.
    ExportSpec spec(PixelSize picture) const;
};

// Parses a time and returns seconds: "90", "30s", "5m" or "1.5h". Throws CLI::ValidationError.
double parse_time(const std::string& text, const char* flag = "--time");

// Parses the value of --size. `picture`: size of the picture to export. Throws CLI::ValidationError
// if the text is invalid.
PixelSize size_flag(const std::string& size, PixelSize picture);

}  // namespace redraw
