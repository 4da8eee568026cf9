// Summarises a run for a list of runs: what it learned, how and how well. A small drawing, which is
// a thousand times as large, and a backend that draws are separate. Plain values; any thread.
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
    Config config, request;  // what was chosen, and what was asked (run_file.h)
    PixelSize size;          // of the target
    int channels = 1;        // and its channels
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    float psnr = 0;  // dB, of the whole drawing at `step`; NaN where the file does not say it
    double seconds = 0;
    std::optional<Branch> branch;
};

// The request of a run, made fit for a run of another picture.
Config for_another_picture(Config request);

// `run` may be one that is being written.
RunSummary summary_of(const RunFile& run);
// The parameters of the exact state, else of the last keyframe; nothing when there is neither.
std::optional<std::vector<float>> latest_parameters(const RunFile& run);
// A backend that draws a run of `channels` without training it. Throws as make_backend().
std::unique_ptr<Backend> make_drawing_backend(const BackendOptions& options, const RunFile& run,
                                              int channels);

// All open the file for reading only and close it again: never the file of a run that this process
// is writing (run_file.h). They throw Error: not there, damaged, of a newer version.
RunSummary read_run_summary(const std::filesystem::path& path);
// The same of a run that does not say it (one that was killed, or made by an older Redraw),
// measured now; NaN where a large network would take more than about a second.
float measured_psnr(const std::filesystem::path& path, const BackendOptions& options);
// `side`: the longer one, at most. The drawing is no larger than the learned picture, and smaller
// where a large network would take more than about a second. Null: nothing to draw.
std::shared_ptr<const Image> draw_run(const std::filesystem::path& path, int side,
                                      const BackendOptions& options);

}  // namespace redraw
