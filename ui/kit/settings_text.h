// The labels and tooltips of settings, and the names of presets.
#pragma once

#include "engine/network/config.h"
#include "engine/network/presets.h"
#include "ui/state/context.h"

namespace redraw::ui {

// The settings of a run, one for each labelled field.
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
    lr_max,  // the settings of the learning rate schedule begin here
    lr_min,
    finish,
    time,
    epochs,
    target,
    warmup,
    count,
};

// Returns false if the setting has no effect with the other settings of `config`.
bool applies(Setting setting, const Config& config);
// Returns the setting that has this path in a configuration's JSON, for example
// "network.activation". Absent if no setting has the path.
std::optional<Setting> setting_of(std::string_view path);
// label_of() returns a setting's label. help_of() returns its tooltip, which states the meaning
// and, where they apply, range, default and the effect of larger values.
const char* label_of(Setting setting);
const char* label_of(ChannelMode mode);
// Returns the text of a setting's value, if the setting is one name or number of the network or the
// optimiser, a rate or the seed.
std::string value_of(Setting setting, const Config& config);
std::string layers_text(const std::vector<int>& layers);  // "4 layers of 128", "layers 64, 32"
// `defaults`: the configuration that "Reset to default" restores, for the tooltip's default value.
std::string help_of(Setting setting, const Config& defaults);
int default_batch_size(BatchMode mode);  // pixels or rows per step; 0 for full batches
// Returns the name of the preset shown for a configuration: the user's preset that equals it,
// otherwise the built-in preset that it started from.
std::string preset_title(const Ui& ui, const Config& asked);
// Returns true if a run is open and the configuration equals one of the user's presets.
bool is_own_preset(const Ui& ui, const Config& asked);
// Draws the presets as entries of an open drop-down list. If the user picked one, returns `from`
// with that preset applied; otherwise absent.
std::optional<Config> draw_preset_choices(Ui& ui, const Config& from);

}  // namespace redraw::ui
