// The film that would be written, playing in its sheet: of the small drawings that the timelapse
// has anyway, so that it costs next to nothing. It keeps its place whatever is chosen.
#pragma once

#include "engine/film/film.h"
#include "ui/state/context.h"

namespace redraw::ui {

void draw_film_preview(Ui& ui, const FilmSpec& spec);

}  // namespace redraw::ui
