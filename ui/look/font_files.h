// The font files that the window's text is drawn with. The app reads them
// (app/library/read_fonts.h).
#pragma once

#include <vector>

namespace redraw::ui {

// TrueType or OpenType; empty where no such font is installed.
struct FontFiles {
    std::vector<char> regular, strong;
    // Letters beyond Latin, of any script and of the east.
    std::vector<char> wide, eastern;
};

}  // namespace redraw::ui
