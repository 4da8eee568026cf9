// Contents of the font files for the window's text. The app reads the files
// (app/library/read_fonts.h).
#pragma once

#include <vector>

namespace redraw::ui {

// Each member holds a TrueType or OpenType file; empty if no such font is installed.
struct FontFiles {
    std::vector<char> regular, strong;
    // Fonts for letters outside Latin: `eastern` for East Asian scripts, `wide` for others.
    std::vector<char> wide, eastern;
};

}  // namespace redraw::ui
