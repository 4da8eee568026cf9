// Status of the session for the window: plain values, made on the session thread and never
// changed afterwards.
#pragma once

#include "engine/backend/surface.h"
#include "engine/drawing/method.h"
#include "engine/error.h"
#include "engine/features/compare/compared_state.h"
#include "engine/features/lesson/lesson.h"
#include "engine/features/studies/results.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/metadata.h"
#include "engine/network/config.h"
#include "engine/run/bookmarks.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/run/race.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace redraw {

// A render of the network at one step.
struct Frame {
    std::shared_ptr<const Surface> surface;
    Grid grid;                     // positions of the rendered pixels
    bool full_picture = true;      // false: only a zoomed region
    std::int64_t step = 0;         // training step of the parameters that rendered it
    bool past = false;             // rendered from a keyframe, not from the present state
    std::uint64_t serial = 0;      // number of the frame, unique together with run_serial
    std::uint64_t run_serial = 0;  // Status::run_serial of the run it belongs to
    // The target interpolated (bicubic) to `grid`; set if the view request asks for it.
    std::shared_ptr<const Image> bicubic;
};

// `opening`: a file is being read while no run is open.
enum class Phase { empty, opening, training, paused, finished };

using JobId = std::uint64_t;  // number of an export, unique in a session
// The purpose of an export: a file for the user, the clipboard, or both (a file that is also
// copied).
enum class Origin { user, clipboard, shared };

struct JobStatus {  // an export under way
    JobId id = 0;
    std::string what;         // name of the exported file: "lion-1024.png"
    std::string waits_for{};  // Job::waits_for(); empty: nothing
    double progress = 0;      // part of the work done, 0 to 1
    double seconds_left = 0;
    std::size_t queued = 0;  // number of exports queued behind this one
    bool holds_up = false;   // a command that closes the run waits for the exports
};

// A message that is no error, usually one sentence ("Saved lion-1024.png.").
struct Notice {
    std::string text;
    std::filesystem::path saved{};  // the saved file, which the window can show; else empty
    // Number of the notice: successive notices of a run differ in it, even with the same text.
    std::uint64_t id = 0;
};

// An exported render to put on the clipboard: its file, and the export job that wrote it.
struct CopiedFile {
    std::filesystem::path file;
    JobId job = 0;
    bool as_file = false;  // offer the file itself too, for file managers and messages
};

// Progress of learning the picture at its own size.
struct WholePicture {
    PixelSize size{};  // of the picture that the tiles draw
    std::int64_t tiles = 0, learned = 0;
    std::int64_t own_step = 0;                             // last step of the run's own network
    float psnr = std::numeric_limits<float>::quiet_NaN();  // dB, estimated from the learned tiles
};

// Lists what a run has recorded, by step; never null.
template <class Record>
using Records = std::shared_ptr<const std::vector<Record>>;

struct Status {
    template <class Result>
    const std::shared_ptr<const Result>& result() const {
        return std::get<std::shared_ptr<const Result>>(results);
    }
    template <class Result>
    std::shared_ptr<const Result>& result() {
        return std::get<std::shared_ptr<const Result>>(results);
    }

