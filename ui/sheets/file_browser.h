// The studio's own way to choose a file or a folder: works on every desktop and with no desktop at
// all.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_file_browser(Ui& ui);

}  // namespace redraw::ui
