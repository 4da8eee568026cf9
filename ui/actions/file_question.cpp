#include "ui/actions/file_question.h"

#include "engine/text/words.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/folder_listing.h"
#include "ui/kit/sheet.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

using Kind = FileQuestion::Kind;

constexpr std::string_view kRunExtension[] = {".redraw"}, kCurveExtensions[] = {".csv", ".png"};
constexpr Purpose kPurposes[] = {
    {Dialog::open_file, Kind::open, "Open a picture or a run", "Open"},
    {Dialog::export_folder, Kind::folder, "Choose a folder", "Choose this folder"},
    {Dialog::film_folder, Kind::folder, "Choose a folder", "Choose this folder"},
    {Dialog::save_copy, Kind::save, "Save a copy of the run", "Save", ".redraw", kRunExtension},
    {Dialog::curves_file, Kind::save, "Export the learning curves", "Save", "-curves.csv",
     kCurveExtensions}};

}  // namespace

const Purpose* purpose_of(Dialog dialog) {
    const auto* found = std::ranges::find(kPurposes, dialog, &Purpose::dialog);
    return found == std::end(kPurposes) ? nullptr : found;
}

fs::path named_for(const Purpose& purpose, fs::path path) {
    const std::string extension = lower(path.extension().string());
    if (std::ranges::find(purpose.extensions, extension) == purpose.extensions.end())
        path += purpose.extensions.front();
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

bool ask_desktop(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    if (std::exchange(s.asked_desktop, Dialog::none) != Dialog::none) {
        ui.requests.ask(request::CloseFileDialog{});
        return false;
    }
    if (!ui.view.system_dialogs || !s.preferences.system_dialog) return false;
    s.asked_desktop = dialog;
    const Purpose& purpose = *purpose_of(dialog);
    ui.requests.ask(
        FileQuestion{purpose.kind, purpose.title, purpose.act, s.browser.folder, s.browser.typed});
    return true;
}

void take_file_answer(Ui& ui) {
    UiState& s = ui.state;
    if (!ui.view.file_answer || s.asked_desktop == Dialog::none) return;
    const FileAnswer& answer = *ui.view.file_answer;
    const Dialog dialog = std::exchange(s.asked_desktop, Dialog::none);
    if (answer.outcome == FileAnswer::Outcome::cancelled) return;
    if (answer.outcome == FileAnswer::Outcome::failed) return open_browser(ui, dialog);
    const Purpose& purpose = *purpose_of(dialog);
    const fs::path chosen = purpose.saving() ? named_for(purpose, answer.path) : answer.path;
    // The desktop asked about replacing what was typed, not about what it became.
    std::error_code ignored;
    if (chosen != answer.path && fs::exists(chosen, ignored)) {
        open_browser(ui, dialog);
        return browse(s.browser, chosen.parent_path(), chosen.filename().string());
    }
    s.dialog = dialog;
    s.browser.folder = purpose.kind == Kind::folder ? chosen : chosen.parent_path();
    finish_with(ui, chosen);
}

}  // namespace redraw
