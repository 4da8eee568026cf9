// Rows of settings, and the fields in them: a number, or one of a closed set. They take what was
// typed on Enter or when the field is left, and return true when the value changed.
#pragma once

#include "engine/network/names.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/kit/settings_text.h"
#include "ui/state/context.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace redraw::ui {

// Between the two stand settings of the run, which cannot be changed while it is only viewed.
void begin_settings(Ui& ui);
void end_settings(Ui& ui);
// What "Reset to default" sets: the configuration of the edited preset.
Config default_config(const Ui& ui);
// The label of a setting, its explanation, and "Reset to default" by double or right click. Leaves
// the cursor at the field. True when a reset is asked for.
bool setting_row(Ui& ui, Setting setting);
float field_width(Ui& ui);
// Opens a list of choices; EndCombo when true. Where no label stands beside it, `help` explains it.
bool begin_choice(Ui& ui, const char* id, const std::string& shown, float width,
                  const std::string& help = "");
// One of the choices, or of a menu's entries. True when it was picked.
bool choice(Ui& ui, const std::string& name, bool chosen);
struct MenuEntry {
    bool ticked = false, enabled = true;
    const char* keys = nullptr;  // shown at its right
};
bool menu_entry(Ui& ui, const char* name, const MenuEntry& entry = {});
// A field for a number: never takes it while typing. `shown` replaces the number while nobody types
// ("auto (60)"). True when the text was taken.
bool text_field(Ui& ui, const char* id, const std::string& shown, float width, std::string& taken);
// "2e-3", "1,240", "0,5" (a single comma that cannot group thousands is a decimal one).
std::optional<double> parse_number(std::string text);

// An empty field means `fallback`; text that is no number leaves the value as it was.
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

// Under the names that the engine knows, written for people.
template <class E>
bool choice_row(Ui& ui, Setting setting, E& value, E fallback) {
    const E before = value;
    if (setting_row(ui, setting)) value = fallback;
    ImGui::PushID(int(setting));
    if (begin_choice(ui, "##choice", title(name_of(value)), field_width(ui))) {
        for (const auto& [candidate, name] : kNames<E>)
            if (choice(ui, title(name), candidate == value)) value = candidate;
        ImGui::EndCombo();
    }
    ImGui::PopID();
    return value != before;
}

}  // namespace redraw::ui
