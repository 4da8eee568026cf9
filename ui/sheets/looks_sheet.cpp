// The sheet of nine small drawings of the picture, one of which becomes a run.
#include "engine/features/looks/looks.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

constexpr int kLooksAcross = 3;
constexpr float kLookGap = 10, kLookName = 24, kAroundLooks = 150;  // layout units

struct LooksSheet {
    std::uint64_t surprise = 0;
};

// Starts a run with the clicked drawing's configuration, which ends with the same network.
void paint(Ui& ui, const Look& look) {
    ui.state.settings.edited = look.config;
    commit(ui.state.settings, ui.requests);
    close_dialog(ui);
}

void draw_look(Ui& ui, std::size_t index, const Rect& cell) {
    const auto& looks = ui.status.result<NineLooks>();
    const Look* look = looks ? &(*looks)[index] : nullptr;
    const std::string name = fmt::format("look {}", index + 1);
    const bool clicked =
        picture_button(ui, name.c_str(), cell, look ? ui.texture(look->drawing) : Texture{}, false,
                       "Click to paint this one, as a run of its own that exports at any size.");
    if (!look) return;
    draw_centred(ui, ui.fonts.body, box(cell.x0, cell.y1, cell.width(), ui.px(kLookName)),
                 look->finished ? ui.palette.text : ui.palette.muted, look->name);
    if (clicked && look->drawing) paint(ui, *look);
}

}  // namespace

void draw_looks_sheet(Ui& ui) {
    const PixelSize picture = ui.picture_size();
    const float shape = float(std::max(1, picture.width)) / float(std::max(1, picture.height));
    // Makes the drawings as large as the window allows.
    const float room = ui.view.window.x / ui.view.scale - kSheetEdges - 32;
    const float high = (ui.view.window.y / ui.view.scale - kAroundLooks) / kLooksAcross - kLookName;
    const float side =
        std::min((room - 2 * kLookGap) / kLooksAcross, std::max(60.0f, high * shape));
    const float width = std::max(kLooksAcross * (side + kLookGap) - kLookGap, 320.0f);
    if (!begin_sheet(ui, "Nine looks", width + kSheetEdges, ui.can_train())) return;
    LooksSheet& sheet = ui.state.of<LooksSheet>();
    ui.requests.view.looks = sheet.surprise;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float step =
        std::floor(ImGui::GetContentRegionAvail().x + ui.px(kLookGap)) / kLooksAcross;
    const Rect first = box(at.x, at.y, std::max(1.0f, step - ui.px(kLookGap)),
                           std::max(1.0f, (step - ui.px(kLookGap)) / shape));
    const float line = first.height() + ui.px(kLookName);
    for (std::size_t i = 0; i < kLooks; ++i) {
        const auto row = i / kLooksAcross, column = i % kLooksAcross;
        draw_look(ui, i,
                  box(at.x + float(column) * step, at.y + float(row) * line, first.width(),
                      first.height()));
    }
    ImGui::SetCursorScreenPos({at.x, at.y + kLooksAcross * line + ui.px(6)});
    if (main_button(ui, "surprise", "Surprise me", 130, true,
                    "Paints nine new looks, with new weights; three also with other sizes."))
        ++sheet.surprise;
    if (next_button(ui, "cancel", "Cancel", 90, true, "Closes the sheet (Esc).")) close_dialog(ui);
    end_sheet(ui);
}

}  // namespace redraw::ui
