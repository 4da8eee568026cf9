#include "ui/settings/settings_panels.h"

#include "engine/data/batch_by_size.h"
#include "engine/network/schedule.h"
#include "ui/actions/keymap.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"

namespace redraw::ui {
namespace {

// A handle, its tooltip, and the mouse cursor over it.
struct HandleUse {
    Handle handle;
    const char* help;
    ImGuiMouseCursor cursor;
};
constexpr std::array kHandles{
    HandleUse{Handle::rate_max,
              "Max rate: drag up or down. The learning rate at the start of the cosine. Changes "
              "apply immediately.",
              ImGuiMouseCursor_ResizeNS},
    HandleUse{Handle::warmup,
              "Warm-up: drag sideways. Over these first epochs the rate climbs to the cosine. All "
              "the way left: no warm-up.",
              ImGuiMouseCursor_ResizeEW},
    HandleUse{
        Handle::end_and_min,
        "End of the run: drag sideways for more or fewer epochs, up and down for the minimum.",
        ImGuiMouseCursor_ResizeAll}};

// Returns the fewest epochs that dragging a handle can set. During training this is more than the
// epochs done, so that a drag cannot end the run.
double least_epochs(const Ui& ui) {
    return ui.running() ? std::floor(ui.status.epoch) + 1 : 1;
}

constexpr float kReach = 12;  // distance in layout units from which the mouse grabs a handle

struct HandlePlot {
    SchedulePlot plot;
    Rect room;  // area inside which the handles are kept
};

// Returns the handle nearest to the mouse, at most kReach away; Handle::none if there is none.
Handle nearest_handle(const Ui& ui, const SchedulePlot& plot) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    float reach = ui.px(kReach);
    Handle nearest = Handle::none;
    for (const HandleUse& each : kHandles) {
        const ImVec2 at = place_of(each.handle, ui.state.settings.edited.schedule, plot);
        const float distance = std::hypot(mouse.x - at.x, mouse.y - at.y);
        if (distance > reach) continue;
        reach = distance;
        nearest = each.handle;
    }
    return nearest;
}

// Lets the mouse drag handles over the last ImGui item. Returns the dragged or hovered handle, or
// Handle::none.
Handle use_handles(Ui& ui, const HandlePlot& set) {
    if (ui.view_only()) return Handle::none;
    Settings& settings = ui.state.settings;
    Schedule& schedule = settings.edited.schedule;
    ScheduleDrag& held = ui.state.schedule_drag;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    Handle hot = held.handle;
    const bool free = !ImGui::IsItemActive() || ImGui::IsItemActivated();
    if (held.handle == Handle::none && ImGui::IsItemHovered() && free)
        hot = nearest_handle(ui, set.plot);
    if (hot == Handle::none) return hot;

    const HandleUse& use = *std::ranges::find(kHandles, hot, &HandleUse::handle);
    ImGui::SetMouseCursor(use.cursor);
    if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const ImVec2 at = place_of(hot, schedule, set.plot);
        held.handle = hot;
        held.offset = {at.x - mouse.x, at.y - mouse.y};
    } else if (held.handle != Handle::none && ImGui::IsItemActive() &&
               ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) {
        drag(schedule, hot, set.plot, {mouse.x + held.offset.x, mouse.y + held.offset.y},
             least_epochs(ui));
        preview(settings, ui.requests);
    }
    if (held.handle == Handle::none) tooltip(ui, use.help);
    return hot;
}

