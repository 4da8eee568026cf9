#include "engine/features/compare/compared_run.h"

#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

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
    ComparedState next;
    next.path = run.path();
    next.name = summary.picture_name;
    next.config = summary.config;
    next.step = summary.step;
    next.steps_per_epoch = summary.steps_per_epoch;
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
    newest_ = std::make_shared<const ComparedState>(std::move(next));
}

ComparedRun::ComparedRun(std::unique_ptr<Trainer> trainer, std::string letter)
    : learned_(trainer->dataset().grid),
      channels_(trainer->channels()),
      trainer_(std::move(trainer)),
      letter_(std::move(letter)) {}

Backend& ComparedRun::backend() {
    if (backend_) return *backend_;
    if (!trainer_) throw Error(letter_ + ", a rival, could not be opened again.");
    return trainer_->backend();
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
    ComparedState next = *newest_;
    next.closer.reset();
    if (wanted) {
        next.closer =
            with_channels(draw_to_show(backend(), learned_, *region, parameters_), channels_);
        next.closer_grid = *region;
        closer_step_ = step;
    }
    newest_ = std::make_shared<const ComparedState>(std::move(next));
    return true;
}

std::shared_ptr<const RunFile> ComparedRun::run() {
    if (!trainer_)
        return std::make_shared<const RunFile>(RunFile::open(path(), RunFile::Access::read_only));
    return {std::shared_ptr<const RunFile>(), &trainer_->run()};
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
