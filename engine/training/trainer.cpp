#include "engine/training/trainer.h"

#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/image/quality.h"
#include "engine/network/schedule.h"
#include "engine/run/bookmarks.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace redraw {
namespace {

// The least steps to go back: exploding parameters grow over about ten steps before they are
// infinite.
constexpr std::int64_t kStepsBefore = 10;
// Tolerated dB below the best keyframe. A healthy run fluctuates by less; a run about to diverge
// falls much further.
constexpr float kAsGood = 3;

}  // namespace

int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step) {
    int count = 0;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (event->kind == EventKind::rolled_back)
            count += std::abs(event->failed_step - diverged_step) <= kHalvingsWithin;
        else if (event->kind != EventKind::resumed && !only_marks(event->kind))
            break;  // something else changed, so the count starts anew
    }
    return count;
}

std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats) {
    float best = -std::numeric_limits<float>::infinity();
    for (const Keyframe& keyframe : keyframes) best = std::max(best, keyframe.batch_psnr);
    const std::int64_t newest = diverged_step - (kStepsBefore << std::min(repeats, kMostHalvings));
    for (auto keyframe = keyframes.rbegin(); keyframe != keyframes.rend(); ++keyframe)
        if (keyframe->step <= newest && keyframe->batch_psnr >= best - kAsGood)
            return keyframe->step;
    return keyframes.empty() ? 0 : keyframes.front().step;
}

Trainer::Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset)
    : run_(std::move(run)), options_(options), own_(std::move(dataset)) {
    if (!own_.loop.dataset)
        own_.loop.dataset =
            std::make_shared<const Dataset>(make_dataset_of_target(run_.target(), config()));
    take_backend();
}

Trainer::Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<const Dataset> dataset,
                 std::unique_ptr<Backend> backend)
    : run_(std::move(run)), options_(options), own_(std::move(dataset), std::move(backend)) {
    begin();
}

void Trainer::begin() {
    std::optional<State> state = run_.state();
    if (!state) {
        // Accepts a run without any state only if it has no history: it is then at its beginning.
        if (!metrics().empty() || !keyframes().empty())
            throw Error(display_name(run_.path()) + " holds no training state to continue from.");
        state = untrained(config(), dataset().target);
        run_.add_keyframe({0, std::numeric_limits<float>::quiet_NaN()}, state->parameters);
        run_.add_event({0, EventKind::started});
        run_.set_state(*state, 0);
    }
    own_.go_on_from(*state, run_);
    saved_step_ = step();
    draw_mosaic();
    seconds_ = run_.seconds();
    for (const MosaicTile& tile : run_.mosaic_tiles()) seconds_ += tile.seconds;
    if (!metrics().empty()) last_ = metrics().back();
    sample_.emplace(backend(), dataset());
    find_newest_measured();
    take_run_goal();
    // Adds no resume event to a branch, which has an event of its own.
    const std::vector<Event>& events = run_.events();
    const bool branched = !events.empty() && events.back().step == step() &&
                          events.back().kind == EventKind::branched;
    resumes_ = step() > 0 && !branched;
    load(*state);
    drop_moments_if_finished();
}

// Drops Adam's moments of a run that has finished at a low rate, because only a run that is made
// longer would use them. A run that ends at a higher rate counts as part of a longer run.
void Trainer::drop_moments_if_finished() {
    constexpr double kLow = 0.05;  // share of the maximum rate
    const Schedule& schedule = config().schedule;
    if (!finished() || own_.lacks_moments() || step() == 0 ||
        config().optimizer.kind != Optimizer::adam ||
        learning_rate(schedule, epoch()) > kLow * schedule.lr_max)
        return;
    on_any_device([this] {
        State state = backend().save();
        state = fresh_state(std::move(state.parameters), Optimizer::adam, state.step);
        if (!finished()) return;  // the device failed, and the run went back
        backend().load(state);
        own_.go_on_from(state, run_);
    });
}

std::size_t Trainer::parameter_count() const {
    return redraw::parameter_count(config().network, channels());
}

double Trainer::seconds_left(double step_seconds) const {
    const double limit = config().schedule.seconds;
    if (limit > 0 && !mosaic_) return std::max(0.0, limit - seconds_);
    const auto left = double(total_steps() - step());
    const auto single = double(dataset().single_steps() - step());
    return step_seconds * (single > 0 && single < left ? 2 * left - single : left);
}

std::int64_t Trainer::advance_here(std::int64_t max_steps) {
    if (run_.planned_mosaic() && own_ended()) begin_whole();
    return mosaic_ ? advance_mosaic(max_steps) : advance_own(max_steps);
}

