#include "ui/centre/readout.h"

#include "engine/features/studies/pixel_history.h"
#include "ui/actions/keymap.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/centre/compared_panes.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kLeastSpan = 0.1f;  // least range of the vertical axis of a pixel's curve

// Returns the root mean square difference of two pixels over their channels.
float pixel_error(const float* a, const float* b, int channels) {
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        const float difference = std::clamp(a[c], 0.0f, 1.0f) - std::clamp(b[c], 0.0f, 1.0f);
        sum += difference * difference;
    }
    return std::sqrt(sum / float(channels));
}

float x_of(const PixelHistory& history, std::int64_t step) {
    const double last = std::log1p(double(std::max<std::int64_t>(1, history.steps.back())));
    return float(std::clamp(std::log1p(double(step)) / last, 0.0, 1.0));
}

ImU32 colour_of(const float* pixel) {
    const auto level = [&](int c) {
        const float value = std::isfinite(pixel[c]) ? std::clamp(pixel[c], 0.0f, 1.0f) : 0;
        return int(std::lround(value * 255));
    };
    return IM_COL32(level(0), level(1), level(2), 255);
}

// Draws the colour of the network's pixel over the training steps, and below it the picture's
// colour.
void draw_ribbon(Ui& ui, const Rect& rect, const PixelHistory& history, const float* wanted) {
    const float middle = std::floor((rect.y0 + rect.y1) / 2);
    const std::size_t count = history.steps.size();
    const auto start = [&](std::size_t i) {
        return i < count ? rect.x0 + x_of(history, history.steps[i]) * rect.width() : rect.x1;
    };
    for (std::size_t i = 0; i < count; ++i)
        fill({std::floor(start(i)), rect.y0, std::floor(start(i + 1)), middle},
             colour_of(history.values.data() + i * std::size_t(history.channels)));
    fill({rect.x0, middle, rect.x1, rect.y1}, colour_of(wanted));
    frame({rect.x0 - 1, rect.y0 - 1, rect.x1 + 1, rect.y1 + 1},
          with_alpha(ui.palette.on_chip, 0.2f));
}

// Draws a curve of one pixel over the training run. For a gray picture: its value, with a line at
// the picture's value. For colour: its error, and below it the pixel's colour above the picture's
// colour. `wanted`: the channels of the picture's pixel.
void draw_pixel_curve(Ui& ui, const Rect& rect, const PixelHistory& history, const float* wanted) {
    // The box around the curve is dark in every theme, so use the dark theme's colour.
    const ImU32 ink = palette_of(ThemeKind::dark).second;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Rect plot = rect;
    if (history.channels >= 3) {
        plot.y1 -= ui.px(16);
        draw_ribbon(ui, {rect.x0, rect.y1 - ui.px(10), rect.x1, rect.y1}, history, wanted);
    }
    const HistoryLine line = history_line(history, wanted);
    const auto place = [&](HistoryPoint p) {
        return ImVec2{plot.x0 + p.x * plot.width(), plot.y1 - p.y * plot.height()};
    };
    const float target = std::floor(plot.y1 - line.target * plot.height());
    fill({plot.x0, target, plot.x1, target + ui.hair()}, with_alpha(ui.palette.on_chip, 0.4f));
    std::vector<ImVec2> points;
    for (const HistoryPoint& point : line.points) points.push_back(place(point));
    if (points.empty()) return;
    list.AddPolyline(points.data(), int(points.size()), ink, 0, ui.px(1.5f));
    const float shown = x_of(history, shown_step(ui));
    const auto at = std::ranges::min_element(
        line.points, {}, [&](HistoryPoint point) { return std::abs(point.x - shown); });
    list.AddCircleFilled(place(*at), ui.px(3), ink);
}

