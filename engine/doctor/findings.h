// What the Doctor (doctor.h) looks at: the history of a run and a few samples of its network. Made
// on the thread that trains, between two bursts; it reads and never changes the run.
#pragma once

#include "engine/data/dataset.h"
#include "engine/doctor/layer_findings.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace redraw {

// The drawing looked at closely, in a few patches of the picture.
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

Findings examine(Trainer& trainer);

}  // namespace redraw
