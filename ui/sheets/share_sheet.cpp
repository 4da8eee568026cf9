#include "ui/sheets/share_sheet.h"

#include "engine/features/neurons/poster.h"
#include "ui/actions/dialogs.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

// Layout units: the height of a page, with and without its foot.
constexpr float kShareHeight = 554, kAboveFoot = 504;

struct OneFile {
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

void name_file(Ui& ui, const char* ending) {
    ui.state.of<OneFile>().name = export_name(ui) + ending;
}

std::optional<std::filesystem::path> draw_one_file(Ui& ui, const char* help,
                                                   std::string_view extension,
                                                   std::string_view other) {
    std::string& name = ui.state.of<OneFile>().name;
    draw_target_rows(ui, help, name);
    std::filesystem::path path = export_folder(ui) / name;
    if (path.extension() != extension && path.extension() != other) path += extension;
    if (!draw_export_foot(ui, name, {path}, is_file_name(name))) return std::nullopt;
    return path;
}

void draw_curves_page(Ui& ui) {
    if (!begin_share(ui)) return;
    note(ui, "Every recorded step with its loss, PSNR and learning rate, as a table (CSV).");
    if (const auto path = draw_one_file(ui, "The table's file name.", ".csv"))
        ui.requests.ask(command::ExportCurves{*path});
    end_sheet(ui);
}

bool has_poster(const Ui& ui) {
    return ui.status.config.network.encoding != Encoding::window;
}

void draw_poster_page(Ui& ui) {
    if (!begin_share(ui)) return;
    note(ui,
         "Every neuron's picture, layer by layer, and the drawing: one picture of 4,096 "
         "pixels, to print.");
    if (const auto path = draw_one_file(ui, "The poster's file name.", ".png")) {
        const ExportSpec poster{
            .path = *path, .size = {kPosterSide, kPosterSide}, .encoding = {}, .poster = true};
        ui.requests.ask(command::ExportPictures{
            {poster}, ui.state.timelapse.at_step, ui.state.settings.history.present().network});
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
