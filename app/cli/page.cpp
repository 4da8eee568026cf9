// Web pages of `redraw export`.
#include "app/cli/page.h"
#include "app/cli/export.h"
#include "app/cli/run_view.h"
#include "engine/features/page/page.h"

#include "app/cli/checks.h"
#include "app/cli/output.h"
#include "engine/text/words.h"

#include <utility>

namespace redraw {

void PageFlags::add_to(CLI::App& command, ExportFlags& output) {
    output.other_endings = ", or .html for a page";
    CLI::Option* file = command.get_option("--output");
    file->description(
        file->get_description() +
        "; .html: a page that draws the timelapse, up to the moment, from the network");
    command.add_option("--title", title, "for a page: the heading; default: the picture's name");
    command.add_option("--text", text, "for a page: a line of text below the heading");
    add_file(command, "--against", against,
             "for a page: another run, drawn beside this one after the same training time");
}

bool PageFlags::write(const ExportCommand& asked, const RunView& view,
                      const ChosenMoment& last) const {
    const ExportFlags& output = asked.output;
    const std::filesystem::path& path = output.export_path;
    if (const std::string extension = extension_of(path);
        extension != "html" && extension != "htm") {
        if (!title.empty() || !text.empty() || !against.empty())
            throw CLI::ValidationError("--title, --text and --against need a page: -o PAGE.html.");
        return false;
    }
    if (asked.poster) throw CLI::ValidationError("--poster is a picture, not a page.");
    if (output.size != ExportFlags{}.size || output.sixteen_bit || !asked.crop.empty())
        throw CLI::ValidationError(
            "A page draws at any size: --size, --crop and --16bit do not apply.");
    require_memory((against.empty() ? 1 : 2) * page_bytes(view.run), "Writing the page", "");
    if (last.at_step) parameters_of(view.run, last.at_step);
    std::vector<PageSource> sources;
    const auto add = [&](const RunView& run, std::optional<std::int64_t> until) {
        sources.push_back(page_source(
            run.run, [&run]() -> Backend& { return *run.backend; }, until));
    };
    add(view, last.at_step);
    sources.front().title = title;
    sources.front().text = text;
    std::optional<RunView> rival;
    if (!against.empty()) {
        if (asked.moment.given())
            throw Error(
                "--against always shows the whole race: --at, --detail and --bookmark do not "
                "apply.");
        output.require({{against, "a run of the race"}});
        rival.emplace(against, asked.backend.options());
        require_same_picture(view.run.target(), *rival, view);
        add(*rival, {});
        sources.front().label = redraw::title(view.run.config().preset);
        sources.back().label = redraw::title(rival->run.config().preset);
    }
    PageExport page(std::move(sources), path);
    const std::string name = display_name(path);
    finish_job(page, name, talk(false), "Stopped: " + name + " was not written.");
    print("{}: {} moments, {}\n", name, page.moments(), bytes(double(page.bytes())));
    if (page.stills() > 0)
        print("{} of them are still images, since not all of these networks fit; {}.\n",
              page.stills(), rival ? "the last ones are networks" : "the last one is a network");
    if (page.full())
        print("These are as many of the {} keyframes as fit into {}.\n", page.kept(),
              bytes(double(kMostPageBytes)));
    if (!last.note.empty()) print("{}\n", last.note);
    return true;
}

}  // namespace redraw
