#include "ui/time/timelapse.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/keymap.h"
#include "ui/actions/shortcuts.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/time/bookmarks.h"
#include "ui/time/curves.h"

namespace redraw::ui {
namespace {

// Layout units. Space left and right of the time axis: for the play button, and for the loss axis
// of the curves while their plot is open.
constexpr float kLeft = 60, kRight = 24, kLossAxis = 64;
constexpr float kStripLow = 22;  // layout units below the thumbnails, for the slider
constexpr double kNotch = 1.25, kKey = 1.6;

constexpr std::array kPaces{Pace::change, Pace::log};

const char* pace_name(Pace pace) {
    return pace == Pace::log ? "Slow start" : pace == Pace::steps ? "Even steps" : "Smooth";
}

constexpr const char* kPaceHelp =
    "How time passes, here and in a film. Smooth: the drawing changes evenly. Slow start: the "
    "first steps slowly, the long end quickly. Default Smooth.";

// Returns the rectangle that a thumbnail takes in its cell of the timelapse, and the part of the
// thumbnail shown there (0 to 1). The thumbnail fills the cell and is cropped at two sides, so that
// the cells look like one film. If cropping would leave less than half of it, it is shown whole.
std::pair<Rect, Rect> thumbnail_in(const Rect& cell, const Texture& texture) {
    const float ratio = float(texture.width) / float(texture.height);
    const float of_cell = cell.width() / cell.height();
    const float left = std::min(ratio / of_cell, of_cell / ratio), cut = (1 - left) / 2;
    if (left >= 0.5f)
        return {cell, ratio > of_cell ? Rect{cut, 0, 1 - cut, 1} : Rect{0, cut, 1, 1 - cut}};
    const float x = ratio < of_cell ? cell.width() * cut : 0;
    const float y = ratio < of_cell ? 0 : cell.height() * cut;
    return {{cell.x0 + x, cell.y0 + y, cell.x1 - x, cell.y1 - y}, {0, 0, 1, 1}};
}

// Returns the thumbnail for the timelapse cell of the steps `first` to `last`. If the cell contains
// the present step, this is the present render, if it is complete. Otherwise it shows a bookmark in
// the cell, else a keyframe near the cell's middle, else the nearest. None after the present step,
// and while a later keyframe of `wanted`, the steps that get thumbnails, belongs there.
Texture thumbnail_of(const Ui& ui, std::span<const std::int64_t> wanted, double first,
                     double last) {
    if (!ui.status.result<Thumbnails>() || first > double(ui.status.step)) return {};
    const bool present = double(ui.status.step) < last;
    const auto& drawn = ui.view.frame;
    if (present && drawn && drawn->full_picture && !drawn->past && ui.view.backdrop.there())
        return ui.view.backdrop;
    const auto& thumbnails = *ui.status.result<Thumbnails>();
    const double middle = present ? last : (first + last) / 2;
    Thumbnail best;
    for (std::size_t i = 0; i < thumbnails.size(); ++i) {
        const auto step = double(thumbnails[i].step);
        if (step > last && best.image) break;
        if (step >= first && step < last && bookmark_at(ui, thumbnails[i].step))
            return ui.texture(thumbnails[i].image);
        if (!best.image || step <= middle || double(thumbnails[i - 1].step) < middle)
            best = thumbnails[i];
    }
    const bool is_late = std::ranges::any_of(
        wanted, [&](std::int64_t step) { return step > best.step && double(step) <= middle; });
    return double(best.step) < first && is_late ? Texture{} : ui.texture(best.image);
}

void draw_strip(Ui& ui, const Rect& strip, const TimeAxis& axis) {
    const Palette& p = ui.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = ui.px(4);
    constexpr int kPlaces = 16;
    const int places = std::clamp(int(strip.width() / (strip.height() + gap)), 4, kPlaces);
    const float width = strip.width() / places;
    std::vector<std::int64_t> wanted;
    if (!ui.running())
        wanted = thumbnail_steps(*ui.status.keyframes, ui.status.total_steps,
                                 KeyframeThumbnails::kPlaces);
    for (int i = 0; i < places; ++i) {
        const float x0 = std::round(strip.x0 + width * i), x1 = std::round(x0 + width - gap);
        const Rect cell{x0, strip.y0, x1, strip.y1};
        const double first = axis.step_at(x0), last = axis.step_at(x1 + gap);
        fill(cell, p.panel, ui.px(4));
        const Texture texture = thumbnail_of(ui, wanted, first, last);
        if (texture.there()) {
            const auto [place, uv] = thumbnail_in(cell, texture);
            list.AddImageRounded(texture.id, place.min(), place.max(), uv.min(), uv.max(),
                                 IM_COL32_WHITE, ui.px(4));
        }
        const double shown = double(shown_step(ui));
        const bool chosen =
            shown >= first && (shown < last || (i == places - 1 && axis.shows(shown)));
        frame(cell, chosen && texture.there() ? p.accent : p.line, ui.px(4),
              ui.px(chosen && texture.there() ? 2 : 1));
    }
}

void draw_slider(Ui& ui, float y, const TimeAxis& axis) {
    const Palette& p = ui.palette;
    Timelapse& timelapse = ui.state.timelapse;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto inside = [&](double step) {
        return std::clamp(axis.x_of(step), axis.left, axis.right);
    };
    const float r = ui.px(3), now = inside(double(ui.status.step));
    const float shown = inside(playhead_step(ui));
    fill({axis.left, y - r, axis.right, y + r}, p.field, r);
    if (now > axis.left) fill({axis.left, y - r, now, y + r}, p.line, r);
    if (shown > axis.left) fill({axis.left, y - r, shown, y + r}, p.accent, r);
    if (!axis.shows(playhead_step(ui))) return;
    list.AddCircleFilled({shown, y}, ui.px(timelapse.dragging ? 8 : 7), p.accent);
    list.AddCircle({shown, y}, ui.px(timelapse.dragging ? 8 : 7), p.window, 0, ui.px(1.5f));
}

// Returns the place of the thumbnails; of no height in a low window, which has only the slider.
Rect strip_in(const Ui& ui, const Rect& area, const TimeAxis& axis) {
    return {axis.left, area.y0, axis.right, std::max(area.y0, area.y1 - ui.px(kStripLow))};
}

}  // namespace

TimeAxis time_axis(Ui& ui, const Rect& main) {
    ScheduleDrag& drag = ui.state.schedule_drag;
    if (drag.handle == Handle::none)
        drag.total_steps = std::max<std::int64_t>(1, ui.status.total_steps);
    const bool labels = ui.state.preferences.curves_open || ui.state.presentation;
    const float left = main.x0 + ui.px(kLeft);
    const float right = std::max(left + 1, main.x1 - ui.px(labels ? kLossAxis : kRight));
    return {left, right, drag.total_steps, ui.state.preferences.log_epochs,
            ui.state.curves.steps_shown};
}

bool move_time_axis(Ui& ui, const TimeAxis& axis) {
    UiState& s = ui.state;
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0 && s.schedule_drag.handle == Handle::none)
        s.curves.steps_shown = zoomed(axis, io.MousePos.x, std::pow(kNotch, double(io.MouseWheel)));
    if (s.controls.keyboard_focus && ImGui::IsItemFocused())
        for (const KeyPress& press : ui.view.keys)
            if (press.key == Key::plus || press.key == Key::minus)
                s.curves.steps_shown = zoomed(axis, (axis.left + axis.right) / 2,
                                              press.key == Key::plus ? kKey : 1 / kKey);
    if (ImGui::IsItemActivated()) {
        s.curves.pan.reset();
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
            (io.KeyShift && ImGui::IsMouseClicked(ImGuiMouseButton_Left)))
            s.curves.pan = io.MousePos.x;
    }
    if (!s.curves.pan || !ImGui::IsItemActive()) {
        if (ImGui::IsItemDeactivated()) s.curves.pan.reset();
        return false;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (io.MousePos.x != *s.curves.pan) {
        s.curves.steps_shown = panned(axis, *s.curves.pan, io.MousePos.x);
        s.curves.pan = io.MousePos.x;
    }
    return true;
}

