// Collects what the Doctor (doctor.h) examines: the history of a run and a few samples of its
// network. Made on the thread that trains, between two bursts; never changes the run.
#pragma once

#include "engine/data/dataset.h"
#include "engine/features/doctor/doctor.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// The state of a hidden layer's neurons, sampled at a few points of the picture.
struct LayerFindings {
    double idle = 0;  // fraction of neurons dead or saturated at every point; 0 for sines
    // Sines only: standard deviation of a neuron's argument over the points, in radians; the median
    // over some or all neurons.
    double phase = 0;
};

// Measures of the network's picture, rendered with several samples per pixel in four patches. Both
// are root mean squares, relative to that of the target's differences of neighbouring pixels.
struct PatchFindings {
    double sharpness = 1;  // differences of neighbouring pixels in the network's picture
    // Deviation of samples between two neighbouring pixels from linear interpolation.
    double roughness = 0;
};

struct Findings {
    Config config;
    PixelSize size;  // training size
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    std::vector<Metric> metrics;
    std::vector<Event> events;
    double target_deviation = 0;        // standard deviation of the target's values
    double drawing_deviation = 0;       // standard deviation of the network's picture, clamped
    std::vector<LayerFindings> layers;  // empty: the network is too large to examine
    // Only for sine networks that read coordinates directly. Absent if the network is too large or
    // the target is flat in the patches.
    std::optional<PatchFindings> patches;
};

// Examines the hidden layers at points of the picture. Empty if the network is too large to examine
// during training. `grid`: the picture's. `picture`: the training picture, needed only if the
// network enlarges it (window encoding).
std::vector<LayerFindings> look_inside(const NetworkSpec& network, int channels,
                                       std::vector<float> parameters, const Grid& grid,
                                       std::shared_ptr<const Image> picture = nullptr);

// Collects all findings of a run at its present step.
Findings examine(Trainer& trainer);

// Runs the Doctor on a training run from time to time, on the thread that trains.
class CheckUp {
public:
    // Examines the run if it has changed and an examination is due or `now` is true. Skips mosaics.
    // Returns true if the diagnosis changed.
    bool update(Trainer& trainer, bool now = false);
    std::shared_ptr<const Diagnosis> newest() const { return newest_; }  // null: no problem found

private:
    using Clock = std::chrono::steady_clock;
    ShareOfTime share_{0.05};
    std::int64_t step_ = -1;  // last examined step
    std::size_t events_ = 0;  // number of the run's events at the last examination
    Clock::time_point looked_at_{}, said_at_{};  // last examination; last change of newest_
    std::shared_ptr<const Diagnosis> newest_;
};

}  // namespace redraw
