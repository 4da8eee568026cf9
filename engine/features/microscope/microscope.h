// The microscope: one pixel forward and back through the network, and the next step of one weight.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/features/studies/study.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

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

// Explains one pixel (ViewRequest::microscope). The forward pass is bit-identical to the plain
// reference kernels. A separate CPU backend computes the gradient of the next step's batch, unless
// that takes more than a fraction of a second. `state`: before that step. `knows_moments`: true if
// `state` has the optimizer's moments. Precondition: no window encoding. Throws Error.
Microscope microscope_of(const Config& config, const std::shared_ptr<const Dataset>& dataset,
                         const State& state, bool knows_moments, const MicroscopeView& view);

// Explains the requested pixel, at the present step or at a keyframe. During training, explains the
// present step at most every 0.4 seconds.
class MicroscopeStudy : public StudyOf<Microscope> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    std::optional<MicroscopeView> view_;
    std::int64_t step_ = -1;  // the step explained last, with the schedule in schedule_
    Schedule schedule_;
    std::chrono::steady_clock::time_point explained_at_{};
};

}  // namespace redraw
