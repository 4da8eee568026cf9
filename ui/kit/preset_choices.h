// The list of presets to choose from: the built-in ones, then the user's.
#pragma once

#include "ui/state/context.h"

#include <optional>
#include <string>

namespace redraw::ui {

// The name of the user's preset that equals these settings, else of the built-in one they began
// from.
std::string preset_title(const Ui& ui, const Config& asked);
// Whether they equal one of the user's presets.
bool is_own_preset(const Ui& ui, const Config& asked);
// Draws the choices of an open list. Returns `from` with the picked preset, if one was picked.
std::optional<Config> draw_preset_choices(Ui& ui, const Config& from);

}  // namespace redraw::ui
