#include "ui/file_question.h"

#include "engine/file/read_file.h"
#include "ui/dialogs.h"
#include "ui/file_browser.h"

#include <system_error>
#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

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

bool ask_desktop(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    if (std::exchange(s.asked_desktop, Dialog::none) != Dialog::none) {
        ui.requests.leave_desktop_dialog = true;
        return false;
    }
    if (!ui.view.system_dialogs || !s.preferences.system_dialog) return false;
    s.asked_desktop = dialog;
    ui.requests.ask_desktop = question(ui, dialog);
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
