#include "ui/time/timelapse_controls.h"

#include "engine/text/numbers.h"
#include "ui/actions/shortcuts.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"

#include <tuple>

namespace redraw {
namespace {

constexpr std::array kPaces{std::tuple{Pace::log, "Log steps"},
                            std::tuple{Pace::steps, "Even steps"},
                            std::tuple{Pace::change, "By change"}};

std::string speed_text(double speed) {
    return number(speed) + "×";
}

void pace_choice(Ui& ui, float width) {
    const Pace now = ui.state.preferences.timelapse_pace;
    const char* shown = "";
    for (const auto& [pace, name] : kPaces)
        if (pace == now) shown = name;
    if (begin_choice(ui, "##pace", shown, width)) {
        for (const auto& [pace, name] : kPaces)
            if (choice(ui, name, pace == now)) set_pace(ui, pace);
        ImGui::EndCombo();
    }
    tooltip(ui,
            "How time passes, here and in a film: ever larger steps (log), equal steps, or so that "
            "the drawing changes evenly. Default log.");
}

void speed_choice(Ui& ui, float width) {
    double& speed = ui.state.preferences.timelapse_speed;
    if (begin_choice(ui, "##speed", speed_text(speed), width)) {
        for (const double candidate : kSpeeds)
            if (choice(ui, speed_text(candidate), candidate == speed)) speed = candidate;
        ImGui::EndCombo();
    }
    tooltip(ui,
            "How fast it plays, 0.25× to 4× of the film's length (comma slower, full stop "
            "faster). Default 1×.");
}

}  // namespace

float draw_timelapse_controls(Ui& ui, float from, float right, float top) {
    const float loop = ui.px(54), pace = ui.px(108), speed = ui.px(70), gap = ui.px(8);
    const float left = right - loop - pace - speed - 2 * gap;
    if (left < from) return right;  // no room: the View menu has them too
    Preferences& preferences = ui.state.preferences;
    ImGui::SetCursorScreenPos({left, top});
    if (toggle_chip(ui, "loop", "Loop", preferences.loop_timelapse, {loop, ui.px(26)}))
        perform(ui, Action::loop_timelapse);
    tooltip(ui, "Plays again and again, as a GIF does (L). Off by default.");
    ImGui::SetCursorScreenPos({left + loop + gap, top});
    pace_choice(ui, pace);
    ImGui::SetCursorScreenPos({right - speed, top});
    speed_choice(ui, speed);
    return left;
}

void timelapse_menu(Ui& ui) {
    const Timelapse& timelapse = ui.state.timelapse;
    const Preferences& preferences = ui.state.preferences;
    const bool can_play = ui.status.keyframes && ui.status.keyframes->size() > 1;
    menu_item(ui, timelapse.playing ? "Pause" : "Play", Action::play_timelapse, can_play);
    menu_item(ui, "Loop", Action::loop_timelapse, true, preferences.loop_timelapse);
    menu_item(ui, "Slower", Action::slower, preferences.timelapse_speed > kSpeeds.front());
    menu_item(ui, "Faster", Action::faster, preferences.timelapse_speed < kSpeeds.back());
    ImGui::Separator();
    for (const auto& [pace, name] : kPaces)
        if (menu_entry(ui, name, pace == preferences.timelapse_pace)) set_pace(ui, pace);
    ImGui::Separator();
    menu_item(ui, "Continue from here", Action::continue_from_here, timelapse.at_step.has_value());
}

}  // namespace redraw
