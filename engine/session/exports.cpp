#include "engine/session/exports.h"

#include "engine/error.h"
#include "engine/export/page.h"
#include "engine/film/dive.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <utility>

namespace redraw {
namespace {

class EnlargedExport : public Job {
public:
    EnlargedExport(FindEnlargement find, ExportSpec spec)
        : find_(std::move(find)), spec_(std::move(spec)), learned_before_(learned()) {}

    bool advance() override {
        if (!export_) {
            const auto enlargement = find_();
            if (!enlargement) throw Error("The enlarging network is gone: export once more.");
            if (!enlargement->finished()) return false;
            export_ = picture_export(enlarging_source(enlargement, spec_.size), spec_);
        }
        return export_->advance();
    }
    double progress() const override {
        if (export_) return kLearning + (1 - kLearning) * export_->progress();
        const double left = 1 - learned_before_;
        return left > 0 ? kLearning * (learned() - learned_before_) / left : kLearning;
    }
    std::string_view waits_for() const override { return export_ ? "" : "Sharpening"; }

private:
    static constexpr double kLearning = 0.5;  // of the job
    double learned() const {
        const auto enlargement = find_();
        return enlargement ? enlargement->progress() : 0;
    }

    FindEnlargement find_;
    ExportSpec spec_;
    double learned_before_;
    std::unique_ptr<Job> export_;
};

}  // namespace

std::unique_ptr<Job> picture_export(const ExportSource& source, const ExportSpec& spec) {
    return std::make_unique<PictureExport>(
        [draw = source.draw, part = spec.written()](int first_row, int rows) {
            return draw({part.x, part.y + first_row, part.width, rows});
        },
        source.rows_each, source.channels, spec);
}

std::unique_ptr<Job> enlarged_export(FindEnlargement find, const ExportSpec& spec) {
    return std::make_unique<EnlargedExport>(std::move(find), spec);
}

std::unique_ptr<Job> film_export(Trainer& trainer, const std::shared_ptr<const Image>& picture,
                                 const FilmSpec& spec, const NetworkEdits& edits) {
    const auto edited = [&trainer, edits](std::vector<float> parameters) {
        apply(edits, trainer.config().network, trainer.channels(), parameters);
        return parameters;
    };
    const auto read = [&trainer, edited](std::int64_t step) {
        return edited(trainer.require_parameters(step));
    };
    if (spec.dive)
        return std::make_unique<DiveExport>(
            trainer.backend(), trainer.dataset().grid, trainer.channels(),
            picture ? picture : trainer.target(),
            spec.last ? read(*spec.last) : edited(trainer.parameters()), spec);
    return std::make_unique<FilmExport>(
        trainer.backend(), trainer.dataset().grid, trainer.target(), trainer.keyframes(),
        edits.empty() ? trainer.measured() : std::vector<MeasuredPsnr>(),
        trainer.dataset().steps_per_epoch(), read, spec);
}

std::unique_ptr<Job> race_export(Trainer& trainer, const ComparedRuns& companions,
                                 std::optional<double> finish_line, const FilmSpec& spec) {
    if (companions.empty()) throw Error("There is no race to make a film of.");
    std::vector<FilmedRun> runs;
    runs.push_back(filmed(
        trainer.run(), [&trainer]() -> Backend& { return trainer.backend(); },
        [&trainer](std::int64_t step) { return trainer.require_parameters(step); }));
    for (const auto& run : companions.runs()) {
        runs.push_back(run->filmed());
        if (runs.back().picture != runs.front().picture)
            throw Error(
                "The other run learned its picture at another size: a film of both needs one "
                "size.");
    }
    return std::make_unique<RaceExport>(std::move(runs), finish_line, spec);
}

std::unique_ptr<Job> page_export(Trainer& trainer, const std::filesystem::path& path) {
    return std::make_unique<PageExport>(trainer.backend(), page_source(trainer.run()), path);
}

Notice saved_notice(const std::filesystem::path& file, const std::string& missing) {
    const std::string but = missing.empty() ? "" : ", but for " + missing;
    return {"Saved " + display_name(file.filename()) + but + ".", file};
}

void JobQueue::advance() {
    Entry& first = jobs_.front();
    try {
        if (!first.job) first.job = first.make();
        if (first.begun == std::chrono::steady_clock::time_point())
            first.begun = std::chrono::steady_clock::now();
        if (!first.job->advance()) return;
    } catch (...) {
        jobs_.pop_front();
        throw;
    }
    report_done(first);
    jobs_.pop_front();
}

void JobQueue::report_done(const Entry& done) {
    Status& status = report_.status;
    if (done.asked.origin == Origin::clipboard) status.copied = {done.asked.target, done.id};
    status.notice = done.asked.notice;
}

std::optional<JobStatus> JobQueue::status() const {
    if (jobs_.empty()) return std::nullopt;
    const Entry& first = jobs_.front();
    const double progress = first.job ? first.job->progress() : 0;
    return JobStatus{.id = first.id,
                     .origin = first.asked.origin,
                     .what = display_name(first.asked.target.filename()),
                     .waits_for = std::string(first.job ? first.job->waits_for() : ""),
                     .progress = progress,
                     .seconds_left = seconds_left(first.begun, progress)};
}

}  // namespace redraw
