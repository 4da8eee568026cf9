// Trains the runs of a lesson and measures them. One owner, one thread.
#pragma once

#include "engine/features/lesson/lesson.h"
#include "engine/image/image.h"
#include "engine/training/trainer.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace redraw {

// Measures a run, usually one that has finished. Renders the run at the training size, unless that
// PSNR was already measured, and at up to twice that size if `picture`, the picture as it was
// opened, is larger. Throws Error, DeviceFailed.
RunMeasures measures_of(Trainer& trainer, const Image& picture);

// Trains a run to its end in a new file in `folder`. A run that diverges for good ends at its last
// good step. Calls `go_on` before each burst of steps and trains no further while it returns false.
// Throws Error.
std::unique_ptr<Trainer> train_lesson_run(const LessonRun& run,
                                          const std::shared_ptr<const Image>& picture,
                                          const std::filesystem::path& folder,
                                          const BackendOptions& options,
                                          const std::function<bool(const Trainer&)>& go_on);

}  // namespace redraw
