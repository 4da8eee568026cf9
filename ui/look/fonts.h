// Loads the fonts: Inter if installed, otherwise DejaVu Sans, otherwise ImGui's built-in font.
// Letters outside Latin are added from other installed fonts when a name needs them.
#pragma once

#include "ui/look/font_files.h"

#include <imgui.h>

#include <set>
#include <string_view>

namespace redraw::ui {

struct Fonts {
    ImFont* body = nullptr;     // 13 units: fields, labels
    ImFont* menu = nullptr;     // 14: menus
    ImFont* small = nullptr;    // 12: values beside controls
    ImFont* axis = nullptr;     // 11: axis ticks
    ImFont* caption = nullptr;  // 11 semibold: section headings
    ImFont* strong = nullptr;   // 13 semibold: action buttons
    ImFont* number = nullptr;   // 20 semibold: the main number
    ImFont* display = nullptr;  // 52 semibold: main number, very large; ASCII and "∞"
};

using Glyphs = std::set<ImWchar>;

// Adds the characters of `utf8` that are not always loaded. Returns true if one was new, so that
// the atlas must be rebuilt.
bool want_glyphs(Glyphs& glyphs, std::string_view utf8);

// Fills an empty atlas; never fails. `files` must include `wide` and `eastern` if `extra` has
// letters.
Fonts load_fonts(ImFontAtlas& atlas, float scale, const Glyphs& extra, const FontFiles& files);
// Call after the atlas is built. Gives all digits the same width, so that changing numbers do not
// move. Replaces symbols that a font lacks with similar ones.
void align_digits(const Fonts& fonts);

}  // namespace redraw::ui
