// The colours of the studio's texts and controls, and ImGui's style. Each colour is named after its
// role, such as "error". Code that uses these names works with the dark and the light theme.
#pragma once

#include "engine/text/names.h"

#include <imgui.h>

#include <array>
#include <span>

namespace redraw::ui {

enum class ThemeKind { dark, light };

struct Palette {
    // Background colours: of the centre (`window`), of side panel and bars (`panel`), and behind
    // pictures (`well`).
    ImU32 window, panel, well;
    ImU32 field, field_hovered, line;  // editable field, the same under the mouse; thin lines
    ImU32 text, muted;  // text colours; contrast at least 4.5 : 1 on window, panel and field
    ImU32 accent, accent_hovered;          // main button, selection; the same under the mouse
    ImU32 on_accent;                       // text on `accent`
    ImU32 accent_text;                     // the accent colour for text and thin lines
    ImU32 quiet, quiet_hovered, on_quiet;  // secondary button, the same under the mouse, text on it
    ImU32 second, third, fourth;           // plots: the loss; networks C and D in a race
    ImU32 running;                         // a picture of a batch in training; a race's finish line
    ImU32 error;                           // errors; always with text beside it
    ImU32 chip, on_chip;                   // labels over pictures: background, text
    ImU32 dim;                             // covers the window while a sheet is open
};

const Palette& palette_of(ThemeKind kind);

// Applies this theme to ImGui's style, with all sizes multiplied by `scale`.
void apply_theme(ThemeKind kind, float scale);

using Stop = std::array<float, 3>;  // red, green and blue, each 0 to 255
// Interpolates between evenly spaced colour stops; `part` is 0 at the first stop and 1 at the last.
ImU32 colour_between(std::span<const Stop> stops, float part);
ImU32 with_alpha(ImU32 colour, float alpha);

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::ThemeKind> = redraw::names<redraw::ui::ThemeKind>(
    {{redraw::ui::ThemeKind::dark, "dark"}, {redraw::ui::ThemeKind::light, "light"}});
