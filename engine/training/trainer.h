// Trains a run: the only writer of its run file, or, of a run opened to be read, one who only
// looks. Single-threaded and deterministic: the trajectory is a function of the configuration and
// the seed; how advance() is cut into bursts, when commits happen and who watches change nothing.
#pragma once

#include "engine/backend/backend.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/training/step_loop.h"
#include "engine/training/time_budget.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

// The loss is no longer a number, at ever lower rates. The run is back where it was good.
class Diverged : public Error {
public:
    using Error::Error;
};
// The run's file could not be written. What was not is still in memory, for a later commit.
class NotSaved : public Error {
public:
    explicit NotSaved(const std::string& sentence) : Error(Kind::not_writable, sentence) {}
};

class Trainer {
public:
    // Goes on from the run's latest state. `dataset`: the run's, where it is at hand; null: read
    // from the run. Throws Error.
    Trainer(RunFile run, const BackendOptions& options,
            std::shared_ptr<const Dataset> dataset = nullptr);
    // Of a new run: where memory does not hold what its batch needs, it takes the smaller
    // configuration that `smaller` makes of its request from then on, and batch_note() reports it.
    using SmallerBatch = std::function<std::optional<Config>(const Config&)>;
    Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<Dataset> dataset,
            const SmallerBatch& smaller);
    // On a backend of the caller's.
    Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset,
            std::unique_ptr<Backend> backend);

    // At most `max_steps` steps; fewer when a step has to be kept or the run ends. Returns the
    // steps done (0 when finished). When the loss is no longer a number it goes back to the last
    // good keyframe and on from there at half the rate, recorded as an event (rollback.h); the
    // result is then below 0. Throws Diverged when that did not help. When the device fails it goes
    // on on the CPU: see leave_device().
    std::int64_t advance(std::int64_t max_steps);
    bool finished() const { return step() >= total_steps(); }

    const Config& config() const { return run_.config(); }
    const Dataset& dataset() const { return *loop_.dataset; }
    // For another network on the same pictures.
    const std::shared_ptr<const Dataset>& shared_dataset() const { return loop_.dataset; }
    std::shared_ptr<const Image> target() const { return {loop_.dataset, &dataset().target}; }
    const RunFile& run() const { return run_; }
    void rename(const std::string& name) { run_.rename(name); }
    // A kept step as the look of the run, or none: an event (run/kept_moment.h).
    void keep_moment(std::optional<std::int64_t> step);
    // Another one after leave_device(), which advance() and commit() call when the device fails.
    Backend& backend() { return *loop_.backend; }
    const Backend& backend() const { return *loop_.backend; }
    int channels() const { return dataset().target.channels; }
    std::size_t parameter_count() const;

    std::int64_t step() const { return loop_.step; }
    // At which the run ends.
    std::int64_t total_steps() const { return loop_.total_steps(config().schedule); }
    double epoch() const { return double(step()) / double(dataset().steps_per_epoch()); }
    double seconds() const { return seconds_; }  // of training, pauses left out, across resumes
    double step_seconds() const { return loop_.step_seconds; }
    std::int64_t burst() const { return loop_.burst(); }
    // The part of the scheduled rate that the next step takes: below 1 while new moments warm up.
    double rate_share() const {
        return moments_warmup(config().optimizer, loop_.moments_zero_at, step());
    }
    const Metric& last() const { return last_; }  // of the last step, recorded or not
    // What was measured of the drawing, by step: while it trains on a sample about twice a second,
    // at the same steps whoever watches; the whole where measure() or add_measured() was called.
    const std::vector<MeasuredPsnr>& measured() const { return run_.measured(); }
    // The newest measurement, recorded or not; nothing before the first.
    const std::optional<MeasuredPsnr>& newest_measured() const { return newest_measured_; }
    // Measures the whole drawing as it is now, unless that was done. Throws Error, DeviceFailed.
    MeasuredPsnr measure();
    // A measurement of the whole drawing at a kept step or now, by whoever had it in parts.
    void add_measured(std::int64_t step, double psnr);
    // Stores what was measured since the last commit. Where that fails, it can be measured again.
    void commit_measured();
    // A PSNR to be noticed within a few steps: once a measurement of the whole drawing reaches it,
    // reached_goal() says at which step and second. Nothing: no goal.
    void set_goal(std::optional<double> psnr);
    const std::optional<MeasuredPsnr>& reached_goal() const { return reached_goal_; }
    const std::vector<Metric>& metrics() const { return run_.metrics(); }
    const std::vector<Keyframe>& keyframes() const { return run_.keyframes(); }

    // What may change while training does; recorded as an event. The rest needs a new run. What
    // comes before a `final` one, as a handle is dragged, is that same change: one event, where it
    // began, however many steps are trained meanwhile. What is committed meanwhile goes on with the
    // schedule of that moment, as if the handle had been let go there.
    void set_schedule(const Schedule& schedule, bool final = true);
    // Where the schedule has a time: the epochs that fit in it at this pace. No event, for the
    // schedule says that they follow the time.
    void keep_in_time(const TrainingPace& pace);
    // Anneals from the current rate to lr_min within `epochs` from here; the run ends there.
    void cool_down(std::int64_t epochs);

    // Parameters of a keyframe or of the present step; nothing when that step was not kept.
    std::optional<std::vector<float>> parameters_at(std::int64_t step) const;
    std::vector<float> require_parameters(std::int64_t step) const;  // throws RunFile::not_kept()
    std::vector<float> parameters() const { return backend().parameters(); }

    // Goes on on the CPU, for good, from the last state that was saved (some seconds ago),
    // recorded as an event: for whoever met the failure while drawing.
    void leave_device(const DeviceFailed& failure);
    // Why the device was left, or not taken although it is there, and where training goes on: two
    // sentences; empty when neither happened.
    const std::string& device_note() const { return device_note_; }

    // That a smaller batch was taken, in a sentence; else empty.
    const std::string& batch_note() const { return batch_note_; }

    // Everything on disk. advance() does it every two seconds or so; call it at every stop. Of a
    // run that is only read, nothing. Throws NotSaved.
    void commit();
    // At the end: where the run's own file takes nothing any more (its disk is full or broken, the
    // file is gone, somebody wrote over it), everything that is known of the run becomes a new run
    // in the folder of runs, and the sentence that says why and where is returned; else nothing.
    // Throws NotSaved when that fails, too. `picture`: as it was opened, where it is at hand.
    std::string commit_or_rescue(const Image* picture = nullptr);
    // Of a run that is only read: takes over what its writer has committed meanwhile. False, and
    // nothing is changed, when the file holds another run by now. Throws Error.
    bool follow();
    std::int64_t saved_step() const { return saved_step_; }  // that of the last commit
    // Why the last commit failed ("... no space left on device"); empty when it
    // did not. Training goes on meanwhile and the next commit writes everything.
    const std::string& commit_error() const { return commit_error_; }
    // The picture as it was opened, to be stored with a later commit so that the first step need
    // not wait for it; nothing where the run learns it as it is, or it is null.
    void keep_source(std::shared_ptr<const Image> picture, int bit_depth);

