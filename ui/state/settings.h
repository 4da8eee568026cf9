// The run configuration being edited: what the fields show, what the session was asked for, and the
// undo history that ties both together. No ImGui here.
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

// A run that the session was asked to make.
struct ExpectedRun {
    Config config;
    bool new_picture = false;  // its undo history starts anew
};

struct Settings {
    Config edited;   // the fields write here
    Config applied;  // what the session was last asked for
    UndoHistory history;
    std::string problem;  // why the last edit was refused; empty when fine

    std::uint64_t run_serial = 0;         // the session's, when last looked at
    std::filesystem::path run;            // of the session
    std::uint64_t schedule_revision = 0;  // the session's, when last looked at
    std::optional<ExpectedRun> expected;
    std::filesystem::path returning_to;  // a run that undo or redo opens again; or empty
    bool previewed = false;              // the last schedule asked was not final
};

// Whether the change needs a new run: only the schedule can change in a run.
bool needs_restart(const Config& before, const Config& after);

// The edited network, an automatic pixel model replaced by the one that the picture chose.
NetworkSpec pixel_known(const Settings& settings, const Status& status);

// Takes over what happened elsewhere: another run was opened, the schedule was cooled down. Every
// frame.
void follow(Settings& settings, const Status& status);
// The next run that the session reports is of another picture; its history starts anew.
void expect_picture(Settings& settings, const Config& config);
// The next run that the session reports learns the same picture so; undo leads back over it.
void expect_run(Settings& settings, const Config& config);
// The same for one that branches off the open run.
void expect_branch(Settings& settings);

// Asks for a new run from new weights, with the edited configuration.
void restart(Settings& settings, Requests& requests);
// Applies the edit at once where it can be live, without an undo step of its own: for each frame of
// a drag.
void preview(Settings& settings, Requests& requests);
// Adds an undo step of the network edits, or of the bookmark, which it asks the session to move.
void change_network(Settings& settings, NetworkEdits edits);
void change_kept(Settings& settings, KeptChange change, Requests& requests);
// Makes `edited` an undo step and asks the session for it. An invalid edit is taken back and
// `problem` says why.
void commit(Settings& settings, Requests& requests);

// `only_looking`: in a run that is only viewed, where just the network edits can be undone.
bool can_undo(const Settings& settings, bool only_looking = false);
bool can_redo(const Settings& settings, bool only_looking = false);
// Past an edit that made a run they open the other run, as it was left; they never make one.
void undo(Settings& settings, Requests& requests);
void redo(Settings& settings, Requests& requests);

}  // namespace redraw::ui
