// Which sheet is open.
#pragma once

#include "ui/state/context.h"

namespace redraw {

// Opens a sheet with its fields set for the run at hand.
void open_dialog(Ui& ui, Dialog dialog);
// The studio's own browser for it, whatever the desktop has.
void open_browser(Ui& ui, Dialog dialog);
// Escape: the sheet on top, not those it came from.
void close_current_dialog(Ui& ui);
// Quits, or asks first when an export is being written.
void ask_to_quit(Ui& ui);

// The run's picture without its extension: what exports are called.
std::string default_name(const Status& status);
std::filesystem::path export_folder(const Ui& ui);

}  // namespace redraw
