#include "app/cli/gather.h"

#include "app/cli/output.h"
#include "app/cli/plan.h"
#include "app/cli/print.h"
#include "app/cli/stop_signal.h"
#include "engine/error.h"
#include "engine/plan/contact_sheet.h"
#include "engine/plan/queue.h"
#include "engine/plan/results_csv.h"
#include "engine/plan/survey.h"
#include "engine/run/outputs.h"
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

constexpr int kMostNamed = 20;  // of what is missing, in words

std::string count_of(std::int64_t number) {
    return number == 1 ? "1 picture" : thousands(number) + " pictures";
}

void print_progress(const Survey& survey) {
    Json line{{"event", "progress"}, {"pictures", survey.pictures().size()}};
    for (const auto& [state, name] : kNames<PictureState>)
        line[std::string(name)] = survey.count(state);
    line["seconds_left"] = finite_or_null(seconds_left(survey));
    print_json(line);
}

void print_picture(const Survey& survey, std::size_t index) {
    const PlannedPicture& planned = survey.plan().pictures[index];
    const auto& [state, outcome] = survey.pictures()[index];
    Json line{{"event", "picture"},
              {"number", index + 1},
              {"picture", display_name(planned.picture)},
              {"result", display_name(survey.plan().result_of(planned))},
              {"state", name_of(state)}};
    if (state == PictureState::done) {
        put_psnr(line, outcome.psnr);
        line["width"] = outcome.size.width;
        line["height"] = outcome.size.height;
        line["seconds"] = outcome.seconds;
    } else {
        line["reason"] = outcome.reason;
    }
    print_json(line);
}

void print_all(const Survey& survey) {
    for (std::size_t i = 0; i < survey.pictures().size(); ++i) print_picture(survey, i);
    for (const auto& folder : survey.plan().unread)
        print_json({{"event", "unread_folder"}, {"folder", display_name(folder)}});
    print_progress(survey);
}

// What has failed is named before what only waits.
void print_in_words(const Survey& survey) {
    print("{}.\n", tally(survey));
    for (const auto& folder : survey.plan().unread)
        print("  {}: it could not be read when the plan was made\n", display_name(folder));
    int named = 0;
    for (const PictureState state : {PictureState::failed, PictureState::stopped})
        for (std::size_t i = 0; i < survey.pictures().size() && named < kMostNamed; ++i)
            if (survey.pictures()[i].state == state) {
                ++named;
                print("  {}: {}\n", display_name(survey.plan().pictures[i].picture),
                      survey.pictures()[i].outcome.reason);
            }
    const std::int64_t more =
        survey.count(PictureState::failed) + survey.count(PictureState::stopped) - named;
    if (more > 0) print("  and {} more, which --csv and --json name\n", count_of(more));
}

void print_missing(const Survey& survey) {
    for (std::size_t i = 0; i < survey.pictures().size(); ++i)
        if (survey.pictures()[i].state != PictureState::done)
            print_text(line_of(survey.plan(), survey.plan().pictures[i]));
}

// Until nothing is left to do. Looking takes at most a tenth of the time.
void follow(Survey& survey, bool json) {
    using Clock = std::chrono::steady_clock;
    const Talk how = talk(json);
    while (!survey.ended() && !stop_signal() && print_error() == 0) {
        const double left = seconds_left(survey);
        const auto total = double(std::max<std::size_t>(1, survey.pictures().size()));
        if (json) print_progress(survey);
        show_progress(
            how, tally(survey) + (std::isnan(left) ? "" : ", " + whole_duration(left) + " left"),
            double(survey.count(PictureState::done)) / total);
        const Clock::time_point begun = Clock::now();
        survey.look();
        const auto rest =
            std::max<Clock::duration>(std::chrono::seconds(1), 10 * (Clock::now() - begun));
        for (const auto end = Clock::now() + rest; Clock::now() < end && !stop_signal();)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    clear_line(how);
}

void draw_sheet(const Survey& survey, const std::filesystem::path& path, Talk how) {
    ContactSheet sheet(survey, path);
    for (std::int64_t i = 0; i < sheet.pages(); ++i) require_output(sheet.page(i), {});
    finish_job(sheet, display_name(path.filename()), how, "Stopped: not every page was drawn.");
    if (!sheet.unreadable().empty())
        throw Error("The contact sheet lacks results that cannot be read, of the pictures " +
                    excerpt(sheet.unreadable(), 200) + ".");
}

}  // namespace

void GatherCommand::add_to(CLI::App& command) {
    command.add_option("FOLDER", folder, "the results, as of redraw plan --to")
        ->type_name("FOLDER")
        ->required();
    add_file(command, "--csv", csv,
             "a table: picture, result, decibels, size, seconds, state, reason");
    add_file(command, "--sheet", sheet, "a contact sheet, .png; of many pictures several pages");
    CLI::Option* lines = command.add_flag(
        "--missing", missing, "print the commands of what is not done, to be run again");
    command.add_flag("--watch", watch, "follow it until every picture is done or has failed");
    command.add_flag("--json", json, "one JSON object a line")->excludes(lines);
}

void GatherCommand::run() {
    if (!csv.empty()) require_output(csv, {});
    if (!sheet.empty() && image_format_of(sheet) != ImageFormat::png)
        throw Error("Cannot write " + display_name(sheet.filename()) +
                    ": the name must end in .png.");
    Survey survey(read_plan(folder));
    catch_stop_signals();
    if (watch) follow(survey, json);
    if (missing)
        print_missing(survey);
    else if (json)
        print_all(survey);
    else
        print_in_words(survey);
    flush_printed();
    if (!csv.empty()) write_results_csv(survey, csv);
    if (!sheet.empty()) draw_sheet(survey, sheet, json ? Talk::quiet : talk(false));
    if (survey.complete() || stop_signal()) return;
    const std::int64_t not_done =
        std::int64_t(survey.pictures().size()) - survey.count(PictureState::done);
    if (not_done > 0)
        throw Error(count_of(not_done) + (not_done == 1 ? " has" : " have") + " no result.");
    throw Error("Not every folder could be read.");
}

}  // namespace redraw