std::int64_t Trainer::advance_own(std::int64_t max_steps) {
    if (!finished()) need_moments();
    const std::int64_t begin = step();
    const std::int64_t digits = keyframe_digits(parameter_count());
    const std::int64_t due = next_measured_step();
    const std::int64_t stop = std::min(next_keyframe_step(begin, digits), due);
    Burst burst = own_.loop.advance(config(), std::min(max_steps, stop - begin));
    if (burst.rates.empty()) return 0;
    if (std::exchange(resumes_, false)) add_event({begin, EventKind::resumed});
    for (std::size_t i = 0; i < burst.results.size(); ++i) {
        seconds_ += burst.step_seconds;
        last_ = {begin + std::int64_t(i) + 1, burst.results[i].loss,
                 float(psnr_of_mse(burst.results[i].squared_error)), burst.rates[i], seconds_};
        if (is_metric_step(last_.step)) run_.add_metric(last_);
    }
    const auto start = std::chrono::steady_clock::now();
    const double usual = save_seconds_;
    if (!burst.diverged && (is_keyframe_step(step(), digits) || own_ended()))
        burst.diverged = own_.keep_keyframe(run_, last_.batch_psnr);
    if (burst.diverged)
        roll_back(*burst.diverged);
    else if (step() == due)
        measure_sample();
    autosave_if_due();
    // Counts keyframes, measurements and saves as training time.
    seconds_ += counted_seconds(seconds_since(start), usual);
    return step() - begin;
}

void Trainer::roll_back(std::int64_t diverged_step) {
    const int repeats = rollbacks_near(run_.events(), diverged_step);
    const std::int64_t good = last_good_step(keyframes(), diverged_step, repeats);
    const auto parameters = run_.parameters_at(good);
    const State state = parameters ? fresh_state(*parameters, config().optimizer.kind, good)
                                   : run_.state().value();  // the file has no keyframe
    backend().load(state);
    go_back_to(state);
    if (repeats >= kMostHalvings)
        throw Error(Error::Kind::diverged,
                    "Training diverged at step " + std::to_string(diverged_step) +
                        " (the loss is no longer a number) and went back to step " +
                        std::to_string(step()) + ": lower the learning rate.");
    Schedule halved = config().schedule;
    halved.lr_max /= 2;
    halved.lr_min = std::min(halved.lr_min, halved.lr_max);
    take_schedule(halved);
    under_way_ = false;  // a drag that continues counts as a new change
    run_.add_event({step(), EventKind::rolled_back, diverged_step, config().schedule.lr_max});
    own_.go_on_from(state, run_);  // again, because the event decides on the moments
}

void Trainer::go_back_to(const State& state) {
    run_.set_state(state, seconds_);
    own_.go_on_from(state, run_);
    last_ = metrics().empty() ? Metric{} : metrics().back();
    find_newest_measured();
}

void Trainer::set_schedule(const Schedule& schedule, bool final, std::optional<double> finish) {
    if (mosaic_ && schedule != config().schedule)
        throw Error("This run learns the whole picture; its schedule no longer changes.");
    if (schedule != config().schedule) {
        take_schedule(schedule, finish);
        if (!std::exchange(under_way_, true)) add_event({step(), EventKind::schedule_changed});
    }
    if (final) under_way_ = false;
}

void Trainer::keep_in_time(const TrainingPace& pace) {
    if (mosaic_) return;
    Schedule planned = config().schedule;
    const auto epochs = epochs_in_time(planned, pace, step(), dataset().steps_per_epoch());
    if (!epochs) return;
    planned.epochs = *epochs;
    take_schedule(planned);
}

void Trainer::take_schedule(const Schedule& schedule, std::optional<double> finish) {
    Config changed = config();
    changed.schedule = schedule;
    run_.set_config(changed, finish);
}

// Adds an event unless it equals the last one: repeated changes before the next step are one event.
void Trainer::add_event(const Event& event) {
    if (run_.events().empty() || run_.events().back() != event) run_.add_event(event);
}

void Trainer::set_bookmark(std::int64_t step, const std::optional<std::string>& name) {
    for (const Bookmark& mark : bookmarks_of(run_.events())) {
        if (nearest_keyframe(keyframes(), mark.step) != step) continue;
        if (name && mark == Bookmark{step, *name}) return;
        if (!name || mark.step != step) run_.add_event({mark.step, EventKind::bookmark_removed});
    }
    if (name) run_.add_event({.step = step, .kind = EventKind::bookmarked, .name = *name});
}

