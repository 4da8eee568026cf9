#include "app/cli/commands.h"

#include "app/cli/output.h"
#include "engine/batch/batch_status.h"
#include "engine/batch/contact_sheet.h"
#include "engine/error.h"
#include "engine/run/folders.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace redraw {
namespace {

constexpr int kMostNamed = 20;  // pictures without a result, in words

std::string count_of(std::int64_t number) {
    return number == 1 ? "1 picture" : thousands(number) + " pictures";
}

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

// Names failed pictures before stopped ones.
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
    if (more > 0) print("  and {} more, which --csv and --json name\n", count_of(more));
}

void print_missing(const BatchStatus& batch) {
    for (std::size_t i = 0; i < batch.pictures().size(); ++i)
        if (batch.pictures()[i].state != PictureState::done)
            print_text(line_of(batch.plan(), batch.plan().pictures[i]));
}

// Reports progress until every picture is done or has failed. Looking takes a tenth of the time.
void follow(BatchStatus& batch, bool json) {
    using Clock = std::chrono::steady_clock;
    const Talk how = talk(json);
    while (!batch.ended() && !stop_signal() && print_error() == 0) {
        const double left = batch.seconds_left();
        if (json) print_progress(batch);
        show_progress(
            how, batch.tally() + (std::isnan(left) ? "" : ", " + whole_duration(left) + " left"),
            double(batch.count(PictureState::done)) /
                double(std::max<std::int64_t>(1, batch.total())));
        const Clock::time_point begun = Clock::now();
        batch.look();
        const auto rest =
            std::max<Clock::duration>(std::chrono::seconds(1), 10 * (Clock::now() - begun));
        for (const auto end = Clock::now() + rest; Clock::now() < end && !stop_signal();)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    clear_line(how);
}

void draw_sheet(const BatchStatus& batch, const std::filesystem::path& path, Talk how) {
    ContactSheet sheet(batch, path);
    for (std::int64_t i = 0; i < sheet.pages(); ++i) require_output(sheet.page(i), {});
    finish_job(sheet, display_name(path.filename()), how, "Stopped: not every page was drawn.");
    if (!sheet.unreadable().empty())
        throw Error("The contact sheet lacks results that cannot be read, of the pictures " +
                    excerpt(sheet.unreadable(), 200) + ".");
}

}  // namespace

void GatherCommand::add_to(CLI::App& command) {
    command.add_option("FOLDER", folder, "the folder of results, as in redraw plan --to")
        ->type_name("FOLDER")
        ->required();
    add_file(command, "--csv", csv,
             "write a table: picture, result, decibels, size, seconds, state, reason");
    add_file(command, "--sheet", sheet,
             "write a contact sheet, .png; many pictures take several pages");
    CLI::Option* lines =
        command.add_flag("--missing", missing, "print the commands of pictures that are not done");
    command.add_flag("--watch", watch, "follow the plan until every picture is done or has failed");
    command.add_flag("--json", json, "one JSON object a line")->excludes(lines);
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
        throw Error(count_of(not_done) + (not_done == 1 ? " has" : " have") + " no result.");
    throw Error("Not every folder could be read.");
}

}  // namespace redraw
