#include "ui/state/settings.h"

#include "engine/error.h"
#include "engine/network/schedule.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <algorithm>
#include <utility>

namespace redraw::ui {

namespace {

void push_settings(Settings& settings, const std::filesystem::path& run) {
    const Edit& now = settings.history.present();
    if (now.config == settings.edited && now.run == run) return;
    settings.history.push({settings.edited, run, now.network});
}

// Requests the edited configuration from the session. `final`: false during a drag.
void apply(Settings& settings, Requests& requests, bool final = true) {
    const bool same = settings.edited == settings.applied;
    if (same && !(final && settings.previewed)) return;
    if (needs_restart(settings.applied, settings.edited)) {
        // The new run starts with the edited schedule, so it needs no SetSchedule command.
        std::erase_if(requests.asked, [](const Request& request) {
            const Command* command = std::get_if<Command>(&request);
            return command && std::holds_alternative<command::SetSchedule>(*command);
        });
        restart(settings, requests);
    } else {
        requests.ask(
            command::SetSchedule{settings.edited.schedule, final, settings.edited.by_size.finish});
    }
    settings.previewed = !final;
    settings.applied = settings.edited;
}

// Brings the session to the history's present edit after an undo or redo from `before`.
void return_to_present(Settings& settings, const Edit& before, Requests& requests) {
    const Edit& wanted = settings.history.present();
    settings.edited = wanted.config;
    if (wanted.run == settings.run && !settings.expected) return apply(settings, requests);
    if (wanted.run == before.run && wanted.config == before.config) return;
    requests.ask(command::Open{.path = wanted.run, .go_on = true});
    settings.returning_to = wanted.run;
    settings.applied = settings.edited;
    settings.previewed = false;
}

// Takes over the run that the session shows now. `ours`: it is the expected run and continues the
// undo history. A run that undo or redo opened continues it, too; otherwise a new history begins.
void take_run(Settings& settings, const Status& status, bool ours) {
    const bool returning = !settings.returning_to.empty();
    const bool returned = returning && status.run_path == settings.returning_to;
    settings.run = status.run_path;
    if (ours)
        for (Edit& edit : settings.history.edits())
            if (edit.run.empty()) edit.run = settings.run;
    if (returned) settings.returning_to.clear();
    if (returned && settings.history.present().run.empty()) return;  // the user has edited again
    settings.expected.reset();
    if (ours && returning && !returned) return;  // the user undid the edit before its run was made
    settings.returning_to.clear();
    settings.edited = settings.applied = status.request;
    settings.problem.clear();
    settings.previewed = false;
    if (returned) {
        settings.history.present().config = settings.edited;
        settings.history.present().run = settings.run;
    } else if (ours) {
        push_settings(settings, settings.run);
    } else {
        settings.history = UndoHistory({settings.edited, settings.run});
    }
}

// Copies the number of epochs that follows from the time limit. It does not count as an edit by the
// user.
void follow_time(Schedule& schedule, const Schedule& now) {
    if (asks_the_same(schedule, now)) schedule.epochs = now.epochs;
}

}  // namespace

bool needs_restart(const Config& before, const Config& after) {
    Config same_schedule = after;
    same_schedule.schedule = before.schedule;
    same_schedule.by_size = before.by_size;
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
        follow_time(settings.history.present().config.schedule, status.request.schedule);
        bool ours = false;
        if (auto& expected = settings.expected) {
            follow_time(expected->config.schedule, status.request.schedule);
            ours = expected->config == status.request && !expected->new_picture;
        }
        take_run(settings, status, ours);
    } else if (!settings.returning_to.empty() && status.error_kind == Error::Kind::not_opened &&
               !status.error.empty()) {
        take_run(settings, status, false);  // the run to return to cannot be opened
    } else if (status.schedule_revision != settings.schedule_revision &&
               settings.edited == settings.applied) {
        settings.edited.schedule = settings.applied.schedule = status.config.schedule;
        settings.edited.by_size = settings.applied.by_size = status.request.by_size;
        push_settings(settings, settings.run);
    }
    for (Config* config : {&settings.edited, &settings.applied})
        follow_time(config->schedule, status.config.schedule);
    for (Edit& edit : settings.history.edits())
        if (edit.run == settings.run) follow_time(edit.config.schedule, status.config.schedule);
    settings.schedule_revision = status.schedule_revision;
}

void expect_run(Settings& settings, const Config& config, bool new_picture) {
    settings.expected = ExpectedRun{config, new_picture};
}

void restart(Settings& settings, Requests& requests) {
    requests.ask(command::Restart{settings.edited});
    expect_run(settings, settings.edited);
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
        settings.edited = settings.history.present().config;
        apply(settings, requests);
        return;
    }
    settings.problem.clear();
    // Presets and sizes change schedule values themselves. If neither was changed, a changed
    // schedule value was edited by the user and no longer follows from the picture size.
    const Config& before = settings.history.present().config;
    if (before.preset == settings.edited.preset && before.data == settings.edited.data &&
        before.by_size == settings.edited.by_size)
        settings.edited.by_size = left_to_size(before, settings.edited);
    if (!(before == settings.edited))
        push_settings(settings,
                      needs_restart(settings.applied, settings.edited) ? "" : settings.run);
    apply(settings, requests);
}

void change_network(Settings& settings, NetworkEdits edits) {
    Edit changed = settings.history.present();
    if (changed.network == edits) return;
    changed.network = std::move(edits);
    changed.bookmark.reset();
    settings.history.push(std::move(changed));
}

std::string edits_text(const NetworkEdits& edits) {
    std::string text;
    if (!edits.muted.empty()) text = counted(edits.muted.size(), "neuron") + " muted";
    if (!edits.weights.empty())
        text += (text.empty() ? "" : ", ") + counted(edits.weights.size(), "weight") + " changed";
    return text;
}

void change_bookmark(Settings& settings, const BookmarkChange& change, Requests& requests) {
    Edit changed = settings.history.present();
    changed.bookmark = change;
    settings.history.push(std::move(changed));
    requests.ask(command::SetBookmark{change.step, change.after});
}

bool can_undo(const Settings& settings, bool only_looking) {
    const UndoHistory& history = settings.history;
    return only_looking ? history.undo_changes_network() : history.can_undo();
}

bool can_redo(const Settings& settings, bool only_looking) {
    const UndoHistory& history = settings.history;
    if (only_looking) return history.redo_changes_network();
    if (!history.can_redo()) return false;
    const std::filesystem::path& run = history.next().run;
    // `run` is empty if the edit was undone before its run was created.
    return !run.empty() || run == settings.run;
}

void undo(Settings& settings, Requests& requests) {
    if (!can_undo(settings)) return;
    const Edit before = settings.history.present();
    settings.history.undo();
    return_to_present(settings, before, requests);
    if (const auto& mark = before.bookmark)
        requests.ask(command::SetBookmark{mark->step, mark->before});
}

void redo(Settings& settings, Requests& requests) {
    if (!can_redo(settings)) return;
    const Edit before = settings.history.present();
    settings.history.redo();
    return_to_present(settings, before, requests);
    if (const auto& mark = settings.history.present().bookmark)
        requests.ask(command::SetBookmark{mark->step, mark->after});
}

}  // namespace redraw::ui
