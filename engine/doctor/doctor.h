// Names what goes wrong in a run, in one sentence with one remedy; of a healthy run it says
// nothing. Pure: the same findings give the same diagnosis. Thresholds and how they were measured
// are in doctor.cpp.
#pragma once

#include "engine/doctor/diagnosis.h"
#include "engine/doctor/findings.h"

#include <optional>

namespace redraw {

std::optional<Diagnosis> diagnose(const Findings& findings);

}  // namespace redraw
