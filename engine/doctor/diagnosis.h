// What is wrong with a run and what would help: what the Doctor says, and the window or the command
// line repeats.
#pragma once

#include "engine/network/config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

std::string_view name_of(Condition condition);  // "rate too low", for machines that read

std::string short_number(double value);  // "5e-4", "30": as the sentences say it

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

}  // namespace redraw
