// The choices of the sheet that exports a film, and films that are made with one click: a short
// clip to share, and the film of a race. The latter are saved in the export folder, under a name
// that is not in use.
#pragma once

#include "engine/features/film/film.h"
#include "ui/state/context.h"

namespace redraw::ui {

// The content of a film: training from the first to the last keyframe, training beside the original
// picture, a zoom into a detail (dive), the sum of the neurons, or several runs in a race.
enum class FilmSubject { learning, before_after, dive, neurons, race };

struct FilmSheet : TimelapseLength {
    FilmFormat format = FilmFormat::mp4;  // GIF instead if it cannot be written
    // True for each of kFilmSizes (ui/sheets/film_sheet.cpp) of which a film is exported.
    std::array<bool, 5> sizes{true};
    int longer_side = 720;  // longer side in pixels of the last film size, "Other"
    Pace pace = Pace::change;
    bool caption = false, inset = false, curve = false;
    FilmSubject subject = FilmSubject::learning;
    bool race() const { return subject == FilmSubject::race; }
    bool dive() const { return subject == FilmSubject::dive; }
    bool there_and_back = false;
    std::optional<std::int64_t> last;  // step of the film's last keyframe; absent: present network
    double played_since = 0;           // View::time at which the preview started
    std::string name;
};
// Returns a film with the aspect ratio of `target`. Appends the format's extension to the name if
// it is missing; separate frames go to a folder of that name. Limits a GIF to 50 frames a second.
FilmSpec plan_film(const FilmSheet& sheet, const Image& target,
                   const std::filesystem::path& folder);

// The clip that the page Clip offers. Choosing its part of the picture takes time, so it is planned
// when the page opens and when its shape changes.
struct ClipSheet {
    FilmSpec clip;
};
// Returns a clip of the training up to the shown keyframe, in a frame of the preferred shape.
FilmSpec plan_clip(const Ui& ui);
// Saves the race as a film that is labelled with the networks' names.
void save_race_film(Ui& ui);

}  // namespace redraw::ui
