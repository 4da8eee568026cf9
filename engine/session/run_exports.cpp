#include "engine/session/run_exports.h"

#include "engine/error.h"
#include "engine/export/curves_csv.h"
#include "engine/run/outputs.h"

#include <algorithm>
#include <string>
#include <vector>

namespace redraw {
namespace {

Notice written_notice(const ExportSpec& spec, Origin origin) {
    if (origin != Origin::clipboard) return saved_notice(spec.path);
    return {"Copied the drawing: " + std::to_string(spec.size.width) + " × " +
            std::to_string(spec.size.height) + " pixels."};
}

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
        copies_.on(command::LearnEnlargement{});
    const auto parameters = std::make_shared<const std::vector<float>>(std::move(*edited));
    const std::weak_ptr<Enlargement> enlargement = copies_.enlargement();
    for (const ExportSpec& spec : asked.specs) {
        jobs_.add({spec.path, asked.origin, written_notice(spec, asked.origin)},
                  [&trainer = trainer_, picture = picture_, enlargement, parameters, spec] {
                      if (spec.method == Method::enlarging)
                          return enlarged_export([=] { return enlargement.lock(); }, spec);
                      const auto filter = filter_of(spec.method);
                      return picture_export(
                          filter ? interpolated_source(trainer, picture, spec.size, *filter)
                                 : network_source(trainer, spec.size, parameters),
                          spec);
                  });
    }
}

void RunExports::on(const command::ExportFilm& asked) {
    begin(asked.spec.path);
    jobs_.add({.target = asked.spec.path,
               .notice = saved_notice(asked.spec.path),
               .of_companions = asked.race},
              asked.race ? race_export(trainer_, compared_, report_.status.finish_line, asked.spec)
                         : film_export(trainer_, picture_, asked.spec, asked.edits));
}

void RunExports::on(const command::ExportPage& asked) {
    begin(asked.path);
    jobs_.add({.target = asked.path, .notice = saved_notice(asked.path)},
              [&trainer = trainer_, path = asked.path] { return page_export(trainer, path); });
}

void RunExports::on(const command::ExportCurves& asked) {
    begin(asked.path);
    trainer_.save_measured();  // the run has what the table has
    write_curves_csv(asked.path, trainer_.metrics(), trainer_.measured(),
                     trainer_.dataset().steps_per_epoch());
    report_.status.notice = saved_notice(asked.path);
}

void RunExports::on(const command::SaveCopy& asked) {
    report_.dismiss();
    std::string missing;
    try {
        trainer_.commit();
        trainer_.run().copy_to(asked.path);
    } catch (const NotSaved&) {
        // The copy then is the only whole one: it is made of what is in memory, and what the run's
        // own disk still gives.
        missing = trainer_.run().rescue(asked.path, trainer_.dataset().target, picture_.get());
    }
    report_.status.notice = saved_notice(asked.path, missing);
}

}  // namespace redraw
