#include "ui/actions/timelapse_play.h"

#include "engine/film/pace.h"
#include "ui/actions/timelapse_moves.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

constexpr double kShortest = 1.0 / 60, kLongest = 0.1;  // seconds between two looks

// The film of the keyframes there are.
struct Film {
    std::vector<std::int64_t> steps;
    std::vector<double> places;
    FilmTiming timing;
    double frames_per_second = 1;

    double seconds() const { return timing.frames / frames_per_second; }
    std::size_t at(double played) const {
        return keyframe_at(places, part_at_frame(timing, played * frames_per_second));
    }
    // When it gets to a place.
    double when(double place) const {
        const double length = places.back();
        return frame_at_part(timing, length > 0 ? place / length : 1) / frames_per_second;
    }
};

// By change: as far as the changes are measured.
Film film_of(const Ui& ui) {
    Film film;
    if (ui.status.keyframes)
        for (const Keyframe& keyframe : *ui.status.keyframes) film.steps.push_back(keyframe.step);
    Pace pace = ui.state.preferences.timelapse_pace;
    std::span<const float> changes;
    if (pace == Pace::change) {
        const std::size_t known = std::min(film.steps.size(), measured_changes(ui));
        if (known < 2)
            pace = Pace::log;
        else
            film.steps.resize(known);
        if (known >= 2) changes = std::span(*ui.status.keyframe_changes).first(known);
    }
    const FilmSheet& sheet = ui.state.film_sheet;
    film.places = keyframe_places(film.steps, pace, changes);
    film.timing = film_timing(sheet.seconds, sheet.frames_per_second, sheet.hold);
    film.frames_per_second = sheet.frames_per_second;
    return film;
}

// Goes on from what is shown.
void resume(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    timelapse.moved_at = ui.view.time;
    timelapse.played = 0;
    if (!timelapse.at_step) return show_first_keyframe(ui);
    const Film film = film_of(ui);
    const auto after = std::ranges::upper_bound(film.steps, *timelapse.at_step);
    const auto shown = std::max<std::ptrdiff_t>(1, after - film.steps.begin()) - 1;
    if (!film.places.empty()) timelapse.played = film.when(film.places[std::size_t(shown)]);
}

}  // namespace

std::size_t measured_changes(const Ui& ui) {
    return ui.status.keyframe_changes ? ui.status.keyframe_changes->size() : 0;
}

void play_or_pause_timelapse(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    if (!ui.status.keyframes || ui.status.keyframes->size() < 2) return;
    timelapse.playing = !timelapse.playing;
    if (timelapse.playing) resume(ui);
}

void change_speed(Ui& ui, int direction) {
    double& speed = ui.state.preferences.timelapse_speed;
    const auto at = std::ranges::lower_bound(kSpeeds, speed) - kSpeeds.begin();
    speed = kSpeeds[std::size_t(std::clamp<std::ptrdiff_t>(at + direction, 0, kSpeeds.size() - 1))];
}

void set_pace(Ui& ui, Pace pace) {
    ui.state.preferences.timelapse_pace = pace;
    if (ui.state.timelapse.playing) resume(ui);
}

void advance_timelapse(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    if (!timelapse.playing) return;
    const Film film = film_of(ui);
    if (film.steps.size() < 2) return show_now(ui);
    const double speed = ui.state.preferences.timelapse_speed;
    timelapse.played += (ui.view.time - timelapse.moved_at) * speed;
    timelapse.moved_at = ui.view.time;
    if (timelapse.played >= film.seconds()) {
        if (!ui.state.preferences.loop_timelapse) return show_now(ui);
        timelapse.played = std::fmod(timelapse.played, film.seconds());
    }
    const std::size_t shown = film.at(timelapse.played);
    timelapse.at_step = film.steps[shown];
    const bool last = shown + 1 == film.steps.size();
    const double next =
        last ? film.seconds() : film.when((film.places[shown] + film.places[shown + 1]) / 2);
    ui.requests.redraw_after(std::clamp((next - timelapse.played) / speed, kShortest, kLongest));
}

}  // namespace redraw
