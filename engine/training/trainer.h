// Trains a run, and is the only writer of its run file; of a run opened for reading it only reads.
// Single-threaded and deterministic: the trajectory is a function of the configuration and the
// seed. How advance() is cut into bursts, when the run is saved and who watches change nothing.
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
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

// The loss is no longer a number, even at lower rates. The run is back at its last good step.
class Diverged : public Error {
public:
    using Error::Error;
};
// The run's file could not be written. Everything is still in memory, for a later save.
class NotSaved : public Error {
public:
    explicit NotSaved(const std::string& sentence) : Error(Kind::not_writable, sentence) {}
};

class Trainer {
public:
    // Resumes from the run's latest state. `dataset`: null: read from the run. Throws Error.
    Trainer(RunFile run, const BackendOptions& options,
            std::shared_ptr<const Dataset> dataset = nullptr);
    // Begins a new run. If its batch does not fit in memory, the run uses the smaller configuration
    // that `smaller` makes of its request from then on; batch_note() reports it.
    using SmallerBatch = std::function<std::optional<Config>(const Config&)>;
    Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<Dataset> dataset,
            const SmallerBatch& smaller);
    // Trains on the given backend.
    Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset,
            std::unique_ptr<Backend> backend);

    // Trains at most `max_steps` steps; fewer when a keyframe is due or the run ends. Returns the
    // steps done (0 when finished). When the loss is no longer a number, the run goes back to the
    // last good keyframe at half the rate, an event; the result is then below 0. Throws Diverged if
    // that did not help. When the device fails, it continues on the CPU: see leave_device().
    std::int64_t advance(std::int64_t max_steps);
    bool finished() const { return step() >= total_steps(); }

    const Config& config() const { return run_.config(); }
    const Dataset& dataset() const { return *loop_.dataset; }
    // Shared with other networks that learn the same picture.
    const std::shared_ptr<const Dataset>& shared_dataset() const { return loop_.dataset; }
    std::shared_ptr<const Image> target() const { return {loop_.dataset, &dataset().target}; }
    const RunFile& run() const { return run_; }
    void rename(const std::string& name) { run_.rename(name); }
    // Bookmarks a keyframe, or removes the bookmark: an event (kept_moment()).
    void keep_moment(std::optional<std::int64_t> step);
    // Replaced by leave_device(), which advance() and commit() call when the device fails.
    Backend& backend() { return *loop_.backend; }
    const Backend& backend() const { return *loop_.backend; }
    int channels() const { return dataset().target.channels; }
    std::size_t parameter_count() const;

    std::int64_t step() const { return loop_.step; }
    // The step at which the run ends.
    std::int64_t total_steps() const { return loop_.total_steps(config().schedule); }
    double epoch() const { return double(step()) / double(dataset().steps_per_epoch()); }
    double seconds() const { return seconds_; }  // of training, pauses left out, across resumes
    double step_seconds() const { return loop_.step_seconds; }
    std::int64_t burst() const { return loop_.burst(); }
    // The part of the scheduled rate that the next step uses: below 1 while new moments warm up.
    double rate_share() const {
        return moments_warmup(config().optimizer, loop_.moments_zero_at, step());
    }
    const Metric& last() const { return last_; }  // of the last step, recorded or not
    // PSNR of the drawing, by step. While training: of a sample, about twice a second, at the same
    // steps whoever watches. Of the whole drawing where measure() or add_measured() was called.
    const std::vector<MeasuredPsnr>& measured() const { return run_.measured(); }
    // The newest measurement, recorded or not; nothing before the first.
    const std::optional<MeasuredPsnr>& newest_measured() const { return newest_measured_; }
    // Measures the whole drawing as it is now, unless that was done. Throws Error, DeviceFailed.
    MeasuredPsnr measure();
    // Records a PSNR of the whole drawing, at a keyframe or now, that was measured in parts.
    void add_measured(std::int64_t step, double psnr);
    // Saves the measurements since the last save. Ignores a failure: they can be measured again.
    void save_measured();
    // Sets a PSNR to be noticed within a few steps: once a measurement of the whole drawing reaches
    // it, reached_goal() says at which step and second. Nothing: no goal.
    void set_goal(std::optional<double> psnr);
    const std::optional<MeasuredPsnr>& reached_goal() const { return reached_goal_; }
    const std::vector<Metric>& metrics() const { return run_.metrics(); }
    const std::vector<Keyframe>& keyframes() const { return run_.keyframes(); }

    // Changes the schedule, the only part of the configuration that may change while the run
    // trains; an event. While a handle is dragged `final` is false: all changes up to the final one
    // are one event, where the drag began. A save in between holds the schedule of that moment.
    void set_schedule(const Schedule& schedule, bool final = true);
    // Sets the epochs that fit in the schedule's time limit, if it has one, at this pace. No event:
    // the schedule says that they follow the time.
    void keep_in_time(const TrainingPace& pace);
    // Anneals from the current rate to lr_min within `epochs` from here; the run ends there.
    void cool_down(std::int64_t epochs);

    // Parameters of a keyframe or of the present step; nothing when that step was not kept.
    std::optional<std::vector<float>> parameters_at(std::int64_t step) const;
    std::vector<float> require_parameters(std::int64_t step) const;  // throws RunFile::not_kept()
    std::vector<float> parameters() const { return backend().parameters(); }

    // Continues on the CPU, for good, from the last saved state (some seconds ago); recorded as an
    // event. Also for callers that met the failure while drawing.
    void leave_device(const DeviceFailed& failure);
    // Does work that needs the device; on the CPU once more if the device fails meanwhile.
    template <class Work>
    auto on_any_device(Work work) {
        try {
            return work();
        } catch (const DeviceFailed& failure) {
            leave_device(failure);
            return work();
        }
    }
    // Says why the device was left, or not used although it is available, and where training
    // continues: two sentences; empty when neither happened.
    const std::string& device_note() const { return device_note_; }

    // Says in a sentence that a smaller batch is used; else empty.
    const std::string& batch_note() const { return batch_note_; }

    // Saves everything. advance() does it about every two seconds (autosave); call it at every
    // stop. Does nothing for a run that is only read. Throws NotSaved.
    void commit();
    // Saves the run for the last time. Where its own file cannot be written any more (its disk is
    // full or broken, the file is gone or overwritten), saves everything as a new run in the runs
    // folder instead and returns the sentence that says why and where; else an empty string. Throws
    // NotSaved when that fails, too. `picture`: as it was opened; null: not known.
    std::string save_or_rescue(const Image* picture = nullptr);
    // Loads what the writer of a run that is only read has saved meanwhile. Returns false and
    // changes nothing when the file holds another run by now. Throws Error.
    bool follow();
    std::int64_t saved_step() const { return saved_step_; }  // that of the last save
    // The reason why the last save failed ("... no space left on device"); empty if it did not.
    // Training continues meanwhile and the next save writes everything.
    const std::string& save_error() const { return save_error_; }
    // Stores the picture as it was opened with a later save, so that the first step need not wait
    // for it. Does nothing where the run learns it as it is, or for null.
    void keep_source(std::shared_ptr<const Image> picture, int bit_depth);

