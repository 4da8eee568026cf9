// Chooses the keyframe for each moment of a film, for films in a file and for the timelapse in the
// window alike, so that a film is what was played. Measures how much a drawing visibly changes from
// one keyframe to the next, which may set the pace. Pure functions.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/text/names.h"

#include <functional>
#include <span>

namespace redraw {

// Between two frames pass equally many steps, an equal log(1 + step), or an equal visible change.
enum class Pace { steps, log, change };
template <>
inline constexpr auto kNames<Pace> =
    names<Pace>({{Pace::steps, "steps"}, {Pace::log, "log"}, {Pace::change, "change"}});

// Finds where each keyframe lies along the film: ascending from 0, the last one's place is its
// length. `changes[i]` is the visible change from keyframe i - 1 to i (changes[0] unused), only
// read for Pace::change. Where nothing happens at all, one keyframe follows after the other.
std::vector<double> keyframe_places(std::span<const std::int64_t> steps, Pace pace,
                                    std::span<const float> changes = {});
// The keyframe nearest to a part of the way, 0 to 1; from 1 on the last one.
std::size_t keyframe_at(std::span<const double> places, double part);

// The keyframe (index into `steps`) each of `frame_count` frames shows; first and last are the
// first and last keyframe (a single frame shows the last); never backwards.
std::vector<std::size_t> pick_keyframes(std::span<const std::int64_t> steps, int frame_count,
                                        Pace pace, std::span<const float> changes = {});

// The number of a film's frames, and for how many of them the first drawing stays before it moves
// on, as the last one does in the end, so that a loop can be read: at most a quarter of the film
// each. There and back, it goes on from the last drawing to the first again.
struct FilmTiming {
    int frames = 1, held = 0;
    bool back = false;
    // Frames from the first drawing to the last.
    int moving() const { return back ? (frames - 2 * held + 1) / 2 : frames - 2 * held; }
};
FilmTiming film_timing(double seconds, int frames_per_second, double hold, bool back = false);
// The part of the way, 0 to 1, that a film has come at a frame (between two whole ones, too), and
// the first frame at which it has come so far.
double part_at_frame(const FilmTiming& timing, double frame);
double frame_at_part(const FilmTiming& timing, double part);

// Changes are measured on small drawings of the whole picture on this grid, the same ones whatever
// the size of the film.
Grid change_grid(const Grid& picture);
// A drawing in the 8-bit levels of a screen.
std::vector<std::uint8_t> levels_of(const Image& drawing);
// The root of the mean squared difference of two drawings' levels.
float visible_change(std::span<const std::uint8_t> before, std::span<const std::uint8_t> after);

// The detail of a moment, from 0, the first keyframe, to 1, the last: equal steps are equal visible
// changes of the drawing, as in a film by change. Moments in between are softer drawings, which
// some may prefer.

// Pure; of a run's keyframes by step, with what changes from each to the next.
class DetailScale {
public:
    DetailScale(std::span<const std::int64_t> steps, std::span<const float> changes)
        : places_(keyframe_places(steps, Pace::change, changes)) {}

    // The keyframe that is as detailed: the nearest. Never an earlier one for more detail.
    std::size_t keyframe_at(double detail) const { return redraw::keyframe_at(places_, detail); }
    double detail_of(std::size_t keyframe) const;
    std::size_t keyframes() const { return places_.size(); }

private:
    std::vector<double> places_;
};

// Measures what changes from each keyframe to the next on small drawings: of a network that
// learned many megapixels as quick as of any other. `read`: nothing where it cannot be read, and
// then nothing is known of the change to it or from it.
using ReadKeyframe = std::function<std::optional<std::vector<float>>(std::int64_t step)>;
std::vector<float> visible_changes(Backend& backend, const Grid& picture,
                                   std::span<const std::int64_t> steps, const ReadKeyframe& read);

}  // namespace redraw