// Handles scrubbing. The user drags on one area that consists of the thumbnails and the slider.
void scrub_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis) {
    Timelapse& timelapse = ui.state.timelapse;
    const Rect strip = strip_in(ui, area, axis);
    if (timelapse.renamed) return;  // the field for a new name lies over the thumbnails
    const Rect surface{axis.left - ui.px(8), strip.y0, axis.right + ui.px(8), area.y1 - ui.px(4)};
    ImGui::SetCursorScreenPos(surface.min());
    ImGui::InvisibleButton("scrub", surface.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const bool panning = move_time_axis(ui, axis);
    timelapse.dragging =
        ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && !panning;
    if (timelapse.dragging) {
        timelapse.playing = false;
        double step = axis.step_at(ImGui::GetIO().MousePos.x);
        // The slider's knob snaps to a bookmark near the mouse, and a click on a bookmark's name
        // moves the knob to it.
        const bool clicked = !ImGui::IsMouseDragging(ImGuiMouseButton_Left);
        if (const auto at = bookmark_under_mouse(ui, strip, axis, clicked)) step = double(*at);
        timelapse.dragged_to = std::min(step, double(ui.status.step));
        show_keyframe_near(ui, step);
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        if (const auto at = bookmark_under_mouse(ui, strip, axis, true)) begin_renaming(ui, *at);
    focus_ring(ui, "scrub");
    if (const Arrows arrows = take_arrows(ui))
        perform(ui, arrows.x > 0 || arrows.y > 0 ? Action::later : Action::earlier);
    if (!timelapse.dragging)
        tooltip(ui,
                "Drag to look back (arrow keys step, Home and End jump). Learning continues "
                "meanwhile. The wheel zooms in on a part of the run.");
}

void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis) {
    if (!ui.state.timelapse.at_step || !axis.shows(playhead_step(ui))) return;
    const float x = std::round(axis.x_of(playhead_step(ui)));
    ImGui::GetWindowDrawList()->AddLine({x, top}, {x, bottom}, ui.palette.accent, ui.px(1.5f));
}

float draw_playback_controls(Ui& ui, const Rect& row) {
    Preferences& preferences = ui.state.preferences;
    const float loop = ui.px(54), speed = ui.px(70), gap = ui.px(8), height = ui.px(26);
    const float pace = preferences.more_time ? ui.px(108) + gap : 0;
    const float left = row.x1 - loop - pace - speed - gap, top = row.top_of(height);
    if (left < row.x0) return row.x1;
    ImGui::SetCursorScreenPos({left, top});
    if (toggle_chip(ui, "loop", "Loop", preferences.loop_timelapse, {loop, height}))
        perform(ui, Action::loop_timelapse);
    tooltip(ui, action_help(ui, Action::loop_timelapse));
    ImGui::SetCursorScreenPos({left + loop + gap, top});
    Pace chosen = preferences.timelapse_pace;
    if (pace > 0 &&
        choose(ui, "##pace", pace_name(chosen), chosen, kPaces, pace_name, pace - gap, kPaceHelp))
        set_pace(ui, chosen);
    ImGui::SetCursorScreenPos({row.x1 - speed, top});
    const auto times = [](double factor) { return number(factor) + "×"; };
    choose(ui, "##speed", times(preferences.timelapse_speed), preferences.timelapse_speed, kSpeeds,
           times, speed, "How fast it plays, 0.25× to 4× of the film's length. Default 1×.");
    return left;
}

void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis) {
    const Rect strip = strip_in(ui, area, axis);
    const float slider = area.y1 - ui.px(10), side = ui.px(30);
    const bool playing = ui.state.timelapse.playing;
    const Rect play =
        strip.height() > side
            ? Rect{area.x0 + ui.px(20), strip.y0, area.x0 + ui.px(20) + side, strip.y1}
            : box(area.x0 + ui.px(20), area.y1 - ui.px(20), side, ui.px(20));
    action_button_at(
        ui, Action::play_timelapse, "play", "", ButtonStyle::plain, play,
        {.icon = playing ? Icon::pause : Icon::play, .enabled = ui.status.keyframes->size() > 1});
    if (strip.height() > 0) {
        draw_strip(ui, strip, axis);
        if (!ui.state.preferences.curves_open) draw_curve_over(ui, strip, axis);
    }
    draw_playhead(ui, strip.y0, slider, axis);
    draw_slider(ui, slider, axis);
    draw_bookmarks(ui, strip, slider, axis);
    draw_renaming(ui, strip, axis);
}

void timelapse_menu(Ui& ui) {
    menu_item(ui, Action::play_timelapse, ui.state.timelapse.playing ? "Pause" : nullptr);
    menu_item(ui, Action::loop_timelapse);
    ImGui::Separator();
    for (const Pace pace : kPaces) {
        if (menu_entry(ui, pace_name(pace),
                       {.ticked = pace == ui.state.preferences.timelapse_pace}))
            set_pace(ui, pace);
        tooltip(ui, kPaceHelp);
    }
    ImGui::Separator();
    menu_item(ui, Action::continue_from_here);
    menu_item(ui, Action::keep_look);
    menu_item(ui, Action::rename_bookmark);
}

}  // namespace redraw::ui