private:
    void take_backend();
    bool agree_on_precision();
    void begin();
    void load(const State& state);  // the first
    std::int64_t advance_here(std::int64_t max_steps);
    void go_back_to(const State& state);
    std::optional<std::int64_t> keep_keyframe();  // the step that diverged, if one did
    void autosave_if_due();
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
    double save_seconds_ = 0;  // the last save took
    std::int64_t saved_step_ = 0;
    std::string save_error_;
};

// The seconds from a save, which took `commit` seconds, to the next one: `usual`, or more to keep
// saves below a twentieth of the time, but no more than 10 unless they took a fifth of it.
double seconds_between_saves(double usual, double commit);

// Rollback: chooses the keyframe a run goes back to when its loss is no longer a number. Pure
// functions of the run file, so that a resumed run goes back exactly as one that never stopped. The
// run continues with fresh moments: the optimizer's own saw the gradients explode.

// After so many rollbacks in so many steps the rate is not the cause: a 32nd of it diverged too.
inline constexpr int kMostHalvings = 5;
inline constexpr std::int64_t kHalvingsWithin = 100;

// Counts how often the run already diverged near this step, with its present schedule.
int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step);

// The newest keyframe that drew about as well as the best one and that lies some steps back; each
// repeat goes further back. The first keyframe is always good.
std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats);

// A new run of a picture at step 0: target resampled, configuration resolved, file created and
// saved. A picture that is learned as it is exists once: `picture` is then the dataset's target.
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
