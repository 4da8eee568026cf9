// Reads the fonts of the window: Inter where it is installed, else DejaVu Sans or another one.
#pragma once

#include "ui/look/font_files.h"

namespace redraw {

// `extra`: also for letters beyond Latin, which takes some megabytes. Any thread; never fails.
ui::FontFiles read_fonts(bool extra);

}  // namespace redraw
