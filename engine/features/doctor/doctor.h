// Diagnoses what goes wrong in a training run (dead neurons, unsuitable learning rate, ...), in one
// or two sentences, usually with a remedy. A healthy run should have no diagnosis. Pure functions.
// doctor.cpp has the thresholds and how they were measured.
#pragma once

#include "engine/network/config.h"
#include "engine/text/names.h"

#include <cstdint>
#include <optional>
#include <string>

namespace redraw {

enum class Condition {
    diverged,          // the trainer rolled back on its own; no remedy is needed
    dead_layer,        // ReLU or GELU neurons that output 0, or nearly 0, everywhere
    saturated_layer,   // tanh or sigmoid at their limits, or sines that turn many times
    first_omega_high,  // first layer's omega is too high: noise between the pixels
    first_omega_low,   // first layer's omega is too low: the result stays blurred
    rate_too_high,     // the loss jumps and does not fall, or sines turn too often
    rate_too_low,      // the loss stands still, or falls too slowly for the schedule's length
    one_tone,          // the network's output is nearly one tone and hardly changes
};

// Names of the conditions in JSON.
template <>
inline constexpr auto kNames<Condition> = names_up_to<Condition::one_tone>(
    "diverged", "dead layer", "saturated layer", "first omega too high", "first omega too low",
    "rate too high", "rate too low", "one tone");

// A remedy that the user applies with one click: command::Restart with the configuration, or
// command::SetSchedule with its schedule.
struct Remedy {
    Config config;
    std::string label;  // label of its button: "Lower the rate to 5e-4"
    bool restarts = false;
    bool operator==(const Remedy&) const = default;
};

struct Diagnosis {
    Condition condition = Condition::diverged;
    std::string sentence;  // one or two sentences for the user
    std::optional<Remedy> remedy;
    std::int64_t step = 0;  // the step at which the condition was found
};

struct Findings;  // findings.h
std::optional<Diagnosis> diagnose(const Findings& findings);

}  // namespace redraw
