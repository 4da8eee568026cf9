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

#include <array>
#include <cstddef>
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
    PixelSize room{};  // space in the window for the previewed part, in pixels of the file
    // The middle of the previewed part, 0 to 1 of the width and height. Absent: the part with the
    // most detail.
    std::optional<Point> middle{};
    Method method = Method::network;  // method that makes the exported file
    // Method previewed beside `method` for comparison, applied to the present step.
    Method compared = Method::lanczos;
    bool operator==(const ExportView&) const = default;
};

// The pixel and the unit that the microscope explains. A unit is an input of the first hidden layer
// (NeuronIndex::layer is -1), a hidden neuron, or an output (`layer` is the number of hidden
// layers).
struct MicroscopeView {
    int column = 0, row = 0;  // the pixel's place in the training picture; clamped to its size
    // Absent, or not part of the network: the neuron that contributes most to the first output.
    std::optional<NeuronIndex> unit{};
    // Index of the unit's input whose weight update is explained. Absent, or not among
    // MicroscopeUnit::strongest: the strongest input.
    std::optional<int> input{};
    bool operator==(const MicroscopeView&) const = default;
};

struct ViewRequest {
    // Zoomed region to render; absent: the whole picture, at most at training size.
    std::optional<Grid> region{};
    std::optional<std::int64_t> at_step{};  // keyframe to render; absent: the present step
    bool bicubic = false;                   // Frame::bicubic is wanted
    bool changes = false;                   // Status::keyframe_changes are wanted
    // Status::neurons are wanted: activations of neurons in `region` at `at_step`.
    bool neurons = false;
    std::optional<NeuronIndex> neuron{};         // if `neurons`: the only neuron to render, large
    NetworkEdits edits{};                        // edits of the network to apply before rendering
    std::optional<Point> history_of{};           // Status::pixel_history of this pixel is wanted
    std::optional<MicroscopeView> microscope{};  // Status::microscope is wanted, for `at_step`
    std::optional<ExportView> export_view{};     // Status::export_crop is wanted
    // The keyframe to export in export_view; absent: the present step.
    std::optional<std::int64_t> export_step{};
    // Status::scan_line and Status::spectrum are wanted, for `at_step`. The value is the row of the
    // scan line, 0 to 1 of the height.
    std::optional<double> scan_row{};
    bool then_and_now = false;            // Status::then_and_now is wanted, for `export_step`
    bool looks = false;                   // Status::looks are wanted
    bool explanation = false;             // Status::explanation is wanted
    std::vector<std::int64_t> moments{};  // keyframes wanted as large Status::thumbnails
    bool operator==(const ViewRequest&) const = default;
};

