// What the session tells the window: plain values, made on the session thread, never changed after.
#pragma once

#include "engine/backend/surface.h"
#include "engine/data/dataset.h"
#include "engine/drawing/method.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/network/config.h"
#include "engine/run/run_file.h"
#include "engine/studies/view_request.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct Diagnosis;  // doctor.h

// One drawing of the network, and when it was.
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

// --- drawn or measured beside the one drawing, when it is asked for ---------------------------

// What every hidden neuron answers over the picture, after its activation.
struct NeuronPictures {
    Grid grid;                  // the small pictures'
    std::vector<Image> layers;  // one a hidden layer; a channel a neuron
    std::int64_t step = 0;
    // The chosen one large, with its incoming weights and its bias (not scaled by omega).
    std::optional<NeuronIndex> chosen;
    Image large;  // one channel
    Grid large_grid;
    std::vector<float> weights;
    float bias = 0;
};

struct Thumbnail {
    std::int64_t step = 0;
    std::shared_ptr<const Image> image;
};

// What the network drew at one pixel, at keyframes evenly spread over log(1 + step).
struct PixelHistory {
    Point point;
    int channels = 1;
    std::vector<std::int64_t> steps;  // ascending
    std::vector<float> values;        // channels a step
};

// Pixels of an exported picture as its file has them.
struct ExportDetail {
    PixelSize size;  // of the whole drawing
    PixelRect part;  // of it
    Method method = Method::network;
    std::shared_ptr<const Image> image;  // null: not drawn yet
};

// A detail of an export before it is made: what the file will hold, and what it is compared with.
struct ExportCrop {
    ExportDetail file, other;
    // The network and every interpolation against the picture as it was opened, where that is
    // larger than the training size; empty until they are measured.
    std::vector<Quality> methods;
};

// The whole drawing, small, as it was at a keyframe and as it is now.
struct ThenAndNow {
    std::int64_t then_step = 0, now_step = 0;
    std::shared_ptr<const Image> then, now;
};

// A copy of the network annealed beside the run, which it leaves alone to the bit.
struct CoolDown {
    std::int64_t from_step = 0;
    std::int64_t done = 0, steps = 0;  // of the copy
    // Of the drawing, dB: when it began, NaN when unknown; the copy's newest measurement.
    float psnr_before = 0, psnr = 0;
    bool measured = false;  // `psnr` is of the whole drawing of the annealed copy
    // The whole picture at training size; null before the first.
    std::shared_ptr<const Surface> drawing;
    bool finished() const { return measured; }
};

// What the run's settings make of pixels they never saw (held_out.h): a copy learns one pixel in
// four, beside the run, which it leaves alone to the bit.
struct HeldOutMeasure {
    Schedule schedule;        // that the copy is trained on: the run's, when it was asked for
    double progress = 0;      // 0 to 1
    double seconds_left = 0;  // 0 while unknown
    std::vector<Quality> methods{};  // the network first; empty until all is measured
    bool finished() const { return !methods.empty(); }
};

// The network that learns to enlarge the run's picture (enlarge/enlargement.h), beside the run.
struct EnlargingMeasure {
    double progress = 0;      // 0 to 1
    double seconds_left = 0;  // 0 while unknown
    bool finished = false;    // it can draw
    // On the picture's own half: Method::enlarging and the interpolations. PSNR only, NaN where it
    // was not measured.
    std::vector<Quality> methods{};
    // Draws what is larger than the picture, as it came closer; nothing: the network does.
    std::optional<Filter> interpolation{};
};

// How close a drawing came to the picture as it was opened, or, of a network of windows, drawn from
// the picture's own half to the picture (original_measure.h).
struct OriginalPsnr {
    std::int64_t step = 0;
    float psnr = 0;
    bool whole = true;  // else over a detail
    bool own_half = false;
    float bicubic = 0, lanczos = 0;  // of the same half
    bool operator==(const OriginalPsnr&) const = default;
};

