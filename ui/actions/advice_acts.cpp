#include "ui/actions/advice_acts.h"

#include "engine/data/batch_by_size.h"
#include "ui/actions/shortcuts.h"

#include <algorithm>

namespace redraw {

namespace {

// As if the user had changed the settings: Ctrl+Z takes it back.
void apply_remedy(Ui& ui) {
    const auto& diagnosis = ui.status.diagnosis;
    if (!diagnosis || !diagnosis->remedy) return;
    const Config& remedy = diagnosis->remedy->config;
    Config& edited = ui.state.settings.edited;
    if (diagnosis->remedy->restarts) {
        edited.network = remedy.network;
        edited.optimizer = remedy.optimizer;
    }
    edited.schedule = remedy.schedule;
    commit(ui.state.settings, ui.requests);
    ui.requests.ask(command::SetRunning{true});
}

}  // namespace

void follow_advice(Ui& ui, AdviceAct act) {
    Settings& settings = ui.state.settings;
    Schedule& schedule = settings.edited.schedule;
    switch (act) {
        case AdviceAct::lower_rate:
            schedule.lr_max /= 2;
            schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
            commit(settings, ui.requests);
            ui.requests.ask(command::SetRunning{true});
            break;
        case AdviceAct::save_copy:
            perform(ui, Action::save_copy);
            break;
        case AdviceAct::open_another:
            ui.requests.ask(command::DismissMessage{});
            perform(ui, Action::open);
            break;
        case AdviceAct::train_longer:
            schedule.epochs *= 2;
            commit(settings, ui.requests);
            ui.requests.ask(command::SetRunning{true});
            break;
        case AdviceAct::learn_larger:
            settings.edited =
                with_train_size(settings.edited, {.longer_side = 0}, ui.picture_size());
            commit(settings, ui.requests);
            break;
        case AdviceAct::remedy:
            apply_remedy(ui);
            break;
        case AdviceAct::export_picture:
            perform(ui, Action::export_picture);
            break;
    }
}

}  // namespace redraw
