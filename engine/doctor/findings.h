// Collects what the Doctor (doctor.h) examines: the history of a run and a few samples of its
// network. Made on the thread that trains, between two bursts; never changes the run.
#pragma once

#include "engine/data/dataset.h"
#include "engine/doctor/doctor.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// A hidden layer's neurons at a few points: dead, saturated or, for sines, how far they stray.
struct LayerFindings {
    double idle = 0;   // the part of its neurons that are dead or saturated at every point
    double phase = 0;  // sine: radians a neuron's argument strays over the picture; the median
};

// The drawing, sampled finely in a few patches of the picture.
struct PatchFindings {
    double sharpness = 1;  // differences of neighbouring pixels, as a part of the target's
    double roughness = 0;  // between the pixels: what strays from the straight line, likewise
};

struct Findings {
    Config config;
    PixelSize size;  // learned at
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    std::vector<Metric> metrics;
    std::vector<Event> events;
    double target_deviation = 0;           // rms around the mean of each channel
    double drawing_deviation = 0;          // of values as they are shown, clamped
    std::vector<LayerFindings> layers;     // empty: too large to look at
    std::optional<PatchFindings> patches;  // of networks that read the coordinates themselves
};

// Empty where the network is too large to look at in passing. `picture` as NeuronForward takes it.
std::vector<LayerFindings> look_inside(const NetworkSpec& network, int channels,
                                       std::vector<float> parameters,
                                       std::shared_ptr<const Image> picture = nullptr);

Findings examine(Trainer& trainer);

// Runs the Doctor on a training run now and then, on the thread that trains.
class CheckUp {
public:
    // Examines the run when that is due, or `now`; true when the diagnosis changed.
    bool update(Trainer& trainer, bool now = false);
    std::shared_ptr<const Diagnosis> newest() const { return newest_; }  // null: nothing is wrong

private:
    using Clock = std::chrono::steady_clock;
    ShareOfTime share_{0.05};
    std::int64_t step_ = -1;  // last looked at
    std::size_t events_ = 0;  // of the run, then
    Clock::time_point looked_at_{}, said_at_{};
    std::shared_ptr<const Diagnosis> newest_;
};

}  // namespace redraw
