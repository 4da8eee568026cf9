#include "ui/centre/pane.h"

#include "ui/actions/keymap.h"
#include "ui/actions/reference.h"
#include "ui/centre/difference.h"

namespace redraw::ui {
namespace {

// Paints a texture at the position in the pane of the picture's part that the texture shows.
void draw_texture(Ui& ui, const Texture& texture, const Rect& pane, const Placement& placement) {
    if (!texture.there()) return;
    const Rect r = rect_on_screen(texture.grid, placement, ui.target_grid(), pane);
    ImGui::GetWindowDrawList()->AddImage(texture.id, r.min(), r.max());
}

void draw_wipe_line(Ui& ui, const Rect& pane) {
    float& wipe = ui.state.centre.wipe;
    const float x = std::round(pane.x0 + wipe * pane.width());
    ImGui::SetCursorScreenPos({x - ui.px(8), pane.y0});
    ImGui::InvisibleButton("wipe", {ui.px(16), pane.height()});
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (ImGui::IsItemActive()) wipe = wipe_at(ui, pane, ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) wipe = 0.5f;
    focus_ring(ui, "wipe");
    explain_when_asked(
        ui, "Drag this line, or move it with the arrow keys. A double click centres it.");
    if (const Arrows arrows = take_arrows(ui)) wipe += 0.05f * float(arrows.x);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, pane.y0}, {x, pane.y1}, ui.palette.accent, ui.px(2));
    const ImVec2 grip{x, std::round((pane.y0 + pane.y1) / 2)};
    list.AddCircleFilled(grip, ui.px(9), ui.palette.accent);
    const float r = ui.px(3);
    for (const float side : {-1.0f, 1.0f})
        list.AddTriangleFilled({grip.x + side * r * 2, grip.y},
                               {grip.x + side * r * 0.6f, grip.y - r},
                               {grip.x + side * r * 0.6f, grip.y + r}, ui.palette.on_accent);
}

constexpr float kLeastLabel = 110;  // least width for a label, layout units
constexpr int kGreatestGain = 32;

// Draws a word of the legend as a toggle button whose right end is at `right`; underlined if `on`.
// Moves `right` to the right end of the next item. Returns true if the word was pressed.
bool word(Ui& ui, float& right, float y, const std::string& text, bool on) {
    ImFont* font = ui.fonts.small;
    const ImVec2 size = text_size(font, text), at{right - size.x, y};
    ImGui::SetCursorScreenPos({at.x - ui.px(4), at.y - ui.px(3)});
    const bool pressed =
        ImGui::InvisibleButton(text.c_str(), {size.x + ui.px(8), size.y + ui.px(6)});
    const bool hot = ImGui::IsItemHovered();
    draw_text(ui, font, at, on || hot ? ui.palette.text : ui.palette.muted, text);
    if (on) fill(box(at.x, at.y + size.y, size.x, ui.px(2)), ui.palette.accent);
    focus_ring(ui, text);
    right = at.x - ui.px(14);
    return pressed;
}

// Draws the colour scale between its lowest and highest value, with its right end at `right`. Moves
// `right` to the right end of the next item.
void draw_scale(Ui& ui, float& right, float y, int gain, bool with_sign) {
    ImFont* font = ui.fonts.small;
    const std::string most = shown_number(1.0 / gain);
    const std::string low = with_sign ? "−" + most : "0",
                      high = with_sign ? "+" + most : most + "+";
    const float end = right - text_size(font, high).x - ui.px(6), count = ui.px(96);
    const Rect bar = box(end - count, y + ui.px(3), count, ui.px(10));
    for (float i = 0; i < count; ++i) {
        const float part = i / (count - 1);
        fill({bar.x0 + i, bar.y0, bar.x0 + i + 1, bar.y1},
             with_sign ? signed_colour(2 * part - 1) : error_colour(part));
    }
    frame(bar, ui.palette.line);
    const float left = bar.x0 - ui.px(6) - text_size(font, low).x;
    draw_text(ui, font, {left, y}, ui.palette.muted, low);
    draw_text(ui, font, {end + ui.px(6), y}, ui.palette.muted, high);
    read_out(ui, "scale", {left, y, right, y + font->FontSize},
             with_sign ? "What the colours stand for: blue is darker and amber lighter, in values "
                         "of the picture from 0, black, to 1, white."
                       : "What the colours stand for, in values of the picture from 0, black, to "
                         "1, white.");
    right = left - ui.px(18);
}

