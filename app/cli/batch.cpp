// Batches of pictures: `redraw plan` and `gather`, and the --once flag of the planned commands.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/program.h"
#include "engine/error.h"
#include "engine/features/batch/batch_view.h"
#include "engine/features/batch/contact_sheet.h"
#include "engine/file/read_file.h"
#include "engine/run/outputs.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <iostream>
#include <string_view>
#include <thread>

namespace redraw {

namespace {

// Options of `redraw plan` itself. All others are passed on to the command for each picture.
constexpr std::array<std::string_view, 4> kOwn = {"PICTURES", "--to", "--enlarge", "--help"};

void tell_plan(const BatchPlan& plan, const Found& found) {
    std::string said = counted(std::ssize(plan.pictures), "picture");
    if (found.added != std::int64_t(plan.pictures.size()))
        said += ", " + thousands(found.added) + " of them new";
    if (found.links)
        said += "; " + counted(found.links, "more name") +
                (found.links == 1 ? " is a link" : " are links") + " to them";
    if (found.others) said += "; " + counted(found.others, "other file") + " left alone";
    if (found.gone)
        said += "; " + thousands(found.gone) + (found.gone == 1 ? " is" : " are") +
                " not there any more";
    std::cerr << "redraw: " << said << "." << std::endl;
}

// Returns the shell command that makes one picture of a batch plan.
std::string line_of(const BatchPlan& plan, const PlannedPicture& picture) {
    static const std::string redraw = program();
    return shell_line(command_of(plan, picture, redraw)) + "\n";
}

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
            print_text(line_of(batch.plan(), batch.plan().pictures[i]));
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

void tell_skipped(const std::filesystem::path& result, bool json, const char* why) {
    const std::string name = display_name(result);
    if (json)
        print_json({{"event", "skipped"}, {"result", name}, {"reason", why}});
    else
        print("{} {}.\n", name, why);
}

// Writes a picture's outcome to its record. Ignores an error of the disk, which `redraw gather`
// will find itself.
void end_record(PictureRecord& record, const PictureStatus& outcome) {
    try {
        record.end(outcome);
    } catch (const Error&) {
    }
}

}  // namespace

void PlanCommand::add_to(CLI::App& command) {
    command_ = &command;
    command.add_option("PICTURES", paths, "pictures, or folders with all pictures below them")
        ->type_name("FOLDER")
        ->transform(local_file())
        ->required();
    add_file(command, "--to", to, "folder for the results; created if missing")
        ->type_name("FOLDER")
        ->required();
    command.add_option(
        "--enlarge", enlarge,
        "enlarge the pictures instead of learning them: 2x, 4096 (longer side) or 6000x4000");
    command.add_flag("--16bit", sixteen_bit, "with --enlarge: 16 bits per channel")
        ->needs("--enlarge");
    command
        .add_flag("--keep-metadata", keep_metadata,
                  "with --enlarge: keep the pictures' date, place, camera and resolution")
        ->needs("--enlarge");
    config.add_to(command);
    backend.add_to(command);
    stop.add_to(command);
    command.get_option("--threads")
        ->description("threads of each command; default: 1, because many commands run at once");
}

// Returns the settings for all pictures, as words of a command line.
std::vector<std::string> PlanCommand::settings() const {
    std::vector<std::string> words{enlarge.empty() ? "fit" : "enlarge"};
    if (!enlarge.empty()) words.insert(words.end(), {"--size", enlarge});
    for (const CLI::Option* option : command_->get_options()) {
        const std::string name =
            option->get_lnames().empty() ? "PICTURES" : "--" + option->get_lnames().front();
        if (option->count() == 0 || std::ranges::find(kOwn, name) != kOwn.end()) continue;
        words.push_back(name);
        if (option->get_items_expected_max() == 0) continue;
        const std::string given = option->results().back();
        // A preset may be a file in the current folder, which is another one for the commands.
        const bool is_file =
            name == "--config" || (name == "--preset" && given == config.own_preset);
        words.push_back(is_file ? absolute_path(given).native() : given);
    }
    if (command_->count("--threads") == 0)
        words.insert(words.end(), kOneThread.begin(), kOneThread.end());
    return words;
}

// Checks the options for enlarging once, before thousands of pictures fail with the same error.
void PlanCommand::check_enlarge(std::vector<std::string> words) const {
    CLI::App app;
    EnlargeCommand command;
    command.add_to(app);
    for (const std::string& word : words)
        if (word.starts_with("--") && app.get_option_no_throw(word) == nullptr)
            throw CLI::ValidationError(word, "cannot be combined with --enlarge");
    words.erase(words.begin());
    words.insert(words.end(), {"-o", "a.png", "a.png"});
    std::ranges::reverse(words);  // CLI11 expects the words in reverse order
    app.parse(words);
    constexpr PixelSize kAny{1000, 1000};
    if (enlarge.ends_with('x') && size_flag(enlarge, kAny).width < kAny.width)
        throw CLI::ValidationError("--enlarge", enlarge + " is smaller than the pictures");
    size_flag(enlarge, kAny);
}

void PlanCommand::run() {
    if (enlarge.empty()) config.config();  // finds out whether the preset is a file
    const std::vector<std::string> words = settings();
    if (!enlarge.empty()) check_enlarge(words);
    backend.options();
    const auto [plan, found] = make_plan({paths, to, words});
    for (const PlannedPicture& picture : plan.pictures) print_text(line_of(plan, picture));
    flush_printed();
    tell_plan(plan, found);
    if (!plan.unread.empty())
        throw Error(counted(std::ssize(plan.unread), "folder") + " cannot be read, " +
                    display_name(plan.unread.front()) +
                    " for example. Pictures in them are not planned.");
}

void GatherCommand::add_to(CLI::App& command) {
    command.add_option("FOLDER", folder, "folder of results, as given to redraw plan --to")
        ->type_name("FOLDER")
        ->required();
    add_file(command, "--csv", csv,
             "write a table: picture, result, PSNR in dB, size, seconds, state, reason");
    add_file(command, "--sheet", sheet,
             "write a contact sheet, .png; many pictures take several pages");
    CLI::Option* lines =
        command.add_flag("--missing", missing, "print the commands of pictures without a result");
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
        throw Error(counted(not_done, "picture") + (not_done == 1 ? " has" : " have") +
                    " no result.");
    throw Error("Not every folder could be read.");
}

CLI::Option* add_once(CLI::App& command, bool& once) {
    return command.add_flag("--once", once,
                            "make the result only once: skip it if it exists or is in progress, "
                            "continue it if it was stopped; record the outcome for redraw gather");
}

void do_once(const std::filesystem::path& result, bool json,
             const std::function<PictureStatus()>& work) {
    auto record = PictureRecord::take(result);
    if (!record) return tell_skipped(result, json, "is in progress in another Redraw");
    if (record->is_done()) return tell_skipped(result, json, "is done already");
    record->begin();
    try {
        record->end(work());
    } catch (const Error& error) {
        using enum Error::Kind;
        const bool stopped = error.kind() == cancelled;
        end_record(*record,
                   {.state = stopped ? PictureState::stopped : PictureState::failed,
                    .reason = error.what(),
                    .cannot_write = error.kind() == not_writable || error.kind() == not_saved});
        throw;
    } catch (const std::exception& error) {
        end_record(*record, {.state = PictureState::failed, .reason = sentence_of(error)});
        throw;
    }
}

}  // namespace redraw
