// Trains a run: the only writer of its run file. Single-threaded and deterministic: the trajectory
// is a function of the configuration and the seed; how advance() is cut into bursts, when commits
// happen and who watches change nothing.
#pragma once

#include "engine/backend.h"
#include "engine/run/run_file.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

class Trainer {
public:
    // Goes on from the run's latest state, or starts from its seed when it has none.
    Trainer(RunFile run, const BackendOptions& options);

    // At most `max_steps` steps; fewer when a step has to be kept or the run ends. Returns the
    // steps done (0 when finished). Throws Error when the file cannot be written; the training
    // state is then still whole.
    std::int64_t advance(std::int64_t max_steps);
    bool finished() const;  // every epoch done

    const Config& config() const { return config_; }
    const Dataset& dataset() const { return *dataset_; }
    const RunFile& run() const { return run_; }
    Backend& backend() { return *backend_; }
    std::int64_t step() const { return step_; }
    double epoch() const;
    std::int64_t total_steps() const;  // at which the run ends
    double seconds() const { return seconds_; }
    double steps_per_second() const;              // of the last second or so
    const Metric& last() const { return last_; }  // of the last step, whether recorded or not
    const std::vector<Metric>& metrics() const { return metrics_; }
    const std::vector<Keyframe>& keyframes() const { return keyframes_; }

    // What can change while training does (schedule, epochs); recorded as an event. The rest needs
    // a new run.
    void set_schedule(const Schedule& schedule);
    // Anneals from the current rate to lr_min within `epochs` from here on.
    void cool_down(std::int64_t epochs);

    // Parameters of a keyframe, or of now.
    std::optional<std::vector<float>> parameters_at(std::int64_t step) const;
    std::vector<float> parameters() const;

    // Everything on disk: state, a keyframe of now, metrics. Called by advance() every other
    // second; call it at every stop.
    void commit();
    // The picture as opened; stored with the next commit.
    void keep_source(Image picture, int bit_depth);

private:
    void record(std::int64_t first_step, const std::vector<StepResult>& results,
                const std::vector<float>& rates, double seconds);

    RunFile run_;
    Config config_;
    std::shared_ptr<const Dataset> dataset_;
    std::unique_ptr<Backend> backend_;
    std::int64_t step_ = 0;
    double seconds_ = 0;
    double step_seconds_ = 0;  // smoothed
    Metric last_;
    std::vector<Metric> metrics_;
    std::vector<Keyframe> keyframes_;
    std::optional<std::pair<Image, int>> source_;
    std::chrono::steady_clock::time_point committed_;
};

// A new run of a picture: dataset made, configuration resolved (channels, first omega), file
// created.
RunFile start_run(const std::filesystem::path& path, const Image& picture,
                  const std::string& picture_name, Config config);

}  // namespace redraw