// Draws the legend of the error map's colours, with its controls, right of the labels above the
// pane. Returns the legend's left edge. If space is short, leaves out the colour scale, or all.
float draw_difference_legend(Ui& ui, const Rect& pane, float y) {
    bool& with_sign = ui.state.preferences.signed_difference;
    int& gain = ui.state.centre.difference_gain;
    float right = pane.x1 - ui.px(10);
    const bool wide = pane.width() > ui.px(340 + kLeastLabel);
    if (!wide && pane.width() < ui.px(180)) return right;
    if (word(ui, right, y, fmt::format("gain ×{}", gain), false))
        gain = gain >= kGreatestGain ? 1 : gain * 2;
    tooltip(ui,
            fmt::format("Magnifies small errors, ×1 to ×{}; default ×4. Now an error of {} has the "
                        "lightest colour. Click for the next.",
                        kGreatestGain, shown_number(1.0 / gain)));
    if (wide) draw_scale(ui, right, y, gain, with_sign);
    if (word(ui, right, y, "Sign", with_sign)) with_sign = true;
    tooltip(ui,
            "Amber where the drawing is lighter than what it is compared with, blue where it is "
            "darker.");
    if (word(ui, right, y, "Amount", !with_sign)) with_sign = false;
    tooltip(ui,
            "How far off the drawing is, all channels together, from 0 to 1. The lighter the "
            "colour, the larger the error.");
    return right;
}

// Draws the label above a pane, which names the render or the reference, with a tooltip.
void draw_label(Ui& ui, const Pane& pane, ImVec2 at, const std::string& text, bool of_drawing) {
    const std::string explained =
        pane.difference ? "The colours show how far the drawing is from what it is compared with."
        : of_drawing
            ? with_keys(
                  "What the network draws, now or at the shown moment. In an epoch it sees "
                  "every pixel of the picture once. Decibels (dB) measure how close the "
                  "drawing is; more is closer. {} copies the drawing.",
                  Action::copy)
            : reference_view(ui, pane.against).help;
    const char* name = of_drawing ? "drawing label" : "reference label";
    if (!ui.centre_view().labels_inside)
        return void(read_out(ui, name, ui.fonts.small, at, ui.palette.muted, text, explained));
    picture_chip(ui, {at.x - ui.px(10), at.y - ui.px(3)}, text);
    const ImVec2 size = text_size(ui.fonts.small, text);
    read_out(ui, name, {at.x, at.y, at.x + size.x, at.y + size.y}, explained);
}

// Draws the labels above a pane, shortened to fit, since names of runs can be long. Draws no labels
// if only a few letters would fit.
void draw_labels(Ui& ui, const Pane& pane) {
    const auto& left = pane.reference && !pane.drawing_left ? pane.reference
                       : pane.drawing                       ? pane.drawing
                                                            : pane.difference;
    ImFont* font = ui.fonts.small;
    const bool inside = ui.centre_view().labels_inside;
    const float edge = ui.px(inside ? 18 : 10);
    const float y = pane.rect.y0 + ui.px(inside ? 10 : 2 - kCaption);
    float room = pane.rect.width() - 2 * edge;
    if (left->empty()) return;
    if (pane.difference) room = draw_difference_legend(ui, pane.rect, y) - pane.rect.x0 - edge;
    if (room < ui.px(kLeastLabel)) return;
    if (pane.reference && pane.drawing) {
        room = room / 2 - ui.px(14);
        const std::string right =
            shortened(font, pane.drawing_left ? *pane.reference : *pane.drawing, room);
        if (!right.empty())
            draw_label(ui, pane, {pane.rect.x1 - edge - text_size(font, right).x, y}, right,
                       !pane.drawing_left);
    }
    draw_label(ui, pane, {pane.rect.x0 + edge, y}, shortened(font, *left, room),
               left != pane.reference);
}

}  // namespace

