#include "ui/sheets/share_sheet.h"

#include "ui/actions/dialogs.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

// Layout units: the height of a page, with and without its foot.
constexpr float kShareHeight = 554, kAboveFoot = 504;

struct CurvesPage {
    std::string name;
};

void draw_tabs(Ui& ui) {
    for (bool first = true; const Sheet& page : ui.sheets) {
        if (!page.share.tab) continue;
        if (!std::exchange(first, false)) ImGui::SameLine(0, ui.px(6));
        const bool possible = !page.share.possible || page.share.possible(ui);
        const bool open = page.dialog == ui.state.sheets.dialog;
        const bool pressed =
            toggle_chip(ui, page.share.tab, page.share.tab, open, {0, 0}, possible);
        tooltip(ui, page.share.help);
        if (pressed && !open) open_dialog(ui, page.dialog);
    }
    ImGui::Dummy({1, ui.px(6)});
}

}  // namespace

bool begin_share(Ui& ui) {
    const auto possible = open_sheet_row(ui)->share.possible;
    if (!begin_sheet(ui, "Share", kShareRows + SheetColumns::kBetween + kSharePreview + kSheetEdges,
                     ui.has_run() && (!possible || possible(ui))))
        return false;
    draw_tabs(ui);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float less = std::max(0.0f, ui.px(kShareHeight + 166) - ui.view.window.y);
    ImGui::Dummy({1, ui.px(kShareHeight) - less});
    ui.state.sheets.foot_y = at.y + ui.px(kAboveFoot) - less;
    ImGui::SetCursorScreenPos(at);
    return true;
}

void prepare_curves_page(Ui& ui) {
    ui.state.of<CurvesPage>().name = export_name(ui) + "-curves.csv";
}

void draw_curves_page(Ui& ui) {
    if (!begin_share(ui)) return;
    CurvesPage& page = ui.state.of<CurvesPage>();
    note(ui, "Every recorded step with its loss, PSNR and learning rate, as a table (CSV).");
    draw_target_rows(ui, "The table's file name.", page.name);
    std::filesystem::path path = export_folder(ui) / page.name;
    if (path.extension() != ".csv") path += ".csv";
    if (draw_export_foot(ui, page.name, {path}, is_file_name(page.name)))
        ui.requests.ask(command::ExportCurves{path});
    end_sheet(ui);
}

}  // namespace redraw::ui
