// Status of the session for the window: plain values, made on the session thread and never
// changed afterwards.
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

// A render of the network at one step.
struct Frame {
    std::shared_ptr<const Surface> surface;
    Grid grid;                     // the sampled grid
    bool full_picture = true;      // the training grid, not a zoomed region
    std::int64_t step = 0;         // updates of the parameters that rendered it
    bool past = false;             // a keyframe, not the present state
    std::uint64_t serial = 0;      // unique among all frames
    std::uint64_t run_serial = 0;  // Status::run_serial of the run it belongs to
    // The target interpolated (bicubic) to `grid`; set if the view request asks for it.
    std::shared_ptr<const Image> bicubic;
};

// A tiled picture (engine/tiles), shown instead of a run; each tile is a run.
struct TiledPicture {
    int width = 0, height = 0;              // size of the whole picture
    std::int64_t tiles = 0, not_drawn = 0;  // not_drawn: no run, or a broken one
    std::string why;                        // why a tile's run cannot be rendered; else empty
};

// `opening`: the first picture or run is being read.
enum class Phase { empty, opening, training, paused, finished };

using JobId = std::uint64_t;  // unique among the exports of a session
// The origin of an export: the window, the clipboard, or both: a file that is also copied.
enum class Origin { user, clipboard, shared };

struct JobStatus {  // an export or a film under way
    JobId id = 0;
    Origin origin = Origin::user;
    std::string what;         // "lion-1024.png"
    std::string waits_for{};  // Job::waits_for()
    double progress = 0;      // 0 to 1
    double seconds_left = 0;
};

// The kind of an error, so that the window can offer the matching way out.
enum class ErrorKind {
    other,
    diverged,    // training was rolled back to the last good state and has stopped
    not_saved,   // the run's disk or folder cannot be written; unsaved progress is in memory
    not_opened,  // the file is no picture and no run
};

// A success message of one sentence ("Saved lion-1024.png.").
struct Notice {
    std::string text;
    std::filesystem::path saved{};  // the saved file, which the window can show; else empty
    std::uint64_t id = 0;           // unique for each notice, even with the same text
};

// A render for the clipboard: its file, and the export that wrote it.
struct CopiedFile {
    std::filesystem::path file;
    JobId job = 0;
    bool as_file = false;  // for file managers and messages too
};

struct Status {
    Phase phase = Phase::empty;
    std::uint64_t run_serial = 0;  // differs for every opened run
    Config config, request;        // with automatic choices; as requested (run_file.h)
    // Counts schedule changes that SetSchedule did not cause, such as a rollback.
    std::uint64_t schedule_revision = 0;
    std::string opening;  // name of the file being read, perhaps while a run is shown; else empty
    std::shared_ptr<const Image> opening_picture;  // an early, small version; null: none yet
    std::string picture_name;
    std::string picture_note;              // conversions done on opening, or empty
    std::shared_ptr<const Image> picture;  // at full size; null if only the target is known
    std::shared_ptr<const Image> target;   // at training size
    std::filesystem::path run_path;
    std::shared_ptr<const TiledPicture> tiled;  // null: a run is open, or nothing is
    // Why the run can only be viewed, in a sentence; commands that would train it are refused.
    // Empty if it can be trained.
    std::string view_only;
    std::string backend;  // Backend::description()
    std::size_t parameter_count = 0;
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double epoch = 0;
    double seconds = 0;            // training time so far
    double rate_share = 1;         // fraction of the scheduled rate in use: Trainer::rate_share()
    double seconds_per_pixel = 0;  // cost of the last render; 0 before the first
    double steps_per_second = 0;   // including rests of quiet mode; 0 before the first step
    double seconds_left = 0;       // estimate to total_steps
    int training_percent = 100;    // percent of the time; quiet mode rests for the remainder
    Metric last;                   // training loss and rate of the last step
    std::shared_ptr<const std::vector<Metric>> metrics;
    // PSNR of the render in dB, over all pixels at rest and over a sample during training; NaN
    // before the first measurement. `measured`: all measurements, by step.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    std::shared_ptr<const std::vector<Keyframe>> keyframes;
    std::shared_ptr<const std::vector<Thumbnail>> thumbnails;  // by step, log-spaced over the run
    std::shared_ptr<const std::vector<Event>> events;
    std::shared_ptr<const std::vector<Bookmark>> bookmarks;  // at keyframes, the newest last
    // Neuron pictures for a view request; null until rendered. After a new request the old ones
    // stay until replaced.
    std::shared_ptr<const NeuronPictures> neurons;
    std::shared_ptr<const PixelHistory> pixel_history;
    std::shared_ptr<const Microscope> microscope;  // null: not requested, or a network of windows
    std::shared_ptr<const ExportCrop> export_crop;
    std::shared_ptr<const ThenAndNow> then_and_now;
    // Visible change from keyframe i - 1 to i, as FilmExport measures it; holds only those known
    // so far.
    std::shared_ptr<const std::vector<float>> keyframe_changes;
    std::shared_ptr<const CoolDown> cool_down;       // null: not requested
    std::shared_ptr<const HeldOutMeasure> held_out;  // null: not requested with this schedule
    std::optional<OriginalPsnr> original;            // newest render at rest; absent: not measured
    std::shared_ptr<const EnlargingMeasure> enlarging;  // null: not requested
    // Rivals B, C and D of a race, or the compared run; empty: the open run is alone.
    std::vector<std::shared_ptr<const Companion>> companions;
    std::optional<double> finish_line{};  // PSNR in dB that ends a race
    std::optional<double> finished_at{};  // training seconds after which the open run reached it
    std::shared_ptr<const Diagnosis> diagnosis;  // null: the Doctor finds nothing wrong
    std::optional<JobStatus> job;
    std::string error;                        // one sentence, or empty
    ErrorKind error_kind = ErrorKind::other;  // kind of `error`
    Notice notice;
    CopiedFile copied;  // for the clipboard
};

// Returns the open run and its rivals, the open run first.
std::vector<Racer> racers_of(const Status& status);

// The status under construction. Owned by SessionLoop; the open run or tiles write into it.
// Session thread.
struct Report {
    Status status;
    bool due = false;          // `status` has changed
    bool at_once = false;      // publish in the next round of work
    bool save_failed = false;  // a failed save was reported, and no later save succeeded
    JobId last_job = 0;        // unique over the whole session

    void fail(const std::string& error, ErrorKind kind);
    void dismiss();  // clears the error and the notice
    // Runs `action`; an Error becomes Status::error.
    void guarded(const std::function<void()>& action);
};

// Replaces the notice and gives the new one a unique id.
inline void give_notice(Status& status, Notice notice) {
    notice.id = status.notice.id + 1;
    status.notice = std::move(notice);
}

// Functions that choose the method for enlarging the picture. Pure functions of measurements.

// Returns the largest known version of the picture; a run must be open.
const Image& known_picture(const Status& status);
// Returns true if the picture was opened at a larger size than the training size.
bool has_larger_original(const Status& status);
// Returns true if a separate network can be trained to enlarge this picture. False for a window
// network, which enlarges by itself.
bool can_enlarge(const Status& status);
// Returns true if that training takes only seconds, so that it starts without a request.
bool enlarges_unasked(const Status& status);
// Returns the method that measured best, or, before any measurement, the one expected to be best.
// An export waits until that method is ready.
Method best_enlargement(const Status& status);

}  // namespace redraw
