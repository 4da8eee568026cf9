// Opens sheets. A file or a folder is chosen in the desktop's own dialog where there is one; where
// there is none, or it fails, in the studio's browser. Both end in finish_with().
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Opens a sheet with its fields set for the open run, or asks the desktop for a file. If the
// desktop's dialog is still open from before, it is closed and the browser opens instead.
void open_dialog(Ui& ui, Dialog dialog);
// The same from another sheet, which closes.
void go_to_dialog(Ui& ui, Dialog dialog);
void take_file_answer(Ui& ui);
// Quits, or asks first when an export is being written.
void ask_to_quit(Ui& ui);

// One row of the table of sheets that choose a file or a folder.
struct Purpose {
    Dialog dialog;
    FileQuestion::Kind kind;
    const char *title, *act;                     // of the sheet, and of its button
    std::filesystem::path (*folder)(const Ui&);  // where it starts
    void (*accept)(Ui&, const std::filesystem::path& chosen) = nullptr;
    // Takes over the folder of what was chosen, or that folder itself.
    std::filesystem::path Preferences::*remembers = nullptr;
    Dialog back_to = Dialog::none;  // the sheet that opens again when this one closes
    // Saving: the extensions that the file can have, the first by default. Opening: those that are
    // listed; none: all that Redraw opens.
    std::span<const std::string_view> extensions = {};
    std::string (*name)(const Ui&) = nullptr;  // saving: the suggested name
    bool saving() const { return kind == FileQuestion::Kind::save; }
};
// The row of a dialog; null when it chooses no file.
const Purpose* purpose_of(Dialog dialog);
// Does what the open dialog is for with the chosen path, and closes it.
void finish_with(Ui& ui, const std::filesystem::path& chosen);
// Adds the default extension if the path has none of those it can have.
std::filesystem::path named_for(const Purpose& purpose, std::filesystem::path path);

std::filesystem::path export_folder(const Ui& ui);
// The picture's name without its extension: what exports are called by default.
std::string export_name(const Ui& ui);

}  // namespace redraw::ui
