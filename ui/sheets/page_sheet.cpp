// The sheet that exports a web page.
#include "ui/actions/dialogs.h"
#include "ui/sheets/share_sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

struct PageSheet {
    std::string title, text;
};

}  // namespace

void prepare_page_sheet(Ui& ui) {
    name_file(ui, ".html");
    ui.state.of<PageSheet>().title.clear();
}

void draw_page_sheet(Ui& ui) {
    if (!begin_share(ui)) return;
    PageSheet& sheet = ui.state.of<PageSheet>();
    note(ui,
         "One file for any browser, at most 2 MB. It plays when opened; readers can scrub, zoom "
         "and compare.");
    if (ui.status.whole && ui.status.whole->learned > 0)
        note(ui, "It shows the drawing " + at_learned_size(ui.status) +
                     ", as learned first, without the tiles of the whole picture.");
    text_row(ui, "Title", "The heading of the page. Empty: none.", sheet.title);
    text_row(ui, "Text", "A line below the title. Empty: none.", sheet.text);
    if (const auto path = draw_one_file(ui, "The page's file name.", ".html", ".htm"))
        ui.requests.ask(
            command::ExportPage{*path, sheet.title, sheet.text, ui.state.timelapse.at_step});
    end_sheet(ui);
}

}  // namespace redraw::ui
