// Opens sheets, and asks about files (ui/state/lookup.h). A file or a folder is chosen in the
// desktop's own dialog where there is one; where there is none, or it fails, in the studio's
// browser. Both end in finish_with().
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

// Points the browser at a folder, with that typed; it has to be listed then.
void browse(Browser& browser, std::filesystem::path folder, std::string typed = {});
// Asks for the folder's entries when they are stale, and takes them when they have come. Files of
// the extensions `only`; none: all that Redraw opens.
void refresh(Ui& ui, bool folders_only, std::span<const std::string_view> only = {});
// Indices of entries that match the filter.
std::vector<int> matching(const Browser& browser);
// Returns what is typed as an absolute path: relative to the folder, or as pasted_path() reads it.
std::filesystem::path typed_path(const Browser& browser, const std::filesystem::path& home);

// Returns the serial number that the answer has.
template <class Question>
std::uint64_t look_up(Ui& ui, Question question) {
    ui.requests.ask(FileLookup{++ui.state.lookups, std::move(question)});
    return ui.state.lookups;
}

// Null while there is none.
template <class Found>
const Found* answer_to(const Ui& ui, std::uint64_t serial) {
    for (const auto& answer : ui.view.lookups)
        if (answer && answer->serial == serial) return std::get_if<Found>(&answer->found);
    return nullptr;
}

// True when an answer to what was asked at `since` (View::time) is late; until then the window
// draws again in time.
inline bool is_late(Ui& ui, double since) {
    constexpr double kPatience = 0.3;  // seconds
    const double left = since + kPatience - ui.view.time;
    if (left > 0) ui.requests.redraw_after(left);
    return left <= 0;
}

}  // namespace redraw::ui
