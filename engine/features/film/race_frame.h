// Lays out and draws the frames of a race film. Pure functions. Internal to engine/features/film.
#pragma once

#include "engine/drawing/letters.h"
#include "engine/drawing/pace.h"
#include "engine/run/history.h"
#include "engine/run/race.h"

namespace redraw {

// Places renders of equal size on the frame: two per row, or one if they are wide, each with a text
// line above. The curves are below the renders, or in the fourth place that three runs in two
// columns leave.
struct RaceLayout {
    RaceLayout() = default;
    RaceLayout(PixelSize drawing, std::size_t runs);
    PixelSize frame;
    float unit = 0;  // capital height, in pixels
    std::vector<Box> drawings;
    Box curves;
};

// Maps the seconds of a race to the position in the film and its curves, evenly or logarithmically.
struct RaceClock {
    RaceClock(double seconds, double first_step, Pace pace);
    double part_at(double seconds) const;  // film position, 0 to 1
    double seconds_at(double part) const;

private:
    double all_, unit_;  // seconds: the race's length; scale of the logarithm, 0: evenly
};

// A run's PSNR over its training seconds. Times are finite and never descend; no PSNR is NaN.
struct RaceCurve {
    std::vector<double> seconds;
    std::vector<float> psnr;
    explicit RaceCurve(std::span<const MeasuredPsnr> measured);
    // Returns the number of points up to `now` seconds.
    std::size_t until(double now) const;
};

Ink ink_of(std::size_t racer);
// Returns a sample of a frame's colours around the renders, for choosing a palette.
Image colours_of(std::size_t runs);

// The state of a race at one time, as a frame shows it.
struct RaceMoment {
    double now = 0;  // training time in seconds
    std::vector<Racer> racers;
};
void draw_race(const FrameRows& rows, const RaceLayout& layout, std::span<const std::string> names,
               const RaceMoment& moment);
void draw_race_curves(const FrameRows& rows, const RaceLayout& layout, const RaceClock& clock,
                      std::span<const RaceCurve> curves, std::optional<double> finish_line,
                      const RaceMoment& moment);

}  // namespace redraw
