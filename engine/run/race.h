// A race of networks on one picture: who is where, and who was first at the finish line. Pure
// functions of what the runs record, so that the window and a film of the race say the same.
#pragma once

#include "engine/run/run_values.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

inline constexpr std::size_t kMostRivals = 3;  // beside A

// One of those that race, as it is now. A is the first.
struct Racer {
    float psnr = std::numeric_limits<float>::quiet_NaN();
    double seconds = 0;  // of training so far
    bool goes_on = true;
    std::optional<double> finished{};  // after so many seconds it came to the finish line
};

std::string letter_of(std::size_t racer);  // "A", "B"

// After how many seconds of training the drawing of a run first was measured to be as close as
// that; nothing: it has not been yet.
std::optional<double> reached_at(std::span<const MeasuredPsnr> measured, double psnr);

// The place of each, from 1 on: first those that came to the finish line, in that order, then the
// others by how close they are, to the tenth of a decibel that is read; who is level shares a
// place. 0: nothing is known of it yet.
std::vector<int> places_of(std::span<const Racer> racers);

// The first run at the finish line, once no other can have been sooner: they train in turn, and a
// second of training counts the same for each.
std::optional<std::size_t> winner_of(std::span<const Racer> racers);

std::string place_text(int place);      // "1st"; empty for 0
std::string race_time(double seconds);  // "3.42 s", "34.2 s", "2:05"

}  // namespace redraw
