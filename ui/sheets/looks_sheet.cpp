// The sheet of nine small drawings of the picture, one of which becomes a run.
#include "engine/features/looks/looks.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {
namespace {

constexpr float kSide = 128, kGap = 8;  // drawing's side and gap between drawings, layout units
constexpr const char* kLookNames[kLookMoments] = {"Painterly", "In between",
                                                  "Close to the picture"};

// Starts a run with the clicked drawing's configuration, which ends with the same network.
void paint(Ui& ui, const Look& look) {
    ui.state.settings.edited = look.config;
    commit(ui.state.settings, ui.requests);
    close_dialog(ui);
}

void draw_look(Ui& ui, std::size_t index, const Rect& cell) {
    const Look* look =
        ui.status.result<NineLooks>() ? &(*ui.status.result<NineLooks>())[index] : nullptr;
    const std::string name = fmt::format("look {}", index + 1);
    const bool clicked = picture_button(
        ui, name.c_str(), cell, index < ui.view.looks.size() ? ui.view.looks[index] : Texture{},
        false, "Click to paint this one, as a run of its own that exports at any size.");
    if (clicked && look && look->drawing) paint(ui, *look);
}

}  // namespace

void draw_looks_sheet(Ui& ui) {
    constexpr float kWidth = kLookSeeds * (kSide + kGap) - kGap;
    if (!begin_sheet(ui, "Nine looks", kWidth + kSheetEdges, ui.can_train())) return;
    ui.requests.view.looks = true;
    note(ui, "Three small networks paint the picture. Click the drawing you like.",
         ui.palette.muted);
    const PixelSize picture = ui.picture_size();
    const float gap = ui.px(kGap), width = ImGui::GetContentRegionAvail().x + gap;
    const float step = std::floor(width / kLookSeeds), side = std::max(1.0f, step - gap);
    const float flat = float(picture.height) / float(std::max(1, picture.width));
    const float height = std::ceil(side * std::min(1.0f, flat));
    for (std::size_t row = 0; row < kLookMoments; ++row) {
        ImGui::Dummy({1, ui.px(2)});
        note(ui, kLookNames[row], ui.palette.text);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        for (std::size_t column = 0; column < kLookSeeds; ++column)
            draw_look(ui, row * kLookSeeds + column,
                      box(at.x + float(column) * step, at.y, side, height));
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
