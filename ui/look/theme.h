// Colours by role, and ImGui's style: the only place that defines the studio's look. All other code
// uses roles instead of colours, so that it serves both themes.
#pragma once

#include "engine/text/names.h"

#include <imgui.h>

#include <array>
#include <span>

namespace redraw::ui {

enum class ThemeKind { dark, light };

struct Palette {
    ImU32 window, panel, well;             // backgrounds: centre, side and bars, behind pictures
    ImU32 field, field_hovered, line;      // editable fields, hairlines
    ImU32 text, muted;                     // contrast at least 4.5 : 1 on window, panel, field
    ImU32 accent, accent_hovered;          // main action, selection
    ImU32 on_accent;                       // text on accent
    ImU32 accent_text;                     // accent as text or a thin line
    ImU32 quiet, quiet_hovered, on_quiet;  // less prominent but important button
    ImU32 second, third, fourth;           // the loss curve, and the curves of a race
    ImU32 running;                         // only for "running"
    ImU32 error;                           // always with words beside it
    ImU32 chip, on_chip;                   // labels over pictures
    ImU32 dim;                             // covers the window while a sheet is open
};

const Palette& palette_of(ThemeKind kind);

// Applies this theme to ImGui's style, with all sizes multiplied by `scale`.
void apply_theme(ThemeKind kind, float scale);

using Stop = std::array<float, 3>;  // red, green and blue, 0 to 255
// Interpolates between evenly spaced colour stops; `part` is 0 at the first stop and 1 at the last.
ImU32 colour_between(std::span<const Stop> stops, float part);
ImU32 with_alpha(ImU32 colour, float alpha);
// Returns the WCAG 2 contrast ratio of two opaque colours, 1 to 21.
float contrast(ImU32 a, ImU32 b);

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::ThemeKind> = redraw::names<redraw::ui::ThemeKind>(
    {{redraw::ui::ThemeKind::dark, "dark"}, {redraw::ui::ThemeKind::light, "light"}});
