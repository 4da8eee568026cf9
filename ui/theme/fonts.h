// Loads the window's fonts from the contents of font files (font_files.h), or ImGui's built-in font
// if there are none. Adds letters of scripts other than Latin when a shown name contains them.
#pragma once

#include "ui/theme/font_files.h"

#include <imgui.h>

#include <set>
#include <string_view>

namespace redraw::ui {

struct Fonts {
    ImFont* body = nullptr;     // 13 layout units high: fields, labels
    ImFont* menu = nullptr;     // 14 units: menus
    ImFont* small = nullptr;    // 12 units: values, legends, notes
    ImFont* axis = nullptr;     // 11 units: numbers on plot axes
    ImFont* caption = nullptr;  // 11 units, semibold: section headings
    ImFont* strong = nullptr;   // 13 units, semibold: action buttons
    ImFont* page = nullptr;     // 20 units: the text of a lesson, for a projector
    ImFont* stage = nullptr;    // 34 units: a lesson on a stage, for the last row
    ImFont* number = nullptr;   // 20 units, semibold: the PSNR, large titles
    ImFont* display = nullptr;  // 52 units, semibold: the PSNR, very large; only ASCII and "∞"
};

using Glyphs = std::set<ImWchar>;

// Adds to `glyphs` the characters of the UTF-8 text that the fonts do not always include. Returns
// true if any of them was new; the font atlas must then be rebuilt.
bool want_glyphs(Glyphs& glyphs, std::string_view utf8);

// Fills an empty font atlas, with ImGui's built-in font in place of empty `files`. `extra`: the
// letters added by want_glyphs(). If there are any, `files` should include `wide` and `eastern`.
Fonts load_fonts(ImFontAtlas& atlas, float scale, const Glyphs& extra, const FontFiles& files);
// Call after the font atlas is built. Gives all digits the same width, so that changing numbers do
// not shift. Replaces some signs that a font lacks with similar ones. No effect from ImGui 1.92 on.
void align_digits(const Fonts& fonts);

}  // namespace redraw::ui
