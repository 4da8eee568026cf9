#include "ui/state/settings.h"

#include "engine/error.h"
#include "engine/network/schedule.h"

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

constexpr std::size_t kHistoryLimit = 200;

void push(Settings& settings) {
    if (settings.history[settings.position] == settings.edited) return;
    settings.history.resize(settings.position + 1);
    settings.history.push_back(settings.edited);
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
        follow_time(settings.history[settings.position].schedule, status.request.schedule);
        const bool ours = settings.asked == status.request;
        settings.edited = status.request;
        settings.applied = settings.edited;
        if (ours && !settings.asked_by_opening) {
            push(settings);
        } else {
            settings.history = {settings.edited};
            settings.position = 0;
        }
        settings.asked.reset();
        settings.problem.clear();
        settings.previewed = false;
    } else if (status.schedule_revision != settings.schedule_revision &&
               settings.edited == settings.applied) {
        settings.edited.schedule = settings.applied.schedule = status.config.schedule;
        push(settings);
    }
    for (Config* config :
         {&settings.edited, &settings.applied, &settings.history[settings.position]})
        follow_time(config->schedule, status.config.schedule);
    settings.schedule_revision = status.schedule_revision;
}

void expect_run(Settings& settings, const Config& config) {
    settings.asked = config;
    settings.asked_by_opening = true;
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
        settings.edited = settings.history[settings.position];
        apply(settings, requests);
        return;
    }
    settings.problem.clear();
    push(settings);
    apply(settings, requests);
}

bool can_undo(const Settings& settings) {
    return settings.position > 0;
}

bool can_redo(const Settings& settings) {
    return settings.position + 1 < settings.history.size();
}

void undo(Settings& settings, Requests& requests) {
    if (!can_undo(settings)) return;
    settings.edited = settings.history[--settings.position];
    apply(settings, requests);
}

void redo(Settings& settings, Requests& requests) {
    if (!can_redo(settings)) return;
    settings.edited = settings.history[++settings.position];
    apply(settings, requests);
}

}  // namespace redraw::ui
