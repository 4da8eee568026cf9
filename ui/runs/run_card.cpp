#include "ui/runs/run_card.h"

#include "ui/kit/draw_thumbnail.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <algorithm>

namespace redraw::ui {
namespace {

constexpr const char* kRun =
    "A run: a picture, the network that learned it, and every moment that was kept. How close it "
    "came in decibels (dB), its settings, and when it was trained last.";
constexpr float kIndent = 28;
constexpr int kDeepest = 4;

// Draws the line on which a branch hangs below the run that it came from.
void draw_elbow(Ui& ui, const Rect& card) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = card.x0 - ui.px(15), y = std::floor((card.y0 + card.y1) / 2);
    const float thick = std::max(1.0f, ui.px(1));
    list.AddRectFilled({x, card.y0 - ui.px(kRunCardGap)}, {x + thick, y}, ui.palette.muted);
    list.AddRectFilled({x, y}, {card.x0 - ui.px(5), y + thick}, ui.palette.muted);
}

std::string origin_and_detail(const RecentEntry& run) {
    return run.from + (run.from.empty() ? "" : " · ") + run.detail;
}

void draw_words(Ui& ui, const RecentEntry& run, const Rect& card, float x) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const float right = card.x1 - ui.px(14), top = card.y0 + ui.px(10);
    float end = right;
    if (!run.psnr.empty()) {
        end -= text_size(fonts.strong, run.psnr).x;
        draw_text(ui, fonts.strong, {end, top}, p.text, run.psnr);
        end -= ui.px(16);
    }
    const std::string now = run.open ? "open now" : "";
    const float mark = now.empty() ? 0 : text_size(fonts.small, now).x + ui.px(12);
    const float name = draw_text(ui, fonts.body, {x, top}, p.text,
                                 shortened(fonts.body, run.name, end - x - mark));
    if (!now.empty())
        draw_text(ui, fonts.small, {x + name + ui.px(12), top + ui.px(1)}, p.accent_text, now);
    const std::string& second = run.problem.empty() ? run.settings : run.problem;
    draw_text(ui, fonts.small, {x, top + ui.px(20)}, p.muted,
              shortened(fonts.small, second, right - x));
    draw_text(ui, fonts.small, {x, top + ui.px(37)}, p.muted,
              shortened(fonts.small, origin_and_detail(run), right - x));
}

// Draws a sign in the place of the drawing where the run cannot be opened.
void draw_run_thumbnail(Ui& ui, const RecentEntry& run, ImVec2 at, float side) {
    ui.requests.cards.push_back(run.path);
    draw_thumbnail(ui, run.thumbnail, at, side);
    if (run.thumbnail.there() || run.problem.empty()) return;
    ImFont* font = ui.view.fonts.strong;
    const ImVec2 sign = text_size(font, "!");
    draw_text(ui, font, {at.x + (side - sign.x) / 2, at.y + (side - sign.y) / 2}, ui.palette.muted,
              "!");
}

}  // namespace

bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen) {
    const Palette& p = ui.palette;
    const int depth = std::min(run.depth, kDeepest);
    const Rect card{area.x0 + ui.px(kIndent) * float(depth), area.y0, area.x1,
                    area.y0 + ui.px(kRunCard)};
    ImGui::PushID(run.path.c_str());
    ImGui::SetCursorScreenPos(card.min());
    const bool pressed = ImGui::InvisibleButton("card", {card.width(), card.height()});
    const bool hot = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(card.min(), card.max(), hot || chosen ? p.field_hovered : p.field, ui.px(6));
    list.AddRect(card.min(), card.max(), chosen ? p.accent : p.line, ui.px(6), 0,
                 std::max(1.0f, ui.px(chosen ? 1.5f : 1)));
    focus_ring(ui, run.name);
    explain_when_asked(ui, kRun);
    if (depth > 0) draw_elbow(ui, card);
    const float pad = ui.px(8), side = card.height() - 2 * pad;
    draw_run_thumbnail(ui, run, {card.x0 + pad, card.y0 + pad}, side);
    draw_words(ui, run, card, card.x0 + side + 2 * pad + ui.px(6));
    ImGui::PopID();
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, run.name);
    return pressed;
}

void run_menu_row(Ui& ui, const RecentEntry& run) {
    constexpr float kWidth = 380, kRow = 48, kRowIndent = 22;
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ui.px(kRow), pad = ui.px(4), side = height - 2 * pad;
    ImGui::PushID(run.path.c_str());
    // Drawn by hand over it; the selectable gives hover, keys and closing the menu.
    if (ImGui::Selectable("##run", false, 0, {ui.px(kWidth), height}) && !run.open)
        ui.requests.ask(request::Open{run.path});
    name_control(ui, run.name);
    explain_when_asked(ui, kRun);
    ImGui::PopID();
    const float x = at.x + pad + ui.px(kRowIndent) * float(std::min(run.depth, 3));
    draw_run_thumbnail(ui, run, {x, at.y + pad}, side);
    const float text = x + side + ui.px(12), right = at.x + ui.px(kWidth) - ui.px(8);
    const float psnr = text_size(fonts.body, run.psnr).x;
    draw_text(ui, fonts.body, {right - psnr, at.y + ui.px(7)}, p.text, run.psnr);
    const std::string open = run.open ? " · open now" : "";
    draw_text(ui, fonts.body, {text, at.y + ui.px(7)}, p.text,
              shortened(fonts.body, run.name, right - psnr - ui.px(12) - text));
    draw_text(ui, fonts.small, {text, at.y + ui.px(26)}, p.muted,
              shortened(fonts.small, origin_and_detail(run) + open, right - text));
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, run.name);
}

}  // namespace redraw::ui