// The activations of hidden neurons over the picture, as pictures: small ones of all neurons, or a
// large one of the chosen neuron.
struct NeuronPictures {
    Grid grid;                  // grid of the small pictures
    std::vector<Image> layers;  // one image per hidden layer, with a channel per neuron
    std::int64_t step = 0;
    // The neurons of the last hidden layer, the loudest first (drawing/neuron_sum.h). Muted neurons
    // of that layer count as unmuted.
    std::vector<int> loudest;
    // The neuron shown large. `weights`, `bias`: its incoming weights and bias, not scaled by
    // omega.
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

// Luma (image/image.h) along one row of the picture, and along the same row of the network's
// drawing, not clamped.
struct ScanLine {
    std::int64_t step = 0;
    int row = 0;                 // row of the training picture
    int samples = 1;             // samples of the drawing per pixel: odd, one at the pixel's centre
    std::vector<float> picture;  // one value for each pixel
    std::vector<float> drawing;  // `samples` values for each pixel, at equal distances
};

// The share of each band of frequencies that the drawing has learned (drawing/spectrum.h).
struct LearnedSpectrum {
    std::int64_t step = 0;
    // The upper edge of the last band, in waves across the longer side. Band b of n begins at
    // finest^(b / n) waves.
    double finest = 1;
    std::vector<float> picture;  // the picture's power in each band
    std::vector<float> learned;  // learned share of each band, 0 to 1
};

// One input of a unit: its value and its weight.
struct MicroscopeLink {
    int input = 0;  // index among the unit's inputs; for a grid feature: corner of the cell, 0 to 3
    float weight = 0, value = 0;
    // Index in the flat parameter array of the weight, or of the value at a grid corner. Absent:
    // neither weight nor value is trained.
    std::optional<std::size_t> parameter{};
    float product() const { return weight * value; }
};

// Forward and backward pass of one pixel through one unit.
struct MicroscopeUnit {
    NeuronIndex index;
    std::optional<Activation> activation{};  // absent: an input or an output (OutputMap)
    double omega = 1;
    std::vector<MicroscopeLink> strongest;  // at most six inputs, the largest |product()| first
    int inputs = 0;                         // number of all inputs
    float rest = 0;                         // sum of product() of inputs not in `strongest`
    // `slope`: derivative of `value` by `sum`. `back`, `gradient`: derivatives of the pixel's loss
    // by `value` and by `sum`. For an output, `slope` is 1 and `back` equals `gradient`.
    float bias = 0, sum = 0, value = 0, slope = 1;
    float back = 0, gradient = 0;
    std::optional<NeuronIndex> next{};  // unit of the next layer with the largest |weight| for it
};

// The change of one parameter in the next training step.
struct MicroscopeUpdate {
    MicroscopeLink link;
    float pixel_gradient = 0;         // the gradient of this pixel's loss
    std::optional<float> gradient{};  // mean over the step's pixels; absent: too slow to compute
    std::int64_t pixels = 0;          // number of pixels of the step
    double rate = 0;                  // learning rate of the step
    bool knows_moments = true;        // false if unknown, as at a keyframe after step 0
    // Adam's decay rates `beta`, and the divisors `known` of its bias correction.
    double beta1 = 0, beta2 = 0, known1 = 1, known2 = 1;
    float first_before = 0, first = 0, second = 0;  // Adam's moments; SGD: momentum in `first`
    float before = 0, after = 0;  // the parameter; equal if the gradient or moments are unknown
};

// Forward and backward pass of one pixel through the network. The pixel's loss is the mean over its
// channels. An area pixel is explained by the sample at its centre.
struct Microscope {
    std::int64_t step = 0;
    int column = 0, row = 0;
    float x = 0, y = 0;
    std::vector<float> inputs;  // inputs of the first hidden layer
    // All neurons of a hidden layer, or the outputs. `gradients`: derivatives of the loss by
    // `sums`.
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
    std::shared_ptr<const Image> image;  // pixels of the detail; null: not rendered yet
};

// A preview of a detail of an export, and the same detail as made by the compared method.
struct ExportCrop {
    ExportDetail file, other;
    // Quality of the network and of every interpolation, compared with the picture as it was
    // opened. Empty until measured, or if that picture is unknown or not above the training size.
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
    // PSNR of the render in dB. `psnr_before`: of the run at `from_step` (NaN: unknown); `psnr`: of
    // the copy as last measured.
    float psnr_before = 0, psnr = 0;
    // True once cooling down has ended and `psnr` was measured over the whole picture.
    bool measured = false;
    // The copy's render of the whole picture at training size; null before the first.
    std::shared_ptr<const Surface> drawing;
    bool finished() const { return measured; }
};

// The held-out test: how well a copy of the network predicts pixels that it did not learn. The copy
// learns one pixel in four, or the half-size picture (trained_copies.h).
struct HeldOutMeasure {
    Schedule schedule;        // the run's schedule at the time of the request; the copy uses it
    double progress = 0;      // part of the work done, 0 to 1
    double seconds_left = 0;  // estimated time left; 0 while unknown
    // Quality of the network, then of the interpolations; empty until all are measured.
    std::vector<Quality> methods{};
    bool finished() const { return !methods.empty(); }
};

// Three short texts about a run (studies/explanation.h), and the change that the third one tested.
struct RunExplanation {
    enum class View { scan_line, curves, neurons, race };  // view that illustrates a sentence
    struct Sentence {
        std::string text{};
        View view = View::scan_line;
    };
    std::int64_t step = 0;  // the explained step of the run
    std::vector<Sentence> sentences{};
    std::string tested{};             // the tested change: "Sine activations instead of tanh"
    double progress = 1;              // part of the test done, 0 to 1
    std::optional<Config> changed{};  // the run's settings with the change; absent if only steps
    bool finished() const { return progress >= 1; }
};

// A small, painterly render of the run's picture by another network (studies/looks.h).
struct Look {
    Config config{};                         // settings of a run that ends with this look
    std::shared_ptr<const Image> drawing{};  // null: not rendered yet
};
// Nine looks in rows of three: a column for each random seed, a row for each training stage. The
// earliest, most painterly stage comes first.
inline constexpr std::size_t kLookSeeds = 3, kLookMoments = 3;
using NineLooks = std::array<Look, kLookSeeds * kLookMoments>;

// Progress and result of the network that learns to enlarge the run's picture
// (enlarge/enlargement.h) beside the run.
struct EnlargingMeasure {
    double progress = 0;      // part of the training and the self-test done, 0 to 1
    double seconds_left = 0;  // estimated time left; 0 while unknown
    bool finished = false;    // both have ended: the network can render
    // Results of the half-size self-test, in which the picture's half-size version is enlarged and
    // compared with the picture: Method::enlarging and the interpolations. Only PSNR is measured
    // (NaN: not possible).
    std::vector<Quality> methods{};
    // The interpolation used for enlargements because it came closer to the picture than the
    // network did; absent: the network is used.
    std::optional<Filter> interpolation{};
};

// The PSNR in dB of a render compared with the picture as it was opened. For a network that
// enlarges (window encoding), the PSNR in the half-size self-test (enlarge/enlargement.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;               // false: measured over a detail of the picture only
    bool own_half = false;           // true: measured in the half-size self-test
    float bicubic = 0, lanczos = 0;  // PSNR of two interpolations, in dB
    bool operator==(const OriginalPsnr&) const = default;
};

// State of a compared run: a loaded run that does not train, or a rival that trains in turn with
// the open run, about equally long.
struct Companion {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    bool goes_on = false;  // true for a rival that still has steps to train
    // Training seconds after which the run reached Status::finish_line; absent: not reached.
    std::optional<double> finished_at{};
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double seconds = 0;
    // PSNR in dB at the training size, as last measured; NaN: not measured yet.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    PixelSize learned{};  // training size in pixels; zero: unknown
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    // Render of the whole picture, on the grid of the open run's training picture.
    std::shared_ptr<const Surface> drawing;
    // Render of the zoomed region in view, on closer_grid, made while training pauses; null: none.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
};

}  // namespace redraw
