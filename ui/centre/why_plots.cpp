#include "ui/centre/why.h"

#include "engine/features/scan_line/place_detail.h"
#include "engine/features/studies/view_request.h"
#include "engine/session/status.h"
#include "ui/actions/comparison.h"
#include "ui/actions/race.h"
#include "ui/actions/reference.h"
#include "ui/actions/why.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

constexpr float kPlotHead = 26, kPlotBeside = 44, kPlotWords = 36;  // plot margins, layout units
constexpr float kLeastShown = -0.12f, kMostShown = 1.12f;           // luma at the plot's edges
constexpr double kFloor = -50;  // dB relative to the strongest band, where a bar has height 0

// Draws a thin line across a plot, with its name to the left.
void draw_level(Ui& ui, const Rect& plot, float y, const char* name) {
    ImFont* font = ui.fonts.small;
    fill({plot.x0, std::round(y), plot.x1, std::round(y) + ui.hair()}, ui.palette.line);
    draw_text_before(ui, font, {plot.x0 - ui.px(6), y - font->FontSize / 2}, ui.palette.muted,
                     name);
}

// Draws an entry of a legend at `x`, and moves `x` to the next entry. `thick`: thickness of the
// coloured mark, in layout units.
void draw_entry(Ui& ui, float& x, const Rect& row, const std::string& text, ImU32 colour,
                float thick) {
    ImFont* font = ui.fonts.body;
    const float mark = ui.px(18), room = row.x1 - x - mark - ui.px(6);
    if (room < ui.px(40)) return;
    const float middle = row.y0 + font->FontSize / 2;
    fill(box(x, middle - ui.px(thick) / 2, mark, ui.px(thick)), colour);
    x += mark + ui.px(6);
    x += draw_text(ui, font, {x, row.y0}, ui.palette.text, shortened(font, text, room)) + ui.px(20);
}

// The plot of a pixel row: columns of the training picture across, luma upwards.
struct RowPlot {
    Rect rect;
    double first, last;  // columns at the left and right edge

    float x_of(double column) const {
        return rect.x0 + float((column - first) / (last - first)) * rect.width();
    }
    float y_of(float value) const {
        const float v = std::isfinite(value) ? std::clamp(value, -0.5f, 1.5f) : 0;
        return rect.y1 - (v - kLeastShown) / (kMostShown - kLeastShown) * rect.height();
    }
};

// Draws the curve through `values`, of which `samples` lie in each pixel of the row at equal
// distances. Skips points that are closer than 0.7 screen pixels.
void draw_along(Ui& ui, const RowPlot& plot, const std::vector<float>& values, int samples,
                ImU32 colour, float width) {
    std::vector<ImVec2> points;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ImVec2 at{plot.x_of((double(i) + 0.5) / samples), plot.y_of(values[i])};
        if (points.empty() || at.x - points.back().x >= 0.7f) points.push_back(at);
    }
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), int(points.size()), colour, 0,
                                            ui.px(width));
}

// Draws the picture's row as a filled staircase with a stair for each pixel. Pixels that are
// narrower than 0.7 screen pixels share a stair.
void draw_stairs(Ui& ui, const RowPlot& plot, const std::vector<float>& picture) {
    std::vector<ImVec2> stairs;
    float x0 = plot.x_of(0);
    for (std::size_t i = 0; i < picture.size(); ++i) {
        const float x1 = plot.x_of(double(i) + 1), y = plot.y_of(picture[i]);
        if (x1 - x0 < 0.7f) continue;
        fill({x0, y, x1, plot.rect.y1}, with_alpha(ui.palette.muted, 0.3f));
        stairs.insert(stairs.end(), {{x0, y}, {x1, y}});
        x0 = x1;
    }
    ImGui::GetWindowDrawList()->AddPolyline(stairs.data(), int(stairs.size()), ui.palette.muted, 0,
                                            ui.px(1.5f));
}