// Draws the handles, and the value of the dragged handle. `hot`: the result of use_handles().
void draw_handles(Ui& ui, const HandlePlot& set, Handle hot) {
    if (ui.view_only()) return;  // a view-only run has no handles
    const Palette& p = ui.palette;
    const Schedule& schedule = ui.state.settings.edited.schedule;
    const ScheduleDrag& held = ui.state.schedule_drag;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const auto& [handle, help, cursor] : kHandles) {
        const bool taken = held.handle == handle;
        ImVec2 at = place_of(handle, schedule, set.plot);
        if (!taken && (at.x < set.room.x0 - 1 || at.x > set.room.x1 + 1)) continue;
        at = {std::clamp(at.x, set.room.x0, set.room.x1),
              std::clamp(at.y, set.room.y0, set.room.y1)};
        const bool lit = taken || handle == hot;
        const ImU32 ground = p.field, ink = p.accent_text;
        if (handle == Handle::warmup) {
            const ImVec2 half{ui.px(3), ui.px(lit ? 8 : 7)};
            const ImVec2 a{at.x - half.x, at.y - half.y}, b{at.x + half.x, at.y + half.y};
            fill({a.x, a.y, b.x, b.y}, ground, half.x);
            frame({a.x, a.y, b.x, b.y}, ink, half.x, ui.px(1.5f));
        } else {
            const float radius = ui.px(lit ? 6 : 5);
            list.AddCircleFilled(at, radius, ground);
            list.AddCircle(at, radius, ink, 0, ui.px(2));
        }
        if (!taken) continue;
        const float above = at.y - plot_label_height(ui) - ui.px(10);
        plot_label(ui, set.room, at.x, above < set.room.y0 ? at.y + ui.px(10) : above,
                   value_of(handle, schedule), p.accent);
    }
}

