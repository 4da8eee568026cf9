#include "ui/runs/recent_menu.h"

#include "ui/actions/shortcuts.h"
#include "ui/kit/fields.h"
#include "ui/kit/walk.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_card.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr std::size_t kMost = 9;
constexpr float kWidth = 380, kRow = 48, kIndent = 22;

void draw_row(Ui& ui, const RecentEntry& run) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ui.px(kRow), pad = ui.px(4), side = height - 2 * pad;
    ImGui::PushID(run.path.c_str());
    // Drawn by hand over it; the selectable gives hover, keys and closing the menu.
    if (ImGui::Selectable("##run", false, 0, {ui.px(kWidth), height}) && !run.open)
        ui.requests.ask(request::Open{run.path});
    name_control(ui, run.name);
    ImGui::PopID();
    const float x = at.x + pad + ui.px(kIndent) * float(std::min(run.depth, 3));
    draw_run_thumbnail(ui, run, {x, at.y + pad}, side);
    const float text = x + side + ui.px(12), right = at.x + ui.px(kWidth) - ui.px(8);
    const float psnr = text_size(fonts.body, run.psnr).x;
    draw_text(ui, fonts.body, {right - psnr, at.y + ui.px(7)}, p.text, run.psnr);
    const std::string open = run.open ? " · open now" : "";
    draw_text(ui, fonts.body, {text, at.y + ui.px(7)}, p.text,
              shortened(fonts.body, run.name, right - psnr - ui.px(12) - text));
    const std::string second = run.from + (run.from.empty() ? "" : " · ") + run.detail + open;
    draw_text(ui, fonts.small, {text, at.y + ui.px(26)}, p.muted,
              shortened(fonts.small, second, right - text));
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, run.name);
}

}  // namespace

void draw_recent_menu(Ui& ui) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(4)});
    const std::size_t count = std::min(ui.view.recent.size(), kMost);
    for (std::size_t i = 0; i < count; ++i) draw_row(ui, ui.view.recent[i]);
    ImGui::PopStyleVar();
    ImGui::Separator();
    if (menu_entry(ui, "All runs…", false, true, keys_of(Action::runs))) perform(ui, Action::runs);
}

}  // namespace redraw
