// Contents of the font files for the window's text. The app reads the files
// (app/library/read_fonts.h).
#pragma once

#include <vector>

namespace redraw::ui {

// Each member holds the contents of a TrueType or OpenType file; empty if no such font is
// installed, or if it is not needed.
struct FontFiles {
    std::vector<char> regular, strong;
    // Fonts with letters that the Latin fonts lack: `eastern` for East Asian scripts, else `wide`.
    std::vector<char> wide, eastern;
};

}  // namespace redraw::ui
