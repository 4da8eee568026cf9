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

// Describes what the window wants to see. Only the newest request is answered.

// The part of an export that is previewed before the export is made.
struct ExportView {
    PixelSize size{};  // size of the exported file
    PixelSize room{};  // size of the visible part
    // The middle of the visible part, 0 to 1 of the width and height. Absent: the busiest place.
    std::optional<Point> middle{};
    Method method = Method::network;    // draws the file
    Method compared = Method::lanczos;  // draws the comparison, from the present state
    bool operator==(const ExportView&) const = default;
};

// The pixel and the unit that the microscope explains. A unit is a neuron of a hidden layer; with
// `layer` -1 an input of the first hidden layer; with `layer` the number of hidden layers an
// output.
struct MicroscopeView {
    int column = 0, row = 0;  // of the training picture; clamped to it
    // Absent, or not part of the network: the neuron that the first output hears most.
    std::optional<NeuronIndex> unit{};
    // The unit's input whose weight is updated; absent, or not among the strongest: the strongest.
    std::optional<int> input{};
    bool operator==(const MicroscopeView&) const = default;
};

struct ViewRequest {
    std::optional<Grid> region{};           // absent: the whole picture at training size
    std::optional<std::int64_t> at_step{};  // a keyframe; absent: now
    bool bicubic = false;                   // Frame::bicubic is wanted
    bool changes = false;                   // Status::keyframe_changes are wanted
    bool neurons = false;                 // Status::neurons are wanted, for `region` and `at_step`
    std::optional<NeuronIndex> neuron{};  // if `neurons`: draw this one large
    NetworkEdits edits{};                 // changes of the network to apply before drawing
    std::optional<Point> history_of{};    // Status::pixel_history of this pixel is wanted
    std::optional<MicroscopeView> microscope{};  // Status::microscope is wanted, for `at_step`
    std::optional<ExportView> export_view{};     // Status::export_crop is wanted
    // The keyframe to export in export_view; absent: the present step.
    std::optional<std::int64_t> export_step{};
    bool then_and_now = false;            // Status::then_and_now is wanted, at `export_step`
    std::vector<std::int64_t> moments{};  // keyframes wanted large in Status::thumbnails
    bool operator==(const ViewRequest&) const = default;
};

