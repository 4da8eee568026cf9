#include "ui/actions/sharing.h"

#include "ui/actions/dialogs.h"
#include "ui/actions/differences.h"

namespace redraw::ui {
namespace {

std::filesystem::path film_path(const Ui& ui, const char* kind) {
    const auto format = film_problem(FilmFormat::mp4) ? FilmFormat::gif : FilmFormat::mp4;
    return export_folder(ui) / fmt::format("{}-{}.{}", export_name(ui), kind, name_of(format));
}

}  // namespace

FilmSpec plan_clip(const Ui& ui) {
    FilmSpec spec = clip_spec(film_path(ui, "clip"), ui.state.preferences.clip_shape,
                              ui.status.picture ? ui.status.picture : ui.status.target);
    spec.last = ui.state.timelapse.at_step;
    return spec;
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

FilmSpec plan_film(const FilmSheet& sheet, const Image& target,
                   const std::filesystem::path& folder) {
    constexpr int kMostOfGif = 50;
    FilmSpec spec;
    spec.path = folder / sheet.name;
    const std::string_view kind = name_of(sheet.format);
    const std::string extension = kind.empty() ? "" : fmt::format(".{}", kind);
    if (spec.path.extension() != extension) spec.path += extension;
    spec.size = with_longer_side({target.width, target.height}, sheet.longer_side);
    spec.frames_per_second = sheet.format == FilmFormat::gif
                                 ? std::min(sheet.frames_per_second, kMostOfGif)
                                 : sheet.frames_per_second;
    spec.seconds = sheet.seconds;
    spec.pace = sheet.pace;
    spec.hold = sheet.hold;
    spec.caption = sheet.caption;
    if (sheet.dive()) spec.dive = Dive();
    if (sheet.race()) {
        if (spec.pace == Pace::change) spec.pace = Pace::log;
    } else {
        spec.there_and_back = sheet.there_and_back;
        spec.last = sheet.last;
    }
    return spec;
}

}  // namespace redraw::ui
