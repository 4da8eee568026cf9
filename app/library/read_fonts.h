// Reads the font files for the window's text: Inter from its usual folders, otherwise DejaVu Sans
// or another font.
#pragma once

#include "ui/theme/font_files.h"

namespace redraw {

// Reads the font files; one that is not found is empty. `extra`: also reads fonts for other scripts
// than Latin, which take some megabytes. Callable from any thread.
ui::FontFiles read_fonts(bool extra);

}  // namespace redraw
