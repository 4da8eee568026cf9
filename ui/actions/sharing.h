// Files that are made with one click: a short clip to share, and a race's film and page. They are
// saved in the export folder, under a name that is not in use.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

FilmFormat film_format();  // MP4, or GIF where MP4 cannot be written
// Saves a clip of the training up to the shown keyframe, in a frame of this shape. Also copies the
// file to the clipboard.
void share_clip(Ui& ui, FilmShape shape);
// Saves the race as a film that is labelled with the networks' names.
void save_race_film(Ui& ui);
void save_race_page(Ui& ui);  // saves a race of two networks as a web page

}  // namespace redraw::ui
