#include "engine/features/race/compared_run.h"

#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/image/resample.h"
#include "engine/run/history.h"
#include "engine/run/race.h"
#include "engine/text/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr double kPublishSeconds = 1.0 / 15;

// Converts a render to the number of channels of the open run: transparency is laid over white, and
// gray is copied to all three colours.
std::shared_ptr<const Surface> with_channels(std::shared_ptr<const Surface> drawing, int channels) {
    if (drawing->channels() == channels) return drawing;
    return std::make_shared<const HostSurface>(in_channels(drawing->on_host(), channels));
}

// True if both pictures look alike when small, whatever their sizes and channels. A retouched
// picture counts as the same, a cropped one usually does not.
bool is_same_picture(const Image& a, const Image& b) {
    constexpr int kSide = 24;
    constexpr float kMost = 0.06f;  // largest mean difference of values from 0 to 1
    const double factor = double(b.width) / a.width;
    if (std::abs(a.height * factor - b.height) > std::max(1.0, factor)) return false;
    const auto small = [](const Image& image) {
        const int longer = std::max(image.width, image.height);
        const auto side = [&](int of) { return std::max(1, of * kSide / longer); };
        return resample_area(in_channels(image, 3), side(image.width), side(image.height));
    };
    const Image of_a = small(a);
    const Image of_b = resample_area(in_channels(b, 3), of_a.width, of_a.height);
    double sum = 0;
    for (std::size_t i = 0; i < of_a.values.size(); ++i)
        sum += std::abs(of_a.values[i] - of_b.values[i]);
    return sum <= kMost * double(of_a.values.size());
}

}  // namespace

ComparedRun::ComparedRun(const std::filesystem::path& path, const Trainer& beside,
                         const BackendOptions& options) {
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    const RunSummary summary = summary_of(run);
    const auto parameters = latest_parameters(run);
    if (!parameters)
        throw Error(summary.picture_name + " was never trained: there is nothing to compare.");
    if (!is_same_picture(run.target(), *beside.target()))
        throw Error(summary.picture_name +
                    " is a run of another picture: only runs of the same "
                    "picture can be compared.");
    Companion next;
    next.path = run.path();
    next.name = summary.picture_name;
    next.config = summary.config;
    next.step = summary.step;
    next.steps_per_epoch = summary.steps_per_epoch;
    next.total_steps = summary.total_steps;
    next.seconds = summary.seconds;
    backend_ = make_drawing_backend(options, run, summary.channels);
    parameters_ = *parameters;
    learned_ = picture_grid(summary.size.width, summary.size.height);
    next.learned = summary.size;
    auto measured = run.measured();
    next.psnr = summary.psnr;
    if (std::isnan(next.psnr)) {
        next.psnr = float(drawn_psnr(*backend_, run.target(), learned_, parameters_));
        measured.push_back({summary.step, next.psnr, summary.seconds, true});
    }
    next.measured = std::make_shared<const std::vector<MeasuredPsnr>>(std::move(measured));

    channels_ = beside.channels();
    next.drawing = with_channels(
        draw_to_show(*backend_, learned_, beside.dataset().grid, parameters_), channels_);
    newest_ = std::make_shared<const Companion>(std::move(next));
}

ComparedRun::ComparedRun(Rival rival, const BackendOptions& options)
    : trainer_(std::make_unique<Trainer>(std::move(rival.run.run), options,
                                         std::move(rival.run.dataset))),
      letter_(std::move(rival.letter)),
      finish_line_(rival.finish_line),
      options_(options),
      crash_step_(std::llround(rival.crash_at * double(trainer_->total_steps()))),
      may_diverge_(rival.may_diverge),
      drawing_(rival.drawing_share) {
    trainer_->set_goal(finish_line_);
    trainer_->keep_source(std::move(rival.picture), rival.bit_depth);
    if (crash_step_ == 1) trainer_->commit();  // saves step 0, because no burst ends at it
    channels_ = trainer_->channels();
    learned_ = trainer_->dataset().grid;
    update_whole(false);
}

bool ComparedRun::train_until(double seconds) {
    if (!goes_on() || trainer_->seconds() >= seconds) return false;
    try {
        pace_.trains(trainer_->step());
        advance();
        pace_.trains(trainer_->step());
        pace_.rests();
        trainer_->keep_in_time(pace_);
    } catch (const Error& error) {
        stopped_ = true;
        published_step_ = -1;
        if (may_diverge_ && error.kind() == Error::Kind::diverged) return true;
        throw Error("Rival " + letter_ + " stopped: " + error.what());
    }
    if (trainer_->finished()) trainer_->commit();
    return true;
}

