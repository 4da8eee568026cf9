#include "ui/actions/file_question.h"

#include "engine/text/words.h"
#include "ui/actions/dialogs.h"
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

FileQuestion question(const Ui& ui, Dialog dialog) {
    const Purpose purpose = purpose_of(dialog);
    const Browser& browser = ui.state.browser;
    return {purpose.saving         ? FileQuestion::Kind::save
            : purpose.folders_only ? FileQuestion::Kind::folder
                                   : FileQuestion::Kind::open,
            purpose.title, purpose.act, browser.folder, browser.typed};
}

// The desktop asked about replacing what was typed, not about what it became with an extension.
bool replaces_unasked(const fs::path& typed, const fs::path& named) {
    std::error_code ignored;
    return named != typed && fs::exists(named, ignored);
}

}  // namespace

Purpose purpose_of(Dialog dialog) {
    switch (dialog) {
        case Dialog::export_folder:
        case Dialog::film_folder:
            return {dialog, "Choose a folder", "Choose this folder", true, false};
        case Dialog::save_copy:
            return {dialog, "Save a copy of the run", "Save", true, true, kRunExtension};
        case Dialog::curves_file:
            return {dialog, "Export the learning curves", "Save", true, true, kCurveExtensions};
        default:
            return {dialog, "Open a picture or a run", "Open", false, false};
    }
}

fs::path named_for(Dialog dialog, fs::path path) {
    const auto extensions = purpose_of(dialog).extensions;
    const std::string extension = lower(path.extension().string());
    if (std::ranges::find(extensions, extension) == extensions.end()) path += extensions.front();
    return path;
}

void finish_with(Ui& ui, const fs::path& chosen) {
    UiState& s = ui.state;
    switch (s.dialog) {
        case Dialog::open_file:
            s.preferences.open_folder = s.browser.folder;
            ui.requests.ask(request::Open{chosen});
            break;
        case Dialog::save_copy:
            ui.requests.ask(command::SaveCopy{chosen});
            break;
        case Dialog::curves_file:
            s.preferences.export_folder = s.browser.folder;
            ui.requests.ask(request::ExportCurves{chosen});
            break;
        default:
            s.preferences.export_folder = s.browser.folder;
            break;
    }
    close_dialog(ui);
}

bool ask_desktop(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    if (std::exchange(s.asked_desktop, Dialog::none) != Dialog::none) {
        ui.requests.ask(request::CloseFileDialog{});
        return false;
    }
    if (!ui.view.system_dialogs || !s.preferences.system_dialog) return false;
    s.asked_desktop = dialog;
    ui.requests.ask(question(ui, dialog));
    return true;
}

void take_file_answer(Ui& ui) {
    UiState& s = ui.state;
    if (!ui.view.file_answer || s.asked_desktop == Dialog::none) return;
    const FileAnswer& answer = *ui.view.file_answer;
    const Dialog dialog = std::exchange(s.asked_desktop, Dialog::none);
    if (answer.outcome == FileAnswer::Outcome::cancelled) return;
    if (answer.outcome == FileAnswer::Outcome::failed) return open_browser(ui, dialog);
    const Purpose purpose = purpose_of(dialog);
    const fs::path chosen = purpose.saving ? named_for(dialog, answer.path) : answer.path;
    if (purpose.saving && replaces_unasked(answer.path, chosen)) {
        open_browser(ui, dialog);
        browse(s.browser, chosen.parent_path());
        s.browser.typed = chosen.filename().string();
        return;
    }
    s.dialog = dialog;
    s.browser.folder = purpose.folders_only && !purpose.saving ? chosen : chosen.parent_path();
    finish_with(ui, chosen);
}

}  // namespace redraw
