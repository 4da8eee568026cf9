// A backend that draws what a run has learned, without training.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/run_file.h"

#include <memory>

namespace redraw {

// `channels` are those of the run's picture. Throws Error, as make_backend().
std::unique_ptr<Backend> make_drawing_backend(const BackendOptions& options, const RunFile& run,
                                              int channels);

}  // namespace redraw
