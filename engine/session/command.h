// What the window asks of the session: values, in the order they were asked. A new one is a struct
// here and a function on() of SessionLoop, OpenRun or a part of it.
#pragma once

#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/network/config.h"
#include "engine/network/edits.h"
#include "engine/session/status.h"
#include "engine/studies/view_request.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace redraw {

namespace command {

// A picture starts a new run with `config` and learns at once; a run file is opened, and goes on
// where `go_on` says so. Told apart by content. On failure the old run stays and Status::error says
// why. An empty run_path means a new file in the runs folder (run_folder.h).
// A run that is open in another Redraw or read-only is viewed: Status::view_only says why. What its
// writer commits is shown soon after; opening it again tries to get it for training.
struct Open {
    std::filesystem::path path;
    Config config{};
    std::filesystem::path run_path{};
    bool go_on = false;    // a run that is not finished learns at once
    bool watched = false;  // a picture's first second is for the eye (first_second.h)
};
struct OpenCopy {};  // the run, as it was last saved, copied into the runs folder and opened there
struct Restart {     // a new run of the same picture; the old run stays on disk
    Config config;
};
struct SetRunning {
    bool running;
};
struct SingleStep {};
// Not `final`: of a drag that goes on. Newest wins, it is learned with at once, and on disk with
// the next commit; the final one is committed and makes one event of it all.
struct SetSchedule {
    Schedule schedule;
    bool final = true;
};
struct CoolDown {};
struct ContinueFrom {  // branches into a new run file and trains there
    std::int64_t step;
};
struct KeepMoment {  // a keyframe as the look of the run; absent: none any more
    std::optional<std::int64_t> step;
};
// Quiet mode: trains in this part of the time, 1 to 100, and rests between two bursts so that the
// machine stays cool. Of every run from now on; changes when steps are made, not what they do.
struct SetDuty {
    int percent;
};
struct ExportPictures {
    std::vector<ExportSpec> specs;
    std::optional<std::int64_t> at_step;  // a keyframe; absent: now
    NetworkEdits edits{};                 // what is drawn is the network so changed
    Origin origin = Origin::user;         // of another: one file, which Status names when written
};
struct ExportTiles {  // of the picture in tiles that is open; where every tile has a run
    ExportSpec spec;
};
struct ExportFilm {
    FilmSpec spec;
    NetworkEdits edits{};
    bool race = false;  // the companions beside it (race_film.h); leaving them ends it
};
struct ExportPage {  // the run as one web page, from its kept steps
    std::filesystem::path path;
};
struct ExportCurves {  // a CSV of every recorded step
    std::filesystem::path path;
};
struct PreviewCoolDown {};  // anneals a copy in the background: Status::cool_down
struct DropCoolDown {};
struct MeasureHeldOut {};  // in the background: Status::held_out
struct DropHeldOut {};
// Learns to enlarge the picture, in the background: Status::enlarging. Exports that are to be drawn
// by it ask for it themselves.
struct LearnEnlargement {};
struct CompareWith {  // Status::companions
    std::filesystem::path run;
};
// On the same picture, all from new weights: one to three rivals (race.h). The first to be as close
// as the finish line, in dB, wins; all go on to their own ends.
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
    ViewRequest, command::SetDuty, command::ExportPictures, command::ExportTiles,
    command::ExportFilm, command::ExportPage, command::ExportCurves, command::PreviewCoolDown,
    command::DropCoolDown, command::MeasureHeldOut, command::DropHeldOut, command::LearnEnlargement,
    command::CompareWith, command::Race, command::LeaveCompanions, command::SaveCopy,
    command::Rename, command::CancelJob, command::DismissMessage>;

}  // namespace redraw
