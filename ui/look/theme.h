// Colours by role and ImGui's own style: the one place that says how the studio looks. Roles, not
// colours, are used everywhere else, so that both themes come out of the same code.
#pragma once

#include "engine/text/names.h"

#include <imgui.h>

#include <array>
#include <span>

namespace redraw::ui {

enum class ThemeKind { dark, light };

struct Palette {
    ImU32 window, panel, well;             // grounds: centre, side and bars, behind pictures
    ImU32 field, field_hovered, line;      // what can be edited, hairlines
    ImU32 text, muted;                     // both at least 4.5 : 1 on window, panel and field
    ImU32 accent, accent_hovered;          // the one thing that acts or is chosen
    ImU32 on_accent;                       // text on it
    ImU32 accent_text;                     // accent as text or a thin line
    ImU32 quiet, quiet_hovered, on_quiet;  // an important button that does not shout
    ImU32 second, third, fourth;           // the second curve, and those of a race
    ImU32 running;                         // only for "running"
    ImU32 error;                           // always with words beside it
    ImU32 chip, on_chip;                   // labels that lie on pictures
    ImU32 dim;                             // over everything while a sheet is open
};

const Palette& palette_of(ThemeKind kind);

// ImGui's style for this theme, its sizes multiplied by `scale`.
void apply_theme(ThemeKind kind, float scale);

using Stop = std::array<float, 3>;  // red, green and blue, 0 to 255
// Returns the colour between evenly spaced stops, `part` from 0, the first, to 1, the last.
ImU32 colour_between(std::span<const Stop> stops, float part);
ImU32 with_alpha(ImU32 colour, float alpha);
// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
float contrast(ImU32 a, ImU32 b);

}  // namespace redraw::ui

template <>
inline constexpr auto redraw::kNames<redraw::ui::ThemeKind> = redraw::names<redraw::ui::ThemeKind>(
    {{redraw::ui::ThemeKind::dark, "dark"}, {redraw::ui::ThemeKind::light, "light"}});
