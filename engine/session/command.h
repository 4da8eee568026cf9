// Commands of the window to the session: plain values, carried out in order. A new one is a struct
// here and a function on() of SessionLoop, OpenRun or a part of it.
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

// Opens a picture, which starts a new run with `config` and learns at once, or a run file; the
// content decides. On failure the open run stays and Status::error says why. An empty run_path
// means a new file in the runs folder. A run that is open in another Redraw or read-only is viewed:
// Status::view_only says why; opening it again tries to get it for training.
struct Open {
    std::filesystem::path path;
    Config config{};
    std::filesystem::path run_path{};
    bool go_on = false;    // trains a run that is not finished
    bool watched = false;  // slows a new run's first second for the eye (preview.h)
};
struct OpenCopy {};  // copies the run, as last saved, into the runs folder and opens the copy
struct Restart {     // starts a new run of the same picture; the old run stays on disk
    Config config;
};
struct SetRunning {
    bool running;
};
struct SingleStep {};
// Changes the schedule. While a handle is dragged `final` is false: the newest wins, training uses
// it at once, and the next save writes it. The final one is saved and makes one event of the drag.
struct SetSchedule {
    Schedule schedule;
    bool final = true;
};
struct CoolDown {};
struct ContinueFrom {  // branches into a new run file and trains there
    std::int64_t step;
};
struct KeepMoment {  // bookmarks a keyframe of the run; absent: removes the bookmark
    std::optional<std::int64_t> step;
};
// Throttles training (quiet mode): trains in this part of the time, 1 to 100 %, and rests between
// two bursts. For every run from now on. Changes when steps are made, not what they do.
struct SetThrottle {
    int percent;
};
struct ExportPictures {
    std::vector<ExportSpec> specs;
    std::optional<std::int64_t> at_step;  // a keyframe; absent: now
    NetworkEdits edits{};                 // changes of the network that is drawn
    Origin origin = Origin::user;         // not the user: one file, which Status names when written
};
struct ExportTiles {  // of the open picture in tiles; every tile must have a run
    ExportSpec spec;
};
struct ExportFilm {
    FilmSpec spec;
    NetworkEdits edits{};
    bool race = false;  // with the compared runs (race_film.h); leaving them ends it
};
struct ExportPage {  // the run as one web page, from its keyframes
    std::filesystem::path path;
};
struct ExportCurves {  // a CSV of every recorded step
    std::filesystem::path path;
};
struct PreviewCoolDown {};  // anneals a copy in the background: Status::cool_down
struct DropCoolDown {};
struct MeasureHeldOut {};  // in the background: Status::held_out
struct DropHeldOut {};
// Trains a network that enlarges the picture, in the background: Status::enlarging.
struct LearnEnlargement {};
struct CompareWith {  // Status::companions
    std::filesystem::path run;
};
// Starts one to three rivals on the same picture, all from new weights (winner_of()). The first to
// reach the finish line, in dB, wins; all train to their own ends.
struct Race {
    std::vector<Config> rivals;
    std::optional<double> finish_line{};
};
struct LeaveCompanions {};
struct SaveCopy {
    std::filesystem::path path;
};
struct Rename {  // the run; its file keeps its name
    std::string name;
};
struct CancelJob {};
struct DismissMessage {};  // clears Status::error and Status::notice

}  // namespace command

using Command = std::variant<
    command::Open, command::OpenCopy, command::Restart, command::SetRunning, command::SingleStep,
    command::SetSchedule, command::CoolDown, command::ContinueFrom, command::KeepMoment,
    ViewRequest, command::SetThrottle, command::ExportPictures, command::ExportTiles,
    command::ExportFilm, command::ExportPage, command::ExportCurves, command::PreviewCoolDown,
    command::DropCoolDown, command::MeasureHeldOut, command::DropHeldOut, command::LearnEnlargement,
    command::CompareWith, command::Race, command::LeaveCompanions, command::SaveCopy,
    command::Rename, command::CancelJob, command::DismissMessage>;

}  // namespace redraw
