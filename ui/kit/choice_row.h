// Rows whose field is one of a closed set, under the names the engine knows, written for people.
#pragma once

#include "engine/network/names.h"
#include "engine/text/words.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"

#include <string>
#include <string_view>

namespace redraw {

// True when it changed.
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

}  // namespace redraw
