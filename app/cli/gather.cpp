// `redraw gather`: what came of the pictures of a plan.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/plan.h"
#include "app/cli/program.h"
#include "engine/features/batch/batch_view.h"
#include "engine/features/batch/contact_sheet.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <thread>

namespace redraw {
namespace {

// `redraw gather`: reports the status of all pictures of a batch.
struct GatherCommand {
    std::filesystem::path folder, csv, sheet;
    bool missing = false, watch = false, json = false;
    void run();
};

constexpr int kMostNamed = 20;  // at most this many pictures are listed by name in the text output

void print_progress(const BatchStatus& batch) {
    Json line{{"event", "progress"}, {"pictures", batch.pictures().size()}};
    for (const auto& [state, name] : kNames<PictureState>)
        line[std::string(name)] = batch.count(state);
    line["seconds_left"] = finite_or_null(batch.seconds_left());
    print_json(line);
}

void print_picture(const BatchStatus& batch, std::size_t index) {
    const PlannedPicture& planned = batch.plan().pictures[index];
    const PictureStatus& status = batch.pictures()[index];
    Json line{{"event", "picture"},
              {"number", index + 1},
              {"picture", display_name(planned.picture)},
              {"result", display_name(batch.plan().result_of(planned))},
              {"state", name_of(status.state)}};
    if (status.state == PictureState::done) {
        put_psnr(line, status.psnr);
        line["width"] = status.size.width;
        line["height"] = status.size.height;
        line["seconds"] = status.seconds;
    } else {
        line["reason"] = status.reason;
    }
    print_json(line);
}

void print_all(const BatchStatus& batch) {
    for (std::size_t i = 0; i < batch.pictures().size(); ++i) print_picture(batch, i);
    for (const auto& folder : batch.plan().unread)
        print_json({{"event", "unread_folder"}, {"folder", display_name(folder)}});
    print_progress(batch);
}

// Prints the status of a batch as text, with failed pictures before stopped ones.
void print_in_words(const BatchStatus& batch) {
    print("{}.\n", batch.tally());
    for (const auto& folder : batch.plan().unread)
        print("  {}: it could not be read when the plan was made\n", display_name(folder));
    int named = 0;
    for (const PictureState state : {PictureState::failed, PictureState::stopped})
        for (std::size_t i = 0; i < batch.pictures().size() && named < kMostNamed; ++i)
            if (batch.pictures()[i].state == state) {
                ++named;
                print("  {}: {}\n", display_name(batch.plan().pictures[i].picture),
                      batch.pictures()[i].reason);
            }
    const std::int64_t more =
        batch.count(PictureState::failed) + batch.count(PictureState::stopped) - named;
    if (more > 0) print("  and {} more, which --csv and --json list\n", counted(more, "picture"));
}

void print_missing(const BatchStatus& batch) {
    for (std::size_t i = 0; i < batch.pictures().size(); ++i)
        if (batch.pictures()[i].state != PictureState::done)
            print_text(planned_line(batch.plan(), batch.plan().pictures[i]));
}

// Prints progress until every picture is done or has failed. Reading the status from disk takes at
// most a tenth of the time.
void follow(BatchStatus& batch, bool json) {
    using std::chrono::steady_clock;
    const Talk how = talk(json);
    while (!batch.ended() && !stop_signal() && print_error() == 0) {
        const double left = batch.seconds_left();
        if (json) print_progress(batch);
        show_progress(how, batch.tally(),
                      double(batch.count(PictureState::done)) /
                          double(std::max<std::int64_t>(1, batch.total())),
                      std::isnan(left) ? "" : whole_duration(left) + " left");
        const steady_clock::time_point begun = steady_clock::now();
        batch.look();
        const auto rest = std::max<steady_clock::duration>(std::chrono::seconds(1),
                                                           10 * (steady_clock::now() - begun));
        for (const auto end = steady_clock::now() + rest;
             steady_clock::now() < end && !stop_signal();)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    clear_line(how);
}

void draw_sheet(const BatchStatus& batch, const std::filesystem::path& path, Talk how) {
    ContactSheet sheet(batch, path);
    for (std::int64_t i = 0; i < sheet.pages(); ++i) require_output(sheet.page(i), {});
    finish_job(sheet, display_name(path.filename()), how, "Stopped: not every page was drawn.");
    if (!sheet.unreadable().empty())
        throw Error("The contact sheet lacks these pictures, whose results cannot be read: " +
                    excerpt(sheet.unreadable(), 200) + ".");
}

}  // namespace

void add_gather(CLI::App& app) {
    const auto [command, asked] =
        add_command<GatherCommand>(app, "gather", "Report the status of the pictures of a plan");
    command.add_option("FOLDER", asked.folder, "folder of results, as given to redraw plan --to")
        ->type_name("FOLDER")
        ->required();
    add_file(command, "--csv", asked.csv,
             "write a table: picture, result, PSNR in dB, size, seconds, state, reason");
    add_file(command, "--sheet", asked.sheet,
             "write a contact sheet, .png; many pictures take several pages");
    CLI::Option* lines = command.add_flag("--missing", asked.missing,
                                          "print the commands of pictures without a result");
    command.add_flag("--watch", asked.watch,
                     "follow the plan until every picture is done or has failed");
    command.add_flag("--json", asked.json, "one JSON object a line")->excludes(lines);
}

void GatherCommand::run() {
    if (!csv.empty()) require_output(csv, {});
    if (!sheet.empty() && image_format_of(sheet) != ImageFormat::png)
        throw Error("Cannot write " + display_name(sheet.filename()) +
                    ": the name must end in .png.");
    BatchStatus batch(read_plan(folder));
    catch_stop_signals();
    if (watch) follow(batch, json);
    if (missing)
        print_missing(batch);
    else if (json)
        print_all(batch);
    else
        print_in_words(batch);
    flush_printed();
    if (!csv.empty()) write_results_csv(batch, csv);
    if (!sheet.empty()) draw_sheet(batch, sheet, json ? Talk::quiet : talk(false));
    if (batch.complete() || stop_signal()) return;
    const std::int64_t not_done = batch.total() - batch.count(PictureState::done);
    if (not_done > 0)
        throw Error(counted(not_done, "picture") + (not_done == 1 ? " has" : " have") +
                    " no result.");
    throw Error("Not every folder could be read.");
}

}  // namespace redraw
