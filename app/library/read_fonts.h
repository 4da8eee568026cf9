// Reads the window's fonts: Inter if it is installed, else DejaVu Sans or another font.
#pragma once

#include "ui/look/font_files.h"

namespace redraw {

// Reads the fonts. `extra`: also fonts for letters beyond Latin, which take some megabytes.
// Callable from any thread; never fails.
ui::FontFiles read_fonts(bool extra);

}  // namespace redraw
