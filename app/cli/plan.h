#pragma once

#include "engine/features/batch/batch_plan.h"

#include <string>

namespace redraw {

// Returns the shell command that makes one picture of a plan.
std::string planned_line(const BatchPlan& plan, const PlannedPicture& picture);

}  // namespace redraw
