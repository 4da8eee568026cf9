// The run configuration that the user edits: the values in the fields, the values last requested
// from the session, and the undo history. Does not use ImGui.
#pragma once

#include "engine/network/config.h"
#include "engine/session/status.h"
#include "ui/state/requests.h"
#include "ui/state/undo_history.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace redraw::ui {

// A run that the window requested from the session, until the session has opened it.
struct ExpectedRun {
    Config config;
    bool new_picture = false;  // the run learns another picture, so a new undo history starts
};

struct Settings {
    Config edited;   // values in the fields
    Config applied;  // values last requested from the session
    UndoHistory history;
    std::string problem;  // a sentence saying why the last edit was invalid; empty if it was valid

    std::uint64_t run_serial = 0;         // Status::run_serial at the last follow()
    std::filesystem::path run;            // path of the session's open run
    std::uint64_t schedule_revision = 0;  // Status::schedule_revision at the last follow()
    std::optional<ExpectedRun> expected;
    std::filesystem::path returning_to;  // the run that undo or redo is opening; empty: none
    bool previewed = false;  // the last requested schedule came from a drag that has not ended
};

// Returns true if changing `before` to `after` needs a new run. An existing run can only change its
// schedule.
bool needs_restart(const Config& before, const Config& after);

// Returns the edited network. An automatic pixel model is replaced by the model (point or area)
// that was chosen for the open picture.
NetworkSpec pixel_known(const Settings& settings, const Status& status);

// Updates the settings from the session's status, after another run was opened or the session
// changed the schedule itself, as in a cool-down. Call every frame.
void follow(Settings& settings, const Status& status);
// Call together with a command that makes the session open a run with `config`, or start a branch,
// a new run that continues from a keyframe of the open run. The user can undo the change to that
// run. `new_picture`: it is a run of another picture, which starts a new undo history.
void expect_run(Settings& settings, const Config& config, bool new_picture = false);

// Asks the session for a new run with the edited configuration and new random weights.
void restart(Settings& settings, Requests& requests);
// Applies the edited configuration at once, without an undo step, if the open run can adopt it
// without a restart. Call for each frame of a drag.
void preview(Settings& settings, Requests& requests);
// Add an undo step for edited weights or muted neurons, or for a bookmark. change_bookmark() also
// asks the session to change the bookmark.
void change_network(Settings& settings, NetworkEdits edits);
// Describes the edits: "1 neuron muted, 2 weights changed"; empty without edits.
std::string edits_text(const NetworkEdits& edits);
void change_bookmark(Settings& settings, const BookmarkChange& change, Requests& requests);
// Adds an undo step for the configuration `edited` and requests it from the session. An invalid
// configuration is reverted, and `problem` says why.
void commit(Settings& settings, Requests& requests);

// Return true if there is something to undo or redo. `only_looking`: the run is view-only, where
// only edits of the network can be undone.
bool can_undo(const Settings& settings, bool only_looking = false);
bool can_redo(const Settings& settings, bool only_looking = false);
// Undo and redo one edit. If the edit had started a new run, undo() opens the previous run and
// redo() the new run, each as it was left; an unfinished one trains on. Neither creates a run.
void undo(Settings& settings, Requests& requests);
void redo(Settings& settings, Requests& requests);

}  // namespace redraw::ui