// Returns the number of compared runs whose row is drawn. Only their newest renders are known.
std::size_t shown_rivals(const Ui& ui) {
    return ui.state.timelapse.at_step ? 0 : ui.status.compared_runs.size();
}

// Draws the pixel row of compared runs of the same learned size, from their newest renders, one
// value per pixel.
void draw_rival_rows(Ui& ui, const RowPlot& plot) {
    const auto [width, height] = ui.target_size();
    for (std::size_t i = 0; i < shown_rivals(ui); ++i) {
        const auto& surface = ui.status.compared_runs[i]->drawing;
        const Image* image = surface ? image_to_show(*surface) : nullptr;
        if (!image || image->width != width || image->height != height) continue;
        std::vector<float> values;
        for (int x = 0; x < width; ++x)
            values.push_back(
                gray_of(image->row(why_view(ui).row) + x * image->channels, image->channels));
        draw_along(ui, plot, values, 1, compared_colour(ui, i), 2);
    }
}

// Draws the row's number and the legend of its curves.
void draw_row_legend(Ui& ui, const Rect& row) {
    const Palette& p = ui.palette;
    float x = row.x0;
    x += read_out(ui, "row", ui.fonts.strong, row.min(), p.text,
                  fmt::format("Row {} of {}", thousands(why_view(ui).row + 1),
                              thousands(ui.target_size().height)),
                  "The row of the picture that the curves follow.") +
         ui.px(24);
    draw_entry(ui, x, row, "picture", with_alpha(p.muted, 0.6f), 10);
    std::string own = "drawing";
    if (is_race(ui.status)) own = racer_label(ui.status, 0);
    draw_entry(ui, x, row, own, p.accent_text, 3);
    for (std::size_t i = 0; i < shown_rivals(ui); ++i)
        draw_entry(ui, x, row, compared_label(ui.status, i), compared_colour(ui, i), 2);
}

}  // namespace

void draw_row_curve(Ui& ui, const Rect& pane, const Rect& area) {
    const Placement at = ui.placement();
    const auto x_of = [&](double column) {
        return std::clamp(pane.x0 + float(at.x + column * at.zoom), pane.x0, pane.x1);
    };
    const Rect rect{x_of(0), area.y0 + ui.px(kPlotHead), x_of(ui.target_size().width), area.y1};
    if (rect.width() < ui.px(60) || rect.height() < ui.px(30)) return;
    const double first = (double(rect.x0) - pane.x0 - at.x) / at.zoom;
    const double last = (double(rect.x1) - pane.x0 - at.x) / at.zoom;
    const RowPlot plot{rect, first, std::max(last, first + 1)};
    fill(rect, ui.palette.well, ui.px(5));
    for (const float level : {0.0f, 1.0f}) draw_level(ui, rect, plot.y_of(level), "");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(rect.min(), rect.max(), true);
    if (const auto& line = ui.status.result<ScanLine>()) {
        draw_stairs(ui, plot, line->picture);
        draw_rival_rows(ui, plot);
        draw_along(ui, plot, line->drawing, line->samples, ui.palette.accent_text, 3);
    }
    const float here = std::round(plot.x_of(why_view(ui).column + 0.5));
    fill({here, rect.y0, here + ui.hair(), rect.y1}, ui.palette.accent);
    list.PopClipRect();
    draw_row_legend(ui, {rect.x0, area.y0, rect.x1, rect.y0});
    surface(ui, "row's curve", rect,
            "One row of the picture, a step for each pixel, from black to white; and what the "
            "network draws along it, also between the pixels. Colours count as their grey.");
}

