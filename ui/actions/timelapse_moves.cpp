#include "ui/actions/timelapse_moves.h"

#include "engine/drawing/keyframe_mix.h"
#include "engine/features/studies/keyframe_changes.h"
#include "engine/run/bookmarks.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/text/words.h"

#include <cstdlib>
#include <limits>

namespace redraw::ui {
namespace {

// Returns the index of the last keyframe at or before `step`.
std::ptrdiff_t index_of(const std::vector<Keyframe>& keyframes, std::int64_t step) {
    return std::ranges::upper_bound(keyframes, step, {}, &Keyframe::step) - keyframes.begin() - 1;
}

constexpr double kRedraw = 1.0 / 60;  // seconds between two redraws while playing

// The timelapse as a film of the keyframes so far, with its timing.
struct Film {
    std::vector<std::int64_t> steps;
    std::vector<double> places;
    std::vector<bool> mixes;
    FilmTiming timing;
    double frames_per_second = 1;

    double seconds() const { return timing.frames / frames_per_second; }
    MixedKeyframe at(double played) const {
        return mixed_keyframe_at(places, part_at_frame(timing, played * frames_per_second), mixes);
    }
    // Returns the time in seconds at which the film reaches `place`, a position on the scale of
    // `places`.
    double when(double place) const {
        const double length = places.back();
        return frame_at_part(timing, length > 0 ? place / length : 1) / frames_per_second;
    }
};

// Builds the film of the keyframes up to `last`. If paced by visible change, and at least two
// changes are measured, it contains only those keyframes, without the noise at the start.
Film film_of(const Ui& ui, const TimelapseLength& length, bool back = false,
             std::optional<std::int64_t> last = {}) {
    Film film;
    for (const Keyframe& keyframe : *ui.status.keyframes)
        if (!last || keyframe.step <= *last) film.steps.push_back(keyframe.step);
    if (const auto& measured = ui.status.result<KeyframeChanges>()) film.mixes = measured->mixes;
    Pace pace = ui.state.preferences.timelapse_pace;
    std::span<const float> changes;
    if (pace == Pace::change) {
        const std::size_t known = std::min(film.steps.size(), measured_changes(ui));
        if (known < 2) {
            pace = Pace::log;
        } else {
            film.steps.resize(known);
            changes = std::span(*ui.status.result<KeyframeChanges>()).first(known);
            const std::size_t noise =
                leading_noise(film.steps, changes, *ui.status.measured, ui.state.flat_psnr);
            film.steps.erase(film.steps.begin(), film.steps.begin() + std::ptrdiff_t(noise));
            film.mixes.erase(
                film.mixes.begin(),
                film.mixes.begin() + std::ptrdiff_t(std::min(noise, film.mixes.size())));
            changes = changes.subspan(noise);
        }
    }
    film.places = keyframe_places(film.steps, pace, changes);
    film.timing = film_timing(length.seconds, length.frames_per_second, length.hold, back);
    film.frames_per_second = length.frames_per_second;
    return film;
}

// Starts playback at the keyframe that is shown; at the first one if none is.
void resume(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    timelapse.moved_at = ui.view.time;
    timelapse.played = 0;
    if (!timelapse.at_step) return show_first_keyframe(ui);
    const Film film = film_of(ui, ui.state.timelapse.length);
    const auto after = std::ranges::upper_bound(film.steps, *timelapse.at_step);
    const auto shown = std::max<std::ptrdiff_t>(1, after - film.steps.begin()) - 1;
    if (!film.places.empty()) timelapse.played = film.when(film.places[std::size_t(shown)]);
}

constexpr double kTurn = 0.05;  // share of the detail dial that an arrow key turns

// The keyframes that the detail dial can select, and the scale that maps detail to them. Contains
// the first keyframes up to the last one whose visible change is measured.
struct Dial {
    std::vector<std::int64_t> steps;
    DetailScale scale;
};

Dial dial_of(const Ui& ui) {
    const std::span keyframes(*ui.status.keyframes);
    const std::size_t known = std::min(keyframes.size(), measured_changes(ui));
    std::vector<std::int64_t> steps = steps_of(keyframes.first(known));
    const auto changes = known > 0 ? std::span(*ui.status.result<KeyframeChanges>()).first(known)
                                   : std::span<const float>();
    DetailScale scale(steps, changes);
    return {std::move(steps), std::move(scale)};
}

}  // namespace

bool has_timelapse(const Ui& ui) {
    return ui.status.keyframes->size() > 1;
}

std::int64_t shown_step(const Ui& ui) {
    return ui.state.timelapse.at_step.value_or(ui.status.step);
}

double playhead_step(const Ui& ui) {
    const Timelapse& timelapse = ui.state.timelapse;
    return timelapse.dragging ? timelapse.dragged_to : double(shown_step(ui));
}

float psnr_at(const Status& status, std::int64_t step) {
    constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();
    if (is_tile(status, step)) return kUnknown;
    if (step == status.step) return status.psnr;
    const auto found = std::ranges::lower_bound(*status.measured, step, {}, &MeasuredPsnr::step);
    return found != status.measured->end() && found->step == step ? found->psnr : kUnknown;
}

std::string closeness_at(const Status& status, std::int64_t step) {
    if (!is_tile(status, step)) return closeness(status, psnr_at(status, step));
    float psnr = std::numeric_limits<float>::quiet_NaN();
    std::int64_t learned = 0;
    for (const Keyframe& moment : *status.keyframes)
        if (is_tile(status, moment.step) && moment.step <= step) {
            psnr = moment.batch_psnr;
            ++learned;
        }
    return decibels(psnr) + (learned < status.whole->tiles ? " in the finished tiles" : "");
}

std::string with_closeness(std::string text, const char* between, const Status& status,
                           std::int64_t step) {
    const bool known = is_tile(status, step) || !std::isnan(psnr_at(status, step));
    return known ? text + between + closeness_at(status, step) : text;
}

Closeness closeness_of_moment(const Ui& ui, std::int64_t step) {
    const float psnr = psnr_at(ui.status, step);
    const std::string moment = step_name(ui.status, step), at = at_learned_size(ui.status);
    if (std::isnan(psnr)) return {"", moment};
    return {decibels(psnr), at.empty() ? moment : moment + ", " + at};
}

void show_now(Ui& ui) {
    ui.state.timelapse.at_step.reset();
    ui.state.timelapse.playing = false;
}

void show_first_keyframe(Ui& ui) {
    const auto& keyframes = *ui.status.keyframes;
    if (!keyframes.empty()) ui.state.timelapse.at_step = keyframes.front().step;
    ui.state.timelapse.played = 0;
}

void step_keyframe(Ui& ui, int direction) {
    const auto& keyframes = *ui.status.keyframes;
    if (keyframes.empty()) return;
    Timelapse& timelapse = ui.state.timelapse;
    timelapse.playing = false;
    const std::int64_t step = shown_step(ui);
    std::ptrdiff_t index = index_of(keyframes, step);
    if (direction > 0) {
        if (!timelapse.at_step) return;
        if (index + 1 >= std::ssize(keyframes)) return show_now(ui);
        ++index;
    } else if (index >= 0 && keyframes[index].step == step) {
        --index;  // otherwise keyframes[index] is the keyframe before the present network
    }
    timelapse.at_step = keyframes[std::max<std::ptrdiff_t>(0, index)].step;
}

void show_keyframe_near(Ui& ui, double step) {
    const auto& keyframes = *ui.status.keyframes;
    if (keyframes.empty()) return;
    const double now = double(ui.status.step);
    const std::ptrdiff_t before =
        std::max<std::ptrdiff_t>(0, index_of(keyframes, std::int64_t(step)));
    std::ptrdiff_t best = before;
    if (before + 1 < std::ssize(keyframes) &&
        double(keyframes[before + 1].step) - step < step - double(keyframes[before].step))
        best = before + 1;
    const double distance = std::abs(double(keyframes[best].step) - step);
    if (std::abs(now - step) < distance || step >= now) return show_now(ui);
    ui.state.timelapse.at_step = keyframes[best].step;
}

std::size_t measured_changes(const Ui& ui) {
    return ui.status.result<KeyframeChanges>() ? ui.status.result<KeyframeChanges>()->size() : 0;
}

FilmMoment film_moment(const Ui& ui, double seconds, const TimelapseLength& length, bool back,
                       std::optional<std::int64_t> last) {
    const Film film = film_of(ui, length, back, last);
    const double frame =
        std::floor(std::fmod(std::max(0.0, seconds), film.seconds()) * film.frames_per_second);
    const double part = part_at_frame(film.timing, frame);
    return {film.steps.empty() ? 0 : film.steps[keyframe_at(film.places, part)], part};
}

void play_or_pause_timelapse(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    if (!has_timelapse(ui)) return;
    timelapse.playing = !timelapse.playing;
    if (timelapse.playing) resume(ui);
}

void set_pace(Ui& ui, Pace pace) {
    ui.state.preferences.timelapse_pace = pace;
    if (ui.state.timelapse.playing) resume(ui);
}

void advance_timelapse(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    if (!timelapse.playing) return;
    const Film film = film_of(ui, ui.state.timelapse.length);
    if (film.steps.size() < 2) return show_now(ui);
    const double speed = ui.state.preferences.timelapse_speed;
    timelapse.played += (ui.view.time - timelapse.moved_at) * speed;
    timelapse.moved_at = ui.view.time;
    if (timelapse.played >= film.seconds()) {
        if (!ui.state.preferences.loop_timelapse) return show_now(ui);
        timelapse.played = std::fmod(timelapse.played, film.seconds());
    }
    const MixedKeyframe shown = film.at(timelapse.played);
    timelapse.at_step = film.steps[shown.keyframe];
    ui.requests.view.next_share = shown.share;
    ui.requests.redraw_after(kRedraw);
}

bool wants_changes(const Ui& ui) {
    return !ui.running() || ui.state.timelapse.playing;
}

std::span<const Bookmark> bookmarks(const Ui& ui) {
    return *ui.status.bookmarks;
}

const Bookmark* bookmark_at(const Ui& ui, std::optional<std::int64_t> step) {
    for (const Bookmark& bookmark : bookmarks(ui))
        if (bookmark.step == step) return &bookmark;
    return nullptr;
}

std::optional<std::int64_t> kept_step(const Ui& ui) {
    const auto all = bookmarks(ui);
    return all.empty() ? std::nullopt : std::optional(all.back().step);
}

void set_bookmark(Ui& ui, std::int64_t step, std::optional<std::string> name) {
    const Bookmark* before = bookmark_at(ui, step);
    BookmarkChange change{step, before ? std::optional(before->name) : std::nullopt,
                          std::move(name)};
    if (change.before != change.after) change_bookmark(ui.state.settings, change, ui.requests);
}

void toggle_bookmark(Ui& ui) {
    const auto& shown = ui.state.timelapse.at_step;
    if (!shown) return;
    set_bookmark(ui, *shown, bookmark_at(ui, shown) ? std::nullopt : std::optional(std::string()));
}

void begin_renaming(Ui& ui, std::int64_t step) {
    if (!bookmark_at(ui, step) || !ui.can_train()) return;
    ui.state.timelapse.renamed = step;
    ui.state.timelapse.renaming = false;
    ui.requests.expects_field = true;
    ui.requests.redraw_after(0);
}

std::string moment_name(const Ui& ui, std::int64_t step) {
    const Bookmark* bookmark = bookmark_at(ui, step);
    return bookmark && !bookmark->name.empty() ? bookmark->name
                                               : capital(step_name(ui.status, step));
}

std::string shown_moment(const Ui& ui, std::int64_t step) {
    return ui.state.timelapse.at_step ? moment_name(ui, step)
                                      : "Now, " + step_name(ui.status, step);
}

double dial_known(const Ui& ui) {
    const auto keyframes = ui.status.keyframes->size();
    return keyframes < 2 ? 0 : double(measured_changes(ui)) / double(keyframes);
}

std::optional<std::int64_t> step_of_detail(const Ui& ui, double detail) {
    const Dial dial = dial_of(ui);
    if (detail >= 1 || dial.steps.empty()) return std::nullopt;
    return dial.steps[dial.scale.keyframe_at(std::max(0.0, detail))];
}

double detail_of_step(const Ui& ui, std::optional<std::int64_t> step) {
    const Dial dial = dial_of(ui);
    if (!step || dial.steps.empty()) return 1;
    const auto after = std::ranges::upper_bound(dial.steps, *step) - dial.steps.begin();
    return dial.scale.detail_of(std::size_t(std::max<std::ptrdiff_t>(1, after)) - 1);
}

std::optional<std::int64_t> turned(const Ui& ui, std::optional<std::int64_t> step, int direction) {
    const auto to = step_of_detail(ui, detail_of_step(ui, step) + kTurn * direction);
    const bool moved = direction > 0 ? !to || (step && *to > *step) : to && (!step || *to < *step);
    if (moved) return to;
    // The turn does not reach another keyframe, so go to the neighbouring one.
    const auto steps = dial_of(ui).steps;
    if (steps.empty()) return step;
    if (direction > 0) {
        const auto next = step ? std::ranges::upper_bound(steps, *step) : steps.end();
        return next == steps.end() ? std::nullopt : std::optional(*next);
    }
    const auto here = step ? std::ranges::lower_bound(steps, *step) : steps.end();
    return here == steps.begin() ? steps.front() : *std::prev(here);
}

std::optional<std::int64_t> nearest_step(const Ui& ui, std::optional<std::int64_t> step) {
    const std::span keyframes(*ui.status.keyframes);
    if (!step || keyframes.empty()) return std::nullopt;
    return nearest_keyframe(keyframes, *step);
}

}  // namespace redraw::ui
