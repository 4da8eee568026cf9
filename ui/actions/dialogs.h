// Opens the window's sheets (modal panels), and asks the app questions about files
// (ui/state/lookup.h). Files and folders are chosen in the desktop's own file dialog. If the
// desktop has none or it fails, the studio's file browser opens instead. Both pass the chosen path
// to finish_with().
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Opens a sheet with its fields set for the open run. If the sheet chooses a file, opens the
// desktop's file dialog instead if available and enabled in the preferences. If that dialog is
// still open from an earlier request, closes it and opens the studio's browser.
void open_dialog(Ui& ui, Dialog dialog);
// Closes the open sheet and opens another one, like open_dialog().
void go_to_dialog(Ui& ui, Dialog dialog);
void take_file_answer(Ui& ui);
// Quits; if work beside the training is not finished, such as an export, asks the user first.
void ask_to_quit(Ui& ui);

// Returns for what a sheet chooses a file or a folder; null if it chooses none.
const Purpose* purpose_of(const Ui& ui, Dialog dialog);
// Applies the path chosen in the open sheet, for example opens the file, and closes the sheet.
void finish_with(Ui& ui, const std::filesystem::path& chosen);
// Appends the default extension to the path unless it already has an allowed one.
std::filesystem::path named_for(const Purpose& purpose, std::filesystem::path path);

// Returns true if the path has the extension of run files, ".redraw". The folder of a chosen run is
// not stored as the folder of pictures.
bool is_run(const std::filesystem::path& path);

// The folders in which file dialogs open, unless their purpose has another one.
std::filesystem::path opened_folder(const Ui& ui);
std::filesystem::path export_folder(const Ui& ui);
// Returns the open picture's name without its extension, the default file name of exports.
std::string export_name(const Ui& ui);

// Opens `folder` in the studio's file browser, with `typed` in its text field, and marks the listed
// entries as out of date.
void browse(Browser& browser, std::filesystem::path folder, std::string typed = {});
// Requests the entries of the browser's folder if they are out of date, and stores them when they
// arrive. `only`: the extensions listed; empty: every format that Redraw opens.
void refresh(Ui& ui, bool folders_only, std::span<const std::string_view> only = {});
// Returns the indices of the folder entries that match the browser's filter text.
std::vector<int> matching(const Browser& browser);
// Returns the text typed in the browser as an absolute path. A relative path starts at the
// browser's folder; other forms (quoted, ~/, file://) are read as by pasted_path().
std::filesystem::path typed_path(const Browser& browser, const std::filesystem::path& home);

// Sends a question about files to the app.
template <class Question>
PendingLookup look_up(Ui& ui, Question question) {
    ui.requests.ask(FileLookup{++ui.state.lookups, std::move(question)});
    return {ui.state.lookups, ui.view.time};
}

// Returns the answer to a question once, and requests another frame; null until it arrives, and
// after the answer to a newer question of its kind.
template <class Found>
const Found* take_answer(Ui& ui, PendingLookup& asked) {
    for (const auto& answer : ui.view.lookups) {
        if (!answer || answer->serial != asked.serial) continue;
        asked = {};
        ui.requests.redraw_after(0);
        return std::get_if<Found>(&answer->found);
    }
    return nullptr;
}

// Returns true if a question has waited so long that the window should show progress. Until then,
// schedules a redraw for that time.
inline bool is_late(Ui& ui, const PendingLookup& asked) {
    constexpr double kPatience = 0.3;  // seconds until progress is shown
    if (!asked) return false;
    const double left = asked.since + kPatience - ui.view.time;
    if (left > 0) ui.requests.redraw_after(left);
    return left <= 0;
}

// Opens a file. A .json file may be a lesson, so its contents are checked first, as after a drop.
void open_file(Ui& ui, const std::filesystem::path& chosen);
// Opens the file whose path is in the pasted text. If the text has no such path, shows a message
// instead.
void open_pasted(Ui& ui, const std::string& text);
// The message shown when the clipboard holds nothing that can be opened.
inline constexpr const char* kNothingToPaste =
    "The clipboard holds no picture. Copy a picture or a file first.";

}  // namespace redraw::ui
