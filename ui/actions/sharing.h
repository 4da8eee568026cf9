// One-click films: a clip to send, and a race. Both are saved beside the exports and replace no
// file.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

FilmFormat film_format();  // MP4, or GIF where MP4 cannot be written
// Saves a clip of the shown network in this shape, and copies it to the clipboard as a file.
void share_clip(Ui& ui, FilmShape shape);
// Saves the race as a film with its networks' names.
void save_race_film(Ui& ui);

}  // namespace redraw::ui
