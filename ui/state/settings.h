// The configuration being edited: what the fields show, what was asked of the session, and all that
// was changed, settings or not, in the order in which it was, so that each can be taken back. No
// ImGui here.
#pragma once

#include "engine/network/edits.h"
#include "engine/studies/status.h"
#include "ui/state/requests.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// The moment that is kept as the look of the run: steps; absent: none is.
struct KeptChange {
    std::optional<std::int64_t> before, after;
};

// How things were after a change, of one of the three.
struct Edit {
    Config config;
    std::filesystem::path run;  // that is learned with it; empty until the session has made it
    NetworkEdits network{};     // of what is looked at
    std::optional<KeptChange> kept{};
};

struct Settings {
    Config edited;   // the fields write here
    Config applied;  // what the session was last told
    std::vector<Edit> history{Edit{}};
    std::size_t position = 0;  // in history
    std::string problem;       // why the last edit was refused; empty when fine

    std::uint64_t run_serial = 0;
    std::filesystem::path run;            // the session's
    std::optional<Config> asked;          // of a run that is being made
    bool asked_by_opening = false;        // it is another picture: its history starts anew
    std::filesystem::path returning_to;   // a run that undo or redo opens again; or empty
    std::uint64_t schedule_revision = 0;  // the session's, when last looked at
    bool previewed = false;               // the last schedule asked was not final
};

// The part of a change the session can take without starting over is the schedule.
bool needs_restart(const Config& before, const Config& after);

// The edited network; where the picture chooses what its pixels are, with what it chose.
NetworkSpec pixel_known(const Settings& settings, const Status& status);

// Takes over what happened elsewhere: another run was opened, the schedule was cooled down.
void follow(Settings& settings, const Status& status);
// The next run the session reports was opened with this configuration.
void expect_run(Settings& settings, const Config& config);

// The next run the session reports branches off the open one: undo leads back to that.
void expect_branch(Settings& settings);

// Learns again from new weights, with the settings as they are edited.
void restart(Settings& settings, Requests& requests);
// Applies the edit at once where it can be live, without an undo step of its own: for each frame of
// a drag.
void preview(Settings& settings, Requests& requests);
// An undo step of the network that is looked at, or of the moment that is kept, which it asks for.
void change_network(Settings& settings, NetworkEdits edits);
void change_kept(Settings& settings, KeptChange change, Requests& requests);
// Another run is shown: its network is as it was learned.
void forget_network_changes(Settings& settings);
// Makes `edited` an undo step and asks the session for it. An invalid edit is taken back and
// `problem` says why.
void commit(Settings& settings, Requests& requests);

// `only_looking`: of a run that is only viewed, what was done to the network that is looked at.
bool can_undo(const Settings& settings, bool only_looking = false);
bool can_redo(const Settings& settings, bool only_looking = false);
// Over an edit that made a run they open the other run, as it was left; they never make one.
void undo(Settings& settings, Requests& requests);
void redo(Settings& settings, Requests& requests);

}  // namespace redraw::ui
