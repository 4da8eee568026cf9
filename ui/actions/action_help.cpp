#include "ui/actions/action_help.h"

#include "ui/actions/keymap.h"

#include <algorithm>

namespace redraw::ui {

std::string action_help(const Ui& ui, Action action) {
    return with_keys(ui, std::ranges::find(shortcuts(), action, &Shortcut::action)->help, action);
}

}  // namespace redraw::ui
