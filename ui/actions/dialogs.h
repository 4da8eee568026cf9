// Opens sheets, and asks questions about files (ui/state/lookup.h). Files and folders are chosen in
// the desktop's own dialog. If that is missing or fails, the studio's browser opens. Both end in
// finish_with().
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Opens a sheet with its fields set for the open run, or asks the desktop for a file. If the
// desktop's dialog is still open from before, it is closed and the browser opens instead.
void open_dialog(Ui& ui, Dialog dialog);
// Closes the open sheet and opens another one, like open_dialog().
void go_to_dialog(Ui& ui, Dialog dialog);
void take_file_answer(Ui& ui);
// Quits; if an export is being written, asks the user first.
void ask_to_quit(Ui& ui);

// One row of the table of sheets that choose a file or a folder.
struct Purpose {
    Dialog dialog;
    FileQuestion::Kind kind;
    const char *title, *act;                     // the sheet's title; its button's label
    std::filesystem::path (*folder)(const Ui&);  // the folder it opens in
    void (*accept)(Ui&, const std::filesystem::path& chosen) = nullptr;
    // The preference that stores the chosen folder, or the folder of the chosen file.
    std::filesystem::path Preferences::*remembers = nullptr;
    Dialog back_to = Dialog::none;  // the sheet that opens again when this one closes
    // Extensions. Saving: the allowed ones, the default first. Opening: those listed; empty: every
    // format that Redraw opens.
    std::span<const std::string_view> extensions = {};
    std::string (*name)(const Ui&) = nullptr;  // saving: the suggested name
    bool saving() const { return kind == FileQuestion::Kind::save; }
};
// Returns the table row of a dialog; null if the dialog chooses no file.
const Purpose* purpose_of(Dialog dialog);
// Applies the chosen path to the open dialog, and closes the dialog.
void finish_with(Ui& ui, const std::filesystem::path& chosen);
// Adds the default extension unless the path already has an allowed one.
std::filesystem::path named_for(const Purpose& purpose, std::filesystem::path path);

// True for the name of a run, whose folder is not remembered as that of pictures.
bool is_run(const std::filesystem::path& path);

std::filesystem::path export_folder(const Ui& ui);
// Returns the picture's name without its extension, the default name of exports.
std::string export_name(const Ui& ui);

// Opens `folder` in the browser with `typed` in its text field, and marks the listing as stale.
void browse(Browser& browser, std::filesystem::path folder, std::string typed = {});
// Requests the folder's entries when they are stale, and stores them when they arrive. `only`: the
// extensions listed; empty: every format that Redraw opens.
void refresh(Ui& ui, bool folders_only, std::span<const std::string_view> only = {});
// Returns the indices of the entries that match the filter.
std::vector<int> matching(const Browser& browser);
// Returns the typed text as an absolute path: relative to the folder, or as pasted_path() reads it.
std::filesystem::path typed_path(const Browser& browser, const std::filesystem::path& home);

// Sends a question about files; returns the serial number of its answer.
template <class Question>
std::uint64_t look_up(Ui& ui, Question question) {
    ui.requests.ask(FileLookup{++ui.state.lookups, std::move(question)});
    return ui.state.lookups;
}

// Returns the answer with this serial number; null until it arrives.
template <class Found>
const Found* answer_to(const Ui& ui, std::uint64_t serial) {
    for (const auto& answer : ui.view.lookups)
        if (answer && answer->serial == serial) return std::get_if<Found>(&answer->found);
    return nullptr;
}

// True when a question asked at `since` (View::time) has waited long enough to show progress. Until
// then, schedules a redraw.
inline bool is_late(Ui& ui, double since) {
    constexpr double kPatience = 0.3;  // seconds
    const double left = since + kPatience - ui.view.time;
    if (left > 0) ui.requests.redraw_after(left);
    return left <= 0;
}

}  // namespace redraw::ui
