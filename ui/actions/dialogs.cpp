#include "ui/actions/dialogs.h"

#include "ui/actions/file_question.h"
#include "ui/actions/folder_listing.h"

namespace redraw {

std::string default_name(const Status& status) {
    return std::filesystem::path(status.picture_name).stem().string();
}

std::filesystem::path export_folder(const Ui& ui) {
    const auto& wanted = ui.state.preferences.export_folder;
    return wanted.empty() ? ui.view.pictures_folder : wanted;
}

namespace {

// The sheet's fields for the run at hand.
void prepare(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    if (const Purpose* purpose = purpose_of(dialog)) {
        const auto& last =
            dialog == Dialog::open_file ? s.preferences.open_folder : s.preferences.export_folder;
        return browse(s.browser, last.empty() ? ui.view.pictures_folder : last,
                      purpose->saving() ? default_name(ui.status) + purpose->ending : "");
    }
    switch (dialog) {
        case Dialog::export_picture:
            s.export_sheet.name = default_name(ui.status);
            s.export_sheet.problem.clear();
            s.export_sheet.replace_asked = false;
            s.export_sheet.drawn_by = DrawnBy::best;
            s.export_sheet.enlarging_asked = false;
            break;
        case Dialog::export_film:
            s.film_sheet.name = default_name(ui.status) + "-film";
            s.film_sheet.pace = s.preferences.timelapse_pace;  // the film is what was played
            s.film_sheet.problem.clear();
            s.film_sheet.replace_asked = false;
            break;
        case Dialog::runs:
            s.runs_sheet = {};
            ui.requests.ask(request::RefreshRuns{});
            break;
        case Dialog::race:
            s.race_sheet = {s.settings.edited, ""};
            break;
        default:
            break;
    }
}

}  // namespace

void open_browser(Ui& ui, Dialog dialog) {
    prepare(ui, dialog);
    ui.state.close_sheet = false;
    ui.state.dialog = dialog;
    ui.requests.redraw_after(0);
}

void open_dialog(Ui& ui, Dialog dialog) {
    ui.state.message.clear();
    if (purpose_of(dialog)) {
        prepare(ui, dialog);
        if (ask_desktop(ui, dialog)) return;
    }
    open_browser(ui, dialog);
}

void close_current_dialog(Ui& ui) {
    ui.state.close_sheet = true;
}

void ask_to_quit(Ui& ui) {
    if (ui.status.job)
        open_dialog(ui, Dialog::confirm_quit);
    else
        ui.requests.ask(request::Quit{});
}

}  // namespace redraw