    Phase phase = Phase::empty;
    std::uint64_t run_serial = 0;  // number of the open run, unique in the session
    // The configuration with its automatic choices made, and as it was requested (run_file.h).
    Config config, request;
    std::optional<double> target_psnr{};  // command::SetTarget
    // Number of schedule changes that no SetSchedule command caused, such as by a rollback.
    std::uint64_t schedule_revision = 0;
    std::string opening;  // name of the file being read, perhaps while a run is shown; else empty
    std::shared_ptr<const Image> opening_picture;  // an early, small version; null: none yet
    std::string picture_name;
    std::string picture_note;  // describes conversions made on opening, or empty
    // The picture at full size; null if only the training target is known.
    std::shared_ptr<const Image> picture;
    // What its file said beside the pixels (date, place, camera); null: nothing, or it was read
    // from a run.
    std::shared_ptr<const Metadata> metadata;
    std::shared_ptr<const Image> target;  // the picture at training size
    std::filesystem::path run_path;
    // Why the run can only be viewed, in a sentence; commands that would train it are refused.
    // Empty if it can be trained.
    std::string view_only;
    // The device and arithmetic in use, from Backend::description().
    std::string backend;
    std::string device_choice;  // Trainer::device_choice()
    std::size_t parameter_count = 0;
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double epoch = 0;
    double seconds = 0;     // training time so far
    double rate_share = 1;  // fraction of the scheduled rate in use: Trainer::rate_share()
    // Seconds that the last render took per pixel; 0 before the first.
    double seconds_per_pixel = 0;
    // Steps a second, pauses of quiet mode included; 0 before the first step.
    double steps_per_second = 0;
    double seconds_left = 0;     // estimated seconds until total_steps
    int training_percent = 100;  // percentage of time for training (quiet mode)
    Metric last;                 // training loss and learning rate of the last step
    Records<Metric> metrics = std::make_shared<const std::vector<Metric>>();
    // PSNR of the render in dB: over the whole picture while training pauses, usually estimated
    // from a sample while it runs; NaN before the first measurement. `measured`: all recorded
    // measurements, by step.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    Records<MeasuredPsnr> measured = std::make_shared<const std::vector<MeasuredPsnr>>();
    Records<Keyframe> keyframes = std::make_shared<const std::vector<Keyframe>>();
    Records<Event> events = std::make_shared<const std::vector<Event>>();
    // Bookmarks, each at a keyframe; the one set or renamed last is the last.
    Records<Bookmark> bookmarks = std::make_shared<const std::vector<Bookmark>>();
    // Rivals B, C and D of a race, or the compared run; empty: the open run is alone.
    std::vector<std::shared_ptr<const ComparedState>> compared_runs;
    // What studies, measurements and copies have made: result<ScanLine>() and the like.
    Results results;
    std::optional<WholePicture> whole;    // absent: the run has no mosaic
    std::optional<double> finish_line{};  // PSNR in dB that wins the race
    std::optional<double> finished_at{};  // training seconds until the open run reached finish_line
    TaughtRace taught;
    std::optional<JobStatus> job;
    std::string error;  // an error message, usually one sentence, or empty
    Error::Kind error_kind = Error::Kind::other;  // of `error`; the window offers its remedy
    Notice notice;
    CopiedFile copied;  // newest export for the clipboard
};

// Returns the state of the open run and of its rivals in the race, the open run first. A run of a
// lesson that has ended has the PSNR that the lesson asks about.
std::vector<Racer> racers_of(const Status& status);

// The status under construction. Owned by SessionLoop; the open run or tiles write into it.
// Session thread.
struct Report {
    Status status;
    bool due = false;          // `status` has changed since it was last published
    bool at_once = false;      // publish `status` in the next round of work
    bool save_failed = false;  // a failed save was reported, and none has succeeded since
    JobId last_job = 0;        // id of the newest export job; unique over the session

    void fail(const std::string& error, Error::Kind kind);
    void dismiss();  // clears the error and the notice
    // Runs `action`. If it throws, the message becomes Status::error.
    void guarded(const std::function<void()>& action);
};

// Replaces the notice and gives the new one the next id.
inline void give_notice(Status& status, Notice notice) {
    notice.id = status.notice.id + 1;
    status.notice = std::move(notice);
}

// Pure functions of a Status about enlarging the picture: which picture is known, what can be
// trained, and which method is best.

// Returns the picture in the largest known size: as opened or, if that is not known, the training
// target. A run must be open.
const Image& known_picture(const Status& status);
// Returns true if the picture was opened at a larger size than the training size.
bool has_larger_original(const Status& status);
// Returns true if command::LearnWhole can be used: the open run can learn the picture at its own
// size, as a mosaic, and no new run is needed.
bool learns_whole_in_tiles(const Status& status);
// Estimates how many seconds command::LearnWhole takes, from the speed of this run; 0: not known.
double whole_seconds(const Status& status);
// Returns true if a separate network can be trained to enlarge this picture. False for a window
// network, which enlarges by itself.
bool can_enlarge(const Status& status);
// Returns the method of enlarging the picture that measured best or, before any measurement, the
// one expected to be best. A drawing that is not close to the picture is wanted for its look, so
// its own network draws it. An export by Method::enlarging waits until that network is trained.
Method best_enlargement(const Status& status);

}  // namespace redraw
