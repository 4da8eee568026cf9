// Reads the font files for the window's text: Inter if it is installed, otherwise DejaVu Sans or
// another font.
#pragma once

#include "ui/look/font_files.h"

namespace redraw {

// Reads the font files. `extra`: also reads fonts for other scripts than Latin, which take some
// megabytes. Callable from any thread; never fails.
ui::FontFiles read_fonts(bool extra);

}  // namespace redraw