namespace {

// Draws two bars for each frequency band: faint, the picture's power in dB; in front, the share of
// it that is learned.
void draw_bands(Ui& ui, const Rect& plot, const LearnedSpectrum& spectrum) {
    const float each = plot.width() / float(spectrum.learned.size());
    const float most = std::max(1e-12f, *std::ranges::max_element(spectrum.picture));
    for (std::size_t b = 0; b < spectrum.learned.size(); ++b) {
        const double power = 10 * std::log10(std::max(1e-12, double(spectrum.picture[b] / most)));
        const auto bar = [&](float height, float inset, ImU32 colour) {
            const float x = plot.x0 + each * float(b);
            fill({std::round(x + inset), plot.y1 - height * plot.height(),
                  std::round(x + each - inset), plot.y1},
                 colour);
        };
        bar(float(std::clamp(1 - power / kFloor, 0.0, 1.0)), std::max(1.0f, each * 0.06f),
            with_alpha(ui.palette.muted, 0.3f));
        bar(spectrum.learned[b], each * 0.22f, ui.palette.accent);
    }
}

// Draws the scales of the spectrum, and describes the band under the mouse. `side`: of the measured
// square, in pixels.
void draw_scales(Ui& ui, const Rect& plot, const LearnedSpectrum& spectrum, int side) {
    const Palette& p = ui.palette;
    const Fonts& fonts = ui.fonts;
    const double octaves = std::max(1.0, std::log2(spectrum.finest));
    for (int octave = 0; octave <= int(octaves); ++octave) {
        const std::string text = shown_number(std::round(10.0 * side / (1 << octave)) / 10);
        const float x = plot.x0 + float(octave / octaves) * plot.width();
        draw_text(ui, fonts.axis, {x - text_size(fonts.axis, text).x / 2, plot.y1 + ui.px(3)},
                  p.muted, text);
    }
    const auto words = [&](float part, const char* text, ImU32 colour) {
        const float x = plot.x0 + part * (plot.width() - text_size(fonts.small, text).x);
        draw_text(ui, fonts.small, {x, plot.y1 + ui.px(18)}, colour, text);
    };
    words(0, "coarse", p.text);
    words(1, "fine", p.text);
    words(0.5f, "wave length in pixels", p.muted);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!plot.contains(mouse) || !ImGui::IsWindowHovered()) return;
    const auto bands = double(spectrum.learned.size());
    const double band = std::floor((mouse.x - plot.x0) / plot.width() * bands);
    const auto pixels = [&](double edge) { return side / std::pow(spectrum.finest, edge / bands); };
    plot_label(ui, plot, mouse.x, plot.y0 + ui.px(2),
               fmt::format("{:.3g} to {:.3g} pixels: {:.0f} % learned", pixels(band),
                           pixels(band + 1), 100 * spectrum.learned[std::size_t(band)]),
               p.line);
}

}  // namespace

void draw_spectrum(Ui& ui, const Rect& area) {
    const Rect plot{area.x0 + ui.px(kPlotBeside), area.y0 + ui.px(kPlotHead), area.x1,
                    area.y1 - ui.px(kPlotWords)};
    if (plot.width() < ui.px(80) || plot.height() < ui.px(30)) return;
    const Palette& p = ui.palette;
    fill(plot, p.well, ui.px(5));
    surface(ui, "spectrum", {plot.x0, plot.y0, plot.x1, area.y1},
            "Around this place, from coarse shapes to fine detail: how much of each the network "
            "has learned, 1 minus the power of the error over that of the picture. Behind it, how "
            "strong each is in the picture, in decibels.");
    const Rect head{area.x0, area.y0, area.x1, plot.y0};
    float x = head.x0;
    draw_entry(ui, x, head, "learned here", p.accent, 10);
    draw_entry(ui, x, head, "in the picture", with_alpha(p.muted, 0.45f), 10);
    for (const auto& [part, name] : {std::pair{0.0f, "0"}, {0.5f, "50 %"}, {1.0f, "100 %"}})
        draw_level(ui, plot, plot.y1 - part * plot.height(), name);
    const auto& place = ui.status.result<PlaceDetail>();
    if (!place || place->around.learned.empty()) return;
    draw_bands(ui, plot, place->around);
    draw_scales(ui, plot, place->around, place->side);
}

}  // namespace redraw::ui
