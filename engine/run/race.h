// A race: several networks learn the same picture, and the finish line is a target PSNR. Computes
// each racer's rank and the winner. Plain values and pure functions.
#pragma once

#include "engine/run/history.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

inline constexpr std::size_t kMostRivals = 3;  // besides A, the open run

// The present state of one racer; the first racer in a list is A.
struct Racer {
    float psnr = std::numeric_limits<float>::quiet_NaN();
    double seconds = 0;  // training time so far
    bool goes_on = true;
    std::optional<double> finished{};  // training time at which it reached the finish line
};

std::string letter_of(std::size_t racer);  // "A", "B"

// Returns the training time in seconds at which a run was first measured at this PSNR (dB) or more;
// nothing if that has not happened yet.
std::optional<double> reached_at(std::span<const MeasuredPsnr> measured, double psnr);

// Returns the rank of each racer, from 1. Racers that finished come first, in order of time, then
// the others by PSNR rounded to the displayed tenth of a decibel. Equal racers share a rank. 0: not
// known yet.
std::vector<int> places_of(std::span<const Racer> racers);

// Returns the index of the first racer at the finish line, once no other racer can have been
// faster. Racers train in turn, so only training time counts. Nothing: no winner yet.
std::optional<std::size_t> winner_of(std::span<const Racer> racers);

std::string place_text(int place);      // "1st"; empty for 0
std::string race_time(double seconds);  // "3.42 s", "34.2 s", "2:05"

}  // namespace redraw
