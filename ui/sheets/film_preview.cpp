#include "ui/sheets/film_preview.h"

#include "engine/film/caption.h"
#include "engine/film/dive.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

constexpr float kPreviewHeight = 240;               // units
constexpr double kLook = 0.11, kMovingLook = 0.05;  // seconds between two

// The small drawing that is nearest before a step.
Texture drawing_at(const Ui& ui, std::int64_t step) {
    Texture best;
    if (!ui.status.thumbnails) return best;
    const auto& drawn = *ui.status.thumbnails;
    for (std::size_t i = 0; i < std::min(drawn.size(), ui.view.thumbnails.size()); ++i)
        if (ui.view.thumbnails[i].there() && (!best.there() || drawn[i].step <= step))
            best = ui.view.thumbnails[i];
    return best;
}

// Draws the frame as large as it fits, in the middle.
Rect fitted(const Rect& area, PixelSize size) {
    const float scale =
        std::min(area.width() / float(size.width), area.height() / float(size.height));
    const float width = std::max(1.0f, std::floor(float(size.width) * scale));
    const float height = std::max(1.0f, std::floor(float(size.height) * scale));
    const float x = std::floor((area.x0 + area.x1 - width) / 2);
    const float y = std::floor((area.y0 + area.y1 - height) / 2);
    return {x, y, x + width, y + height};
}

// The part of a texture of the whole picture that is seen, as its corners from 0 to 1.
Rect seen_of(const Grid& plane, const Grid& seen) {
    const auto x = [&](double at) { return float((at - plane.left) / (plane.right - plane.left)); };
    const auto y = [&](double at) { return float((at - plane.top) / (plane.bottom - plane.top)); };
    return {x(seen.left), y(seen.top), x(seen.right), y(seen.bottom)};
}

void draw_part(const Texture& texture, const Rect& place, const Rect& seen) {
    if (texture.there())
        ImGui::GetWindowDrawList()->AddImage(texture.id, place.min(), place.max(), seen.min(),
                                             seen.max());
}

std::string caption_of(const Ui& ui, const FilmSpec& spec, std::int64_t step, double zoom) {
    if (spec.dive) return fmt::format("{:.{}f}×", zoom, zoom < 10 ? 1 : 0);
    return caption_text(double(step) / double(std::max<std::int64_t>(1, ui.status.steps_per_epoch)),
                        psnr_at(ui.status, step));
}

}  // namespace

void draw_film_preview(Ui& ui, const FilmSpec& spec, bool race) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const Rect area{at.x, at.y, at.x + width, at.y + ui.px(kPreviewHeight)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min(), area.max(), ui.palette.well, ui.px(5));
    ImGui::InvisibleButton("film preview", area.size());
    name_control(ui, "film preview");
    tooltip(ui,
            "The film as it would play, in the timelapse's small drawings. Every frame of the film "
            "is drawn anew at its own size.");
    if (race) {  // whose other runs have no small drawings here
        constexpr const char* kLater = "A race is drawn as it is written";
        const ImVec2 text = text_size(ui.view.fonts.body, kLater);
        draw_text(ui, ui.view.fonts.body,
                  {std::floor((area.x0 + area.x1 - text.x) / 2),
                   std::floor((area.y0 + area.y1 - text.y) / 2)},
                  ui.palette.muted, kLater);
        return;
    }

    const FilmMoment moment =
        film_moment(ui, ui.view.time - ui.state.sheets.export_film.played_since);
    const Rect frame = fitted(area, spec.size);
    const Grid plane = picture_grid(ui.status.target->width, ui.status.target->height);
    const double zoom = spec.dive ? dive_zoom(moment.part, spec.dive->deepest) : 1;
    const Rect seen =
        spec.dive
            ? seen_of(plane, dive_grid(plane, spec.dive->to.value_or(Point{}), zoom, spec.size))
            : Rect{0, 0, 1, 1};
    draw_part(drawing_at(ui, spec.dive ? ui.status.step : moment.step), frame, seen);
    if (spec.dive || spec.beside) {
        const float middle = std::floor((frame.x0 + frame.x1) / 2);
        draw_part(ui.view.picture.there() ? ui.view.picture : ui.view.target,
                  {frame.x0, frame.y0, middle, frame.y1},
                  {seen.x0, seen.y0, (seen.x0 + seen.x1) / 2, seen.y1});
        list.AddRectFilled({middle - ui.hair(), frame.y0}, {middle, frame.y1},
                           IM_COL32(230, 230, 230, 255));
    }
    if (spec.caption)
        picture_chip(ui, {frame.x0 + ui.px(6), frame.y1 - ui.px(30)},
                     caption_of(ui, spec, moment.step, zoom));
    ui.requests.redraw_after(spec.dive ? kMovingLook : kLook);
}

}  // namespace redraw::ui
