#include "ui/number_row.h"
#include "ui/widgets.h"

namespace redraw {
namespace {

bool draw_more(Ui& ui, Schedule& schedule, const Schedule& plain) {
    bool changed = number_row(ui, Setting::warmup, schedule.warmup_epochs, plain.warmup_epochs);
    changed |= count_row(ui, Setting::restart_epochs, schedule.restart_epochs, std::int64_t(0));
    if (schedule.restart_epochs > 0)
        changed |= number_row(ui, Setting::restart_multiplier, schedule.restart_multiplier, 1.0);
    return changed;
}

}  // namespace

void draw_schedule_panel(Ui& ui) {
    Settings& settings = ui.state.settings;
    Schedule& schedule = settings.edited.schedule;
    const Schedule plain;
    section_head(ui, "SCHEDULE");
    draw_schedule_plot(ui);
    bool changed = number_row(ui, Setting::lr_max, schedule.lr_max, plain.lr_max);
    changed |= number_row(ui, Setting::lr_min, schedule.lr_min, plain.lr_min);
    changed |= count_row(ui, Setting::epochs, schedule.epochs, plain.epochs);
    changed |= count_row(ui, Setting::epoch_offset, schedule.epoch_offset, std::int64_t(0));
    bool& more = ui.state.preferences.more_schedule;
    if (more) changed |= draw_more(ui, schedule, plain);
    if (changed) commit(settings, ui.requests);

    if (button(ui, "cool down", "Cool down now", ButtonLook::plain, {ui.px(134), ui.px(30)},
               Icon::none, ui.has_run() && ui.status.phase != Phase::finished))
        ui.requests.cool_down = true;
    tooltip(ui,
            "Lowers the rate from where it is to rate min over a short last stretch, so that "
            "the drawing settles. Ctrl+Z takes it back.");
    ImGui::SameLine(0, ui.px(14));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(6));
    if (text_button(ui, "more schedule", more ? "Fewer settings" : "More settings…", false))
        more = !more;
}

}  // namespace redraw
