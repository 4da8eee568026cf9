// Commands from the window to the session: plain values, executed as Session::ask() says. A new
// command is a struct here, listed in Command, and a row of SessionLoop::perform() that names its
// owner.
#pragma once

#include "engine/export/export.h"
#include "engine/features/film/film.h"
#include "engine/features/lesson/lesson.h"
#include "engine/features/studies/view_request.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/session/status.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace redraw {

inline constexpr double kMostDecibels = 200;  // of a target or a finish line

namespace command {

// Opens a picture or a run, depending on the content of the file. A picture starts
// a new run with `config`. If opening fails, the open run stays and Status::error says why. An
// empty run_path means a new file in the runs folder. A run that is read-only or open in another
// Redraw can only be viewed, and Status::view_only says why; opening it again retries for training.
struct Open {
    std::filesystem::path path;
    Config config{};
    std::filesystem::path run_path{};
    bool go_on = false;    // starts training at once if the opened run is unfinished
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
// Changes the learning-rate schedule. While the user drags a handle of it, `final` is false:
// training uses the schedule at once, and of the commands still queued only the newest is kept. The
// final command saves the run and records one event for the whole drag.
struct SetSchedule {
    Schedule schedule;
    bool final = true;
    // BySize::finish of the request; another one than before leaves the epochs to the picture's
    // size again. Absent: as before.
    std::optional<double> finish{};
};
// Pauses the training once the measured drawing has this many dB, above 0 to 200; absent: no
// target. Stored as the run's goal (Goal::psnr).
struct SetTarget {
    std::optional<double> psnr{};
};
struct CoolDown {};
// Learns the picture at its own size from now on, in tiles, beginning at the centre of the view:
// Trainer::learn_whole(). Result: Status::whole.
struct LearnWhole {
    double epochs = 4;  // epochs of each tile
};
struct ContinueFrom {  // continues from a keyframe in a new run file (a branch)
    std::int64_t step;
};
struct SetBookmark {  // bookmarks a keyframe of the run, or renames its bookmark
    std::int64_t step;
    std::optional<std::string> name;  // new name, may be empty; absent: removes the bookmark
};
// Throttles training (quiet mode) of this and all later runs: trains in this percentage of the
// time, 1 to 100 %, and rests between bursts. Without a time limit it changes no step's result.
struct SetThrottle {
    int percent;
};
// Reports that the window painted slowly. A GPU that trains, and may draw the desktop too, then
// rests for 30 ms before its next burst of training.
struct GiveWay {};
struct ExportPictures {
    std::vector<ExportSpec> specs;
    std::optional<std::int64_t> at_step;  // step of the keyframe to export; absent: now
    NetworkEdits edits{};                 // user's edits of the network to render
    // Other than Origin::user: exactly one file, which Status::copied names once it is written.
    Origin origin = Origin::user;
};
struct ExportFilm {
    FilmSpec spec;
    NetworkEdits edits{};
    // The film shows the compared runs too (race_film.h). A command that closes them waits for the
    // export.
    bool race = false;
    // Names of a race's networks in the film; empty: the names of their presets.
    std::vector<std::string> names{};
    bool unused_name = false;  // writes "a (2).mp4" rather than replacing "a.mp4"
    Origin origin = Origin::user;
};
struct ExportPage {  // exports the run's keyframes as one web page
    std::filesystem::path path;
    std::string title{}, text{};         // heading and text of the page (PageSource)
    std::optional<std::int64_t> last{};  // step of the last keyframe of the page; absent: now
    // The page shows the compared run too, of which there must be exactly one. `names`: of the two
    // networks; empty: the names of their presets.
    bool race = false;
    std::vector<std::string> names{};
    bool unused_name = false;  // writes "a (2).html" rather than replacing "a.html"
};
struct ExportCurves {  // exports every recorded step as CSV
    std::filesystem::path path;
};
// Trains a network in the background that enlarges the picture. Result: Status::enlarging.
struct LearnEnlargement {};
struct CompareWith {  // compares the open run with another run: Status::compared_runs
    std::filesystem::path run;
};
struct LeaveComparison {};

// Starts a race: runs with the open run's configuration and with those of one to three rivals train
// in turn, all from new weights, on the same picture, to the ends of their own schedules. If there
// is a finish line (PSNR in dB), the first to reach it wins (winner_of()).
struct Race {
    std::vector<Config> rivals;
    std::optional<double> finish_line{};
    // Configuration of the first racer, A; absent: that of the open run.
    std::optional<Config> first{};
};

struct SaveCopy {
    std::filesystem::path path;
};
struct Rename {  // renames the run; its file keeps its name
    std::string name;
};
// Repeats the command that could not write the file of its new run (Error::Kind::not_created), or
// saves the run that could not be saved.
struct TryAgain {};
struct CancelJob {};       // cancels the export at work; the next in the queue follows
struct DismissMessage {};  // clears Status::error and Status::notice

}  // namespace command

using Command =
    std::variant<command::Open, command::OpenCopy, command::Restart, command::SetRunning,
                 command::SetSchedule, command::SetTarget, command::CoolDown, command::LearnWhole,
                 command::ContinueFrom, command::SetBookmark, ViewRequest, command::SetThrottle,
                 command::GiveWay, command::ExportPictures, command::ExportFilm,
                 command::ExportPage, command::ExportCurves,

                 command::LearnEnlargement, command::CompareWith, command::Race, command::Teach,
                 command::LeaveComparison, command::SaveCopy, command::Rename, command::TryAgain,
                 command::CancelJob, command::DismissMessage>;

}  // namespace redraw
