#include "ui/centre/centre.h"

#include "engine/session/status.h"
#include "ui/actions/keymap.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/pane.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kHead = 92, kPad = 28;

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
    const Texture& texture = ui.view.opening;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(rect, ui.palette.well, ui.px(5));
    read_out(ui, "reading", rect, "The picture being read. The network starts as soon as it is.");
    const Placement at = place({}, rect.size(), texture.width, texture.height);
    const ImVec2 from{rect.x0 + float(at.x), rect.y0 + float(at.y)};
    list.AddImage(texture.id, from,
                  {at_least_one(from.x, from.x + float(at.zoom) * float(texture.width)),
                   at_least_one(from.y, from.y + float(at.zoom) * float(texture.height))});
    picture_chip(ui, {rect.x0 + ui.px(10), rect.y0 + ui.px(10)},
                 shortened(ui.fonts.small, ui.status.opening, rect.width() - ui.px(40)));
}

// Paints the render of the whole picture only where the close-up does not cover it, because
// software OpenGL is slow for every painted pixel.
void draw_both(const Texture& whole, const Texture& closer, const Rect& pane,
               const Placement& placement, const Grid& picture) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect under = rect_on_screen(whole.grid, placement, picture, pane);
    if (!closer.there() || closer.id == whole.id) {
        if (whole.there()) list.AddImage(whole.id, under.min(), under.max());
        return;
    }
    const Rect over = rect_on_screen(closer.grid, placement, picture, pane);
    const ImVec2 a{std::clamp(over.x0, pane.x0, pane.x1), std::clamp(over.y0, pane.y0, pane.y1)};
    const ImVec2 b{std::clamp(over.x1, pane.x0, pane.x1), std::clamp(over.y1, pane.y0, pane.y1)};
    for (const Rect& strip :
         {Rect{pane.x0, pane.y0, pane.x1, a.y}, Rect{pane.x0, b.y, pane.x1, pane.y1},
          Rect{pane.x0, a.y, a.x, b.y}, Rect{b.x, a.y, pane.x1, b.y}}) {
        if (!whole.there() || strip.x0 >= strip.x1 || strip.y0 >= strip.y1) continue;
        list.PushClipRect(strip.min(), strip.max(), true);
        list.AddImage(whole.id, under.min(), under.max());
        list.PopClipRect();
    }
    list.AddImage(closer.id, over.min(), over.max());
}

std::string label(const TiledPicture& tiled) {
    std::string text = fmt::format("{} × {} pixels in {} tiles", thousands(tiled.width),
                                   thousands(tiled.height), thousands(tiled.tiles));
    if (tiled.not_drawn > 0)
        text += fmt::format(", {} not learned yet", thousands(tiled.not_drawn));
    return text;
}

void draw_zoom(Ui& ui, const Rect& row, const Grid& picture) {
    Canvas& canvas = ui.state.centre.canvas;
    const ImVec2 pane = ui.state.centre.pane;
    const auto cell = [&](float from, float width) {
        return Rect{from, row.y0, from + ui.px(width), row.y1};
    };
    if (button_at(ui, "whole", "Whole picture", ButtonStyle::plain, cell(row.x0, 120),
                  {.help = "Fits the picture into the window. The wheel zooms, dragging pans."}))
        canvas = {};
    if (button_at(ui, "pixels", "100 %", ButtonStyle::plain, cell(row.x0 + ui.px(128), 72),
                  {.help = "Shows each picture pixel as one screen pixel."}))
        canvas = set_zoom(canvas, pane, picture.width, picture.height, 1);
    action_button_at(ui, Action::export_picture, "export", "Export picture…", ButtonStyle::quiet,
                     cell(row.x1 - ui.px(132), 132));
    const double zoom = place(canvas, pane, picture.width, picture.height).zoom;
    const std::string text = fmt::format("{:.{}f} %", 100 * zoom, zoom < 0.1 ? 1 : 0);
    ImFont* font = ui.fonts.body;
    draw_text(ui, font, {row.x0 + ui.px(216), row.top_of(font->FontSize)}, ui.palette.muted, text);
}

}  // namespace

bool on_stage(const Ui& ui) {
    return ui.has_run() && (ui.view.fullscreen || ui.state.presentation);
}

void draw_stage(Ui& ui, const Rect& window) {
    Rect panes = window;
    if (ui.state.presentation) {
        panes.y0 += ui.px(kHead);
        draw_head(ui, {window.x0, window.y0, window.x1, panes.y0});
    }
    // Pictures reach the window's edges; views with texts and plots keep a margin.
    if (!ui.centre_view().compares)
        panes = {panes.x0 + ui.px(20), panes.y0 + ui.px(14), panes.x1 - ui.px(20),
                 panes.y1 - ui.px(14)};
    draw_panes(ui, panes, {});
}

bool opening_is_seen(const Ui& ui) {
    return ui.view.opening.there() && !ui.status.opening.empty();
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

void draw_tiled(Ui& ui, const Rect& area) {
    const TiledPicture& tiled = *ui.status.tiled;
    const Grid picture = picture_grid(tiled.width, tiled.height);
    const float pad = ui.px(20), top = ui.px(50);
    const float end = ui.state.notices.end = area.y1 - ui.px(12);
    const Rect pane{area.x0 + pad, area.y0 + top, area.x1 - pad, end - ui.state.notices.height};
    ui.state.centre.pane = pane.size();
    const Canvas& canvas = ui.state.centre.canvas;
    const Placement placement = place(canvas, pane.size(), picture.width, picture.height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(pane, ui.palette.well, ui.px(5));
    list.PushClipRect(pane.min(), pane.max(), true);
    draw_both(ui.view.backdrop, ui.view.drawing, pane, placement, picture);
    ImFont* font = ui.fonts.small;
    const float edge = ui.px(10), room = pane.width() - 4 * edge;
    picture_chip(ui, {pane.x0 + edge, pane.y0 + edge}, shortened(font, label(tiled), room));
    if (!tiled.why.empty())
        picture_chip(ui, {pane.x0 + edge, pane.y0 + edge + ui.px(28)},
                     shortened(font, tiled.why, room));
    list.PopClipRect();
    ui.requests.view.region = visible_region(canvas, pane.size(), picture);
    draw_zoom(ui, {pane.x0, area.y0 + ui.px(11), pane.x1, area.y0 + ui.px(39)}, picture);
    use_canvas(ui, pane, {tiled.width, tiled.height}, "tiles",
               "What the networks of all tiles draw together. The wheel zooms, dragging pans. Grey "
               "tiles have no network yet.");
}

}  // namespace redraw::ui
