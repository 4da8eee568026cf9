// Summarises a run for a list of runs: its picture, configuration, progress and PSNR. Rendering it
// is a separate function, because that needs a thousand times the memory. Plain values; any thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct RunSummary {
    std::string picture_name;
    Config config, request;  // the run's configuration, and the user's request (run_file.h)
    PixelSize size;          // size of the target
    int channels = 1;        // channels of the target
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    float psnr = 0;  // dB, over all pixels at `step`; NaN if the file does not have it
    double seconds = 0;
    std::optional<Branch> branch;
    // The mosaic: size of the picture, its tiles and the learned ones, their PSNR. No tiles: none.
    PixelSize whole;
    std::int64_t tiles = 0, learned_tiles = 0;
    float whole_psnr = 0;
};

// Adapts a run's request for a run of another picture: keeps only the longer side of a training
// size, and no cool-down.
Config for_another_picture(Config request);

// Summarises a run; `run` may be one that is being written.
RunSummary summary_of(const RunFile& run);
// Returns the parameters of the saved training state, or else of the last keyframe; absent if the
// run has neither.
std::optional<std::vector<float>> latest_parameters(const RunFile& run);
// Makes a backend that renders a run of `channels` channels but cannot train it. Throws as
// make_backend() does.
std::unique_ptr<Backend> make_drawing_backend(const BackendOptions& options, const RunFile& run,
                                              int channels);

// Functions that open a file read-only and close it again. Never call them for a run that this
// process is writing (run_file.h). They throw Error if the file is missing, damaged or of a newer
// version.
RunSummary read_run_summary(const std::filesystem::path& path);
// Measures the PSNR of a run whose file does not have it (the process was killed, or an older
// Redraw made the run). NaN if that would take more than about a second, because the network or the
// picture is large.
float measured_psnr(const std::filesystem::path& path, const BackendOptions& options);
// Renders a run's picture at a small size. `side`: the most pixels of the longer side. The size is
// at most the training size, and less if a large network would take more than about a second. Null:
// the file has no parameters, or too many without a training state.
std::shared_ptr<const Image> draw_run(const std::filesystem::path& path, int side,
                                      const BackendOptions& options);

}  // namespace redraw
