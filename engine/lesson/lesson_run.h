// Measures the runs of a lesson, and stops one without warning. The owner's thread of the trainers.
#pragma once

#include "engine/image/image.h"
#include "engine/lesson/lesson.h"
#include "engine/training/trainer.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace redraw {

// Measures a run, usually one that has finished. `picture`: as it was opened. Takes one render at
// the training size, unless that was measured, and one at twice that size. Throws Error,
// DeviceFailed.
RunMeasures measures_of(Trainer& trainer, const Image& picture);

}  // namespace redraw
