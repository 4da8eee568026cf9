// The session's export of a run as a web page.
#include "engine/error.h"
#include "engine/features/page/page.h"
#include "engine/file/user_folders.h"
#include "engine/session/run_exports.h"

namespace redraw {
namespace {

// Adds the compared run to the networks of a page, and names both. Throws Error.
void add_compared(std::vector<PageSource>& sources, const Trainer& trainer,
                  const ComparedRuns& compared, const std::vector<std::string>& names) {
    ComparedRun& rival = *compared.runs().front();
    const auto run = rival.run();
    sources.push_back(page_source(*run, [&rival]() -> Backend& { return rival.backend(); }));
    sources.back().parameters_at = [run](std::int64_t step) {
        return run->require_parameters(step);
    };
    if (run->target_size() != trainer.run().target_size())
        throw Error(
            "The other run was learned at another size. A page of both needs the same size.");
    for (std::size_t i = 0; i < std::min(sources.size(), names.size()); ++i)
        sources[i].label = names[i];
}

}  // namespace

void RunExports::on(const command::ExportPage& asked) {
    const auto path = asked.unused_name ? unused_path(asked.path) : asked.path;
    begin(path);
    if (asked.last) trainer_.require_parameters(*asked.last);
    if (asked.race && compared_.runs().size() != 1)
        throw Error("A page shows a race of two networks.");
    jobs_.add({.target = path, .notice = saved_notice(path)}, [this, asked, path] {
        std::vector<PageSource> sources{page_source(
            trainer_.run(), [this]() -> Backend& { return trainer_.backend(); }, asked.last)};
        sources.front().title = asked.title;
        sources.front().text = asked.text;
        if (asked.race) add_compared(sources, trainer_, compared_, asked.names);
        return std::make_unique<PageExport>(std::move(sources), path);
    });
}

}  // namespace redraw