void Trainer::cool_down(std::int64_t epochs) {
    if (mosaic_) return;
    const Schedule cooled = cooled_down(config().schedule, epoch(), epochs);
    if (cooled == config().schedule) return;
    take_schedule(cooled);
    under_way_ = false;
    add_event({step(), EventKind::cool_down});
}

std::optional<std::vector<float>> Trainer::parameters_at(std::int64_t at) const {
    if (at == step()) return parameters();
    const std::vector<std::int64_t> tiles = run_.mosaic_steps();
    const auto tile = std::ranges::find(tiles, at);
    if (tile == tiles.end()) return run_.parameters_at(at);
    std::vector<float> own = parameters();
    own.resize(parameter_count());
    return with_tile_count(std::move(own), std::size_t(tile - tiles.begin()) + 1);
}

std::vector<float> Trainer::require_parameters(std::int64_t at) const {
    if (auto kept = parameters_at(at)) return std::move(*kept);
    return run_.require_parameters(at);
}

void Trainer::plan_whole(const Mosaic& mosaic) {
    if (mosaic_) throw Error("This run learns the whole picture already.");
    run_.plan_mosaic(mosaic);
    commit();
}

void Trainer::learn_whole(const std::shared_ptr<const Image>& picture, const Mosaic& mosaic) {
    if (mosaic_) throw Error("This run learns the whole picture already.");
    require_size(mosaic, *picture);  // fails before any change
    run_.plan_mosaic(mosaic);
    begin_mosaic();
    mosaic_->prepare(run_, picture);
}

void Trainer::begin_whole() {
    require_whole_picture();
    const auto whole = picture();
    require_size(run_.planned_mosaic().value(), *whole);
    begin_mosaic();
    mosaic_->prepare(run_, whole);
}

void Trainer::join_tile(std::int64_t tile, const LearnedElsewhere& learned) {
    if (run_.planned_mosaic()) begin_mosaic();
    mosaic_->add(run_, tile, learned);
    seconds_ += learned.seconds;
    save_state();
}

void Trainer::begin_mosaic() {
    run_.begin_mosaic();
    // From now on the run's own network stays unchanged. Drops Adam's moments, which only training
    // needs.
    State state = backend().save();
    state = fresh_state(std::move(state.parameters), config().optimizer.kind, state.step);
    run_.set_state(state, seconds_);
    own_.go_on_from(state, run_);
    draw_mosaic();
    device_->start_anew();  // the tiles' networks are of another kind
    commit();
}

void Trainer::draw_mosaic() {
    if (mosaic_) own_.loop.backend = mosaic_->take_own();  // after follow()
    mosaic_.reset();
    if (run_.mosaic())
        mosaic_ = std::make_unique<MosaicLearning>(std::move(own_.loop.backend), run_, options_);
}

void Trainer::prepare_mosaic() {
    if (mosaic_->is_prepared()) return;
    require_whole_picture();
    mosaic_->prepare(run_, picture());
}

std::int64_t Trainer::advance_mosaic(std::int64_t max_steps) {
    if (finished()) return 0;
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t begin = step();
    prepare_mosaic();  // if the run was opened again or its device failed
    if (std::exchange(resumes_, false)) add_event({own_.loop.step, EventKind::resumed});
    if (mosaic_->advance(run_, max_steps)) try {
            save_state();
        } catch (const Error&) {  // save_error() reports the failure
        }
    seconds_ += seconds_since(start);
    return step() - begin;
}

double Trainer::measure_whole() {
    if (mosaic_left() > 0) prepare_mosaic();
    return mosaic_->measure(run_);
}

void Trainer::require_whole_picture() const {
    const PixelSize size = source_.first ? PixelSize{source_.first->width, source_.first->height}
                                         : run_.stored_picture_size();
    if (size != run_.picture_size())
        throw Error(display_name(run_.path().filename()) +
                    " does not hold its picture, from which its tiles are learned: give it with "
                    "`redraw resume --picture`"
                    ", or join tiles learned elsewhere with `redraw tiles --join`"
                    ".");
}

std::shared_ptr<const Image> Trainer::picture() const {
    if (source_.first) return source_.first;  // not saved yet
    auto source = run_.source();
    return source ? std::make_shared<const Image>(std::move(*source)) : target();
}

bool Trainer::follow() {
    RunFile now = run_.opened_again();
    if (!now.is_same_run(run_)) return false;
    run_ = std::move(now);
    last_ = {};
    begin();
    return true;
}

}  // namespace redraw
