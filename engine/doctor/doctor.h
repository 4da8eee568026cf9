// Diagnoses what goes wrong in a run, in a sentence with a remedy; a healthy run has no diagnosis.
// Pure. Thresholds and how they were measured are in doctor.cpp.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

#include <cstdint>
#include <optional>
#include <string>

namespace redraw {

enum class Condition {
    diverged,          // the trainer went back by itself; no remedy is needed
    dead_layer,        // ReLU or GELU that answer 0 everywhere
    saturated_layer,   // tanh or sigmoid at their ends, sines that turn many times
    first_omega_high,  // noise between the pixels
    first_omega_low,   // stays blurred
    rate_too_high,     // the loss jumps and does not fall
    rate_too_low,      // it falls, and the schedule ends long before it is low
    one_tone,          // a constant rectangle that does not move
};

// The names in JSON.
template <>
inline constexpr auto kNames<Condition> = names_up_to<Condition::one_tone>(
    "diverged", "dead layer", "saturated layer", "first omega too high", "first omega too low",
    "rate too high", "rate too low", "one tone");

// A click: Session::restart(config) or Session::set_schedule(config.schedule).
struct Remedy {
    Config config;
    std::string label;  // "Lower the rate to 5e-4"
    bool restarts = false;
    bool operator==(const Remedy&) const = default;
};

struct Diagnosis {
    Condition condition = Condition::diverged;
    std::string sentence;
    std::optional<Remedy> remedy;
    std::int64_t step = 0;  // at which it was found
};

struct Findings;  // findings.h
std::optional<Diagnosis> diagnose(const Findings& findings);

}  // namespace redraw
