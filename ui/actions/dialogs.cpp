#include "ui/actions/dialogs.h"

#include "engine/text/display_name.h"
#include "engine/text/words.h"
#include "ui/actions/pasted_path.h"
#include "ui/kit/sheet.h"

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

using Kind = FileQuestion::Kind;

constexpr std::string_view kRunExtension = ".redraw";

void prepare(Ui& ui, const Purpose& purpose) {
    browse(ui.state.sheets.browser, purpose.folder(ui), purpose.saving() ? purpose.name(ui) : "");
    ui.state.sheets.browser.focus = !purpose.saving();
}

void show(Ui& ui, Dialog dialog) {
    const Purpose* purpose = purpose_of(ui, dialog);
    const Dialog before = std::exchange(ui.state.sheets.dialog, dialog);
    ui.state.sheets.back_to = purpose && purpose->returns ? before : Dialog::none;
    ui.state.sheets.replaced = {};
}

void open_sheet(Ui& ui, Dialog dialog) {
    show(ui, dialog);
    if (const Purpose* purpose = purpose_of(ui, dialog))
        prepare(ui, *purpose);
    else if (const Sheet* sheet = open_sheet_row(ui); sheet && sheet->prepare)
        sheet->prepare(ui);
    ui.state.sheets.close = false;
    ui.requests.redraw_after(0);
}

// Opens the desktop's file dialog if it is available, enabled and not open already. Returns true if
// it was opened.
bool ask_desktop(Ui& ui, Dialog dialog, const Purpose& purpose) {
    UiState& s = ui.state;
    if (std::exchange(s.sheets.asked_desktop, Dialog::none) != Dialog::none) {
        ui.requests.ask(request::CloseFileDialog{});
        return false;
    }
    if (!ui.view.system_dialogs || !s.preferences.system_dialog) return false;
    prepare(ui, purpose);
    s.sheets.asked_desktop = dialog;
    s.sheets.named = {};
    ui.requests.ask(FileQuestion{purpose.kind, purpose.title, purpose.act, s.sheets.browser.folder,
                                 s.sheets.browser.typed});
    return true;
}

void finish_chosen(Ui& ui, Dialog dialog, const fs::path& chosen) {
    const bool folder = purpose_of(ui, dialog)->kind == Kind::folder;
    show(ui, dialog);
    ui.state.sheets.browser.folder = folder ? chosen : chosen.parent_path();
    finish_with(ui, chosen);
}

// Finishes a save after the default extension was added to the chosen name. If that file exists,
// opens the browser, which asks about replacing it.
void finish_named(Ui& ui) {
    SheetsState& sheets = ui.state.sheets;
    const auto* kinds = take_answer<PathKinds>(ui, sheets.named.lookup);
    if (!kinds) return;
    const fs::path chosen = std::exchange(sheets.named, {}).path;
    if (kinds->front() == PathKind::nothing) return finish_chosen(ui, sheets.named_for, chosen);
    open_sheet(ui, sheets.named_for);
    browse(sheets.browser, chosen.parent_path(), chosen.filename().string());
}

}  // namespace

const Purpose* purpose_of(const Ui& ui, Dialog dialog) {
    const auto row = std::ranges::find(ui.sheets, dialog, &Sheet::dialog);
    return row == ui.sheets.end() ? nullptr : row->purpose;
}

void open_dialog(Ui& ui, Dialog dialog) {
    ui.state.notices.message.clear();
    const Purpose* purpose = purpose_of(ui, dialog);
    if (!purpose || !ask_desktop(ui, dialog, *purpose)) open_sheet(ui, dialog);
}

void go_to_dialog(Ui& ui, Dialog dialog) {
    ImGui::CloseCurrentPopup();
    open_dialog(ui, dialog);
}

void ask_to_quit(Ui& ui) {
    bool busy = ui.status.job.has_value();
    busy |= is_at_work(ui.view.batch.open);
    if (busy)
        open_dialog(ui, Dialog::confirm_quit);
    else
        ui.requests.ask(request::Quit{});
}

bool is_run(const fs::path& path) {
    return path.extension() == kRunExtension;
}

