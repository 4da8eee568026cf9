#include "engine/training/trainer.h"

#include "engine/arithmetic.h"
#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/error.h"
#include "engine/image/metrics.h"
#include "engine/network/initialisation.h"
#include "engine/network/schedule.h"
#include "engine/run/keyframes.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/training/rollback.h"
#include "engine/training/step_rates.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;
// Training is committed every other second, or more seldom where that would take over a twentieth
// of the time (a large network on a slow disk).
constexpr double kCommitShare = 0.05;

double commit_interval() {
    // Tests that kill the program want it more often.
    static const char* const asked = std::getenv("REDRAW_COMMIT_SECONDS");
    static const double seconds = asked ? std::max(0.0, std::atof(asked)) : 2;
    return seconds;
}

// Step 0: what everything starts from follows from the configuration.
State untrained(const Config& config, int channels) {
    return fresh_state(initial_parameters(config.network, channels, config.seed),
                       config.optimizer.kind);
}

}  // namespace

Trainer::Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset)
    : run_(std::move(run)),
      options_(options),
      dataset_(std::move(dataset)),
      committed_(Clock::now()) {
    if (!dataset_)
        dataset_ = std::make_shared<const Dataset>(make_dataset_of_target(run_.target(), config()));
    take_backend();
}

Trainer::Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset,
                 std::unique_ptr<Backend> backend)
    : run_(std::move(run)),
      options_(options),
      dataset_(std::move(dataset)),
      backend_(std::move(backend)),
      committed_(Clock::now()) {
    begin();
}

void Trainer::take_backend() {
    std::string refused;
    backend_ = make_backend(options_, config().network, config().optimizer, channels(), dataset_,
                            &refused);
    if (!refused.empty()) device_note_ = refused + " Training goes on on the CPU.";
    begin();
}

void Trainer::begin() {
    std::optional<State> state = run_.state();
    if (!state) {
        // Made with nothing in it, it is still at its beginning.
        if (!metrics().empty() || !keyframes().empty())
            throw Error(display_name(run_.path()) + " holds no training state to go on from.");
        state = untrained(config(), channels());
        run_.add_keyframe({0, std::numeric_limits<float>::quiet_NaN()}, state->parameters);
        run_.add_event({0, EventKind::started});
        run_.set_state(*state, 0);
    }
    step_ = saved_step_ = state->step;
    moments_since_ = moments_since(*state);
    seconds_ = run_.seconds();
    if (!metrics().empty()) last_ = metrics().back();
    // A branch says so itself.
    const std::vector<Event>& events = run_.events();
    const bool branched =
        !events.empty() && events.back().step == step_ && events.back().kind == EventKind::branched;
    resumes_ = step_ > 0 && !branched;
    load(*state);
}

std::size_t Trainer::parameter_count() const {
    return redraw::parameter_count(config().network, channels());
}

std::int64_t Trainer::total_steps() const {
    return config().schedule.epochs * dataset_->steps_per_epoch();
}

std::int64_t Trainer::advance_here(std::int64_t max_steps) {
    const std::int64_t begin = step_;
    const std::int64_t digits = keyframe_digits(parameter_count());
    const std::int64_t end =
        std::min({step_ + max_steps, total_steps(), next_keyframe_step(step_, digits)});
    const std::int64_t count = end - step_;
    if (count <= 0) return 0;

    const std::vector<float> rates =
        step_rates(config().schedule, config().optimizer, *dataset_, moments_since_, step_, count);
    std::vector<StepResult> results(rates.size());

    Clock::time_point start = Clock::now();
    backend_->train(rates, results);
    if (std::exchange(resumes_, false)) add_event(EventKind::resumed);
    std::optional<std::int64_t> diverged = record(rates, results, seconds_since(start));
    start = Clock::now();
    if (!diverged) {
        step_ = end;
        if (is_keyframe_step(step_, digits) || finished()) diverged = keep_keyframe();
    }
    if (diverged) roll_back(*diverged);
    commit_if_due();
    seconds_ += seconds_since(start);  // keeping is part of what one waits for
    return step_ - begin;
}

std::optional<std::int64_t> Trainer::record(const std::vector<float>& rates,
                                            const std::vector<StepResult>& results,
                                            double seconds) {
    const double each = seconds / double(rates.size());
    step_seconds_ = step_seconds_ == 0 ? each : step_seconds_ + 0.2 * (each - step_seconds_);
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const std::int64_t step = step_ + std::int64_t(i) + 1;
        if (!std::isfinite(results[i].loss) || !std::isfinite(results[i].squared_error))
            return step;
        seconds_ += each;
        last_ = {step, results[i].loss, float(psnr_of_mse(results[i].squared_error)), rates[i],
                 seconds_};
        if (!is_metric_step(step)) continue;
        run_.add_metric(last_);
    }
    return std::nullopt;
}

std::optional<std::int64_t> Trainer::keep_keyframe() {
    const State state = backend_->save();
    // Saturated neurons hide it from the loss, and moments that overflowed stop every weight.
    if (!all_finite(state.parameters) || !all_finite(state.first_moment) ||
        !all_finite(state.second_moment))
        return step_ + 1;
    run_.add_keyframe({step_, last_.psnr}, state.parameters);
    return std::nullopt;
}

