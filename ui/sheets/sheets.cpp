#include "ui/sheets/sheets.h"

#include "ui/sheets/drop_sheet.h"
#include "ui/sheets/export_sheet.h"
#include "ui/sheets/file_browser.h"
#include "ui/sheets/film_sheet.h"
#include "ui/sheets/help_sheets.h"
#include "ui/sheets/race_sheet.h"
#include "ui/sheets/runs_sheet.h"

namespace redraw {

void draw_sheets(Ui& ui) {
    switch (ui.state.dialog) {
        case Dialog::none:
            ui.state.close_sheet = false;
            break;
        case Dialog::open_file:
        case Dialog::export_folder:
        case Dialog::film_folder:
        case Dialog::save_copy:
        case Dialog::curves_file:
            draw_file_browser(ui);
            break;
        case Dialog::choose_dropped:
            draw_drop_sheet(ui);
            break;
        case Dialog::export_picture:
            draw_export_sheet(ui);
            break;
        case Dialog::export_film:
            draw_film_sheet(ui);
            break;
        case Dialog::runs:
            draw_runs_sheet(ui);
            break;
        case Dialog::race:
            draw_race_sheet(ui);
            break;
        case Dialog::shortcuts:
            draw_shortcuts_sheet(ui);
            break;
        case Dialog::about:
            draw_about(ui);
            break;
        case Dialog::confirm_quit:
            draw_quit_question(ui);
            break;
    }
}

}  // namespace redraw
