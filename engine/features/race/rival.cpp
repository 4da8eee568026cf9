#include "engine/features/race/rival.h"

#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/run/race.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr double kPublishSeconds = 1.0 / 15;
constexpr double kDrawingShare = 0.1;  // share of the time for rendering all rivals together

}  // namespace

Rival::Rival(NewRun run, std::shared_ptr<const Image> picture, int bit_depth, const RacePlan& plan,
             std::size_t at, const BackendOptions& options)
    : ComparedRun(std::make_unique<Trainer>(std::move(run.run), options, std::move(run.dataset)),
                  letter_of(at)),
      finish_line_(plan.finish_line),
      options_(options),
      crash_step_(std::llround(plan.runs[at].crash_at * double(trainer_->total_steps()))),
      may_diverge_(plan.may_diverge),
      drawing_(kDrawingShare / double(plan.runs.size() - 1)) {
    trainer_->set_goal(finish_line_);
    trainer_->keep_source(std::move(picture), bit_depth);
    if (crash_step_ == 1) trainer_->commit();  // saves step 0, because no burst ends at it
    update_whole(false);
}

bool Rival::train_until(double seconds) {
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

void Rival::advance() {
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

bool Rival::update_whole(bool training) {
    if (!trainer_) {
        if (!newest_->goes_on) return false;
        ComparedState lost = *newest_;  // the rival could not be opened again
        lost.goes_on = false;
        newest_ = std::make_shared<const ComparedState>(std::move(lost));
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

void Rival::publish(std::shared_ptr<const Surface> drawing) {
    const Trainer& now = *trainer_;
    ComparedState next;
    next.path = now.run().path();
    next.name = now.run().picture_name();
    next.config = now.config();
    next.racing = true;
    next.goes_on = goes_on();
    if (finish_line_) next.finished_at = reached_at(now.measured(), *finish_line_);
    next.step = published_step_ = now.step();
    next.steps_per_epoch = now.dataset().steps_per_epoch();
    next.seconds = now.seconds();
    if (const auto& newest = now.newest_measured()) next.psnr = newest->psnr;
    next.learned = {learned_.width, learned_.height};
    next.measured = std::make_shared<const std::vector<MeasuredPsnr>>(now.measured());
    next.drawing = std::move(drawing);
    newest_ = std::make_shared<const ComparedState>(std::move(next));
}

std::shared_ptr<const RunFile> Rival::run() {
    if (crash_step_ > 0 && goes_on())
        throw Error("Rival " + letter_ +
                    " will be stopped and opened again. Export the race after that.");
    return ComparedRun::run();
}

}  // namespace redraw