// The activations of every hidden neuron over the picture, as pictures.
struct NeuronPictures {
    Grid grid;                  // grid of the small pictures
    std::vector<Image> layers;  // one image per hidden layer; one channel per neuron
    std::int64_t step = 0;
    // The chosen neuron: drawn large, with its incoming weights and its bias (not scaled by omega).
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

// The colours of one pixel at keyframes evenly spread over log(1 + step).
struct PixelHistory {
    Point point;
    int channels = 1;
    std::vector<std::int64_t> steps;  // ascending
    std::vector<float> values;        // `channels` values per step
};

// One way into a unit: the value that comes in, and its weight.
struct MicroscopeLink {
    int input = 0;  // index among the unit's inputs; of a grid's feature: the corner of its cell
    float weight = 0, value = 0;
    // Place in the flat parameters: of the weight, or of the value at a grid's corner. Absent:
    // neither is trained.
    std::optional<std::size_t> parameter{};
    float product() const { return weight * value; }
};

// What a unit computes for the pixel, and what comes back to it.
struct MicroscopeUnit {
    NeuronIndex index;
    std::optional<Activation> activation{};  // absent: the value is the sum
    double omega = 1;
    std::vector<MicroscopeLink> strongest;  // at most six, the largest product first
    int inputs = 0;                         // number of all ways in
    float rest = 0;                         // sum of the products that are not in `strongest`
    float bias = 0, sum = 0, value = 0, slope = 1;  // slope: derivative of `value` by `sum`
    float back = 0, gradient = 0;       // derivatives of the pixel's loss by `value` and by `sum`
    std::optional<NeuronIndex> next{};  // the unit of the next layer that weighs it most
};

// The next step's change of one parameter.
struct MicroscopeUpdate {
    MicroscopeLink link;
    float pixel_gradient = 0;         // of this pixel's loss
    std::optional<float> gradient{};  // mean over the step's pixels; absent: too many to add up
    std::int64_t pixels = 0;          // of the step
    double rate = 0;                  // learning rate of the step
    bool knows_moments = true;        // false at a keyframe, which keeps the parameters only
    // Adam's decay rates, and what its bias correction divides the moments by.
    double beta1 = 0, beta2 = 0, known1 = 1, known2 = 1;
    float first_before = 0, first = 0, second = 0;  // moments; SGD: its momentum
    float before = 0, after = 0;  // the parameter; `after` needs the gradient and the moments
};

// One pixel's way through the network and back. The pixel's loss is the mean over its channels. An
// area pixel is explained by the sample at its centre.
struct Microscope {
    std::int64_t step = 0;
    int column = 0, row = 0;
    float x = 0, y = 0;
    std::vector<float> inputs;  // of the first hidden layer
    // For each hidden layer and for the outputs, of all neurons; gradients: by the sums.
    struct Layer {
        std::vector<float> sums, values, gradients;
    };
    std::vector<Layer> layers;
    std::vector<float> target, losses;  // one per channel
    float loss = 0;
    MicroscopeUnit unit;
    std::optional<MicroscopeUpdate> update;  // absent: no trained parameter leads into the unit
};

// A detail of an exported picture, with exactly the pixels of its file.
struct ExportDetail {
    PixelSize size;  // size of the whole exported picture
    PixelRect part;  // the detail's place in the exported picture
    Method method = Method::network;
    std::shared_ptr<const Image> image;  // pixels of the detail; null: not drawn yet
};

// A preview of a detail of an export, and the same detail drawn by the compared method.
struct ExportCrop {
    ExportDetail file, other;
    // The quality of the network and of every interpolation, compared with the picture as it was
    // opened. Empty until measured, or if that picture is not larger than the training size.
    std::vector<Quality> methods;
};

// The whole drawing, small, at a keyframe and at the present step.
struct ThenAndNow {
    std::int64_t then_step = 0, now_step = 0;
    std::shared_ptr<const Image> then, now;
};

// A preview of cooling down: a copy of the network that is being annealed.
struct CoolDown {
    std::int64_t from_step = 0;
    std::int64_t done = 0, steps = 0;  // steps of the copy
    // PSNR of the drawing in dB: before annealing (NaN if unknown), and newest measured of the
    // copy.
    float psnr_before = 0, psnr = 0;
    bool measured = false;  // `psnr` covers the whole drawing of the annealed copy
    // The copy's drawing of the whole picture at training size; null before the first.
    std::shared_ptr<const Surface> drawing;
    bool finished() const { return measured; }
};

// The held-out test: how well a copy that learned one pixel in four predicts the other pixels
// (trained_copies.h).
struct HeldOutMeasure {
    Schedule schedule;               // the copy's schedule: the run's at the time of the request
    double progress = 0;             // 0 to 1
    double seconds_left = 0;         // 0 while unknown
    std::vector<Quality> methods{};  // the network first; empty until all is measured
    bool finished() const { return !methods.empty(); }
};

// Progress and result of the network that learns to enlarge the run's picture
// (enlarge/enlargement.h) beside the run.
struct EnlargingMeasure {
    double progress = 0;      // 0 to 1
    double seconds_left = 0;  // 0 while unknown
    bool finished = false;    // the network is ready to draw
    // Quality of Method::enlarging and of the interpolations in the half-size self-test: PSNR only,
    // or NaN.
    std::vector<Quality> methods{};
    // The interpolation that draws enlargements because it came closer than the network; absent:
    // the network draws them.
    std::optional<Filter> interpolation{};
};

// The PSNR of a drawing compared with the picture as it was opened. For a window network, the PSNR
// of the half-size self-test (studies.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;  // false: measured over a detail only
    bool own_half = false;
    float bicubic = 0, lanczos = 0;  // PSNR of the interpolations, dB
    bool operator==(const OriginalPsnr&) const = default;
};

// State of a compared run: a finished run, or a rival that trains alternately for equally many
// seconds.
struct Companion {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    bool goes_on = false;  // true for a rival with steps left
    // Training seconds after which the run reached Status::finish_line
    std::optional<double> finished_at{};
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double seconds = 0;
    float psnr = std::numeric_limits<float>::quiet_NaN();  // newest measured, dB; NaN: none yet
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    std::shared_ptr<const Surface> drawing;  // drawn on the grid of the open run's training picture
    // The region in view, drawn at rest; null: not drawn.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
};

}  // namespace redraw
