// Rows of settings with fields for numbers and choices. A field applies its typed text on Enter or
// when it loses the focus. A row returns true if its value changed.
#pragma once

#include "engine/network/config.h"
#include "engine/network/presets.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/state/context.h"

#include <limits>
#include <ranges>

namespace redraw::ui {

// The settings of a run. Every settings field has one of these values.
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
    lr_max,  // the schedule's settings begin here
    lr_min,
    time,
    epochs,
    epoch_offset,
    warmup,
    restart_epochs,
    restart_multiplier,
    count,
};

// Call these two around the settings of a run; they disable the settings if the run is view-only.
void begin_settings(Ui& ui);
void end_settings(Ui& ui);
// Returns what "Reset to default" sets: the configuration of the edited preset.
Config default_config(const Ui& ui);
// Draws the label of a setting with its tooltip, and moves the cursor to the field. True if the
// user asked for "Reset to default", by double click or in the context menu.
bool setting_row(Ui& ui, Setting setting);
// Focuses the field of the setting FocusOrder::setting, which setting_row() found in this frame.
// Call once per frame, after the settings.
void focus_found_setting(Ui& ui);
float field_width(Ui& ui);
// Begins a drop-down list; call ImGui::EndCombo() if it returns true. `help`: tooltip of a list
// without a label.
bool begin_choice(Ui& ui, const char* id, const std::string& shown, float width,
                  const std::string& help = "");
// choice() draws one entry of a drop-down list, menu_entry() one of a menu. Both return true if the
// entry was picked.
bool choice(Ui& ui, const std::string& name, bool chosen);
struct MenuEntry {
    bool ticked = false, enabled = true;
    const char* keys = nullptr;  // keyboard shortcut, shown at the right
};
bool menu_entry(Ui& ui, const char* name, const MenuEntry& entry = {});
// Draws a drop-down list of values, named by `name_of_one`. Assigns the picked value to `value` and
// returns true if one was picked.
template <class T, class Values, class Name>
bool choose(Ui& ui, const char* id, const std::string& shown, T& value, const Values& values,
            const Name& name_of_one, float width, const std::string& help = "") {
    if (!begin_choice(ui, id, shown, width, help)) return false;
    const T before = value;
    bool picked = false;
    for (const auto& each : values)
        if (choice(ui, name_of_one(each), each == before)) {
            value = each;
            picked = true;
        }
    ImGui::EndCombo();
    return picked;
}

// Draws a drop-down list of an enum's values, with their names (kNames) in title case.
template <class E>
bool choose_named(Ui& ui, const char* id, E& value, float width) {
    const auto name = [](E each) { return title(name_of(each)); };
    return choose(ui, id, name(value), value, std::views::transform(kNames<E>, &Named<E>::value),
                  name, width);
}

// Training times offered for a picture, in seconds; 0: the epochs determine the end.
inline constexpr std::array kTimes{10.0, 30.0, 60.0, 300.0, 600.0, 3600.0, 0.0};
inline std::string time_text(double seconds) {
    return seconds > 0 ? time_span(seconds) : "By epochs";
}

// Draws a text field, `width` pixels wide, that shows `shown` ("auto (60)") until the user edits
// it. Returns true once the edit is complete, with the typed text in `taken`.
bool text_field(Ui& ui, const char* id, const std::string& shown, float width, std::string& taken);
// Parses "2e-3", "1,240", "300k", "0,5" (a comma that cannot group thousands is a decimal point).
std::optional<double> parse_number(std::string text);

// Draws a row with a number. An empty field sets `fallback`; text that is not a number changes
// nothing.
bool number_row(Ui& ui, Setting setting, double& value, double fallback,
                const std::string& shown = "");

template <class Integer>
bool count_row(Ui& ui, Setting setting, Integer& value, Integer fallback) {
    double typed = double(value);
    if (!number_row(ui, setting, typed, double(fallback), thousands(std::int64_t(value))))
        return false;
    typed = std::round(typed);
    if (typed < 0 || typed >= 9e18) return false;
    const double most = sizeof(Integer) < 8 ? std::numeric_limits<int>::max() : typed;
    value = static_cast<Integer>(std::min(typed, most));
    return true;
}

// Draws a row with a drop-down list of an enum's values, with their names (kNames) in title case.
template <class E>
bool choice_row(Ui& ui, Setting setting, E& value, E fallback) {
    const E before = value;
    if (setting_row(ui, setting)) value = fallback;
    ImGui::PushID(int(setting));
    choose_named(ui, "##choice", value, field_width(ui));
    ImGui::PopID();
    return value != before;
}

// label_of() returns a setting's label. help_of() returns its tooltip: meaning, range, default, and
// the effect of larger values.
const char* label_of(Setting setting);
// `defaults`: the configuration that "Reset to default" sets, from the run's preset.
std::string help_of(Setting setting, const Config& defaults);
int default_batch_size(BatchMode mode);  // pixels or rows per step; 0 for full batches
std::string preset_help(const Preset& preset);

// Returns the name of the user's preset that equals these settings, otherwise of the built-in
// preset that they started from.
std::string preset_title(const Ui& ui, const Config& asked);
// Returns true if these settings equal one of the user's presets.
bool is_own_preset(const Ui& ui, const Config& asked);
// Draws the presets inside an open drop-down list. If one was picked, returns `from` with that
// preset applied.
std::optional<Config> draw_preset_choices(Ui& ui, const Config& from);

}  // namespace redraw::ui
