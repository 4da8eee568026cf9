// Trains a run and is the only writer of its run file; a run opened read-only is never written.
// Single-threaded and deterministic (on one device, without a time limit): configuration and seed
// determine the trajectory. The length of bursts, the time of saves and the viewers change nothing.
#pragma once

#include "engine/backend/backend.h"
#include "engine/device/device_choice.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/training/mosaic_learning.h"
#include "engine/training/step_loop.h"
#include "engine/training/training_pace.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

class Trainer {
public:
    // Resumes from the run's latest state. `dataset`: null: made from the run file. Throws Error.
    Trainer(RunFile run, const BackendOptions& options,
            std::shared_ptr<const Dataset> dataset = nullptr);
    // Begins a new run. If its batch does not fit in memory, `smaller` returns the requested
    // configuration with a smaller batch, which the run keeps. batch_note() reports this.
    using SmallerBatch = std::function<std::optional<Config>(const Config&)>;
    Trainer(RunFile run, const BackendOptions& options, const std::shared_ptr<Dataset>& dataset,
            const SmallerBatch& smaller);
    // Trains a new or resumed run on a backend that the caller provides.
    Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset,
            std::unique_ptr<Backend> backend);

    // Trains at most `max_steps` steps; fewer when a keyframe or a measurement is due or the run
    // ends. Returns the steps done (0 if the run has finished). If the loss is not finite, goes
    // back to the last good keyframe, halves the learning rate, records an event, and returns the
    // change of step(), 0 or negative. Throws Error (diverged) if several rollbacks did not help.
    // If the device fails, continues on the CPU: see leave_device().
    std::int64_t advance(std::int64_t max_steps);
    bool finished() const { return learning().ended(run_) && !run_.planned_mosaic(); }
    // Returns true once the run's own network has done the steps of its schedule.
    bool own_ended() const { return own_.ended(run_); }

    // Plans to learn the picture at its own size, as the run's mosaic (mosaic_for()), once the
    // run's own network has ended: advance() then begins it. Saves the plan. Throws Error.
    void plan_whole(const Mosaic& mosaic);
    // Begins a mosaic now: the given one or the planned one. Ends the training of the run's own
    // network. `picture`: as it was opened; it must be the run's source or target (keep_source()).
    // Throws Error.
    void learn_whole(const std::shared_ptr<const Image>& picture, const Mosaic& mosaic);
    // Adds a tile that another run has learned, and saves the run. Begins the planned mosaic if it
    // has not begun. Preconditions: own_ended(), and the run lacks the tile. Throws Error.
    void join_tile(std::int64_t tile, const LearnedElsewhere& learned);
    // Throws Error unless the run holds its picture at its own size. Precondition: the run has a
    // mosaic or plans one.
    void require_whole_picture() const;
    void begin_whole();
    // Replaces what the run is to do besides its schedule.
    void set_run_goal(const Goal& goal) {
        run_.set_goal(goal);
        take_run_goal();
    }
    // Returns the picture at its own size: the source, or else the target. Throws Error.
    std::shared_ptr<const Image> picture() const;
    // Returns the PSNR in dB of the render at the picture's own size: over all pixels once every
    // tile is learned. Before, above 2 megapixels, it measures only some rows
    // (measured_row_step()). Precondition: the run has a mosaic.
    double measure_whole();
    // The training of the mosaic; null before it begins.
    MosaicLearning* whole() { return mosaic_.get(); }
    const MosaicLearning* whole() const { return mosaic_.get(); }
    std::int64_t mosaic_left() const {  // number of tiles still to learn
        return mosaic_ ? MosaicLearning::tiles_left(run_) : 0;
    }

    const Config& config() const { return run_.config(); }
    const Dataset& dataset() const { return *own_.loop.dataset; }
    // Returns the dataset, which other networks that learn the same picture may share.
    const std::shared_ptr<const Dataset>& shared_dataset() const { return own_.loop.dataset; }
    std::shared_ptr<const Image> target() const { return {own_.loop.dataset, &dataset().target}; }
    const RunFile& run() const { return run_; }
    void rename(const std::string& name) { run_.rename(name); }
    // Bookmarks the keyframe at `step` under a name, which may be empty, or removes its bookmark if
    // `name` is absent. Adds events for the change (see bookmarks_of()).
    void set_bookmark(std::int64_t step, const std::optional<std::string>& name);
    // Returns the backend. leave_device(), consider_devices(), learn_whole() and follow() can
    // replace it; advance() and commit(), for example, call leave_device() when the device fails.
    Backend& backend() { return learning().backend(); }
    const Backend& backend() const { return learning().backend(); }
    int channels() const { return dataset().target.channels; }
    std::size_t parameter_count() const;

    // Returns the steps done, including those of the mosaic.
    std::int64_t step() const { return learning().step(); }
    std::int64_t own_step() const { return own_.loop.step; }  // of the run's own network
    // Returns the step at which the run ends; with a mosaic, as planned at present.
    std::int64_t total_steps() const { return learning().total_steps(run_); }
    double seconds_left(double step_seconds) const;  // by the time of the latest steps
    // Epochs done by the run's own network.
    double epoch() const { return double(own_.loop.step) / double(dataset().steps_per_epoch()); }
    double seconds() const { return seconds_; }  // of training across resumes, without pauses
    double step_seconds() const { return own_.loop.step_seconds; }
    // Returns `recent`, but at first the seconds of steps alone: keyframes are frequent then.
    double step_seconds(double recent) const { return step() < 1000 ? step_seconds() : recent; }
    std::int64_t burst() const { return learning().burst(); }
    // Returns the factor on the scheduled learning rate for the next step: below 1 during the
    // warm-up after a divergence.
    double rate_share() const {
        return moments_warmup(config().optimizer, own_.loop.moments_zero_at, step());
    }
    const Metric& last() const { return last_; }  // metric of the last step, recorded or not
    // Returns the PSNR measurements of the render, by step. Training measures a sample of the
    // pixels at regular steps, in about 2 % of the time. measure() and add_measured() record
    // measurements of the whole render.
    const std::vector<MeasuredPsnr>& measured() const { return run_.measured(); }
    // Returns the newest measurement, recorded or not; absent before the first.
    const std::optional<MeasuredPsnr>& newest_measured() const { return newest_measured_; }
    // Measures the PSNR of the whole render at the present step, unless that was done already. With
    // a mosaic returns measure_whole() and records nothing. Throws Error, DeviceFailed.
    MeasuredPsnr measure();
    // Records a PSNR of the whole render at a keyframe or the present step. The caller measured it
    // in parts.
    void add_measured(std::int64_t step, double psnr);
    // Saves new measurements and other records. Ignores a failure: measurements can be repeated.
    void save_measured();
    // Sets a target PSNR in dB, or none, in place of the run's own (Goal::psnr). Training measures
    // more often near the target. Once the whole render reaches it, reached_goal() returns that
    // measurement.
    void set_goal(std::optional<double> psnr);
    const std::optional<MeasuredPsnr>& reached_goal() const { return reached_goal_; }
    const std::vector<Metric>& metrics() const { return run_.metrics(); }
    // The moments of the timelapse (RunFile::moments()).
    const std::vector<Keyframe>& keyframes() const { return learning().moments(run_); }

    // Changes the schedule, the only part of the configuration that may change during training, and
    // records an event. `final` is false while the user drags a handle: all changes up to the final
    // one become one event at the step where the drag began. A save during the drag stores the
    // schedule of that moment. `finish`: see RunFile::set_config().
    void set_schedule(const Schedule& schedule, bool final = true,
                      std::optional<double> finish = {});
    // Changes the schedule's `epochs` so that the run ends within its time limit at this pace. Does
    // nothing without a time limit. Records no event, because the schedule itself says that its
    // epochs follow the time limit.
    void keep_in_time(const TrainingPace& pace);
    // Lowers the learning rate from the present one to lr_min over the next `epochs`; the run then
    // ends.
    void cool_down(std::int64_t epochs);

    // Returns the parameters of a moment or of the present step; absent if that step is neither.
    std::optional<std::vector<float>> parameters_at(std::int64_t step) const;
    std::vector<float> require_parameters(std::int64_t step) const;  // throws RunFile::not_kept()
    std::vector<float> parameters() const { return backend().parameters(); }

    // Switches to the CPU until the run is opened again, going back to the last saved state (some
    // seconds ago), and records an event. Also for callers whose render met the failure.
    void leave_device(const DeviceFailed& failure);
    // Does work that needs the device. If the device fails meanwhile, repeats the work on the CPU.
    template <class Work>
    auto on_any_device(Work work) {
        try {
            return work();
        } catch (const DeviceFailed& failure) {
            leave_device(failure);
            return work();
        }
    }
    // Explains in two sentences why the device was left or not used although available, or why the
    // run's precision changed, and how training continues. Else empty.
    const std::string& device_note() const { return device_note_; }

    // Chooses between the CPU and OpenGL (DeviceChoice) if the options leave the device open:
    // call between bursts. Prepares the GPU on another thread while training continues (for mosaic
    // tiles on this one). After a trial of about 0.6 s, backend() may be a new one with the same
    // state; the run then has an event. Does nothing for short runs.
    void consider_devices(const DeviceTrial& trial = {});
    // Explains the choice in a sentence; empty if there was nothing to choose.
    const std::string& device_choice() const { return device_->note(); }

    // Explains in two sentences that a smaller batch is used; empty otherwise.
    const std::string& batch_note() const { return batch_note_; }

    // Saves the run with its latest state. advance() autosaves by itself, about every two seconds
    // or after each mosaic tile; other code must call commit() whenever training stops. Does
    // nothing for a run opened read-only. Drops Adam's moments of a run that has finished at a low
    // learning rate. Throws Error (not_saved).
    void commit();
    // Measures Adam's moments if the run has none (lacks_moments()), as the next step would.
    // Changes no parameter and does not mark the run as changed. Throws DeviceFailed.
    void need_moments() { own_.need_moments(backend(), config()); }
    // Saves the run for the last time. If its own file cannot be written (the disk is full or
    // broken, the file is gone or overwritten), saves what it can as a new run in the runs folder.
    // Then returns a sentence that says why, where and what is missing; else empty. Throws Error
    // (not_saved) if that fails too. `picture`: as it was opened; null: not known.
    std::string save_or_rescue(const Image* picture = nullptr);
    // Writes a copy of the run from memory and from what its file still holds (RunFile::rescue()).
    // Call it after a failed commit().
    std::string rescue(const std::filesystem::path& path, const Image* picture);
    // Updates a run opened read-only with the data that its writer has saved meanwhile. Returns
    // false and changes nothing if the file now holds another run. Throws Error.
    bool follow();
    std::int64_t saved_step() const { return saved_step_; }  // the step of the last save
    void autosave_if_due();
    // Returns the reason why the last save failed ("The disk is full: ..."); empty if it succeeded.
    // Training continues after a failure, and the next save writes everything.
    const std::string& save_error() const { return save_error_; }
    // Stores the picture in full size, as it was opened, with a later save: encodes it beside the
    // training. Does nothing for null, or if the picture is the dataset's target.
    void keep_source(std::shared_ptr<const Image> picture, int bit_depth);

