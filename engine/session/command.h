// Commands from the window to the session: plain values, executed in order. A new command is a
// struct here and a function on() of SessionLoop, OpenRun or a member of OpenRun.
#pragma once

#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/session/status.h"
#include "engine/studies/results.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace redraw {

namespace command {

// Opens a picture or a run file, chosen by content. A picture starts a new run with `config`. On
// failure the open run stays and Status::error says why. An empty run_path means a new file in
// the runs folder. A run that is open in another Redraw or read-only is viewed, and
// Status::view_only says why; opening it again retries for training.
struct Open {
    std::filesystem::path path;
    Config config{};
    std::filesystem::path run_path{};
    bool go_on = false;    // trains an unfinished run at once
    bool watched = false;  // slows the first second of a new run so that its first steps are
                           // visible (preview.h)
};
struct OpenCopy {};  // copies the run, as last saved, into the runs folder and opens the copy
struct Restart {     // starts a new run of the same picture; the old run stays on disk
    Config config;
};
struct SetRunning {
    bool running;
};
struct SingleStep {};
// Changes the schedule. During a drag `final` is false: the newest command wins, training uses it
// at once, and the next save stores it. The final command is saved and records one event for the
// drag.
struct SetSchedule {
    Schedule schedule;
    bool final = true;
};
struct CoolDown {};
struct ContinueFrom {  // branches into a new run file and trains there
    std::int64_t step;
};
struct SetBookmark {  // bookmarks a keyframe of the run, or renames its bookmark
    std::int64_t step;
    std::optional<std::string> name;  // may be empty; absent: removes the bookmark
};
// Throttles training (quiet mode) of this and all later runs: trains in this percentage of the
// time, 1 to 100 %, and rests between bursts. Affects when steps run, not their results.
struct SetThrottle {
    int percent;
};
struct ExportPictures {
    std::vector<ExportSpec> specs;
    std::optional<std::int64_t> at_step;  // a keyframe; absent: now
    NetworkEdits edits{};                 // user's edits of the network to render
    Origin origin = Origin::user;         // clipboard: one file, named by Status::copied
};
struct ExportTiles {  // exports the tiled picture; every tile must have a run
    ExportSpec spec;
};
struct ExportFilm {
    FilmSpec spec;
    NetworkEdits edits{};
    bool race = false;  // shows the compared runs too (race_film.h); closing them cancels it
    std::vector<std::string> names{};  // of a race's networks; empty: by their presets
    bool unused_name = false;          // "a (2).mp4" rather than replacing "a.mp4"
    Origin origin = Origin::user;
};
struct ExportPage {  // the run as one web page, from its keyframes
    std::filesystem::path path;
    std::string title{}, text{};         // see PageSource
    std::optional<std::int64_t> last{};  // step of the last keyframe of the page; absent: now
};
struct ExportCurves {  // a CSV of every recorded step
    std::filesystem::path path;
};
struct PreviewCoolDown {};  // anneals a copy in the background: Status::cool_down
struct DropCoolDown {};
struct MeasureHeldOut {};  // measures a copy in the background: Status::held_out
struct DropHeldOut {};
// Trains a network in the background that enlarges the picture: Status::enlarging.
struct LearnEnlargement {};
struct CompareWith {  // opens a run to compare with: Status::companions
    std::filesystem::path run;
};
// Starts a race with one to three rivals on the same picture, all from new weights (winner_of()).
// The first run to reach the finish line (dB) wins; all train to their own ends.
struct Race {
    std::vector<Config> rivals;
    std::optional<double> finish_line{};
    std::optional<Config> first{};  // settings of A; absent: those of the open run
};
struct LeaveCompanions {};
struct SaveCopy {
    std::filesystem::path path;
};
struct Rename {  // renames the run; its file keeps its name
    std::string name;
};
struct CancelJob {};
struct DismissMessage {};  // clears Status::error and Status::notice

}  // namespace command

using Command = std::variant<
    command::Open, command::OpenCopy, command::Restart, command::SetRunning, command::SingleStep,
    command::SetSchedule, command::CoolDown, command::ContinueFrom, command::SetBookmark,
    ViewRequest, command::SetThrottle, command::ExportPictures, command::ExportTiles,
    command::ExportFilm, command::ExportPage, command::ExportCurves, command::PreviewCoolDown,
    command::DropCoolDown, command::MeasureHeldOut, command::DropHeldOut, command::LearnEnlargement,
    command::CompareWith, command::Race, command::LeaveCompanions, command::SaveCopy,
    command::Rename, command::CancelJob, command::DismissMessage>;

}  // namespace redraw
