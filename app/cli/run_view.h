// Opens a run read-only, with its network on a backend.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/run_file.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

RunFile open_run(const std::filesystem::path& path);  // read-only

// The parameters of a kept step, or of the latest. Throws Error that names the kept steps nearby.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // of the training picture, and its channels
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

// `--detail`: an earlier, softer moment of a run, by how far its drawing had come and not by its
// step (engine/film/pace.h), or the one that was kept in the studio.
struct DetailFlag {
    std::string asked;  // empty: not given
    void add_to(CLI::App& command);
    bool given() const { return !asked.empty(); }
};

struct DetailMoment {
    std::optional<std::int64_t> at_step;  // absent: the network as it is now
    double detail = 1;
    double psnr = 0, psnr_now = 0;  // dB, of the whole drawing
    double epoch = 0;

    // "That is the drawing of epoch 12 (step 300, detail 0.41), 23.1 dB; now it is 31.2 dB."
    std::string text() const;
};
// Throws Error where the run has no such moment.
DetailMoment moment_of(const DetailFlag& flag, const RunView& view);

}  // namespace redraw
