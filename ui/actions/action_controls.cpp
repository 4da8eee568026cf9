#include "ui/actions/action_controls.h"

#include "ui/actions/keymap.h"
#include "ui/kit/fields.h"

namespace redraw::ui {

const char* menu_label(Action action) {
    const Shortcut& row = row_of(action);
    return row.label ? row.label : row.what;
}

void menu_item(Ui& ui, Action action, const char* label) {
    const Shortcut& row = row_of(action);
    const std::string keys = keys_of(action);
    if (menu_entry(ui, label ? label : menu_label(action),
                   {.ticked = row.ticked && row.ticked(ui),
                    .enabled = can_perform(ui, action),
                    .keys = keys.c_str()}))
        perform(ui, action);
    tooltip(ui, action_help(ui, action));
}

std::string action_help(const Ui& ui, Action action) {
    const Shortcut& row = row_of(action);
    const std::string help = with_keys(row.help, action);
    return row.traits & Shortcut::trains ? ui.help(help) : help;
}

void action_button(Ui& ui, Action action, const char* id, const std::string& label,
                   ButtonStyle style, ImVec2 size, ButtonOptions options) {
    if (options.help.empty()) options.help = action_help(ui, action);
    if (button(ui, id, label, style, size, options)) perform(ui, action);
}

void action_button_at(Ui& ui, Action action, const char* id, const std::string& label,
                      ButtonStyle style, const Rect& place, ButtonOptions options) {
    ImGui::SetCursorScreenPos(place.min());
    action_button(ui, action, id, label, style, place.size(), std::move(options));
}

void action_link(Ui& ui, Action action, const char* id, const std::string& label, ImVec2 at,
                 bool chosen) {
    ImGui::SetCursorScreenPos(at);
    if (text_button(ui, id, label, chosen)) perform(ui, action);
    tooltip(ui, action_help(ui, action));
}

}  // namespace redraw::ui
