// Before there is a picture: what to do, and the runs of before.
#include "ui/shortcuts.h"
#include "ui/widgets.h"

#include <algorithm>

namespace redraw {

void draw_empty_centre(Ui& ui, const Rect& area) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.view.fonts;
    const bool opening = ui.status.phase == Phase::opening;
    const auto recents = std::min<std::size_t>(opening ? 0 : ui.view.recent.size(), 6);
    const float middle = (area.x0 + area.x1) / 2;
    float y = std::floor((area.y0 + area.y1) / 2 - ui.px(90) - float(recents) * ui.px(13));
    const auto centred = [&](ImFont* font, ImU32 colour, const std::string& text, float height) {
        draw_text(ui, font, {middle - text_size(font, text).x / 2, y}, colour, text);
        y += ui.px(height);
    };
    const Rect frame{middle - ui.px(220), y - ui.px(34), middle + ui.px(220), y + ui.px(132)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (float x = frame.x0; x < frame.x1; x += ui.px(10))  // a dashed outline says "drop here"
        for (const float edge : {frame.y0, frame.y1})
            list.AddLine({x, edge}, {std::min(x + ui.px(5), frame.x1), edge}, p.line, ui.px(1.5f));
    for (float v = frame.y0; v < frame.y1; v += ui.px(10))
        for (const float edge : {frame.x0, frame.x1})
            list.AddLine({edge, v}, {edge, std::min(v + ui.px(5), frame.y1)}, p.line, ui.px(1.5f));
    centred(fonts.number, p.text, opening ? "Opening…" : "Drop a picture anywhere", 34);
    centred(fonts.body, p.muted,
            opening ? ui.status.picture_name : "A small network starts to redraw it at once.", 34);
    if (!opening) {
        ImGui::SetCursorScreenPos({middle - ui.px(56), y});
        if (button(ui, "open a picture", "Open…", ButtonLook::accent, {ui.px(112), ui.px(32)}))
            perform(ui, Action::open);
    }
    y = frame.y1 + ui.px(28);
    if (recents == 0) return;
    draw_text(ui, fonts.caption, {frame.x0, y}, p.muted, "RECENT");
    y += ui.px(22);
    for (std::size_t i = 0; i < recents; ++i, y += ui.px(26)) {
        const RecentEntry& entry = ui.view.recent[i];
        ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, entry.name);
        ImGui::PushID(static_cast<int>(i));
        ImGui::SetCursorScreenPos({frame.x0, y});
        if (text_button(ui, "recent", shortened(fonts.body, entry.name, ui.px(250)), true))
            ui.requests.open = entry.path;
        draw_text(ui, fonts.small,
                  {frame.x1 - text_size(fonts.small, entry.detail).x, y + ui.px(2)}, p.muted,
                  entry.detail);
        ImGui::PopID();
    }
}

}  // namespace redraw