fs::path opened_folder(const Ui& ui) {
    const fs::path& opened = ui.state.preferences.open_folder;
    return opened.empty() || opened == ui.view.runs_folder ? ui.view.pictures_folder : opened;
}

fs::path export_folder(const Ui& ui) {
    const auto& wanted = ui.state.preferences.export_folder;
    return wanted.empty() ? ui.view.pictures_folder : wanted;
}

std::string export_name(const Ui& ui) {
    return fs::path(ui.status.picture_name).stem().string();
}

fs::path named_for(const Purpose& purpose, fs::path path) {
    const std::string extension = lower(path.extension().string());
    if (std::ranges::find(purpose.extensions, extension) == purpose.extensions.end())
        path += purpose.extensions.front();
    return path;
}

void finish_with(Ui& ui, const fs::path& chosen) {
    const Purpose& purpose = *purpose_of(ui, ui.state.sheets.dialog);
    if (purpose.remembers && !is_run(chosen))
        ui.state.preferences.*purpose.remembers = ui.state.sheets.browser.folder;
    if (purpose.accept) purpose.accept(ui, chosen);
    close_dialog(ui);
}

void take_file_answer(Ui& ui) {
    UiState& s = ui.state;
    finish_named(ui);
    if (!ui.view.file_answer || s.sheets.asked_desktop == Dialog::none) return;
    const FileAnswer& answer = *ui.view.file_answer;
    const Dialog dialog = std::exchange(s.sheets.asked_desktop, Dialog::none);
    if (answer.outcome == FileAnswer::Outcome::cancelled) return;
    if (answer.outcome == FileAnswer::Outcome::failed) return open_sheet(ui, dialog);
    const Purpose& purpose = *purpose_of(ui, dialog);
    const fs::path chosen = purpose.saving() ? named_for(purpose, answer.path) : answer.path;
    if (chosen == answer.path) return finish_chosen(ui, dialog, chosen);
    // The desktop's dialog asked about replacing a file before the extension was added, so check
    // whether the file with the extension exists.
    s.sheets.named_for = dialog;
    s.sheets.named = {chosen, look_up(ui, PathsLookup{{chosen}})};
}

void browse(Browser& browser, fs::path folder, std::string typed) {
    browser = {};
    browser.folder = std::move(folder);
    browser.typed = std::move(typed);
}

void refresh(Ui& ui, bool folders_only, std::span<const std::string_view> only) {
    Browser& browser = ui.state.sheets.browser;
    if (std::exchange(browser.stale, false)) {
        browser.entries.clear();
        browser.problem.clear();
        browser.selected = -1;
        browser.listing = look_up(
            ui, FolderLookup{
                    browser.folder, {only.begin(), only.end()}, folders_only, browser.all_files});
    }
    const auto* found = take_answer<FolderListing>(ui, browser.listing);
    if (!found) return;
    browser.folder = found->folder;
    browser.entries = found->entries;
    if (!found->problem.empty()) browser.problem = found->problem;
}

std::vector<int> matching(const Browser& browser) {
    std::vector<int> indices;
    const std::string filter = lower(browser.filter);
    for (int i = 0; i < int(browser.entries.size()); ++i)
        if (filter.empty() || lower(browser.entries[i].name).find(filter) != std::string::npos)
            indices.push_back(i);
    return indices;
}

fs::path typed_path(const Browser& browser, const fs::path& home) {
    if (const auto path = pasted_path(browser.typed, home)) return *path;
    const auto end = browser.typed.find_last_not_of(" \t");
    const std::string name = browser.typed.substr(0, end + 1);
    return name == "~" ? home : browser.folder / name;
}

void open_file(Ui& ui, const fs::path& chosen) {
    if (lower(chosen.extension().string()) == ".json")
        ui.state.dropped = {chosen};
    else
        ui.requests.ask(request::Open{chosen});
}

void open_pasted(Ui& ui, const std::string& text) {
    if (const auto path = pasted_path(text, ui.view.home_folder))
        open_file(ui, *path);
    else if (is_address(text.substr(0, text.find('\n'))))
        ui.state.notices.message =
            address_refused(text.substr(0, text.find_first_of("\r\n"))) + ".";
    else
        ui.state.notices.message = kNothingToPaste;
}

}  // namespace redraw::ui
