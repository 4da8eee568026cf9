#include "engine/training/companion_run.h"
#include "engine/run/run_backend.h"

#include "engine/error.h"
#include "engine/run/run_summary.h"
#include "engine/training/burst.h"
#include "engine/training/rescue.h"

#include <utility>
#include <vector>

namespace redraw {
namespace {

constexpr double kTellSeconds = 1.0 / 15;

// A drawing with the channels of another picture: laid over white, or gray thrice.
std::shared_ptr<const Surface> with_channels(std::shared_ptr<const Surface> drawing, int channels) {
    if (drawing->on_host().channels == channels) return drawing;
    Config as;
    as.data.train_size.longer_side = 0;
    as.data.channels = channels == 4   ? ChannelMode::alpha
                       : channels == 3 ? ChannelMode::color
                                       : ChannelMode::gray;
    return std::make_shared<const HostSurface>(make_dataset(drawing->on_host(), as).target);
}

}  // namespace

CompanionRun::CompanionRun(const std::filesystem::path& path, const Trainer& beside,
                           const BackendOptions& options) {
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    const RunSummary summary = summary_of(run);
    const auto parameters = latest_parameters(run);
    if (!parameters)
        throw Error(summary.picture_name + " was never trained: there is nothing to compare.");
    Companion told;
    told.path = run.path();
    told.name = summary.picture_name;
    told.config = summary.config;
    told.step = summary.step;
    told.steps_per_epoch = summary.steps_per_epoch;
    told.total_steps = summary.total_steps;
    told.seconds = summary.seconds;
    auto metrics = run.metrics();
    told.last = metrics.empty() ? Metric{.psnr = summary.psnr} : metrics.back();
    told.metrics = std::make_shared<const std::vector<Metric>>(std::move(metrics));

    const auto backend = make_drawing_backend(options, run, summary.channels);
    const Grid& grid = beside.dataset().grid;
    told.drawing =
        with_channels(backend->render(grid, whole(grid), *parameters), beside.channels());
    told.serial = 1;
    newest_ = std::make_shared<const Companion>(std::move(told));
}

CompanionRun::CompanionRun(RunFile rival, std::shared_ptr<const Image> picture, int bit_depth,
                           const BackendOptions& options)
    : trainer_(std::make_unique<Trainer>(std::move(rival), options)) {
    if (picture) trainer_->keep_source(std::move(picture), bit_depth);
    update(false);
}

bool CompanionRun::train_until(double seconds) {
    if (!goes_on() || trainer_->seconds() >= seconds) return false;
    try {
        trainer_->advance(steps_of_burst(trainer_->step_seconds()));
    } catch (const Error& error) {
        stopped_ = true;
        throw Error(std::string("B, the rival, stopped. ") + error.what());
    }
    if (trainer_->finished()) trainer_->commit();
    return true;
}

bool CompanionRun::update(bool training) {
    if (!trainer_) return false;
    const std::int64_t step = trainer_->step();
    training &= goes_on();
    const bool exact = !training && drawn_step_ != step;
    const double since = std::chrono::duration<double>(Clock::now() - told_at_).count();
    if (!exact && (told_step_ == step || since < kTellSeconds)) return false;

    std::shared_ptr<const Surface> drawing = newest_->drawing;
    if (const auto free = training ? trainer_->backend().last_forward() : nullptr) {
        drawing = free;
    } else if (exact || drawing_.due()) {
        drawing_.begin();
        const Grid& grid = trainer_->dataset().grid;
        drawing = trainer_->backend().render(grid, whole(grid));
        drawing_.end();
        drawn_step_ = step;
    }
    tell(std::move(drawing));
    told_at_ = Clock::now();
    return true;
}

void CompanionRun::tell(std::shared_ptr<const Surface> drawing) {
    const Trainer& now = *trainer_;
    Companion told;
    told.path = now.run().path();
    told.name = now.run().picture_name();
    told.config = now.config();
    told.racing = true;
    told.step = told_step_ = now.step();
    told.total_steps = now.total_steps();
    told.steps_per_epoch = now.dataset().steps_per_epoch();
    told.seconds = now.seconds();
    told.last = now.last();
    told.metrics = std::make_shared<const std::vector<Metric>>(now.metrics());
    told.drawing = std::move(drawing);
    told.serial = newest_->serial + 1;
    newest_ = std::make_shared<const Companion>(std::move(told));
}

void CompanionRun::commit() {
    if (trainer_) trainer_->commit();
}

std::string CompanionRun::close() {
    return trainer_ ? commit_or_rescue(*trainer_) : "";
}

std::string CompanionRun::commit_error() const {
    return trainer_ ? trainer_->commit_error() : "";
}

}  // namespace redraw
