// The presets to choose from: the built-in ones, and below them those of one's own.
#pragma once

#include "ui/state/context.h"

#include <optional>
#include <string>

namespace redraw::ui {

// What these settings are called: by a preset of one's own that says the same, else by the built-in
// one they began from.
std::string preset_title(const Ui& ui, const Config& asked);
// They are a preset of one's own.
bool is_own_preset(const Ui& ui, const Config& asked);
// Rows of a list that is unfolded; `from` with the preset that was picked, if one was.
std::optional<Config> draw_preset_choices(Ui& ui, const Config& from);

}  // namespace redraw::ui
