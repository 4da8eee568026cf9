#include "ui/centre/empty_centre.h"

#include "ui/actions/shortcuts.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_card.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr float kWidth = 560, kDrop = 166;  // of the outline
constexpr std::size_t kMostCards = 5;

// A dashed outline says "drop here".
void draw_outline(Ui& ui, const Rect& frame) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 line = ui.palette.line;
    for (float x = frame.x0; x < frame.x1; x += ui.px(10))
        for (const float edge : {frame.y0, frame.y1})
            list.AddLine({x, edge}, {std::min(x + ui.px(5), frame.x1), edge}, line, ui.px(1.5f));
    for (float v = frame.y0; v < frame.y1; v += ui.px(10))
        for (const float edge : {frame.x0, frame.x1})
            list.AddLine({edge, v}, {edge, std::min(v + ui.px(5), frame.y1)}, line, ui.px(1.5f));
}

void draw_drop(Ui& ui, const Rect& frame, bool opening) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const float middle = (frame.x0 + frame.x1) / 2;
    float y = frame.y0 + ui.px(34);
    const auto centred = [&](ImFont* font, ImU32 colour, const std::string& text, float height) {
        draw_text(ui, font, {middle - text_size(font, text).x / 2, y}, colour, text);
        y += ui.px(height);
    };
    draw_outline(ui, frame);
    centred(fonts.number, p.text, opening ? "Opening…" : "Drop a picture anywhere", 34);
    centred(fonts.body, p.muted,
            opening ? ui.status.opening : "A small network starts to redraw it at once.", 34);
    if (opening) return;
    ImGui::SetCursorScreenPos({middle - ui.px(56), y});
    if (button(ui, "open a picture", "Open…", ButtonLook::accent, {ui.px(112), ui.px(32)}))
        perform(ui, Action::open);
}

void draw_recent(Ui& ui, const Rect& area, std::size_t count) {
    const Fonts& fonts = ui.view.fonts;
    draw_text(ui, fonts.caption, area.min(), ui.palette.muted, "RECENT");
    const std::string all = ui.view.recent.size() > count
                                ? "All " + std::to_string(ui.view.recent.size()) + " runs…"
                                : "All runs…";
    ImGui::SetCursorScreenPos({area.x1 - text_size(fonts.body, all).x, area.y0 - ui.px(4)});
    if (text_button(ui, "all runs", all, false)) perform(ui, Action::runs);
    tooltip(ui, "Every run, with a filter: open, compare, use its settings (Ctrl+Shift+O).");
    float y = area.y0 + ui.px(24);
    for (std::size_t i = 0; i < count; ++i, y += ui.px(kRunCard + kRunCardGap)) {
        const RecentEntry& run = ui.view.recent[i];
        if (run_card(ui, run, {area.x0, y, area.x1, y}, false))
            ui.requests.ask(request::Open{run.path});
        if (!run.problem.empty()) tooltip(ui, run.problem);
    }
}

}  // namespace

void draw_empty_centre(Ui& ui, const Rect& area) {
    const bool opening = ui.status.phase == Phase::opening;
    const float card = ui.px(kRunCard + kRunCardGap), head = ui.px(28 + 24);
    const float room = area.height() - ui.px(kDrop + 2 * 36) - head;
    const auto fit = std::size_t(std::max(0.0f, room / card));
    const auto count = opening ? 0 : std::min({fit, kMostCards, ui.view.recent.size()});
    const float height = ui.px(kDrop) + (count ? head + card * float(count) : 0);
    const float width = std::min(ui.px(kWidth), area.width() - ui.px(40));
    const float x = std::floor((area.x0 + area.x1 - width) / 2);
    const float y = std::floor((area.y0 + area.y1 - height) / 2);
    const Rect frame{x, y, x + width, y + ui.px(kDrop)};
    draw_drop(ui, frame, opening);
    if (count > 0) draw_recent(ui, {x, frame.y1 + ui.px(28), x + width, area.y1}, count);
}

}  // namespace redraw
