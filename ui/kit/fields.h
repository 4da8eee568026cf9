// Rows of settings: labels with fields for numbers and choices. A field applies its typed text on
// Enter or when it loses the keyboard focus. The functions that draw a row return true if its value
// changed.
#pragma once

#include "engine/network/config.h"
#include "engine/network/presets.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/kit/settings_text.h"

#include <limits>
#include <ranges>

namespace redraw::ui {

// Call these before and after the fields of a run's settings. They disable the fields if the run is
// view-only.
void begin_settings(Ui& ui);
void end_settings(Ui& ui);
// Returns the configuration from which "Reset to default" restores most settings: the one of the
// preset from which the edited settings started.
Config default_config(const Ui& ui);
// Draws the label of a setting with its tooltip, and moves ImGui's cursor to the place of its
// field. Returns true if the user asked for "Reset to default", by double click or in the context
// menu.
bool setting_row(Ui& ui, Setting setting);
// Shows a setting in the left panel, unfolded if necessary, and gives its field the keyboard focus.
// The panel replaces a page.
void go_to_setting(Ui& ui, Setting setting);
// Gives the keyboard focus to the field of FocusOrder::setting, which the command palette or a
// lesson chose, if setting_row() drew that setting in this frame. Call once a frame, after all
// settings are drawn.
void focus_found_setting(Ui& ui);
float field_width(Ui& ui);
// Begins a drop-down list that displays the text `shown`. Call ImGui::EndCombo() if it returns
// true. `help`: the tooltip of a list without a label.
bool begin_choice(Ui& ui, const char* id, const std::string& shown, float width,
                  const std::string& help = "");
// choice() draws one entry of a drop-down list, menu_entry() one of a menu. Both return true if the
// user picked the entry. `chosen`: the entry is marked as the present value.
bool choice(Ui& ui, const std::string& name, bool chosen);
struct MenuEntry {
    bool ticked = false, enabled = true;
    const char* keys = nullptr;  // the keyboard shortcut shown at the right; null: none shown
};
bool menu_entry(Ui& ui, const char* name, const MenuEntry& entry = {});
// Draws a drop-down list of `values`, whose texts `name_of_one` returns. If the user picked one,
// assigns it to `value` and returns true.
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

// Returns all values of an enum, in the order of their names (kNames).
template <class E>
std::vector<E> values_of() {
    std::vector<E> values;
    for (const Named<E>& each : kNames<E>) values.push_back(each.value);
    return values;
}

// Draws a drop-down list of an enum's values, with their names (kNames) in title case.
template <class E>
bool choose_named(Ui& ui, const char* id, E& value, float width) {
    const auto name = [](E each) { return title(name_of(each)); };
    return choose(ui, id, name(value), value, values_of<E>(), name, width);
}

// Time limits offered for training on a picture, in seconds; 0: none.
inline constexpr std::array kTimes{0.0, 10.0, 30.0, 60.0, 300.0, 600.0, 3600.0};
inline std::string time_text(double seconds) {
    return seconds > 0 ? time_span(seconds) : "None";
}
// Returns the name of the nearest finish that has one.
inline std::string finish_text(double finish) {
    return title(std::ranges::min(kFinishes, {}, [&](const auto& named) {
                     return std::abs(std::log(finish / named.second));
                 }).first);
}

// Draws a text field, `width` pixels wide, that displays `shown` (for example "auto (60)") until
// the user edits it. Returns true when the user has finished editing and changed the text, which is
// then in `taken`.
bool text_field(Ui& ui, const char* id, const std::string& shown, float width, std::string& taken);
// Parses a number: "2e-3", "1,240", "300k" or "0,5". A comma that cannot separate thousands is a
// decimal point. Absent for other text.
std::optional<double> parse_number(std::string text);

// The rows below draw nothing for a setting that does not apply (applies()).

// Draws a setting's row with a number field that shows `shown`, or `value` if `shown` is empty. An
// emptied field sets `value` to `fallback`; text that is not a number changes nothing.
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
    if (!applies(setting, ui.state.settings.edited)) return false;
    const E before = value;
    if (setting_row(ui, setting)) value = fallback;
    ImGui::PushID(int(setting));
    choose_named(ui, "##choice", value, field_width(ui));
    ImGui::PopID();
    return value != before;
}

}  // namespace redraw::ui