private:
    const Learning& learning() const {
        return mosaic_ ? *mosaic_ : static_cast<const Learning&>(own_);
    }
    Learning& learning() { return mosaic_ ? *mosaic_ : static_cast<Learning&>(own_); }
    std::int64_t advance_own(std::int64_t max_steps);
    void take_backend();
    bool agree_on_precision();
    void begin();
    void load(const State& state);  // loads the first state
    std::int64_t advance_here(std::int64_t max_steps);
    void go_back_to(const State& state);
    void save_state();
    void drop_moments_if_finished();
    void take_encoded_source();
    void begin_mosaic();
    void draw_mosaic();  // if the run has a mosaic
    void prepare_mosaic();
    std::int64_t advance_mosaic(std::int64_t max_steps);
    std::unique_ptr<Backend> faster_device(const DeviceTrial& trial);
    std::int64_t next_regular_measurement(std::int64_t step) const;
    std::int64_t next_measured_step() const;
    void measure_sample();
    void find_newest_measured();
    void take_run_goal();
    void keep_run_goal();
    void take_schedule(const Schedule& schedule, std::optional<double> finish = {});
    void add_event(const Event& event);
    void roll_back(std::int64_t diverged_step);

    RunFile run_;
    BackendOptions options_;
    OwnNetwork own_;
    std::unique_ptr<MosaicLearning> mosaic_;  // has the backend of `own_`; null: no mosaic
    std::unique_ptr<DeviceChoice> device_ = std::make_unique<DeviceChoice>();
    std::string device_note_, batch_note_;
    bool resumes_ = false;    // the next step is the first since the run was reopened
    bool under_way_ = false;  // a drag changes the schedule, and its event is recorded
    double seconds_ = 0;
    Metric last_;
    std::optional<SampledPsnr> sample_;  // absent until the backend exists
    std::optional<MeasuredPsnr> newest_measured_;
    std::optional<double> goal_;
    // PSNR of the whole render minus that of the sample, in dB, when both were last measured for
    // the target PSNR; absent before.
    std::optional<double> sample_error_;
    std::optional<MeasuredPsnr> reached_goal_;
    // Picture and bit depth to store, and until a planned mosaic begins; null: it is in the run.
    std::pair<std::shared_ptr<const Image>, int> source_;
    std::future<std::vector<std::byte>> encoded_source_;  // valid until it is in the run
    std::chrono::steady_clock::time_point committed_ = std::chrono::steady_clock::now();
    double save_seconds_ = 0;  // duration of the last save
    std::int64_t saved_step_ = 0;
    std::string save_error_;
};

// Returns the seconds between saves, given the `usual` interval and the `commit` seconds of the
// last save. Lengthens the interval to keep saves below a twentieth of the time. The limit is 10
// seconds, unless saves would then take more than a fifth of the time.
double seconds_between_saves(double usual, double commit);

// Rollback: chooses the keyframe to go back to when the loss is not finite. Pure functions of the
// run file, so that a resumed run goes back exactly like an uninterrupted one. The run continues
// with fresh moments, because the optimizer's own were spoiled by exploding gradients.

// The most halvings of the rate within kHalvingsWithin steps. If a 32nd of the rate diverges too,
// the rate is not the cause.
inline constexpr int kMostHalvings = 5;
inline constexpr std::int64_t kHalvingsWithin = 100;

// Counts the run's rollbacks near this step since its last event of another kind (resumes and
// bookmarks aside).
int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step);

// Returns the step of the keyframe to go back to: the newest that is about as good as the best one
// and lies some steps before the divergence. Each repeat goes further back. The first keyframe is
// always acceptable.
std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats);

}  // namespace redraw
