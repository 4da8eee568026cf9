#include "ui/actions/dialogs.h"

#include "engine/text/words.h"
#include "ui/actions/folder_listing.h"
#include "ui/kit/sheet.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 1> kRunExtension{".redraw"};
constexpr std::array<std::string_view, 2> kCurveExtensions{".csv", ".png"};
constexpr Purpose kPurposes[] = {
    {Dialog::open_file, "Open a picture or a run", "Open", false, false},
    {Dialog::export_folder, "Choose a folder", "Choose this folder", true, false},
    {Dialog::film_folder, "Choose a folder", "Choose this folder", true, false},
    {Dialog::save_copy, "Save a copy of the run", "Save", true, true, kRunExtension},
    {Dialog::curves_file, "Export the learning curves", "Save", true, true, kCurveExtensions}};

bool chooses_a_file(Dialog dialog) {
    return std::ranges::find(kPurposes, dialog, &Purpose::dialog) != std::end(kPurposes);
}

// The sheet's fields for the run at hand.
void prepare(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    // What exports are called: the run's picture without its extension.
    const std::string name = fs::path(ui.status.picture_name).stem().string();
    if (chooses_a_file(dialog)) {
        const fs::path& opened = s.preferences.open_folder;
        browse(s.browser, dialog != Dialog::open_file ? export_folder(ui)
                          : opened.empty()            ? ui.view.pictures_folder
                                                      : opened);
        if (dialog == Dialog::save_copy) s.browser.typed = name + ".redraw";
        if (dialog == Dialog::curves_file) s.browser.typed = name + "-curves.csv";
    } else if (dialog == Dialog::export_picture) {
        s.export_sheet.name = name;
        s.export_sheet.replaced.clear();
        s.export_sheet.drawn_by = DrawnBy::best;
        s.export_sheet.enlarging_asked = false;
    } else if (dialog == Dialog::export_film) {
        s.film_sheet.name = name + "-film";
        s.film_sheet.pace = s.preferences.timelapse_pace;  // the film is what was played
        s.film_sheet.replaced.clear();
    } else if (dialog == Dialog::runs) {
        s.runs_sheet = {};
        ui.requests.ask(request::RefreshRuns{});
    } else if (dialog == Dialog::race) {
        s.race_sheet = {s.settings.edited, ""};
    }
}

void open_sheet(Ui& ui, Dialog dialog) {
    prepare(ui, dialog);
    ui.state.close_sheet = false;
    ui.state.dialog = dialog;
    ui.requests.redraw_after(0);
}

FileQuestion question(const Ui& ui, Dialog dialog) {
    const Purpose purpose = purpose_of(dialog);
    const Browser& browser = ui.state.browser;
    return {purpose.saving         ? FileQuestion::Kind::save
            : purpose.folders_only ? FileQuestion::Kind::folder
                                   : FileQuestion::Kind::open,
            purpose.title, purpose.act, browser.folder, browser.typed};
}

// True when the desktop was asked.
bool ask_desktop(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    if (std::exchange(s.asked_desktop, Dialog::none) != Dialog::none) {
        ui.requests.ask(request::CloseFileDialog{});
        return false;
    }
    if (!ui.view.system_dialogs || !s.preferences.system_dialog) return false;
    prepare(ui, dialog);
    s.asked_desktop = dialog;
    ui.requests.ask(question(ui, dialog));
    return true;
}

// The desktop asked about replacing what was typed, not about what it became with an extension.
bool replaces_unasked(const fs::path& typed, const fs::path& named) {
    std::error_code ignored;
    return named != typed && fs::exists(named, ignored);
}

}  // namespace

Purpose purpose_of(Dialog dialog) {
    return *std::ranges::find(kPurposes, dialog, &Purpose::dialog);
}

void open_dialog(Ui& ui, Dialog dialog) {
    ui.state.message.clear();
    if (!chooses_a_file(dialog) || !ask_desktop(ui, dialog)) open_sheet(ui, dialog);
}

void ask_to_quit(Ui& ui) {
    if (ui.status.job)
        open_dialog(ui, Dialog::confirm_quit);
    else
        ui.requests.ask(request::Quit{});
}

fs::path export_folder(const Ui& ui) {
    const auto& wanted = ui.state.preferences.export_folder;
    return wanted.empty() ? ui.view.pictures_folder : wanted;
}

fs::path named_for(Dialog dialog, fs::path path) {
    const auto extensions = purpose_of(dialog).extensions;
    const std::string extension = lower(path.extension().string());
    if (std::ranges::find(extensions, extension) == extensions.end()) path += extensions.front();
    return path;
}

void finish_with(Ui& ui, const fs::path& chosen) {
    UiState& s = ui.state;
    if (s.dialog == Dialog::open_file) {
        s.preferences.open_folder = s.browser.folder;
        ui.requests.ask(request::Open{chosen});
    } else if (s.dialog == Dialog::save_copy) {
        ui.requests.ask(command::SaveCopy{chosen});
    } else {
        s.preferences.export_folder = s.browser.folder;
        if (s.dialog == Dialog::curves_file) ui.requests.ask(request::ExportCurves{chosen});
    }
    close_dialog(ui);
}

void take_file_answer(Ui& ui) {
    UiState& s = ui.state;
    if (!ui.view.file_answer || s.asked_desktop == Dialog::none) return;
    const FileAnswer& answer = *ui.view.file_answer;
    const Dialog dialog = std::exchange(s.asked_desktop, Dialog::none);
    if (answer.outcome == FileAnswer::Outcome::cancelled) return;
    if (answer.outcome == FileAnswer::Outcome::failed) return open_sheet(ui, dialog);
    const Purpose purpose = purpose_of(dialog);
    const fs::path chosen = purpose.saving ? named_for(dialog, answer.path) : answer.path;
    if (purpose.saving && replaces_unasked(answer.path, chosen)) {
        open_sheet(ui, dialog);
        browse(s.browser, chosen.parent_path());
        s.browser.typed = chosen.filename().string();
        return;
    }
    s.dialog = dialog;
    s.browser.folder = purpose.folders_only && !purpose.saving ? chosen : chosen.parent_path();
    finish_with(ui, chosen);
}

}  // namespace redraw
