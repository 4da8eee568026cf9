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
    EnlargedExport(std::function<Enlargement*()> network, ExportSpec spec)
        : network_(std::move(network)), spec_(std::move(spec)) {}

    bool advance() override {
        Enlargement* network = network_();
        if (!network) throw Error("The enlarging network is gone: export once more.");
        if (!network->finished()) return false;
        if (!export_) export_ = begin(*network);
        return export_->advance();
    }
    double progress() const override {
        if (export_) return 0.5 + 0.5 * export_->progress();
        const Enlargement* network = network_();
        return network ? 0.5 * network->progress() : 0;
    }

private:
    // What is larger than the picture: by the network, or by the interpolation that came closer.
    std::unique_ptr<Job> begin(Enlargement& network) const {
        const auto picture = network.picture();
        if (const auto plain = network.worth().interpolation)
            return std::make_unique<PictureExport>(picture, *plain, spec_);
        return std::make_unique<PictureExport>(network.backend(),
                                               picture_grid(picture->width, picture->height),
                                               picture->channels, std::vector<float>{}, spec_);
    }

    std::function<Enlargement*()> network_;
    ExportSpec spec_;
    std::unique_ptr<Job> export_;
};

}  // namespace

std::unique_ptr<Job> picture_export(Trainer& trainer, std::shared_ptr<const Image> picture,
                                    const std::vector<float>& parameters, const ExportSpec& spec) {
    if (!spec.interpolation)
        return std::make_unique<PictureExport>(trainer.backend(), trainer.dataset().grid,
                                               trainer.channels(), parameters, spec);
    const bool beyond =
        picture && spec.size.width > picture->width && spec.size.height > picture->height;
    return std::make_unique<PictureExport>(beyond ? std::move(picture) : trainer.target(),
                                           *spec.interpolation, spec);
}

std::unique_ptr<Job> enlarged_export(std::function<Enlargement*()> network,
                                     const ExportSpec& spec) {
    return std::make_unique<EnlargedExport>(std::move(network), spec);
}

std::unique_ptr<Job> film_export(Trainer& trainer, const std::shared_ptr<const Image>& picture,
                                 const FilmSpec& spec, const NetworkEdits& edits) {
    const auto edited = [&trainer, edits](std::vector<float> parameters) {
        apply(edits, trainer.config().network, trainer.channels(), parameters);
        return parameters;
    };
    const auto read = [&trainer, edited](std::int64_t step) {
        auto parameters = trainer.parameters_at(step);
        if (!parameters) throw Error("Step " + std::to_string(step) + " was not kept.");
        return edited(std::move(*parameters));
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

std::unique_ptr<Job> race_export(Trainer& trainer, const Companions& companions,
                                 std::optional<double> finish_line, const FilmSpec& spec) {
    if (companions.empty()) throw Error("There is no race to make a film of.");
    std::vector<FilmedRun> runs;
    runs.push_back({.name = title(trainer.config().preset),
                    .backend = [&trainer]() -> Backend& { return trainer.backend(); },
                    .picture = trainer.dataset().grid,
                    .keyframes = trainer.keyframes(),
                    .metrics = trainer.metrics(),
                    .measured = trainer.measured(),
                    .steps_per_epoch = trainer.dataset().steps_per_epoch(),
                    .read_parameters =
                        [&trainer](std::int64_t step) {
                            auto parameters = trainer.parameters_at(step);
                            if (!parameters)
                                throw Error("Step " + std::to_string(step) + " was not kept.");
                            return std::move(*parameters);
                        }});
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

std::optional<std::filesystem::path> JobQueue::advance() {
    Entry& entry = jobs_.front();
    try {
        if (!entry.job) {
            entry.job = entry.make();
            entry.begun = std::chrono::steady_clock::now();
        }
        if (!entry.job->advance()) return std::nullopt;
    } catch (...) {
        jobs_.pop_front();
        throw;
    }
    std::filesystem::path target = std::move(entry.target);
    jobs_.pop_front();
    return target;
}

std::optional<JobStatus> JobQueue::status() const {
    if (jobs_.empty()) return std::nullopt;
    const Entry& entry = jobs_.front();
    const double progress = entry.job ? entry.job->progress() : 0;
    return JobStatus{display_name(entry.target.filename()), progress,
                     seconds_left(entry.begun, progress)};
}

}  // namespace redraw