std::vector<Rect> panes_of(const Ui& ui, const Rect& whole, std::size_t count, double shape) {
    const float gap = ui.px(16);
    const auto each = [&](float room, std::size_t number) {
        return std::floor((room - gap * float(number - 1)) / float(number));
    };
    std::size_t columns = count;
    double largest = 0;
    for (std::size_t tried = count; count > 2 && tried > 0; --tried) {
        const std::size_t rows = (count + tried - 1) / tried;
        if (tried * rows > count + 1) continue;
        const double width = each(whole.width(), tried), height = each(whole.height(), rows);
        const double size = std::min(width / shape, height);
        if (size <= largest * 1.02) continue;  // prefer one row unless more rows are clearly larger
        largest = size;
        columns = tried;
    }
    const std::size_t rows = (count + columns - 1) / columns;
    const ImVec2 size{each(whole.width(), columns), each(whole.height(), rows)};
    std::vector<Rect> panes;
    for (std::size_t i = 0; i < columns * rows; ++i) {
        // Leftover pixels from rounding go between the panes; the last pane ends at the area's
        // edge.
        const std::size_t column = i % columns, row = i / columns;
        const bool last = column + 1 == columns, lowest = row + 1 == rows;
        const float x = last ? whole.x1 - size.x : whole.x0 + float(column) * (size.x + gap);
        const float y = lowest ? whole.y1 - size.y : whole.y0 + float(row) * (size.y + gap);
        panes.push_back({x, y, x + size.x, y + size.y});
    }
    return panes;
}

std::string label_of(const Ui& ui, const PaneArea& area, Reference of) {
    return area.labelled ? reference_view(ui, of).label : "";
}

void draw_pane(Ui& ui, const Pane& pane) {
    const Rect& rect = pane.rect;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(rect, ui.palette.well, ui.px(5));
    const bool wiping = pane.reference && pane.drawing;
    const Placement placement = place(ui.state.centre.canvas, rect.size(), ui.target_size());
    list.PushClipRect(rect.min(), rect.max(), true);
    if (pane.reference)
        for (const Texture* texture : reference_view(ui, pane.against).textures)
            if (texture) draw_texture(ui, *texture, rect, placement);
    if (pane.drawing) {
        if (wiping) {
            float& wipe = ui.state.centre.wipe;
            wipe = wipe_at(ui, rect, rect.x0 + wipe * rect.width());
            const float split = std::round(rect.x0 + wipe * rect.width());
            const Rect part = pane.drawing_left ? Rect{rect.x0, rect.y0, split, rect.y1}
                                                : Rect{split, rect.y0, rect.x1, rect.y1};
            list.PushClipRect(part.min(), part.max(), true);
            fill(part, ui.palette.well);
        }
        draw_texture(ui, ui.view.backdrop, rect, placement);
        draw_texture(ui, ui.view.drawing, rect, placement);
        if (wiping) list.PopClipRect();
    }
    if (pane.difference) draw_texture(ui, ui.view.difference, rect, placement);
    if (wiping) draw_wipe_line(ui, rect);
    list.PopClipRect();
    draw_labels(ui, pane);
}

float wipe_at(const Ui& ui, const Rect& pane, float x) {
    const Placement at = place(ui.state.centre.canvas, pane.size(), ui.target_size());
    const Rect picture = rect_on_screen(ui.target_grid(), at, ui.target_grid(), pane);
    const float left = std::max(pane.x0, picture.x0), right = std::min(pane.x1, picture.x1);
    const float edge = 0.02f * (right - left);
    return (std::max(left + edge, std::min(x, right - edge)) - pane.x0) / pane.width();
}

void use_canvas(Ui& ui, const Rect& pane, PixelSize picture, const char* id,
                const std::string& explained, bool pans) {
    surface(ui, id, pane, explained);
    const ImGuiIO& io = ImGui::GetIO();
    Canvas& canvas = ui.state.centre.canvas;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        canvas = zoom_about(canvas, pane.size(), picture,
                            {io.MousePos.x - pane.x0, io.MousePos.y - pane.y0},
                            std::pow(1.25, io.MouseWheel));
    if (!pans || !ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
        return;
    canvas = pan(canvas, pane.size(), picture, io.MouseDelta);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

}  // namespace redraw::ui