void draw_now(Ui& ui, const SchedulePlot& plot, const Schedule& schedule, const Rect& box) {
    if (!ui.has_run()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double epoch = std::min<double>(ui.status.epoch, schedule.epochs);
    const float x = plot.x_of(epoch);
    const float top = box.y0 + ui.px(4);
    const float dashes = std::floor((box.height() - ui.px(8)) / ui.px(5));
    draw_dashed({{x, top}, {x, top + dashes * ui.px(5) + ui.px(2)}}, ui.palette.muted, ui.px(2),
                ui.px(3), ui.px(1));
    const double now = learning_rate(schedule, epoch) * ui.status.rate_share;
    const ImVec2 at{x, plot.y_of(now)};
    list.AddCircleFilled(at, ui.px(4.5f), ui.palette.field);
    list.AddCircleFilled(at, ui.px(3.5f), ui.palette.text);
    // While a handle is dragged, the handle's label takes the space of the text "now".
    if (ui.state.schedule_drag.handle != Handle::none) return;
    const std::string text = "now " + short_number(now);
    ImFont* font = ui.fonts.small;
    float left = plot.time.right - text_size(font, text).x;
    // Moves the text to the left of the present step's marker, if it would cover the marker.
    if (x > left - ui.px(6)) left = x - ui.px(8) - text_size(font, text).x;
    // Draws the text below the rate's curve where the curve is near the top of the plot.
    const double there = learning_rate(schedule, std::max(0.0, plot.epoch_at(left)));
    const float low = plot.y_of(there) + ui.px(4), high = box.y0 + ui.px(8);
    draw_text(ui, font, {left, low < high + ui.px(24) ? low : high}, ui.palette.muted, text);
}

// Draws the learning rate over the whole run: the curve, the current position, and three handles.
// The left handle sets Max rate, the bottom handle the warm-up. The right handle sets the number of
// epochs sideways and Min rate vertically.
void draw_schedule_plot(Ui& ui) {
    const Schedule& schedule = ui.state.settings.edited.schedule;
    ScheduleDrag& drag = ui.state.schedule_drag;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect box{at.x, at.y, at.x + ui.side_width(), at.y + ui.px(ui.compact ? 64 : 96)};
    ImGui::InvisibleButton("schedule", {box.width(), box.height()});
    focus_ring(ui, "schedule");
    if (const Arrows arrows = take_arrows(ui); arrows && !ui.view_only()) {
        nudge(ui.state.settings.edited.schedule, arrows.x, arrows.y);
        commit(ui.state.settings, ui.requests);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(box, ui.palette.field, ui.px(5));
    frame(box, ui.palette.line, ui.px(5));

    if (drag.handle == Handle::none) {
        drag.panel_rate = schedule.lr_max;
        drag.panel_epochs = std::max<std::int64_t>(1, std::llround(std::ceil(schedule.epochs)));
    }
    const float inset = ui.px(12);
    const Rect room{box.x0 + inset, box.y0 + inset, box.x1 - inset, box.y1 - inset};
    const HandlePlot set{
        {{room.x0, room.x1, drag.panel_epochs}, 1, room.y0, room.y1, drag.panel_rate}, room};
    name_control(ui, "schedule plot", room);
    const Handle hot = use_handles(ui, set);
    if (hot == Handle::none)
        tooltip(ui,
                "Cosine annealing: the learning rate over the run; the dot is now. Drag the left "
                "handle for the maximum, the lower one for the warm-up. The right one sets the end "
                "and the minimum. The arrow keys change epochs and maximum.");
    list.PushClipRect(box.min(), box.max(), true);
    const auto points = schedule_points(schedule, set.plot, 0);
    list.AddPolyline(points.data(), int(points.size()), ui.palette.accent_text, 0, ui.px(2));
    draw_now(ui, set.plot, schedule, box);
    draw_handles(ui, set, hot);
    list.PopClipRect();
    ImGui::Dummy({1, ui.px(2)});
}

// Draws the slider from sketch to perfect. A run's own epochs place its knob.
bool draw_finish(Ui& ui, Config& edited) {
    if (edited.network.encoding == Encoding::window) return false;
    double& of_next = ui.state.preferences.finish;  // for pictures opened later
    const PixelSize picture = ui.picture_size();
    const double before = ui.has_run() ? finish_of(edited, picture) : of_next;
    const bool by_time = edited.schedule.seconds > 0;
    const bool reset = setting_row(ui, Setting::finish);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const double span = std::log(kPerfect / kSketch);
    const auto part_of = [&](double finish) {
        return float(std::clamp(std::log(finish / kSketch) / span, 0.0, 1.0));
    };
    const Rect track = box(at.x + ui.px(6), at.y, field_width(ui) - ui.px(12), ui.px(26));
    const float part = slider(ui, "finish", track, part_of(before));
    const bool held = ImGui::IsItemActive(), let_go = ImGui::IsItemDeactivated();
    const Arrows arrows = take_arrows(ui);
    tooltip(ui, help_of(Setting::finish, default_config(ui)));
    double finish = before;
    if (held) finish = kSketch * std::exp(double(part) * span);
    if (arrows) finish = before * std::pow(1.1, arrows.x + arrows.y);
    if (reset) finish = kLikeness;
    finish = std::clamp(finish, kSketch, kPerfect);
    for (const auto& [name, named] : kFinishes)  // it snaps to what has a name
        if (std::abs(std::log(finish / named)) < 0.06) finish = named;
    float end = at.x + field_width(ui);  // of the word, which keeps clear of the next one
    for (const auto& [name, named] : std::views::reverse(kFinishes)) {
        const std::string word = title(name);
        const float width = text_size(ui.fonts.small, word).x;
        const float middle = track.x0 + part_of(named) * track.width();
        fill(box(middle, track.y1 - ui.px(6), ui.hair(), ui.px(4)), ui.palette.muted);
        const float x = std::max(at.x, std::min(middle - width / 2, end - width));
        const ImU32 ink =
            !by_time && finish_text(before) == word ? ui.palette.text : ui.palette.muted;
        draw_text(ui, ui.fonts.small, {x, track.y1}, ink, word);
        end = x - ui.px(10);
    }
    ImGui::Dummy({1, ui.px(20)});
    if (!held && !let_go && !arrows && !reset) return false;
    of_next = finish;
    ui.state.preferences.seconds = 0;
    if (!ui.has_run()) return false;
    edited = with_finish(edited, finish, picture);
    if (held) preview(ui.state.settings, ui.requests);
    return !held;
}

bool draw_time(Ui& ui, Schedule& schedule) {
    double& of_next = ui.state.preferences.seconds;  // time limit in seconds for runs opened later
    const double before = ui.has_run() ? schedule.seconds : of_next;
    double seconds = before;
    if (setting_row(ui, Setting::time)) seconds = Preferences{}.seconds;
    choose(ui, "##time", time_text(before), seconds, kTimes, time_text, field_width(ui));
    if (seconds == before) return false;
    of_next = seconds;
    if (ui.has_run()) schedule.seconds = seconds;
    return ui.has_run();
}

bool draw_epochs(Ui& ui, Schedule& schedule, const Schedule& plain) {
    const std::string shown = epoch_number(schedule.epochs);
    if (!number_row(ui, Setting::epochs, schedule.epochs, plain.epochs,
                    schedule.seconds > 0 ? "auto (" + shown + ")" : shown))
        return false;
    schedule.seconds = 0;
    return true;
}

// Draws the field of the PSNR at which learning pauses.
void draw_target(Ui& ui) {
    double target = ui.status.target_psnr.value_or(0);
    const std::string shown = target > 0 ? shown_number(target) + " dB" : "none";
    if (ui.has_run() && number_row(ui, Setting::target, target, 0, shown))
        ui.requests.ask(command::SetTarget{target > 0 ? std::optional(target) : std::nullopt});
}

// Draws the fields for the maximum and minimum learning rate, side by side if the window is low.
bool draw_rates(Ui& ui, Schedule& schedule, const Schedule& plain) {
    ui.half = ui.compact;
    bool changed = number_row(ui, Setting::lr_max, schedule.lr_max, plain.lr_max);
    if (ui.half) ImGui::SameLine(0, ui.px(12));
    changed |= number_row(ui, Setting::lr_min, schedule.lr_min, plain.lr_min);
    ui.half = false;
    return changed;
}

// Draws the training speed in epochs per second, and the processor and arithmetic in use.
void draw_pace(Ui& ui) {
    const Status& status = ui.status;
    const double epochs =
        status.steps_per_second / std::max<double>(1, double(status.steps_per_epoch));
    const std::string quiet = status.training_percent < 100
                                  ? fmt::format(" (quiet mode, {} %)", status.training_percent)
                                  : "";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImFont* font = ui.fonts.small;
    if (ui.running() && epochs > 0)
        read_out(ui, "pace", font, at, ui.palette.muted, per_second(epochs) + " epochs/s" + quiet,
                 "How many times a second the network sees every pixel of the picture.");
    const std::string drawn = ui.view.drawing_route.empty()
                                  ? ""
                                  : "\nDrawings reach the window via " + ui.view.drawing_route +
                                        ". " + ui.view.drawing_route_reason;
    read_out(
        ui, "backend", font, {at.x, at.y + ui.px(16)}, ui.palette.muted,
        shortened(font, status.backend, ui.side_width()),
        "The processor and arithmetic that train this network." +
            (status.device_choice.empty() ? "" : "\n" + status.device_choice) +
            (ui.view.no_cuda.empty() ? "" : "\nCUDA is not available: " + ui.view.no_cuda + ".") +
            drawn);
    ImGui::Dummy({1, ui.px(32)});
}

void draw_cooling(Ui& ui) {
    const float half = std::floor((ui.side_width() - ui.px(8)) / 2);
    const bool possible = ui.has_run() && ui.status.phase != Phase::finished;
    if (button(ui, "cool down", "Finish early", ButtonStyle::plain, {half, ui.px(30)},
               {.enabled = possible && ui.can_train(),
                .help = ui.help(with_keys("Lowers the rate to the minimum over a few last epochs, "
                                          "so that the drawing settles. {} undoes it.",
                                          Action::undo))}))
        ui.requests.ask(command::CoolDown{});
}

}  // namespace

void let_go_of_handle(Ui& ui) {
    ScheduleDrag& held = ui.state.schedule_drag;
    if (held.handle == Handle::none || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    held.handle = Handle::none;
    commit(ui.state.settings, ui.requests);
}

void draw_schedule_panel(Ui& ui) {
    Settings& settings = ui.state.settings;
    Schedule& schedule = settings.edited.schedule;
    const Schedule plain = default_config(ui).schedule;
    section_head(ui, "COSINE ANNEALING",
                 "Over the run, the learning rate falls from its maximum to its minimum along a "
                 "cosine. Changes apply immediately.");
    bool& more = ui.state.preferences.more_schedule;
    more_button(ui, "more schedule", more);
    begin_settings(ui);
    draw_schedule_plot(ui);
    bool changed = draw_rates(ui, schedule, plain);
    changed |= draw_finish(ui, settings.edited);
    if (more) {
        changed |= draw_epochs(ui, schedule, plain);
        changed |= draw_time(ui, schedule);
        draw_target(ui);
        changed |= number_row(ui, Setting::warmup, schedule.warmup_epochs, plain.warmup_epochs);
    }
    if (changed) commit(settings, ui.requests);
    end_settings(ui);
    if (!more) return;
    draw_cooling(ui);
    draw_pace(ui);
}

}  // namespace redraw::ui
