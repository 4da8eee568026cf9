// Which sheet is open. Where a file or a folder is to be chosen: the desktop's own dialog where
// there is one, else, and whenever that fails, the studio's browser. What was chosen then leads to
// the same.
#pragma once

#include "ui/state/context.h"

#include <span>
#include <string_view>

namespace redraw::ui {

// Opens a sheet with its fields set for the run at hand, or asks the desktop. Asked again while its
// dialog is still open, that is left alone and the browser opens: no button is ever dead.
void open_dialog(Ui& ui, Dialog dialog);
void take_file_answer(Ui& ui);
// Quits, or asks first when an export is being written.
void ask_to_quit(Ui& ui);

// What a file or a folder is chosen for.
struct Purpose {
    Dialog dialog;
    FileQuestion::Kind kind;
    const char *title, *act;  // of the sheet, and of its button
    // Of what is saved: the end of its first name, and its extensions, the first by default. Of
    // what is opened: those that are listed; none: all that Redraw opens.
    const char* ending = "";
    std::span<const std::string_view> extensions = {};
    bool saving() const { return kind == FileQuestion::Kind::save; }
};
// Null when no file is chosen there.
const Purpose* purpose_of(Dialog dialog);
// Ends UiState::dialog with what was chosen.
void finish_with(Ui& ui, const std::filesystem::path& chosen);
// Saving: with the extension it needs.
std::filesystem::path named_for(const Purpose& purpose, std::filesystem::path path);

std::filesystem::path export_folder(const Ui& ui);

}  // namespace redraw::ui
