// The settings in which runs differ, the names of racing networks, and races that are offered
// ready-made. Pure functions.
#pragma once

#include "engine/network/config.h"
#include "ui/state/context.h"

namespace redraw::ui {

std::string layers_text(const std::vector<int>& layers);  // "4 layers of 128", "layers 64, 32"

struct Difference {
    std::string what, a, b;
};
// Returns the settings that differ, the most important first. Leaves out settings that only one of
// the networks has.
std::vector<Difference> differences(const Config& a, const Config& b);

// Returns a row for each setting in which the runs differ: its name, then its value in each run.
// Two runs may agree in a row of a third.
std::vector<std::vector<std::string>> table_of_differences(const Status& status);

// Returns the network's name in a race, by its preset, "Grid"; if all have the same preset and one
// setting differs, by that, "ReLU" or "Seed 2".
std::string racer_name(const Status& status, std::size_t racer);
std::vector<std::string> racer_names(const Status& status);
// True once no network of the race trains on.
bool race_is_over(const Status& status);

// Races whose networks differ in one setting only.
enum class ReadyRace { activations, rates, seeds };
// Returns the settings of such a race, A first. `asked`: the settings it starts from.
std::vector<Config> ready_race(ReadyRace race, const Config& asked, PixelSize picture);

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::ReadyRace> = redraw::names<redraw::ui::ReadyRace>(
    {{redraw::ui::ReadyRace::activations, "Sine / ReLU / tanh, all else equal"},
     {redraw::ui::ReadyRace::rates, "Cosine annealing / constant rate"},
     {redraw::ui::ReadyRace::seeds, "One seed / another"}});
