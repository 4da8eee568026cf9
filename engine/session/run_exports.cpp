#include "engine/session/run_exports.h"

#include "engine/error.h"
#include "engine/export/curves_csv.h"
#include "engine/features/neurons/poster.h"
#include "engine/features/studies/export_source.h"
#include "engine/run/outputs.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {

namespace {

// Exports a picture enlarged by the enlarging network. First waits until that network is trained,
// which counts as the first half of the job. Throws Error if training failed; never falls back to
// another method.
class EnlargedExport : public Job {
public:
    EnlargedExport(std::weak_ptr<Enlargement> enlargement, ExportSpec spec)
        : enlargement_(std::move(enlargement)),
          spec_(std::move(spec)),
          learned_before_(learned()) {}

    bool advance() override {
        if (!export_) {
            const auto enlargement = enlargement_.lock();
            if (!enlargement) throw Error("The enlarging network was discarded. Export again.");
            if (!enlargement->finished()) return false;
            export_ =
                std::make_unique<PictureExport>(enlarging_source(enlargement, spec_.size), spec_);
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
    static constexpr double kLearning = 0.5;  // share of progress for the training
    double learned() const {
        const auto enlargement = enlargement_.lock();
        return enlargement ? enlargement->progress() : 0;
    }

    std::weak_ptr<Enlargement> enlargement_;  // the enlarging network; expired: it was discarded
    ExportSpec spec_;
    double learned_before_;
    std::unique_ptr<Job> export_;
};

}  // namespace

void RunExports::begin(const std::filesystem::path& output) {
    report_.dismiss();
    require_output(output, {{trainer_.run().path(), "the run itself"}});
}

void RunExports::on(const command::ExportPictures& asked) {
    auto edited = edited_parameters(trainer_, asked.at_step, asked.edits);
    if (!edited) throw trainer_.run().not_kept(*asked.at_step);
    for (const ExportSpec& spec : asked.specs) begin(spec.path);
    if (std::ranges::count(asked.specs, Method::enlarging, &ExportSpec::method) > 0)
        on(command::LearnEnlargement{});
    const auto parameters = std::make_shared<const std::vector<float>>(std::move(*edited));
    const std::weak_ptr<Enlargement> enlargement = enlargement_;
    for (ExportSpec spec : asked.specs) {
        spec.encoding.two_tones = trainer_.config().data.channels == ChannelMode::black_white;
        Notice notice = saved_notice(spec.path);
        if (asked.origin == Origin::clipboard)
            notice = {fmt::format("Copied the drawing: {} pixels.",
                                  dimensions(spec.size.width, spec.size.height))};
        jobs_.add({spec.path, asked.origin, std::move(notice)},
                  [&trainer = trainer_, picture = picture_, enlargement, parameters,
                   spec = ExportSpec(spec)]() mutable -> std::unique_ptr<Job> {
                      if (spec.method == Method::enlarging)
                          return std::make_unique<EnlargedExport>(enlargement, spec);
                      if (spec.poster)
                          return std::make_unique<PictureExport>(poster_export(
                              trainer.backend(), trainer.dataset().grid, trainer.config().network,
                              trainer.channels(), *parameters, spec));
                      const auto filter = filter_of(spec.method);
                      return std::make_unique<PictureExport>(
                          filter ? interpolated_source(trainer, picture, spec.size, *filter)
                                 : network_source(trainer, spec.size, parameters),
                          spec);
                  });
    }
}

void RunExports::on(const command::ExportCurves& asked) {
    begin(asked.path);
    trainer_.save_measured();  // so that the run's file has the same values as the CSV
    write_curves_csv(asked.path, trainer_.metrics(), trainer_.measured(),
                     trainer_.dataset().steps_per_epoch());
    give_notice(report_.status, saved_notice(asked.path));
}

void RunExports::on(const command::SaveCopy& asked) {
    report_.dismiss();
    std::string missing;
    try {
        trainer_.commit();
        trainer_.run().copy_to(asked.path);
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::not_saved) throw;
        // Rescues the run: its own file cannot be saved, so the copy is made from memory and from
        // whatever is still readable on the run's disk.
        missing = trainer_.rescue(asked.path, picture_.get());
    }
    give_notice(report_.status, saved_notice(asked.path, missing));
}

}  // namespace redraw
