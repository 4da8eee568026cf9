#include "ui/centre/stage.h"

#include "engine/session/status.h"
#include "ui/actions/keymap.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/centre.h"
#include "ui/centre/pane.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kHead = 92, kPad = 28, kNotice = 42;

std::string progress_of(const Status& status) {
    const std::string then = status.phase == Phase::finished ? " · finished"
                             : status.phase == Phase::paused ? " · paused"
                             : status.steps_per_second > 0 && status.seconds_left > 0
                                 ? " · " + duration(status.seconds_left) + " left"
                                 : "";
    if (status.whole) return whole_progress(*status.whole) + then;
    return fmt::format("epoch {} / {}{}", thousands(std::int64_t(status.epoch)),
                       epoch_number(status.config.schedule.epochs), then);
}

void draw_head(Ui& ui, const Rect& head) {
    const Status& status = ui.status;
    const Fonts& fonts = ui.fonts;
    const Palette& p = ui.palette;
    const float mid = std::floor((head.y0 + head.y1) / 2);
    const auto [psnr, beside] = status.step > 0 ? closeness_now(status) : Closeness();
    const float x = head.x0 + ui.px(kPad), end = head.x1 - ui.px(kPad);
    const float size = end - text_size(fonts.menu, beside).x;
    const float number = size - (beside.empty() ? 0 : ui.px(14)) - text_size(fonts.display, psnr).x;
    if (!beside.empty())
        read_out(ui, "likeness", fonts.menu, {size, mid - fonts.menu->FontSize / 2}, p.muted,
                 beside, kDecibels);
    read_out(ui, "closeness", fonts.display, {number, mid - fonts.display->FontSize / 2}, p.text,
             psnr, kDecibels);
    const float room = number - x - ui.px(kPad);
    if (room < ui.px(80)) return;
    read_out(ui, "picture's name", fonts.number, {x, mid - ui.px(2) - fonts.number->FontSize},
             p.text, shortened(fonts.number, status.picture_name, room),
             "The picture that is learned.");
    read_out(ui, "epochs done", fonts.menu, {x, mid + ui.px(6)}, p.muted,
             shortened(fonts.menu, progress_of(status), room),
             "In one epoch the network sees every pixel of the picture once. Shown: epochs done, "
             "of all, and the time left.");
    const double part =
        status.total_steps > 0 ? double(status.step) / double(status.total_steps) : 0;
    fill({head.x0, head.y1 - ui.px(3), head.x0 + float(part) * head.width(), head.y1}, p.accent);
}

void draw_picture(Ui& ui, const Rect& rect) {
    const Texture texture = ui.texture(ui.status.opening_picture);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(rect, ui.palette.well, ui.px(5));
    read_out(ui, "reading", rect, "The picture being read. The network starts as soon as it is.");
    const Placement at = place({}, rect.size(), {texture.width, texture.height});
    const ImVec2 from{rect.x0 + float(at.x), rect.y0 + float(at.y)};
    list.AddImage(texture.id, from,
                  {at_least_one(from.x, from.x + float(at.zoom) * float(texture.width)),
                   at_least_one(from.y, from.y + float(at.zoom) * float(texture.height))});
    picture_chip(ui, {rect.x0 + ui.px(10), rect.y0 + ui.px(10)},
                 shortened(ui.fonts.small, ui.status.opening, rect.width() - ui.px(40)));
}

}  // namespace

bool on_stage(const Ui& ui) {
    return ui.has_run() && (ui.view.fullscreen || ui.state.presentation);
}

Rect draw_stage(Ui& ui, const Rect& window) {
    Rect panes = window;
    if (ui.state.presentation) {
        panes.y0 += ui.px(kHead);
        draw_head(ui, {window.x0, window.y0, window.x1, panes.y0});
    }
    // Pictures reach the window's edges; views with texts and plots keep a margin.
    if (!ui.centre_view().compares)
        panes = {panes.x0 + ui.px(20), panes.y0 + ui.px(14), panes.x1 - ui.px(20),
                 panes.y1 - ui.px(14)};
    draw_panes(ui, panes);
    const float x = window.x0 + ui.px(kPad);
    if (!ui.state.presentation)
        return {x, window.y1 - ui.px(kNotice), window.x1 - ui.px(kPad), window.y1};
    const float y = window.y0 + ui.px(kHead) / 2;
    return {x, y, window.x0 + window.width() * 0.6f, y + ui.px(kNotice)};
}

bool opening_is_seen(const Ui& ui) {
    return ui.texture(ui.status.opening_picture).there() && !ui.status.opening.empty();
}

void draw_opening(Ui& ui, const Rect& whole) {
    if (ui.state.centre.mode != ViewMode::side_by_side) {
        draw_picture(ui, whole);
        picture_chip(ui, {whole.x0 + ui.px(10), whole.y1 - ui.px(36)}, "Reading…");
        return;
    }
    const std::vector<Rect> panes = panes_of(ui, whole, 2, 1);
    const Rect& right = panes.back();
    draw_picture(ui, panes.front());
    fill(right, ui.palette.well, ui.px(5));
    draw_centred(ui, ui.fonts.number, right, ui.palette.muted, "Reading…");
}

}  // namespace redraw::ui
