#include "ui/actions/sharing.h"

#include "engine/features/film/film.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/differences.h"

namespace redraw::ui {
namespace {

std::filesystem::path film_path(const Ui& ui, const char* kind) {
    return export_folder(ui) /
           fmt::format("{}-{}.{}", export_name(ui), kind, name_of(film_format()));
}

}  // namespace

FilmFormat film_format() {
    return film_problem(FilmFormat::mp4) ? FilmFormat::gif : FilmFormat::mp4;
}

void share_clip(Ui& ui, FilmShape shape) {
    ui.state.preferences.clip_shape = shape;
    FilmSpec spec = clip_spec(film_path(ui, "clip"), shape,
                              ui.status.picture ? ui.status.picture : ui.status.target);
    spec.last = ui.state.timelapse.at_step;
    ui.requests.ask(command::ExportFilm{
        .spec = spec, .edits = ui.edits(), .unused_name = true, .origin = Origin::shared});
}

void save_race_film(Ui& ui) {
    constexpr int kLongerSide = 512;
    const FilmSheet usual;
    const FilmSpec spec{
        .path = film_path(ui, "race"),
        .size = with_longer_side({ui.status.target->width, ui.status.target->height}, kLongerSide),
        .frames_per_second = usual.frames_per_second,
        .seconds = usual.seconds,
        .hold = usual.hold};
    ui.requests.ask(command::ExportFilm{
        .spec = spec, .race = true, .names = racer_names(ui.status), .unused_name = true});
}

}  // namespace redraw::ui
