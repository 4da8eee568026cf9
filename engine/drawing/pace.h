// Chooses the keyframe for each time of a film, for exported films and the timelapse in the window
// alike, so that both match. Measures how much a render visibly changes between keyframes, which
// can set the pace. Pure functions.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/run/history.h"
#include "engine/text/names.h"

#include <functional>
#include <span>

namespace redraw {

// The quantity that grows by equal amounts from frame to frame: the step, log(1 + step), or the sum
// of visible changes.
enum class Pace { steps, log, change };
template <>
inline constexpr auto kNames<Pace> =
    names<Pace>({{Pace::steps, "steps"}, {Pace::log, "log"}, {Pace::change, "change"}});

// Returns each keyframe's position in the film, ascending from 0, in the unit of `pace`.
// `changes[i]` is the visible change from keyframe i - 1 to i (changes[0] unused), only read for
// Pace::change. If nothing changes at all, keyframes are evenly spaced.
std::vector<double> keyframe_places(std::span<const std::int64_t> steps, Pace pace,
                                    std::span<const float> changes = {});
// Returns the highest PSNR in dB that an image of one colour can have: that of the picture's mean
// colour.
double flat_psnr(const Image& target);
// Returns how many keyframes at its start a film paced by visible change leaves out. Some networks
// flicker for long before the picture becomes visible. Left out are the keyframes before the PSNR
// first reaches 1 dB above `flat`, if they would take more than a fifth of the film. `measured` is
// sorted by step.
std::size_t leading_noise(std::span<const std::int64_t> steps, std::span<const float> changes,
                          std::span<const MeasuredPsnr> measured, double flat);
// Returns the keyframe nearest to a fraction of the film, 0 to 1; the last one from 1 on.
std::size_t keyframe_at(std::span<const double> places, double part);

// The number of a film's frames, and how many of them (`held`) show the first render and again the
// last, at most a quarter of the film each. Holding makes a loop easier to follow. A film there and
// back returns from the last render to the first.
struct FilmTiming {
    int frames = 1, held = 0;
    bool back = false;
    // Returns the number of frames from the first render to the last.
    int moving() const { return back ? (frames - 2 * held + 1) / 2 : frames - 2 * held; }
};
FilmTiming film_timing(double seconds, int frames_per_second, double hold, bool back = false);
// Convert between a frame number, which may be fractional, and the film's position, 0 (first
// render) to 1 (last). frame_at_part() returns the first frame that reaches the position.
double part_at_frame(const FilmTiming& timing, double frame);
double frame_at_part(const FilmTiming& timing, double part);

// Returns the grid for measuring changes on small renders of the whole picture; the grid does not
// depend on the film's size.
Grid change_grid(const Grid& picture);
// Converts a render to 8-bit levels.
std::vector<std::uint8_t> levels_of(const Image& drawing);
// Returns the root mean square difference of two renders' levels.
float visible_change(std::span<const std::uint8_t> before, std::span<const std::uint8_t> after);

// Maps detail, from 0 (first keyframe) to 1 (last), to keyframes. Equal distances are equal visible
// changes of the render, as with Pace::change. Values in between give softer renders, which some
// users prefer.

// Converts detail to keyframes and back, from a run's keyframe steps and the changes between them.
// Pure.
class DetailScale {
public:
    DetailScale(std::span<const std::int64_t> steps, std::span<const float> changes)
        : places_(keyframe_places(steps, Pace::change, changes)) {}

    // Returns the keyframe nearest to `detail`. More detail never gives an earlier keyframe.
    std::size_t keyframe_at(double detail) const { return redraw::keyframe_at(places_, detail); }
    double detail_of(std::size_t keyframe) const;
    std::size_t keyframes() const { return places_.size(); }

private:
    std::vector<double> places_;
};

// Measures the visible change between keyframes on small renders, about as fast for any training
// size. If `read` returns nothing for a keyframe, the changes to and from it are NaN.
using ReadKeyframe = std::function<std::optional<std::vector<float>>(std::int64_t step)>;
std::vector<float> visible_changes(Backend& backend, const Grid& picture,
                                   std::span<const std::int64_t> steps, const ReadKeyframe& read);

}  // namespace redraw
