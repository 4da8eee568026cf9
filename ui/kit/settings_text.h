// The label and the tooltip of every setting of a run: what it is, its range, its default and what
// more of it does. A field can only be drawn through one of these.
#pragma once

#include "engine/network/presets.h"
#include "ui/state/context.h"

namespace redraw::ui {

enum class Setting {
    train_size,
    channels,
    preset,
    layers,
    parameters,
    activation,
    smoothness,
    encoding,
    fourier_count,
    fourier_sigma,
    grid_levels,
    grid_finest,
    grid_base,
    grid_features,
    first_omega,
    hidden_omega,
    hidden_gain,
    output,
    pixel,
    total_variation,
    loss,
    optimizer,
    momentum,
    beta1,
    beta2,
    batch,
    batch_size,
    seed,
    lr_max,  // from here on of the schedule
    lr_min,
    time,
    epochs,
    epoch_offset,
    warmup,
    restart_epochs,
    restart_multiplier,
    count,
};

const char* label_of(Setting setting);
// `defaults`: what "Reset to default" sets, the configuration of the run's preset.
std::string help_of(Setting setting, const Config& defaults);
int default_batch_size(BatchMode mode);  // pixels or rows a step; 0 with full
std::string preset_help(const Preset& preset);

// The list of presets to choose from: the built-in ones, then the user's.

// The name of the user's preset that equals these settings, else of the built-in one they began
// from.
std::string preset_title(const Ui& ui, const Config& asked);
// Whether they equal one of the user's presets.
bool is_own_preset(const Ui& ui, const Config& asked);
// Draws the choices of an open list. Returns `from` with the picked preset, if one was picked.
std::optional<Config> draw_preset_choices(Ui& ui, const Config& from);

}  // namespace redraw::ui