// Returns a pixel's channels as text, in the notation `as`.
std::string values(const float* pixel, int channels, PixelValues as) {
    std::string text = as == PixelValues::hex ? "#" : "";
    const float shown = channels == 1 ? 5e-4f : 5e-3f;
    for (int c = 0; c < channels; ++c) {
        if (c && as != PixelValues::hex) text += ' ';
        const float value = std::isfinite(pixel[c]) ? pixel[c] : 0;
        if (as == PixelValues::unit)  // avoids "-0.00"
            text +=
                fmt::format("{:.{}f}", std::abs(value) < shown ? 0 : value, channels == 1 ? 3 : 2);
        else
            text += fmt::format(fmt::runtime(as == PixelValues::hex ? "{:02X}" : "{}"),
                                std::lround(255 * std::clamp(value, 0.0f, 1.0f)));
    }
    return text;
}

// Returns the sample of the shown render at a point. Copies each render from the graphics card
// once. Absent outside the render, or if the copy failed.
std::optional<Sample> drawn_here(const Ui& ui, double x, double y) {
    const auto& frame = ui.view.frame;
    const Image* image = frame ? image_to_show(*frame->surface) : nullptr;
    return image ? sample_at(*image, frame->grid, x, y) : std::nullopt;
}

// Returns the sample that a pixel is read from.
std::optional<Sample> drawn_at(const Ui& ui, const PixelRead& read) {
    if (read.of) return drawn_by_compared(ui, *read.of, read.at);
    return drawn_here(ui, read.at.x, read.at.y);
}

// Returns the picture whose values are read: the original, or the learned picture if only that is
// known or shown, or if the network learns other channels.
const Image& read_picture(const Ui& ui) {
    const auto& original = ui.status.picture;
    const bool learned = !original || ui.state.preferences.training_pixels ||
                         original->channels != ui.status.target->channels;
    return learned ? *ui.status.target : *original;
}

// Draws the box with the pixel's curve beside the mouse.
void draw_history(Ui& ui, const Rect& pane, Point point, const float* wanted) {
    ui.requests.view.history_of = point;
    const auto& history = ui.status.result<PixelHistory>();
    if (!history || !(history->point == point) || history->steps.empty()) return;
    const float pad = ui.px(12), height = ui.px(history->channels >= 3 ? 72 : 56);
    const ImVec2 size{ui.px(168) + 2 * pad, height};
    const ImVec2 at = place_beside(ImGui::GetIO().MousePos, size, pane, ui.px(14));
    const Rect place = box(at.x, at.y, size.x, size.y);
    fill(place, ui.palette.chip, ui.px(6));
    frame(place, with_alpha(ui.palette.on_chip, 0.16f), ui.px(6));
    draw_pixel_curve(ui,
                     {place.x0 + pad, place.y0 + ui.px(10), place.x1 - pad, place.y1 - ui.px(10)},
                     *history, wanted);
    name_control(ui, "pixel history", place);
}

}  // namespace

HistoryLine history_line(const PixelHistory& history, const float* wanted) {
    HistoryLine line;
    const bool gray = history.channels < 3;
    // The vertical axis fits the data but never shrinks below a minimum range.
    float low = gray ? wanted[0] : 0, high = low;
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
        const float* value = history.values.data() + i * std::size_t(history.channels);
        const float y =
            gray ? std::clamp(value[0], -0.5f, 1.5f) : pixel_error(value, wanted, history.channels);
        if (!std::isfinite(y)) continue;
        line.points.push_back({x_of(history, history.steps[i]), y});
        low = std::min(low, y);
        high = std::max(high, y);
    }
    const float span = std::max(kLeastSpan, high - low);
    if (gray) low = std::clamp((low + high - span) / 2, std::min(low, 0.0f), low);
    for (HistoryPoint& point : line.points) point.y = (point.y - low) / span;
    line.target = ((gray ? wanted[0] : 0) - low) / span;
    return line;
}

std::optional<Sample> sample_at(const Image& image, const Grid& g, double x, double y) {
    const auto column = int(std::floor((x - g.left) / (g.right - g.left) * g.width));
    const auto row = int(std::floor((y - g.top) / (g.bottom - g.top) * g.height));
    if (column < 0 || row < 0 || column >= image.width || row >= image.height) return std::nullopt;
    return Sample{image.row(row) + std::size_t(column) * image.channels, {g.x(column), g.y(row)}};
}

