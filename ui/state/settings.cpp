#include "ui/state/settings.h"

#include "engine/error.h"
#include "engine/network/schedule.h"

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

constexpr std::size_t kHistoryLimit = 200;

void push(Settings& settings, const std::filesystem::path& run) {
    if (settings.history[settings.position] == Edit{settings.edited, run}) return;
    settings.history.resize(settings.position + 1);
    settings.history.push_back({settings.edited, run});
    if (settings.history.size() > kHistoryLimit) settings.history.erase(settings.history.begin());
    settings.position = settings.history.size() - 1;
}

void apply(Settings& settings, Requests& requests, bool final = true) {
    const bool same = settings.edited == settings.applied;
    if (same && !(final && settings.previewed)) return;
    if (needs_restart(settings.applied, settings.edited)) {
        std::erase_if(requests.asked, [](const Request& request) {  // its schedule goes with it
            const Command* command = std::get_if<Command>(&request);
            return command && std::holds_alternative<command::SetSchedule>(*command);
        });
        restart(settings, requests);
    } else {
        requests.ask(command::SetSchedule{settings.edited.schedule, final});
    }
    settings.previewed = !final;
    settings.applied = settings.edited;
}

void go_to(Settings& settings, std::size_t position, Requests& requests) {
    const Edit& wanted = settings.history[settings.position = position];
    settings.edited = wanted.config;
    if (wanted.run == settings.run && !settings.asked) return apply(settings, requests);
    requests.ask(command::Open{.path = wanted.run, .go_on = true});
    settings.returning_to = wanted.run;
    settings.applied = settings.edited;
    settings.previewed = false;
}

// The session shows another run. `ours`: with the settings that were asked for.
void take_run(Settings& settings, const Status& status, bool ours) {
    const std::filesystem::path wanted = settings.returning_to;
    settings.run = status.run_path;
    for (Edit& edit : settings.history)
        if (ours && edit.run.empty()) edit.run = settings.run;
    Edit& now = settings.history[settings.position];
    const bool returned = !wanted.empty() && settings.run == wanted;
    if (returned) settings.returning_to.clear();
    if (returned && now.run.empty()) return;  // and edited since
    settings.asked.reset();
    if (ours && !returned && !wanted.empty()) return;  // made before it was taken back
    settings.returning_to.clear();
    settings.edited = settings.applied = status.request;
    settings.problem.clear();
    settings.previewed = false;
    if (returned)
        now = {settings.edited, settings.run};
    else if (ours)
        push(settings, settings.run);
    else
        settings.history = {{settings.edited, settings.run}}, settings.position = 0;
}

// The epochs that fit in a time are no edit.
void follow_time(Schedule& schedule, const Schedule& now) {
    if (asks_the_same(schedule, now)) schedule.epochs = now.epochs;
}

}  // namespace

bool needs_restart(const Config& before, const Config& after) {
    Config same_schedule = after;
    same_schedule.schedule = before.schedule;
    return !(same_schedule == before);
}

NetworkSpec pixel_known(const Settings& settings, const Status& status) {
    NetworkSpec network = settings.edited.network;
    if (network.pixel == PixelModel::automatic) network.pixel = status.config.network.pixel;
    return network;
}

void follow(Settings& settings, const Status& status) {
    if (status.run_serial != settings.run_serial) {
        settings.run_serial = status.run_serial;
        if (settings.asked) follow_time(settings.asked->schedule, status.request.schedule);
        follow_time(settings.history[settings.position].config.schedule, status.request.schedule);
        take_run(settings, status, settings.asked == status.request && !settings.asked_by_opening);
    } else if (!settings.returning_to.empty() && status.error_kind == ErrorKind::not_opened &&
               !status.error.empty()) {
        take_run(settings, status, false);  // it is no more
    } else if (status.schedule_revision != settings.schedule_revision &&
               settings.edited == settings.applied) {
        settings.edited.schedule = settings.applied.schedule = status.config.schedule;
        push(settings, settings.run);
    }
    for (Config* config :
         {&settings.edited, &settings.applied, &settings.history[settings.position].config})
        follow_time(config->schedule, status.config.schedule);
    settings.schedule_revision = status.schedule_revision;
}

void expect_run(Settings& settings, const Config& config) {
    settings.asked = config;
    settings.asked_by_opening = true;
}

void expect_branch(Settings& settings) {
    settings.asked = settings.applied;
    settings.asked_by_opening = false;
}

void restart(Settings& settings, Requests& requests) {
    requests.ask(command::Restart{settings.edited});
    settings.asked = settings.edited;
    settings.asked_by_opening = false;
}

void preview(Settings& settings, Requests& requests) {
    if (needs_restart(settings.applied, settings.edited)) return;
    apply(settings, requests, false);
}

void commit(Settings& settings, Requests& requests) {
    try {
        validate(settings.edited);
    } catch (const Error& error) {
        settings.problem = error.what();
        settings.edited = settings.history[settings.position].config;
        apply(settings, requests);
        return;
    }
    settings.problem.clear();
    if (!(settings.history[settings.position].config == settings.edited))
        push(settings, needs_restart(settings.applied, settings.edited) ? "" : settings.run);
    apply(settings, requests);
}

bool can_undo(const Settings& settings) {
    return settings.position > 0;
}

bool can_redo(const Settings& settings) {
    if (settings.position + 1 == settings.history.size()) return false;
    const std::filesystem::path& run = settings.history[settings.position + 1].run;
    return !run.empty() || run == settings.run;  // empty: it was taken back before it was made
}

void undo(Settings& settings, Requests& requests) {
    if (can_undo(settings)) go_to(settings, settings.position - 1, requests);
}

void redo(Settings& settings, Requests& requests) {
    if (can_redo(settings)) go_to(settings, settings.position + 1, requests);
}

}  // namespace redraw::ui
