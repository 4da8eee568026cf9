#include "ui/state/settings.h"

#include "engine/error.h"
#include "engine/network/schedule.h"

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

constexpr std::size_t kHistoryLimit = 200;

Edit& present(Settings& settings) {
    return settings.history[settings.position];
}

void push(Settings& settings, Edit edit) {
    settings.history.resize(settings.position + 1);
    settings.history.push_back(std::move(edit));
    if (settings.history.size() > kHistoryLimit) settings.history.erase(settings.history.begin());
    settings.position = settings.history.size() - 1;
}

void push_settings(Settings& settings, const std::filesystem::path& run) {
    const Edit& now = present(settings);
    if (now.config == settings.edited && now.run == run) return;
    push(settings, {settings.edited, run, now.network});
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
    const Edit before = present(settings);
    const Edit& wanted = settings.history[settings.position = position];
    settings.edited = wanted.config;
    if (wanted.run == settings.run && !settings.asked) return apply(settings, requests);
    if (wanted.run == before.run && wanted.config == before.config) return;
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
    Edit& now = present(settings);
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
        now.config = settings.edited, now.run = settings.run;
    else if (ours)
        push_settings(settings, settings.run);
    else
        settings.history = {{settings.edited, settings.run}}, settings.position = 0;
}

// The epochs that fit in a time are no edit.
void follow_time(Schedule& schedule, const Schedule& now) {
    if (asks_the_same(schedule, now)) schedule.epochs = now.epochs;
}

// An edit of the history, not the first: what was done to the network that is looked at.
bool touched_network(const Settings& settings, std::size_t at) {
    return !(settings.history[at].network == settings.history[at - 1].network);
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
        follow_time(present(settings).config.schedule, status.request.schedule);
        take_run(settings, status, settings.asked == status.request && !settings.asked_by_opening);
    } else if (!settings.returning_to.empty() && status.error_kind == ErrorKind::not_opened &&
               !status.error.empty()) {
        take_run(settings, status, false);  // it is no more
    } else if (status.schedule_revision != settings.schedule_revision &&
               settings.edited == settings.applied) {
        settings.edited.schedule = settings.applied.schedule = status.config.schedule;
        push_settings(settings, settings.run);
    }
    for (Config* config : {&settings.edited, &settings.applied})
        follow_time(config->schedule, status.config.schedule);
    for (Edit& edit : settings.history)
        if (edit.run == settings.run) follow_time(edit.config.schedule, status.config.schedule);
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
        settings.edited = present(settings).config;
        apply(settings, requests);
        return;
    }
    settings.problem.clear();
    if (!(present(settings).config == settings.edited))
        push_settings(settings,
                      needs_restart(settings.applied, settings.edited) ? "" : settings.run);
    apply(settings, requests);
}

void change_network(Settings& settings, NetworkEdits edits) {
    Edit changed = present(settings);
    if (changed.network == edits) return;
    changed.network = std::move(edits);
    changed.kept.reset();
    push(settings, std::move(changed));
}

void change_kept(Settings& settings, KeptChange change, Requests& requests) {
    Edit changed = present(settings);
    changed.kept = change;
    push(settings, std::move(changed));
    requests.ask(command::KeepMoment{change.after});
}

void forget_network_changes(Settings& settings) {
    std::vector<Edit>& history = settings.history;
    for (std::size_t i = history.size() - 1; i > 0; --i) {
        if (!touched_network(settings, i)) continue;
        history.erase(history.begin() + std::ptrdiff_t(i));
        if (settings.position >= i) --settings.position;
    }
    for (Edit& edit : history) edit.network = {};
}

bool can_undo(const Settings& settings, bool only_looking) {
    return settings.position > 0 && (!only_looking || touched_network(settings, settings.position));
}

bool can_redo(const Settings& settings, bool only_looking) {
    if (settings.position + 1 == settings.history.size()) return false;
    if (only_looking) return touched_network(settings, settings.position + 1);
    const std::filesystem::path& run = settings.history[settings.position + 1].run;
    return !run.empty() || run == settings.run;  // empty: it was taken back before it was made
}

void undo(Settings& settings, Requests& requests) {
    if (!can_undo(settings)) return;
    const std::optional<KeptChange> kept = present(settings).kept;
    go_to(settings, settings.position - 1, requests);
    if (kept) requests.ask(command::KeepMoment{kept->before});
}

void redo(Settings& settings, Requests& requests) {
    if (!can_redo(settings)) return;
    go_to(settings, settings.position + 1, requests);
    if (const auto& kept = present(settings).kept) requests.ask(command::KeepMoment{kept->after});
}

}  // namespace redraw::ui
