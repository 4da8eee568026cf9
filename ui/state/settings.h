// The run configuration being edited: the values in the fields, the values last requested from the
// session, and the undo history of both. Does not use ImGui.
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

// A run that was requested from the session and has not appeared yet.
struct ExpectedRun {
    Config config;
    bool new_picture = false;  // starts a new undo history
};

struct Settings {
    Config edited;   // values in the fields
    Config applied;  // values last requested from the session
    UndoHistory history;
    std::string problem;  // why the last edit was invalid; empty if it was valid

    std::uint64_t run_serial = 0;         // Status::run_serial when last followed
    std::filesystem::path run;            // the session's run
    std::uint64_t schedule_revision = 0;  // Status::schedule_revision when last followed
    std::optional<ExpectedRun> expected;
    std::filesystem::path returning_to;  // the run that undo or redo is opening; or empty
    bool previewed = false;              // the last requested schedule came from an unfinished drag
};

// True if the change needs a new run; a run can only change its schedule.
bool needs_restart(const Config& before, const Config& after);

// Returns the edited network. An automatic pixel model is replaced by the one chosen for the
// picture.
NetworkSpec pixel_known(const Settings& settings, const Status& status);

// Takes over changes made elsewhere, such as another opened run or a schedule cooled down. Call
// every frame.
void follow(Settings& settings, const Status& status);
// Expects the session's next run to learn another picture, which starts a new undo history.
void expect_picture(Settings& settings, const Config& config);
// Expects the session's next run to learn the same picture with `config`; it can be undone.
void expect_run(Settings& settings, const Config& config);
// Expects the session's next run to be a branch of the open run; it can be undone.
void expect_branch(Settings& settings);

// Requests a new run with new weights and the edited configuration.
void restart(Settings& settings, Requests& requests);
// Applies the edit at once if the run can change live, without an undo step. Call for each frame of
// a drag.
void preview(Settings& settings, Requests& requests);
// Adds an undo step for the network edits or for a bookmark. change_bookmark() also asks the
// session to change it.
void change_network(Settings& settings, NetworkEdits edits);
void change_bookmark(Settings& settings, const BookmarkChange& change, Requests& requests);
// Makes `edited` an undo step and requests it from the session. An invalid edit is reverted, and
// `problem` says why.
void commit(Settings& settings, Requests& requests);

// True if there is something to undo. `only_looking`: in a view-only run only network edits can be
// undone.
bool can_undo(const Settings& settings, bool only_looking = false);
bool can_redo(const Settings& settings, bool only_looking = false);
// Undo and redo. Across an edit that created a run they open the other run as it was left; they
// never create a run.
void undo(Settings& settings, Requests& requests);
void redo(Settings& settings, Requests& requests);

}  // namespace redraw::ui
