// The status of the session for the window: plain values, made on the session thread and never
// changed after.
#pragma once

#include "engine/backend/surface.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "engine/run/run_values.h"
#include "engine/studies/results.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

struct Diagnosis;  // doctor.h

// A drawing of the network at one step.
struct Frame {
    std::shared_ptr<const Surface> surface;
    Grid grid;                     // what was sampled
    bool full_picture = true;      // the training grid itself, not a zoomed region
    std::int64_t step = 0;         // updates behind the parameters that drew it
    bool past = false;             // a keyframe, not now
    std::uint64_t serial = 0;      // differs from every other frame's
    std::uint64_t run_serial = 0;  // Status::run_serial of the run it belongs to
    // The target interpolated (bicubic) to `grid`, where the view request asks for it.
    std::shared_ptr<const Image> bicubic;
};

// A picture in tiles, each a run of its own (engine/tiles), shown in the place of a run.
struct TiledPicture {
    int width = 0, height = 0;              // of the whole
    std::int64_t tiles = 0, not_drawn = 0;  // these have no run yet, or one that cannot be drawn
    std::string why;                        // of one that cannot; else empty
};

// `opening`: the first picture or run is being read.
enum class Phase { empty, opening, training, paused, finished };

using JobId = std::uint64_t;  // differs for every export of a session
// The origin of an export: the window, or the clipboard.
enum class Origin { user, clipboard };

struct JobStatus {  // an export or a film under way
    JobId id = 0;
    Origin origin = Origin::user;
    std::string what;         // "lion-1024.png"
    std::string waits_for{};  // Job::waits_for()
    double progress = 0;      // 0 to 1
    double seconds_left = 0;
};

// The subject of an error, so that the window can offer the way out of it.
enum class ErrorKind {
    other,
    diverged,    // training went back to the last good state and stands still
    not_saved,   // the run's own disk or folder refuses; what was learned is in memory
    not_opened,  // what was asked for is no picture and no run
};

// Good news, in one sentence ("Saved lion-1024.png.").
struct Notice {
    std::string text;
    std::filesystem::path saved{};  // that file, which can be shown; else empty
    std::uint64_t id = 0;           // another one for each notice, also of the same text
};

// A drawing for the clipboard: its file, and the export that wrote it.
struct CopiedFile {
    std::filesystem::path file;
    JobId job = 0;
};

struct Status {
    Phase phase = Phase::empty;
    std::uint64_t run_serial = 0;  // differs for every opened run
    Config config, request;        // what was chosen, and what was asked (run_file.h)
    // Counts the changes of the schedule that SetSchedule did not make, such as a rollback.
    std::uint64_t schedule_revision = 0;
    std::string opening;  // the file that is being read, perhaps while a run is shown; else empty
    std::shared_ptr<const Image> opening_picture;  // an early, small version; null: none yet
    std::string picture_name;
    std::string picture_note;              // what was done to it on opening, or empty
    std::shared_ptr<const Image> picture;  // at its own size; null when only the target is known
    std::shared_ptr<const Image> target;   // at training size
    std::filesystem::path run_path;
    std::shared_ptr<const TiledPicture> tiled;  // null: a run is open, or nothing is
    // Why the run is only viewed, in a sentence: commands that would train it are refused. Empty
    // when it can be trained.
    std::string view_only;
    std::string backend;  // Backend::description()
    std::size_t parameter_count = 0;
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double epoch = 0;
    double seconds = 0;            // of training so far
    double rate_share = 1;         // of the scheduled rate, that is used: Trainer::rate_share()
    double seconds_per_pixel = 0;  // that was drawn last; 0 before the first drawing
    double steps_per_second = 0;   // rests of quiet mode included; 0 before the first step
    double seconds_left = 0;       // to total_steps at that pace
    int training_percent = 100;    // of the time; quiet mode rests in between
    Metric last;                   // of the last step: its training loss and rate
    std::shared_ptr<const std::vector<Metric>> metrics;
    // The PSNR of the drawing in dB, over all its pixels at rest and a sample of them while it
    // trains; NaN before the first measurement. And all measurements, by step.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    std::shared_ptr<const std::vector<Keyframe>> keyframes;
    std::shared_ptr<const std::vector<Thumbnail>> thumbnails;  // by step, log-spaced over the run
    std::shared_ptr<const std::vector<Event>> events;
    // Wanted by a view request; null until drawn, and of the request before until drawn anew.
    std::shared_ptr<const NeuronPictures> neurons;
    std::shared_ptr<const PixelHistory> pixel_history;
    std::shared_ptr<const ExportCrop> export_crop;
    std::shared_ptr<const ThenAndNow> then_and_now;
    // Visible change from keyframe i - 1 to i, as FilmExport counts it; as many as are known so
    // far.
    std::shared_ptr<const std::vector<float>> keyframe_changes;
    std::shared_ptr<const CoolDown> cool_down;       // null: none was asked for
    std::shared_ptr<const HeldOutMeasure> held_out;  // null: not asked for with this schedule
    std::optional<OriginalPsnr> original;  // of the newest drawing at rest; absent: not measured
    std::shared_ptr<const EnlargingMeasure> enlarging;  // null: was not asked for
    // B, C and D of a race, or the one it is compared with; none: the run is alone.
    std::vector<std::shared_ptr<const Companion>> companions;
    std::optional<double> finish_line{};  // of a race, dB
    std::optional<double> finished_at{};  // seconds of training after which the open run reached it
    std::shared_ptr<const Diagnosis> diagnosis;  // null: the Doctor finds nothing wrong
    std::optional<JobStatus> job;
    std::string error;                        // one sentence; empty when there is none
    ErrorKind error_kind = ErrorKind::other;  // of that error
    Notice notice;
    CopiedFile copied;  // for the clipboard
};

// The open run and its rivals, the open run first.
std::vector<Racer> racers_of(const Status& status);

// The status under construction. Owned by SessionLoop; what is open writes into it. Session thread.
struct Report {
    Status status;
    bool due = false;          // something in `status` is new
    bool at_once = false;      // and is sent with the next round of work
    bool save_failed = false;  // `status` said so, and no later save went through
    JobId last_job = 0;        // ids differ over the whole session

    void fail(const std::string& error, ErrorKind kind);
    void dismiss();  // clears the error and the notice
    // An Error of `action` becomes Status::error.
    void guarded(const std::function<void()>& action);
};

// Replaces the notice by one with an id of its own.
inline void give_notice(Status& status, Notice notice) {
    notice.id = status.notice.id + 1;
    status.notice = std::move(notice);
}

// Chooses the method that draws a picture larger than it is. Pure functions of what was measured.

// The largest that is known of the picture; a run is open.
const Image& known_picture(const Status& status);
// True when the picture was opened larger than it is learned.
bool has_larger_original(const Status& status);
// True when a network can learn from the picture how to enlarge it. A run that is such a network
// needs no other.
bool can_enlarge(const Status& status);
// True when that takes seconds, so that it is learned without being asked for.
bool enlarges_unasked(const Status& status);
// The method that was measured to come closest; before that, the one that most likely will, for
// which an export then waits.
Method best_enlargement(const Status& status);

}  // namespace redraw
