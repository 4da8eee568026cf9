// What the session draws beside the one drawing, when it is asked for: plain values, made on the
// session thread, never changed after.
#pragma once

#include "engine/backend/surface.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/run/run_file.h"
#include "engine/studies/look.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// What every hidden neuron answers over the picture, after its activation.
struct NeuronPictures {
    Grid grid;                  // the small pictures'
    std::vector<Image> layers;  // one a hidden layer; a channel a neuron
    std::int64_t step = 0;
    std::uint64_t run_serial = 0, serial = 0;
    // The chosen one large, with its incoming weights and its bias (not scaled by omega).
    std::optional<NeuronIndex> chosen;
    Image large;  // one channel
    Grid large_grid;
    std::vector<float> weights;
    float bias = 0;
};

struct Thumbnail {
    std::int64_t step = 0;
    std::shared_ptr<const Image> image;
};

// What the network drew at one pixel, at keyframes evenly spread over log(1 + step).
struct PixelHistory {
    Point point;
    int channels = 1;
    std::vector<std::int64_t> steps;  // ascending
    std::vector<float> values;        // channels a step
    std::uint64_t run_serial = 0;
};

// A detail of the export at `size`, drawn by the network and interpolated. The PSNRs compare with
// the picture as it was opened, where that is larger than the training size; NaN otherwise.
struct ExportCrop {
    PixelSize size;
    PixelRect part;  // of a drawing at `size`
    std::shared_ptr<const Image> network, bicubic;
    float network_psnr = 0, bicubic_psnr = 0;
    // The network and every interpolation against the picture as it was opened; empty until they
    // are measured.
    std::vector<Quality> methods;
    std::uint64_t serial = 0;
};

// A copy of the network annealed beside the run, which it leaves alone to the bit.
struct CoolDown {
    std::int64_t from_step = 0;
    std::int64_t done = 0, steps = 0;  // of the copy
    float psnr_before = 0, psnr = 0;   // when it began; of the copy's last step
    std::shared_ptr<const Surface>
        drawing;  // whole picture at training size; null before the first
    std::uint64_t serial = 0;
    bool finished() const { return done >= steps; }
};

// What the run's settings make of pixels they never saw (held_out.h): a copy learns one pixel in
// four, beside the run, which it leaves alone to the bit.
struct HeldOutMeasure {
    Schedule schedule;        // that the copy is trained on: the run's, when it was asked for
    double progress = 0;      // 0 to 1
    double seconds_left = 0;  // 0 while unknown
    std::vector<Quality> methods{};  // the network first; empty until all is measured
    bool finished() const { return !methods.empty(); }
};

// The network that learns to enlarge the run's picture (enlarge/enlargement.h), beside the run.
struct EnlargingMeasure {
    double progress = 0;             // 0 to 1
    double seconds_left = 0;         // 0 while unknown
    bool finished = false;           // it can draw
    std::vector<Quality> methods{};  // on the picture's own half; PSNR only
};

// How close a drawing came to the picture as it was opened, or, of a network of windows, drawn from
// the picture's own half to the picture (original_measure.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;  // else over a detail
    bool own_half = false;
    float bicubic = 0, lanczos = 0;  // of the same half
    bool operator==(const OriginalPsnr&) const = default;
};

// A second run of a picture beside this one: a finished one to compare with, or a rival that
// trains in turn for equally many seconds.
struct Companion {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double seconds = 0;
    Metric last;
    std::shared_ptr<const std::vector<Metric>> metrics;
    std::shared_ptr<const Surface> drawing;  // on the grid of this run's training picture
    // And, at rest, where one looks; null: not drawn.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
    std::uint64_t serial = 0;
};

}  // namespace redraw
