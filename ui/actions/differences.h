// The settings in which the open run and the compared runs differ, and the networks' names, which
// tell them apart by these. Pure functions.
#pragma once

#include "engine/network/config.h"
#include "ui/state/context.h"

namespace redraw::ui {

struct Difference {
    std::string what, a, b;
};
// Returns the settings that differ, the most important first. Leaves out settings that only one of
// the networks has.
std::vector<Difference> differences(const Config& a, const Config& b);

// Returns a row for each of the differences() between the open run and a compared run: the
// setting's name, then its value in each run, the open run first.
std::vector<std::vector<std::string>> table_of_differences(const Status& status);

// Returns a network's name in a race: that of its preset, such as "Grid". If the networks differ in
// one setting only, that setting's value, such as "ReLU" or "Seed 2". In a lesson, the label that
// the lesson gives it. `racer`: 0 is the open run.
std::string racer_name(const Status& status, std::size_t racer);
std::vector<std::string> racer_names(const Status& status);
}  // namespace redraw::ui
