#include "ui/centre/readout.h"

#include "ui/centre/difference.h"
#include "ui/centre/pixel_curve.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace redraw {
namespace {

std::string signed_number(double value) {
    return fmt::format("{}{:.3f}", value < 0 ? "−" : "", std::abs(value));
}

std::string values(const float* pixel, int channels) {
    const float shown = channels == 1 ? 5e-4f : 5e-3f;
    std::string text;
    for (int c = 0; c < channels; ++c) {
        if (c) text += ' ';
        const float value = std::abs(pixel[c]) < shown ? 0 : pixel[c];  // never "-0.00"
        text += fmt::format("{:.{}f}", value, channels == 1 ? 3 : 2);
    }
    return text;
}

struct Sample {
    const float* values;
    Point point;  // its centre
};

// The drawing's sample nearest to a point; nothing outside what was drawn, or when it was lost.
std::optional<Sample> sample_at(const Frame& frame, double x, double y) {
    const Grid& g = frame.grid;
    const Image* drawing = image_to_show(*frame.surface);  // copied once a frame, and only here
    if (!drawing) return std::nullopt;
    const Image& image = *drawing;
    const auto column = int(std::floor((x - g.left) / (g.right - g.left) * g.width));
    const auto row = int(std::floor((y - g.top) / (g.bottom - g.top) * g.height));
    if (column < 0 || row < 0 || column >= image.width || row >= image.height) return std::nullopt;
    return Sample{image.row(row) + std::size_t(column) * image.channels, {g.x(column), g.y(row)}};
}

}  // namespace

void draw_readout(Ui& ui, const Rect& pane, const Placement& placement) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Image& target = *ui.status.target;
    const Grid grid = picture_grid(target.width, target.height);
    const double px = (mouse.x - pane.x0 - placement.x) / placement.zoom;
    const double py = (mouse.y - pane.y0 - placement.y) / placement.zoom;
    if (px < 0 || py < 0 || px >= target.width || py >= target.height) return;
    const double x = grid.left + (grid.right - grid.left) * px / target.width;
    const double y = grid.top + (grid.bottom - grid.top) * py / target.height;
    const float* wanted = target_at(target, x, y);
    const auto sample = ui.view.frame ? sample_at(*ui.view.frame, x, y) : std::nullopt;
    const float* drawn = sample ? sample->values : nullptr;
    if (!wanted) return;

    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.small;
    const std::string where = "x " + signed_number(x) + "  y " + signed_number(y);
    const std::string picture = "picture " + values(wanted, target.channels);
    const std::string network = drawn ? "network " + values(drawn, target.channels) : "";
    const std::string error =
        drawn ? fmt::format("error {:.3f}", pixel_error(wanted, drawn, target.channels)) : "";
    const float line = ui.px(18), pad = ui.px(12);
    const float curve = drawn ? pixel_curve_height(ui) : 0;  // room for it from the start
    const float width =
        2 * pad +
        std::max({curve > 0 ? ui.px(168) : 0, text_size(font, where).x, text_size(font, picture).x,
                  text_size(font, network).x + ui.px(20) + text_size(font, error).x});
    const float height = line * (drawn ? 3 : 2) + pad + curve;
    ImVec2 at{mouse.x + ui.px(16), mouse.y + ui.px(16)};
    if (at.x + width > ui.view.window.x - ui.px(8)) at.x = mouse.x - ui.px(12) - width;
    if (at.y + height > pane.y1) at.y = mouse.y - ui.px(12) - height;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled(at, {at.x + width, at.y + height}, p.chip, ui.px(6));
    list.AddRect(at, {at.x + width, at.y + height}, with_alpha(p.on_chip, 0.16f), ui.px(6));
    const ImVec2 text{at.x + pad, at.y + pad / 2 + (line - font->FontSize) / 2};
    draw_text(ui, font, text, with_alpha(p.on_chip, 0.72f), where);
    draw_text(ui, font, {text.x, text.y + line}, p.on_chip, picture);
    if (drawn) {
        const float used = draw_text(ui, font, {text.x, text.y + 2 * line}, p.on_chip, network);
        draw_text(ui, font, {text.x + used + ui.px(20), text.y + 2 * line}, p.accent, error);
    }
    if (curve > 0)
        if (const PixelHistory* history = pixel_history(ui, sample->point))
            draw_pixel_curve(ui,
                             {at.x + pad, at.y + height - curve + ui.px(4), at.x + width - pad,
                              at.y + height - ui.px(10)},
                             *history, wanted);
    list.PopClipRect();
}

}  // namespace redraw
