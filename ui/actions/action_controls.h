// Buttons, links and menu items of actions.
#pragma once

#include "ui/actions/shortcuts.h"

namespace redraw::ui {

// Draws an action's menu item, greyed out while the action is disabled. If `label` is null, uses
// the label in the table of actions.
void menu_item(Ui& ui, Action action, const char* label = nullptr);
const char* menu_label(Action action);
// Returns an action's tooltip with its key. In a view-only run, the tooltip of an action
// that trains also says why the action is disabled.
std::string action_help(const Ui& ui, Action action);
// Draw a button for an action: action_button() at ImGui's cursor, action_button_at() at `place`,
// action_link() as a text link. The tooltip is the action's unless `options` sets one.
void action_button(Ui& ui, Action action, const char* id, const std::string& label,
                   ButtonStyle style, ImVec2 size, ButtonOptions options = {});
void action_button_at(Ui& ui, Action action, const char* id, const std::string& label,
                      ButtonStyle style, const Rect& place, ButtonOptions options = {});
void action_link(Ui& ui, Action action, const char* id, const std::string& label, ImVec2 at,
                 bool chosen = false);

}  // namespace redraw::ui