void ComparedRun::advance() {
    const std::int64_t step = trainer_->step(), saved = crash_step_ / 2;
    const std::int64_t next = step < saved ? saved : crash_step_;
    trainer_->advance(crash_step_ > 0 ? std::min(trainer_->burst(), next - step)
                                      : trainer_->burst());
    if (crash_step_ == 0) return;
    if (trainer_->step() == saved) trainer_->commit();
    if (trainer_->step() < crash_step_) return;
    const std::filesystem::path path = trainer_->run().path();
    crash_step_ = 0;
    trainer_.reset();  // loses the training since the last save
    trainer_ = std::make_unique<Trainer>(RunFile::open(path), options_);
    pace_ = TrainingPace(trainer_->seconds(), trainer_->step());
    published_step_ = drawn_step_ = -1;
}

Trainer& ComparedRun::rival() {
    if (!trainer_) throw Error(letter_ + ", a rival, could not be opened again.");
    return *trainer_;
}

Backend& ComparedRun::backend() {
    return backend_ ? *backend_ : rival().backend();
}

bool ComparedRun::update(bool training, const std::optional<Grid>& region) {
    const bool whole = update_whole(training);
    return look_closer(training && goes_on(), region) || whole;
}

bool ComparedRun::look_closer(bool training, const std::optional<Grid>& region) {
    const std::int64_t step = trainer_ ? trainer_->step() : newest_->step;
    const bool wanted = region && !training;
    if (wanted && newest_->closer && closer_step_ == step && newest_->closer_grid == *region)
        return false;
    if (!wanted && !newest_->closer) return false;
    Companion next = *newest_;
    next.closer.reset();
    if (wanted) {
        next.closer =
            with_channels(draw_to_show(backend(), learned_, *region, parameters_), channels_);
        next.closer_grid = *region;
        closer_step_ = step;
    }
    newest_ = std::make_shared<const Companion>(std::move(next));
    return true;
}

bool ComparedRun::update_whole(bool training) {
    if (!trainer_) {
        if (!newest_->goes_on) return false;
        Companion lost = *newest_;  // the rival could not be opened again
        lost.goes_on = false;
        newest_ = std::make_shared<const Companion>(std::move(lost));
        return true;
    }
    const std::int64_t step = trainer_->step();
    training &= goes_on();
    const bool exact = !training && drawn_step_ != step;
    const double since = std::chrono::duration<double>(Clock::now() - published_at_).count();
    if (!exact && (published_step_ == step || since < kPublishSeconds)) return false;

    std::shared_ptr<const Surface> drawing = newest_->drawing;
    if (const auto free = training ? trainer_->backend().last_forward() : nullptr) {
        drawing = free;
    } else if (exact || drawing_.due()) {
        drawing_.begin();
        drawing = draw_to_show(trainer_->backend(), learned_, learned_, {});
        if (exact && step > 0) trainer_->measure();
        drawing_.end();
        drawn_step_ = step;
    }
    publish(std::move(drawing));
    published_at_ = Clock::now();
    return true;
}

void ComparedRun::publish(std::shared_ptr<const Surface> drawing) {
    const Trainer& now = *trainer_;
    Companion next;
    next.path = now.run().path();
    next.name = now.run().picture_name();
    next.config = now.config();
    next.racing = true;
    next.goes_on = goes_on();
    if (finish_line_) next.finished_at = reached_at(now.measured(), *finish_line_);
    next.step = published_step_ = now.step();
    next.total_steps = now.total_steps();
    next.steps_per_epoch = now.dataset().steps_per_epoch();
    next.seconds = now.seconds();
    if (const auto& newest = now.newest_measured()) next.psnr = newest->psnr;
    next.learned = {learned_.width, learned_.height};
    next.measured = std::make_shared<const std::vector<MeasuredPsnr>>(now.measured());
    next.drawing = std::move(drawing);
    newest_ = std::make_shared<const Companion>(std::move(next));
}

std::shared_ptr<const RunFile> ComparedRun::run() {
    if (crash_step_ > 0 && goes_on())
        throw Error("Rival " + letter_ +
                    " will be stopped and opened again. Export the race after that.");
    if (!trainer_)
        return std::make_shared<const RunFile>(RunFile::open(path(), RunFile::Access::read_only));
    return {std::shared_ptr<const RunFile>(), &trainer_->run()};
}

FilmedRun ComparedRun::filmed() {
    const auto run = this->run();
    return redraw::filmed(
        *run, [this]() -> Backend& { return backend(); },
        [this, run](std::int64_t step) {
            return trainer_ ? trainer_->require_parameters(step) : run->require_parameters(step);
        });
}

void ComparedRun::commit() {
    if (trainer_) trainer_->commit();
}

std::string ComparedRun::close() {
    return trainer_ ? trainer_->save_or_rescue() : "";
}

std::string ComparedRun::save_error() const {
    return trainer_ ? trainer_->save_error() : "";
}

}  // namespace redraw
