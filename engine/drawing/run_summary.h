// Summarises a run for a list of runs: its picture, configuration, progress and PSNR. Rendering is
// separate (draw_run()), because it takes far more time and memory. Plain values; any thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct RunSummary {
    std::string picture_name;
    Config config, request;  // the run's configuration, and the user's request (run_file.h)
    PixelSize size;          // size of the target
    PixelSize picture;       // size of the picture as it was opened
    int channels = 1;        // channels of the target
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    float psnr = 0;  // dB, at `step`, as DrawnPsnr measures it; NaN if not in the file
    // dB, compared with the picture as it was opened, if that is larger; NaN until it is measured.
    float original_psnr = std::numeric_limits<float>::quiet_NaN();
    double seconds = 0;
    std::optional<Branch> branch;
    // The mosaic: size of the whole picture; tiles (0: no mosaic), learned tiles and their PSNR in
    // dB.
    PixelSize whole;
    std::int64_t tiles = 0, learned_tiles = 0;
    float whole_psnr = 0;
};

// Adapts a run's requested configuration to another picture: keeps only the longer side of the
// training size, and removes the effect of "Finish early".
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

// The functions below open a run file read-only and close it again. Never call them for a run that
// this process is writing (run_file.h). They throw Error if the file is missing, damaged or of
// another format.
RunSummary read_run_summary(const std::filesystem::path& path);
// Measures the PSNR in dB, for a run whose file does not have it (for example because the process
// was killed). NaN without a trained state, or if the network or
// picture is so large that measuring would take more than about a second.
float measured_psnr(const std::filesystem::path& path, const BackendOptions& options);
// Measures RunSummary::original_psnr, with the same limits. NaN also if the file does not have the
// picture.
float original_psnr(const std::filesystem::path& path, const BackendOptions& options);
// Renders a run's picture at a small size: at most `side` pixels on the longer side, at most the
// training size, and less if a large network would take more than about a second. Returns null if
// the file has no parameters, or over 4 million without a training state.
std::shared_ptr<const Image> draw_run(const std::filesystem::path& path, int side,
                                      const BackendOptions& options);

}  // namespace redraw
