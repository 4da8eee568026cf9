// The results of the studies, the measurements and the compared runs: plain values, made on the
// session thread, never changed after.
#pragma once

#include "engine/backend/surface.h"
#include "engine/drawing/method.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/run/run_values.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// ExportView and ViewRequest describe what the window wants to see. Only the newest request is
// answered.

// The part of an export that is previewed before the export is made.
struct ExportView {
    PixelSize size{};  // size of the exported file
    PixelSize room{};  // space that the window has for the visible part
    // The middle of the visible part, 0 to 1 of the width and height. Absent: the part with the
    // most detail.
    std::optional<Point> middle{};
    Method method = Method::network;  // method that makes the exported file
    // Method shown beside it for comparison, applied to the present step.
    Method compared = Method::lanczos;
    bool operator==(const ExportView&) const = default;
};

struct ViewRequest {
    // Zoomed region to render; absent: the whole picture at training size.
    std::optional<Grid> region{};
    std::optional<std::int64_t> at_step{};  // step of the keyframe to render; absent: now
    bool bicubic = false;                   // Frame::bicubic is wanted
    bool changes = false;                   // Status::keyframe_changes are wanted
    // Status::neurons are wanted: activations of neurons in `region` at `at_step`.
    bool neurons = false;
    std::optional<NeuronIndex> neuron{};      // if `neurons`: the only neuron to render, large
    NetworkEdits edits{};                     // edits of the network to apply before rendering
    std::optional<Point> history_of{};        // Status::pixel_history of this pixel is wanted
    std::optional<ExportView> export_view{};  // Status::export_crop is wanted
    // The keyframe to export in export_view; absent: the present step.
    std::optional<std::int64_t> export_step{};
    bool then_and_now = false;            // Status::then_and_now is wanted, for `export_step`
    std::vector<std::int64_t> moments{};  // keyframes wanted as large Status::thumbnails
    bool operator==(const ViewRequest&) const = default;
};

// The activations of hidden neurons over the picture, as pictures: small ones of all neurons, or a
// large one of the chosen neuron.
struct NeuronPictures {
    Grid grid;                  // grid of the small pictures
    std::vector<Image> layers;  // one image per hidden layer, with a channel per neuron
    std::int64_t step = 0;
    // The neurons of the last hidden layer, the loudest first (neuron_sum.h), whatever is muted
    // there.
    std::vector<int> loudest;
    // The neuron shown large, with its incoming weights and its bias (not scaled by omega).
    std::optional<NeuronIndex> chosen;
    Image large;  // picture of the chosen neuron, with one channel
    Grid large_grid;
    std::vector<float> weights;
    float bias = 0;
};

struct Thumbnail {
    std::int64_t step = 0;
    std::shared_ptr<const Image> image;
};

// The colours of one pixel at keyframes evenly spread over log(1 + step).
struct PixelHistory {
    Point point;
    int channels = 1;
    std::vector<std::int64_t> steps;  // steps of the keyframes, ascending
    std::vector<float> values;        // the pixel's colours: `channels` values per step
};

// A detail of an exported picture, with exactly the pixels of its file.
struct ExportDetail {
    PixelSize size;  // size of the whole exported picture
    PixelRect part;  // the detail's place in the exported picture
    Method method = Method::network;
    std::shared_ptr<const Image> image;  // pixels of the detail; null: not rendered yet
};

// A preview of a detail of an export, and the same detail as made by the compared method.
struct ExportCrop {
    ExportDetail file, other;
    // The quality of the network and of every interpolation, compared with the picture as it was
    // opened. Empty until measured, or if that picture is not larger than the training size.
    std::vector<Quality> methods;
};

// Small renders of the whole picture, at a keyframe and at the present step.
struct ThenAndNow {
    std::int64_t then_step = 0, now_step = 0;
    std::shared_ptr<const Image> then, now;
};

// A preview of cooling down: the state of a copy of the network whose learning rate is lowered to
// the minimum.
struct CoolDown {
    std::int64_t from_step = 0;
    std::int64_t done = 0, steps = 0;  // training steps of the copy: done so far, and in all
    // PSNR of the render in dB: of the run before (NaN if unknown), and of the copy as last
    // measured.
    float psnr_before = 0, psnr = 0;
    // True once cooling down has ended and `psnr` was measured over the whole picture.
    bool measured = false;
    // The copy's render of the whole picture at training size; null before the first.
    std::shared_ptr<const Surface> drawing;
    bool finished() const { return measured; }
};

// The held-out test: how well a copy of the network that learned one pixel in four predicts the
// other pixels (trained_copies.h).
struct HeldOutMeasure {
    Schedule schedule;        // the copy's schedule: the run's at the time of the request
    double progress = 0;      // part of the work done, 0 to 1
    double seconds_left = 0;  // estimated time left; 0 while unknown
    // Quality of the network, then of the interpolations; empty until all are measured.
    std::vector<Quality> methods{};
    bool finished() const { return !methods.empty(); }
};

// Progress and result of the network that learns to enlarge the run's picture
// (enlarge/enlargement.h) beside the run.
struct EnlargingMeasure {
    double progress = 0;      // part of the training done, 0 to 1
    double seconds_left = 0;  // estimated time left; 0 while unknown
    bool finished = false;    // training has ended: the network can render
    // Results of the half-size self-test, in which the picture's half-size version is enlarged and
    // compared with the picture: Method::enlarging and the interpolations. Only their PSNR is
    // measured (NaN: could not be).
    std::vector<Quality> methods{};
    // The interpolation used for enlargements because it came closer to the picture than the
    // network did; absent: the network is used.
    std::optional<Filter> interpolation{};
};

// The PSNR of a render compared with the picture as it was opened. For a window network, the PSNR
// of the half-size self-test (enlarge/enlargement.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;  // false: measured over a detail of the picture only
    bool own_half = false;
    float bicubic = 0, lanczos = 0;  // PSNR of two interpolations, in dB
    bool operator==(const OriginalPsnr&) const = default;
};

// State of a compared run: a finished run, or a rival that trains in turn with the open run for
// equally many seconds.
struct Companion {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    bool goes_on = false;  // true for a rival with steps left
    // Training seconds after which the run reached Status::finish_line; absent: not reached.
    std::optional<double> finished_at{};
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double seconds = 0;
    // PSNR as last measured, dB; NaN: none yet.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    // Render of the whole picture, on the grid of the open run's training picture.
    std::shared_ptr<const Surface> drawing;
    // Render of the zoomed region in view, made while training pauses; null: none.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
};

}  // namespace redraw
