// The typeface: Inter where it is installed, else DejaVu Sans, else ImGui's own. Letters outside
// Latin are added when a name needs them, from whatever font of the machine has them.
#pragma once

#include "ui/look/font_files.h"

#include <imgui.h>

#include <set>
#include <string_view>

namespace redraw::ui {

struct Fonts {
    ImFont* body = nullptr;     // 13: fields, labels
    ImFont* menu = nullptr;     // 14
    ImFont* small = nullptr;    // 12: values beside something
    ImFont* axis = nullptr;     // 11: ticks
    ImFont* caption = nullptr;  // 11 semibold: section heads
    ImFont* strong = nullptr;   // 13 semibold: buttons that act
    ImFont* number = nullptr;   // 20 semibold: the one number that matters
    ImFont* display = nullptr;  // 52 semibold: the same, across a room; ASCII and "∞"
};

using Glyphs = std::set<ImWchar>;

// Adds the characters of `utf8` that the fonts do not carry anyway. True when there was a new one:
// the atlas has to be built again.
bool want_glyphs(Glyphs& glyphs, std::string_view utf8);

// Fills an empty atlas; never fails. `files`: with `wide` and `eastern` where there are `extra`
// letters.
Fonts load_fonts(ImFontAtlas& atlas, float scale, const Glyphs& extra, const FontFiles& files);
// After the atlas is built: every digit as wide as the widest, so that counting numbers stand
// still, and what a font lacks of the studio's own signs drawn as the nearest it has.
void align_digits(const Fonts& fonts);

}  // namespace redraw::ui
