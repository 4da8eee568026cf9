// Lays out and draws a frame of a race's film. Pure functions. Internal to engine/film.
#pragma once

#include "engine/film/letters.h"
#include "engine/film/pace.h"
#include "engine/run/run_values.h"

namespace redraw {

// Places drawings of one size on the frame: in rows of two, or of one where they are wide, with a
// line of words above each and the curves below them, or of three in the fourth place.
struct RaceLayout {
    RaceLayout(PixelSize drawing, std::size_t runs);
    PixelSize frame;
    float unit = 0;  // a capital letter's height
    std::vector<Box> drawings;
    Box curves;
};

// Maps the seconds of a race to the film and its curves: evenly, or ever faster.
struct RaceClock {
    RaceClock(double seconds, double first_step, Pace pace);
    double part_at(double seconds) const;  // 0 to 1
    double seconds_at(double part) const;

private:
    double all_, unit_;  // 0: evenly
};

// A run's decibels over its seconds, both ascending in time and finite.
struct RaceCurve {
    std::vector<double> seconds;
    std::vector<float> psnr;
    explicit RaceCurve(std::span<const MeasuredPsnr> measured);
    // The number of its steps made after so many seconds.
    std::size_t until(double now) const;
};

Ink ink_of(std::size_t racer);

// Everything but the drawings, of one moment.
struct RaceMoment {
    double now = 0;  // seconds
    std::vector<Racer> racers;
};
void draw_race(const FrameRows& rows, const RaceLayout& layout, std::span<const std::string> names,
               const RaceMoment& moment);
void draw_race_curves(const FrameRows& rows, const RaceLayout& layout, const RaceClock& clock,
                      std::span<const RaceCurve> curves, std::optional<double> finish_line,
                      const RaceMoment& moment);

}  // namespace redraw