void Trainer::roll_back(std::int64_t diverged_step) {
    const int repeats = rollbacks_near(run_.events(), diverged_step);
    const std::int64_t good = last_good_step(keyframes(), diverged_step, repeats);
    const auto parameters = run_.parameters_at(good);
    const State state = parameters ? fresh_state(*parameters, config().optimizer.kind, good)
                                   : run_.state().value();  // a file without any keyframe
    backend_->load(state);
    go_back_to(state);
    if (repeats >= kMostHalvings)
        throw Diverged("Training diverged at step " + std::to_string(diverged_step) +
                       " (the loss is no longer a number) and went back to step " +
                       std::to_string(step_) + ": lower the learning rate.");
    take_schedule(halved(config().schedule));
    under_way_ = false;  // what is dragged on from here is another change
    run_.add_event({step_, EventKind::rolled_back, diverged_step, config().schedule.lr_max});
}

void Trainer::go_back_to(const State& state) {
    run_.set_state(state, seconds_);
    step_ = state.step;
    moments_since_ = moments_since(state);
    last_ = metrics().empty() ? Metric{} : metrics().back();
}

void Trainer::set_schedule(const Schedule& schedule, bool final) {
    if (schedule != config().schedule) {
        take_schedule(schedule);
        if (!std::exchange(under_way_, true)) add_event(EventKind::schedule_changed);
    }
    if (final) under_way_ = false;
}

void Trainer::take_schedule(const Schedule& schedule) {
    Config changed = config();
    changed.schedule = schedule;
    run_.set_config(changed);
}

// Changed again before a step was trained, it is one change.
void Trainer::add_event(EventKind kind) {
    const Event event{step_, kind};
    if (run_.events().empty() || run_.events().back() != event) run_.add_event(event);
}

void Trainer::cool_down(std::int64_t epochs) {
    const Schedule cooled = cooled_down(config().schedule, epoch(), epochs);
    if (cooled == config().schedule) return;
    take_schedule(cooled);
    under_way_ = false;
    add_event(EventKind::cool_down);
}

std::optional<std::vector<float>> Trainer::parameters_at(std::int64_t step) const {
    if (step == step_) return parameters();
    return run_.parameters_at(step);
}

void Trainer::keep_source(std::shared_ptr<const Image> picture, int bit_depth) {
    source_ = {std::move(picture), bit_depth};
}

void Trainer::commit() {
    if (!run_.writable()) return;
    const Clock::time_point start = committed_ = Clock::now();
    const State state = saved_state();
    try {
        if (source_.first) run_.set_source(*source_.first, source_.second);
        source_.first.reset();
        run_.set_state(state, seconds_);
        run_.commit();
    } catch (const Error& error) {
        commit_error_ = error.what();
        throw NotSaved(commit_error_);
    }
    commit_error_.clear();
    saved_step_ = state.step;
    committed_ = Clock::now();
    commit_seconds_ = seconds_since(start);
}

bool Trainer::follow() {
    RunFile now = run_.opened_again();
    if (!now.is_same_run(run_)) return false;
    run_ = std::move(now);
    last_ = {};
    begin();
    return true;
}

void Trainer::commit_if_due() {
    if (seconds_since(committed_) < std::max(commit_interval(), commit_seconds_ / kCommitShare))
        return;
    try {
        commit();
    } catch (const NotSaved&) {  // commit_error() says it
    }
}

namespace {

NewRun make_run_of_target(const std::filesystem::path& path, Image target,
                          const std::string& picture_name, const Config& request,
                          RunFile::Existing existing) {
    const Config config = resolve(request, target);
    const auto dataset =
        std::make_shared<Dataset>(make_dataset_of_target(std::move(target), config));
    const RunFile::Start start{untrained(config, dataset->target.channels), EventKind::started,
                               request.network};
    return {RunFile::create(path, config, dataset->target, picture_name, existing, start), dataset,
            std::shared_ptr<const Image>(dataset, &dataset->target), false};
}

}  // namespace

NewRun make_run(const std::filesystem::path& path, Image&& picture, const std::string& picture_name,
                const Config& request, RunFile::Existing existing) {
    validate(request);
    if (learns_as_it_is(picture, request))
        return make_run_of_target(path, std::move(picture), picture_name, request, existing);
    return make_run(path, std::make_shared<const Image>(std::move(picture)), picture_name, request,
                    existing);
}

NewRun make_run(const std::filesystem::path& path, std::shared_ptr<const Image> picture,
                const std::string& picture_name, const Config& request,
                RunFile::Existing existing) {
    validate(request);
    const bool as_it_is = learns_as_it_is(*picture, request);
    NewRun made = make_run_of_target(path, as_it_is ? *picture : make_target(*picture, request),
                                     picture_name, request, existing);
    if (!as_it_is) made.picture = std::move(picture);
    made.source_apart = !as_it_is;
    return made;
}

RunFile start_run(const std::filesystem::path& path, const Image& picture,
                  const std::string& picture_name, const Config& request) {
    return make_run(path, Image(picture), picture_name, request).run;
}

}  // namespace redraw