private:
    void take_backend();
    bool agree_on_precision();
    void begin();
    void measure_moments();         // of a branch that was never trained
    void load(const State& state);  // the first
    std::int64_t advance_here(std::int64_t max_steps);
    void go_back_to(const State& state);
    State saved_state();  // of the device, or of where it went on if that failed just now
    std::optional<std::int64_t> keep_keyframe();  // the step that diverged, if one did
    void commit_if_due();
    std::int64_t next_regular_measurement(std::int64_t step) const;
    std::int64_t next_measured_step() const;
    void measure_sample();
    void find_newest_measured();
    void take_schedule(const Schedule& schedule);
    void add_event(const Event& event);
    void roll_back(std::int64_t diverged_step);

    RunFile run_;
    BackendOptions options_;
    StepLoop loop_;
    std::string device_note_, batch_note_;
    bool resumes_ = false;    // the next step is the first one after the run was opened again
    bool under_way_ = false;  // a change of the schedule, whose event is there
    double seconds_ = 0;
    Metric last_;
    std::optional<SampledPsnr> sample_;  // there as soon as the backend is
    std::optional<MeasuredPsnr> newest_measured_;
    std::optional<double> goal_;
    std::optional<double> sample_error_;  // dB that the whole lies above the sample, near the goal
    std::optional<MeasuredPsnr> reached_goal_;
    std::pair<std::shared_ptr<const Image>, int> source_;  // waiting to be stored
    std::chrono::steady_clock::time_point committed_ = std::chrono::steady_clock::now();
    double commit_seconds_ = 0;  // the last commit took
    std::int64_t saved_step_ = 0;
    std::string commit_error_;
};

// After a commit that took so long, how long until the next one: `usual`, or more where commits
// would take over a twentieth of the time, but no longer than 10 s unless they took a fifth of it.
double seconds_between_commits(double usual, double commit);

// A new run of a picture at step 0: target resampled, what is left open chosen (resolve.h), file
// created and committed. A picture that is learned as it is lies in memory once and in the file
// once: then `picture` is the dataset's target.
struct NewRun {
    RunFile run;
    std::shared_ptr<Dataset> dataset;
    std::shared_ptr<const Image> picture;
};
// Throws Error.
NewRun make_run(const std::filesystem::path& path, Image&& picture, const std::string& picture_name,
                const Config& request, RunFile::Existing existing = RunFile::Existing::refuse);
NewRun make_run(const std::filesystem::path& path, std::shared_ptr<const Image> picture,
                const std::string& picture_name, const Config& request,
                RunFile::Existing existing = RunFile::Existing::refuse);
RunFile start_run(const std::filesystem::path& path, const Image& picture,
                  const std::string& picture_name, const Config& request);

}  // namespace redraw
