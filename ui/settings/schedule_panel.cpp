#include "ui/settings/schedule_panel.h"

#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"
#include "ui/settings/schedule_plot.h"

#include <cmath>

namespace redraw {
namespace {

bool draw_more(Ui& ui, Schedule& schedule, const Schedule& plain) {
    bool changed = number_row(ui, Setting::warmup, schedule.warmup_epochs, plain.warmup_epochs);
    changed |= count_row(ui, Setting::restart_epochs, schedule.restart_epochs, std::int64_t(0));
    if (schedule.restart_epochs > 0)
        changed |= number_row(ui, Setting::restart_multiplier, schedule.restart_multiplier, 1.0);
    return changed;
}

void draw_cooling(Ui& ui) {
    const float gap = ui.px(8), half = std::floor((ui.side_width() - gap) / 2);
    const bool possible = ui.has_run() && ui.status.phase != Phase::finished;
    if (button(ui, "cool down", "Cool down now", ButtonLook::plain, {half, ui.px(30)}, Icon::none,
               possible && ui.can_train()))
        ui.requests.ask(command::CoolDown{});
    tooltip(ui,
            ui.help("Lowers the rate from where it is to rate min over a short last stretch, so "
                    "that the drawing settles. Ctrl+Z takes it back."));
    ImGui::SameLine(0, gap);
    if (button(ui, "preview cooling", "Preview it", ButtonLook::plain, {half, ui.px(30)},
               Icon::none, possible)) {
        UiState& s = ui.state;
        ui.requests.ask(command::PreviewCoolDown{});
        s.against = Against::cooled;
        if (s.mode == ViewMode::drawing || s.mode == ViewMode::neurons)
            s.mode = ViewMode::side_by_side;  // where one sees it
    }
    tooltip(ui,
            "Cools a copy down in the background and shows what it would give. The run goes on "
            "and is not touched; nothing is written.");
}

}  // namespace

void draw_schedule_panel(Ui& ui) {
    Settings& settings = ui.state.settings;
    Schedule& schedule = settings.edited.schedule;
    const Schedule plain;
    section_head(ui, "SCHEDULE");
    begin_settings(ui);
    draw_schedule_plot(ui);
    bool changed = number_row(ui, Setting::lr_max, schedule.lr_max, plain.lr_max);
    changed |= number_row(ui, Setting::lr_min, schedule.lr_min, plain.lr_min);
    changed |= count_row(ui, Setting::epochs, schedule.epochs, plain.epochs);
    changed |= count_row(ui, Setting::epoch_offset, schedule.epoch_offset, std::int64_t(0));
    bool& more = ui.state.preferences.more_schedule;
    if (more) changed |= draw_more(ui, schedule, plain);
    if (changed) commit(settings, ui.requests);
    end_settings(ui);

    draw_cooling(ui);
    if (text_button(ui, "more schedule", more ? "Fewer settings" : "More settings…", false))
        more = !more;
}

}  // namespace redraw
