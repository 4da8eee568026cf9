// Flags shared by several commands, and what they mean.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/image/picture.h"
#include "engine/network/config.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

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
    std::optional<std::string> layers, activation, encoding, output, pixel, loss, optimizer, batch,
        train_size, channels;
    std::optional<double> first_omega, hidden_omega, hidden_gain, lr_max, lr_min, momentum,
        total_variation, warmup;
    std::optional<std::int64_t> epochs, epoch_offset, restart_epochs;
    std::optional<double> restart_multiplier;
    std::optional<std::uint64_t> seed;
    void add_to(CLI::App& command);
    // The preset is "auto" when nothing of network, optimizer and rate was chosen. Throws Error.
    Config config() const;
    Schedule schedule_over(Schedule schedule) const;  // with what was given
    // With what is left open chosen for a picture of this size: minibatches for a large one.
    Config for_picture(const Config& config, PixelSize picture) const;
    // The next smaller batch, where it was left open (batch_by_size.h).
    std::optional<Config> smaller_batch(const Config& config, PixelSize picture) const;

private:
    bool leaves_batch_open() const { return !batch && config_file.empty(); }
    Config with_own_schedule(Config chosen, const Schedule& own) const;
};

// When to stop before the last epoch, and what to do then.
struct StopFlags {
    std::optional<double> until_psnr, until_seconds;
    void add_to(CLI::App& command);
};

struct ExportFlags {
    std::filesystem::path export_path;
    std::string size = "1x";
    bool sixteen_bit = false;
    int quality = 92;
    void add_to(CLI::App& command);  // --export, --size, --16bit
};

// --size for a picture of this size. Throws CLI::ValidationError: wrong usage.
PixelSize size_flag(const std::string& size, PixelSize picture);

// The format by extension, 16 bit, quality. Throws Error.
ExportSpec export_spec(const std::filesystem::path& path, const std::string& size,
                       PixelSize picture, bool sixteen_bit, int quality);

}  // namespace redraw
