// The film that would be written, playing in its sheet: of the small drawings that the timelapse
// has anyway, so that it costs next to nothing. It keeps its place whatever is chosen.
#pragma once

#include "engine/film/film.h"
#include "ui/state/context.h"

namespace redraw::ui {

// `race`: of several runs, whose frames are drawn only as they are written.
void draw_film_preview(Ui& ui, const FilmSpec& spec, bool race);

}  // namespace redraw::ui