// A second run of a picture beside this one: a finished one to compare with, or a rival that
// trains in turn for equally many seconds.
struct Companion {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    bool goes_on = false;                 // a rival with steps to do
    std::optional<double> finished_at{};  // seconds after which it was at Status::finish_line
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double seconds = 0;
    float psnr = std::numeric_limits<float>::quiet_NaN();  // newest measured; NaN: none yet
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    std::shared_ptr<const Surface> drawing;  // on the grid of this run's training picture
    // And, at rest, where one looks; null: not drawn.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
};

// A picture in tiles, each a run of its own (engine/tiles): it is looked at in the place of a run.
struct TiledPicture {
    int width = 0, height = 0;              // of the whole
    std::int64_t tiles = 0, not_drawn = 0;  // these have no run yet, or one that cannot be drawn
    std::string why;                        // of one that cannot; else empty
};

// --- the run and its session ------------------------------------------------------------------

// `opening`: the first picture or run is being read.
enum class Phase { empty, opening, training, paused, finished };

struct JobStatus {            // an export or a film under way
    std::string what;         // "lion-1024.png"
    std::string waits_for{};  // Job::waits_for()
    double progress = 0;      // 0 to 1
    double seconds_left = 0;
};

// What an error is about, so that the window can offer the way out of it.
enum class ErrorKind {
    other,
    diverged,    // training went back to the last commit and stands still
    not_saved,   // the run's own disk or folder refuses; what was learned is in memory
    not_opened,  // what was asked for is no picture and no run
};

// Good news, in one sentence ("Saved lion-1024.png.").
struct Notice {
    std::string text;
    std::filesystem::path saved{};  // that file, which can be shown; else empty
};

// A drawing for the clipboard: its file, and its running number.
struct CopiedFile {
    std::filesystem::path file;
    std::uint64_t count = 0;
};

struct Status {
    Phase phase = Phase::empty;
    std::uint64_t run_serial = 0;  // differs for every opened run
    Config config, request;        // what was chosen, and what was asked (run_file.h)
    // Counts the changes of its schedule that were not asked for by SetSchedule: cooled down,
    // rolled back, by the program that trains it.
    std::uint64_t schedule_revision = 0;
    std::string opening;  // the file that is being read, perhaps while a run is shown; else empty
    std::shared_ptr<const Image> opening_picture;  // that picture, for the eye, once it is known
    std::string picture_name;
    std::string picture_note;              // what was done to it on opening, or empty
    std::shared_ptr<const Image> picture;  // at its own size; null when only the target is known
    std::shared_ptr<const Image> target;   // at training size
    std::filesystem::path run_path;
    std::shared_ptr<const TiledPicture> tiled;  // null: a run is open, or nothing is
    // Why the run is only viewed, in a sentence: nothing may be asked that would train it. Empty
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
    int duty_percent = 100;        // of the time that is trained in; the rest is rest
    Metric last;                   // of the last step: its training loss and rate
    std::shared_ptr<const std::vector<Metric>> metrics;
    // How close the drawing is, dB, over all its pixels once it is at rest, and while it trains on
    // a sample of them; NaN before the first measurement. And all that was measured, by step.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    std::shared_ptr<const std::vector<Keyframe>> keyframes;
    std::shared_ptr<const std::vector<Thumbnail>> thumbnails;  // by step, log-spaced over the run
    std::shared_ptr<const std::vector<Event>> events;
    // Asked for by a view request; null until drawn, and of another one until drawn anew.
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
    std::optional<double> finish_line{};         // of a race, dB
    std::optional<double> finished_at{};         // seconds after which the run itself was there
    std::shared_ptr<const Diagnosis> diagnosis;  // null: nothing is wrong that the Doctor knows of
    std::optional<JobStatus> job;
    std::string error;                        // one sentence; empty when there is none
    ErrorKind error_kind = ErrorKind::other;  // of that error
    Notice notice;
    CopiedFile copied;  // for the clipboard
};

}  // namespace redraw
