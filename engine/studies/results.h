// Holds what the studies, the measurements and the compared runs make: plain values, made on the
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

// Says what the window wants to see. The newest request is answered; nothing else is drawn.

// The part of an export that is looked at before it is made.
struct ExportView {
    PixelSize size{};  // of the file
    PixelSize room{};  // as much as is seen of it
    // The middle of the view, 0 to 1 of the width and height. Absent: the busiest place.
    std::optional<Point> middle{};
    Method method = Method::network;    // what draws the file
    Method compared = Method::lanczos;  // what it is compared with, now
    bool operator==(const ExportView&) const = default;
};

struct ViewRequest {
    std::optional<Grid> region{};           // absent: the whole picture at training size
    std::optional<std::int64_t> at_step{};  // a keyframe; absent: now
    bool bicubic = false;                   // Frame::bicubic is wanted
    bool changes = false;                   // Status::keyframe_changes are wanted
    bool neurons = false;                   // Status::neurons are wanted, of `region` and `at_step`
    std::optional<NeuronIndex> neuron{};    // with `neurons`: this one large
    NetworkEdits edits{};                   // changes of the network that is drawn
    std::optional<Point> history_of{};      // Status::pixel_history of this pixel is wanted
    std::optional<ExportView> export_view{};  // Status::export_crop is wanted
    // The file of that is of this keyframe; absent: of now.
    std::optional<std::int64_t> export_step{};
    bool then_and_now = false;  // Status::then_and_now is wanted, of `export_step`
    bool operator==(const ViewRequest&) const = default;
};

// The activation of every hidden neuron over the picture.
struct NeuronPictures {
    Grid grid;                  // the small pictures'
    std::vector<Image> layers;  // one a hidden layer; a channel a neuron
    std::int64_t step = 0;
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

// The drawings of one pixel at keyframes evenly spread over log(1 + step).
struct PixelHistory {
    Point point;
    int channels = 1;
    std::vector<std::int64_t> steps;  // ascending
    std::vector<float> values;        // channels a step
};

// Pixels of an exported picture, exactly as its file has them.
struct ExportDetail {
    PixelSize size;  // of the whole drawing
    PixelRect part;  // of it
    Method method = Method::network;
    std::shared_ptr<const Image> image;  // null: not drawn yet
};

// A preview of a detail of an export, and what it is compared with.
struct ExportCrop {
    ExportDetail file, other;
    // The network and every interpolation against the picture as it was opened, where that is
    // larger than the training size; empty until they are measured.
    std::vector<Quality> methods;
};

// The whole drawing, small, as it was at a keyframe and as it is now.
struct ThenAndNow {
    std::int64_t then_step = 0, now_step = 0;
    std::shared_ptr<const Image> then, now;
};

// A copy of the network that is annealed.
struct CoolDown {
    std::int64_t from_step = 0;
    std::int64_t done = 0, steps = 0;  // of the copy
    // PSNR of the drawing in dB when it began, NaN if unknown; the copy's newest measurement.
    float psnr_before = 0, psnr = 0;
    bool measured = false;  // `psnr` is of the whole drawing of the annealed copy
    // The whole picture at training size; null before the first.
    std::shared_ptr<const Surface> drawing;
    bool finished() const { return measured; }
};

// How well a copy that learned one pixel in four predicts the others (trained_copies.h).
struct HeldOutMeasure {
    Schedule schedule;        // that the copy is trained on: the run's, when it was asked for
    double progress = 0;      // 0 to 1
    double seconds_left = 0;  // 0 while unknown
    std::vector<Quality> methods{};  // the network first; empty until all is measured
    bool finished() const { return !methods.empty(); }
};

// The network that learns to enlarge the run's picture (enlarge/enlargement.h), beside the run.
struct EnlargingMeasure {
    double progress = 0;      // 0 to 1
    double seconds_left = 0;  // 0 while unknown
    bool finished = false;    // it can draw
    // Method::enlarging and the interpolations on the picture's own half: PSNR only, or NaN.
    std::vector<Quality> methods{};
    // Draws what is larger than the picture, as it came closer; nothing: the network does.
    std::optional<Filter> interpolation{};
};

// The PSNR of a drawing against the picture as it was opened; of a window network, of the picture
// drawn from its own half against the picture (studies.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;  // else over a detail
    bool own_half = false;
    float bicubic = 0, lanczos = 0;  // of the interpolations, dB
    bool operator==(const OriginalPsnr&) const = default;
};

// A compared run: a finished one, or a rival that trains in turn for equally many seconds.
struct Companion {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    bool goes_on = false;                 // a rival with steps to do
    std::optional<double> finished_at{};  // seconds after which it was at Status::finish_line
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double seconds = 0;
    float psnr = std::numeric_limits<float>::quiet_NaN();  // newest measured; NaN: none yet
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    std::shared_ptr<const Surface> drawing;  // on the grid of this run's training picture
    // The region in view, at rest; null: not drawn.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
};

}  // namespace redraw