ImVec2 place_beside(ImVec2 mouse, ImVec2 size, const Rect& room, float gap) {
    const bool right = mouse.x + gap + size.x <= room.x1, left = mouse.x - gap - size.x >= room.x0;
    const bool below = mouse.y + gap + size.y <= room.y1, above = mouse.y - gap - size.y >= room.y0;
    const ImVec2 at{right || !left ? mouse.x + gap : mouse.x - gap - size.x,
                    below || !above ? mouse.y + gap : mouse.y - gap - size.y};
    return {std::max(room.x0, std::min(at.x, room.x1 - size.x)),
            std::max(room.y0, std::min(at.y, room.y1 - size.y))};
}

void read_pixel(Ui& ui, const Rect& pane, const Placement& placement,
                std::optional<std::size_t> of) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Image& target = *ui.status.target;
    const Grid grid = ui.target_grid();
    const double px = (mouse.x - pane.x0 - placement.x) / placement.zoom;
    const double py = (mouse.y - pane.y0 - placement.y) / placement.zoom;
    if (px < 0 || py < 0 || px >= target.width || py >= target.height) return;
    const Point at{grid.left + (grid.right - grid.left) * px / target.width,
                   grid.top + (grid.bottom - grid.top) * py / target.height};
    CentreState& centre = ui.state.centre;
    centre.pixel = {ui.status.run_serial, at, of, ImGui::GetFrameCount()};
    if (of || !centre.shows_history) return;
    const auto picture = sample_at(target, grid, at.x, at.y);
    if (const auto drawn = drawn_here(ui, at.x, at.y); picture && drawn)
        draw_history(ui, pane, drawn->point, picture->values);
}

bool draw_pixel_line(Ui& ui, const Rect& row) {
    const PixelRead& read = ui.state.centre.pixel;
    if (read.run != ui.status.run_serial || row.width() < ui.px(60)) return false;
    // Reading the render copies it from the graphics card. Do so only if the mouse is over the pane
    // or over this line.
    if (read.frame != ImGui::GetFrameCount() && !row.contains(ImGui::GetIO().MousePos))
        return false;
    const Image& target = read_picture(ui);
    // The original's pixels count, as in its label.
    const PixelSize size =
        ui.state.preferences.training_pixels ? ui.target_size() : ui.picture_size();
    const Grid grid = resized(ui.target_grid(), target.width, target.height);
    const auto picture = sample_at(target, grid, read.at.x, read.at.y);
    if (!picture) return false;
    const auto drawn = drawn_at(ui, read);
    PixelValues& as = ui.state.preferences.pixel_values;
    const double scale = as == PixelValues::unit ? 1 : 255;
    std::string text =
        fmt::format("{}, {}    picture {}",
                    std::int64_t((read.at.x - grid.left) / (grid.right - grid.left) * size.width),
                    std::int64_t((read.at.y - grid.top) / (grid.bottom - grid.top) * size.height),
                    values(picture->values, target.channels, as));
    if (drawn) {
        std::string name = "drawing";
        name = drawn_name(ui, read.of);
        text += fmt::format("    {} {}    error {:.{}f}", name,
                            values(drawn->values, target.channels, as),
                            scale * pixel_error(picture->values, drawn->values, target.channels),
                            as == PixelValues::unit ? 3 : 1);
    }
    ImFont* font = ui.fonts.small;
    text = shortened(font, text, row.width());
    const float width = text_size(font, text).x, x = row.x1 - width;
    ImGui::SetCursorScreenPos({x, row.y0});
    if (ImGui::InvisibleButton("pixel values", {width, row.height()}))
        as = PixelValues((int(as) + 1) % 3);
    draw_text(ui, font, {x, row.top_of(font->FontSize)}, ui.palette.text, text);
    focus_ring(ui, "pixel values");
    tooltip(ui, with_keys("The pixel under the mouse: its place, its value in the picture and in "
                          "the drawing, and the error. Click for 0 to 255, hex or 0 to 1. Hold {} "
                          "over a pixel to see how it was learned.",
                          Action::pixel_history));
    return true;
}

}  // namespace redraw::ui
