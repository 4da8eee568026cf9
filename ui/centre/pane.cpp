#include "ui/centre/pane.h"

#include "ui/actions/keymap.h"
#include "ui/actions/neuron_layout.h"
#include "ui/actions/reference.h"
#include "ui/centre/difference.h"

namespace redraw::ui {
namespace {

// Paints a texture where the part of the picture that it shows lies in the pane.
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
    if (ImGui::IsItemActive()) wipe = wipe_at(pane, ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) wipe = 0.5f;
    focus_ring(ui, "wipe");
    explain_when_asked(
        ui, "Drag this line, or move it with the arrow keys. A double click centres it.");
    if (const Arrows arrows = take_arrows(ui))
        wipe = std::clamp(wipe + 0.05f * float(arrows.x), 0.02f, 0.98f);
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

constexpr float kLegendWidth = 236, kLegendHeight = 82;
constexpr int kGreatestGain = 32;

// Draws a word of the legend that can be clicked, underlined while it is `on`. Returns true if it
// was clicked.
bool word(Ui& ui, const char* text, ImVec2 at, bool on) {
    ImFont* font = ui.fonts.small;
    const ImVec2 size = text_size(font, text);
    ImGui::SetCursorScreenPos({at.x - ui.px(4), at.y - ui.px(3)});
    const bool pressed = ImGui::InvisibleButton(text, {size.x + ui.px(8), size.y + ui.px(6)});
    const bool hot = ImGui::IsItemHovered();
    draw_text(ui, font, at, with_alpha(ui.palette.on_chip, on || hot ? 1.0f : 0.62f), text);
    if (on) {
        const float y = at.y + size.y + ui.px(2);
        fill(box(at.x, y, size.x, ui.px(2)), ui.palette.accent);
    }
    focus_ring(ui, text);
    return pressed;
}

// Draws the colour scale and, below it, the values at its ends.
void draw_scale(Ui& ui, const Rect& bar, int gain, bool with_sign) {
    const auto count = int(bar.width());
    for (int i = 0; i < count; ++i) {
        const float part = float(i) / float(count - 1);
        const float x = bar.x0 + float(i);
        fill({x, bar.y0, x + 1, bar.y1},
             with_sign ? signed_colour(2 * part - 1) : error_colour(part));
    }
    frame(bar, with_alpha(ui.palette.on_chip, 0.25f));
    const std::string most = shown_number(1.0 / gain);
    const auto put = [&](float part, const std::string& text) {
        ImFont* font = ui.fonts.small;
        const float x = bar.x0 + part * (bar.width() - text_size(font, text).x);
        draw_text(ui, font, {x, bar.y1 + ui.px(4)}, ui.palette.on_chip, text);
    };
    put(0, with_sign ? "−" + most + " darker" : "0 same");
    if (with_sign) put(0.5f, "0");
    put(1, with_sign ? "lighter +" + most : most + " and more");
}

// Draws the legend of the difference's colours, with its controls.
void draw_difference_legend(Ui& ui, const Rect& pane) {
    bool& with_sign = ui.state.preferences.signed_difference;
    int& gain = ui.state.centre.difference_gain;
    const float inset = ui.px(12), edge = ui.px(10);
    const Rect box{pane.x1 - ui.px(kLegendWidth) - edge, pane.y1 - ui.px(kLegendHeight) - edge,
                   pane.x1 - edge, pane.y1 - edge};
    fill(box, ui.palette.chip, ui.px(6));
    ImFont* font = ui.fonts.small;
    const float y = box.y0 + ui.px(10);

    float x = box.x0 + inset;
    if (word(ui, "Size", {x, y}, !with_sign)) with_sign = false;
    tooltip(ui,
            "How far the drawing is off, over all channels together, on a scale from 0 to 1. The "
            "lighter the colour, the larger the error.");
    x += text_size(font, "Size").x + ui.px(16);
    if (word(ui, "Direction", {x, y}, with_sign)) with_sign = true;
    tooltip(ui,
            "Amber where the drawing is lighter than what it is compared with, blue where it is "
            "darker.");
    const std::string gained = fmt::format("gain ×{}", gain);
    if (word(ui, gained.c_str(), {box.x1 - inset - text_size(font, gained).x, y}, false))
        gain = gain >= kGreatestGain ? 1 : gain * 2;
    tooltip(ui,
            fmt::format(
                "How much small errors are magnified: ×1 to ×{}, ×4 by default. Now an error of "
                "{} is the lightest colour. Click for the next.",
                kGreatestGain, shown_number(1.0 / gain)));

    const Rect bar{box.x0 + inset, box.y0 + ui.px(38), box.x1 - inset, box.y0 + ui.px(50)};
    draw_scale(ui, bar, gain, with_sign);
    read_out(ui, "scale", {bar.x0, bar.y0, bar.x1, box.y1},
             "What the colours stand for, in values of the picture from 0, black, to 1, white.");
}

// Draws the label above a pane, which names the render or the reference, with a tooltip.
void draw_label(Ui& ui, const Pane& pane, ImVec2 at, const std::string& text, bool of_drawing) {
    const Reference reference = shown_reference(ui);
    const std::string explained =
        pane.difference ? "How far the drawing is from what it is compared with, as colours."
        : of_drawing
            ? with_keys(ui,
                        "What the network draws, now or at the shown moment. In an epoch it sees "
                        "every pixel of the picture once. Decibels (dB) measure how close the "
                        "drawing is; more is closer. {} copies the drawing.",
                        Action::copy)
        : reference == Reference::bicubic
            ? "The learned pixels, enlarged as image programs do it: what the network has to beat "
              "between them."
        : reference == Reference::cooled
            ? "A copy of the network after its rate came down. The run itself is not changed."
        : reference == Reference::companion ? "What the other run draws."
                                            : "The picture that the network learns.";
    read_out(ui, of_drawing ? "drawing label" : "reference label", ui.fonts.small, at,
             ui.palette.muted, text, explained);
}

// Draws the labels above a pane, shortened to fit, since names of runs can be long. If only a few
// letters would fit, draws none.
void draw_labels(Ui& ui, const Pane& pane) {
    const auto& left = pane.reference && !pane.drawing_left ? pane.reference
                       : pane.drawing                       ? pane.drawing
                                                            : pane.difference;
    constexpr float kLeastLabel = 110;
    ImFont* font = ui.fonts.small;
    const float edge = ui.px(10), y = pane.rect.y0 - ui.px(kCaption - 2);
    float room = pane.rect.width() - 2 * edge;
    if (left->empty() || room < ui.px(kLeastLabel)) return;
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

void draw_pane(Ui& ui, const Pane& pane) {
    const Rect& rect = pane.rect;
    const auto [width, height] = ui.target_size();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(rect, ui.palette.well, ui.px(5));
    const bool wiping = pane.reference && pane.drawing;
    const Placement placement = place(ui.state.centre.canvas, rect.size(), width, height);
    list.PushClipRect(rect.min(), rect.max(), true);
    if (pane.reference)
        for (const Texture* texture : reference_view(ui, pane.against).textures)
            if (texture) draw_texture(ui, *texture, rect, placement);
    if (pane.drawing) {
        if (wiping) {
            const float split = std::round(rect.x0 + ui.state.centre.wipe * rect.width());
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
    if (pane.difference) draw_difference_legend(ui, rect);
    list.PopClipRect();
    draw_labels(ui, pane);
}

float wipe_at(const Rect& pane, float x) {
    return std::clamp((x - pane.x0) / pane.width(), 0.02f, 0.98f);
}

void use_canvas(Ui& ui, const Rect& pane, PixelSize picture, const char* id,
                const std::string& explained, bool pans) {
    ImGui::SetCursorScreenPos(pane.min());
    ImGui::InvisibleButton(id, pane.size());
    name_control(ui, id);
    explain_when_asked(ui, explained);
    const ImGuiIO& io = ImGui::GetIO();
    Canvas& canvas = ui.state.centre.canvas;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        canvas = zoom_about(canvas, pane.size(), picture.width, picture.height,
                            {io.MousePos.x - pane.x0, io.MousePos.y - pane.y0},
                            std::pow(1.25, io.MouseWheel));
    if (!pans || !ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))
        return;
    canvas = pan(canvas, pane.size(), picture.width, picture.height, io.MouseDelta);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

}  // namespace redraw::ui
