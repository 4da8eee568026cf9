#include "ui/time/bookmarks.h"

#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

// Layout units. kChip, kLongestChip: height and greatest width of a bookmark's name. kField: width
// of the field for a new name. kSnap: greatest distance from which the mouse finds a bookmark.
constexpr float kChip = 18, kLongestChip = 120, kField = 150, kSnap = 4;

// Where a bookmark is drawn: its mark above the timelapse's slider, and its name on the thumbnails.
struct Place {
    const Bookmark* bookmark;
    float x;             // horizontal position of the mark, in pixels
    std::string name{};  // the name, shortened to fit; empty if it has no space
    Rect chip{};
};

// Lays out the visible bookmarks from left to right. Leaves out a name that would overlap the name
// before it, or that is higher than the strip.
std::vector<Place> lay_out(const Ui& ui, const Rect& strip, const TimeAxis& axis) {
    std::vector<Place> places;
    for (const Bookmark& bookmark : bookmarks(ui))
        if (axis.shows(double(bookmark.step)))
            places.push_back({&bookmark, std::round(axis.x_of(double(bookmark.step)))});
    std::ranges::sort(places, {}, &Place::x);
    float from = strip.x0;
    ImFont* font = ui.fonts.small;
    const float height = ui.px(kChip), pad = ui.px(6);
    for (Place& place : places) {
        std::string name =
            shortened(font, moment_name(ui, place.bookmark->step), ui.px(kLongestChip) - 2 * pad);
        const float width = text_size(font, name).x + 2 * pad;
        const float x = std::clamp(std::round(place.x - width / 2), strip.x0,
                                   std::max(strip.x0, strip.x1 - width));
        if (x < from || height > strip.height()) continue;
        from = x + width + ui.px(2);
        place.name = std::move(name);
        place.chip = box(x, strip.y1 - height, width, height);
    }
    return places;
}

}  // namespace

std::optional<std::int64_t> bookmark_under_mouse(const Ui& ui, const Rect& strip,
                                                 const TimeAxis& axis, bool names) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::optional<std::int64_t> found;
    float distance = ui.px(kSnap);
    for (const Place& place : lay_out(ui, strip, axis)) {
        if (names && !place.name.empty() && place.chip.contains(mouse)) return place.bookmark->step;
        if (std::abs(mouse.x - place.x) > distance) continue;
        distance = std::abs(mouse.x - place.x);
        found = place.bookmark->step;
    }
    return found;
}

void draw_bookmarks(Ui& ui, const Rect& strip, float slider, const TimeAxis& axis) {
    const float tip = slider - ui.px(8), around = ui.px(7);  // marks point at the slider from above
    ImFont* font = ui.fonts.small;
    const auto& renamed = ui.state.timelapse.renamed;
    for (const Place& place : lay_out(ui, strip, axis)) {
        const std::int64_t step = place.bookmark->step;
        kept_mark(ui, {place.x, tip});
        const bool shown = ui.state.timelapse.at_step == step;
        if (!place.name.empty() && renamed != step) {
            fill(place.chip, ui.palette.chip, ui.px(4));
            if (shown) frame(place.chip, ui.palette.accent, ui.px(4));
            draw_text(ui, font,
                      {place.chip.x0 + ui.px(6), place.chip.top_of(text_size(font, place.name).y)},
                      ui.palette.on_chip, place.name);
        }
        read_out(ui, "bookmark", {place.x - around, tip - around, place.x + around, tip + ui.px(2)},
                 with_closeness("Bookmark: " + moment_name(ui, step), ", ", ui.status, step) +
                     ". Click to view, double click to rename.");
    }
}

void draw_renaming(Ui& ui, const Rect& strip, const TimeAxis& axis) {
    auto& renamed = ui.state.timelapse.renamed;
    if (!renamed) return;
    const std::int64_t step = *renamed;
    const Bookmark* bookmark = bookmark_at(ui, step);
    if (!bookmark || !axis.shows(double(step))) return renamed.reset();
    const float width = ui.px(kField);
    const float x = std::clamp(axis.x_of(double(step)) - width / 2, strip.x0,
                               std::max(strip.x0, strip.x1 - width));
    ImGui::SetCursorScreenPos({std::round(x), strip.y1 - ui.px(28)});
    std::string taken;
    const bool changed = text_field(ui, "##bookmark name", bookmark->name, width, taken);
    if (!std::exchange(ui.state.timelapse.renaming, true)) return type_into_last(ui);
    if (changed) set_bookmark(ui, step, taken);
    if (changed || ImGui::IsItemDeactivated()) renamed.reset();
}

}  // namespace redraw::ui
