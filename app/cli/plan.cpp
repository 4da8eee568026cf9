// `redraw plan`: a command line for each of many pictures.
#include "app/cli/plan.h"
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/program.h"
#include "engine/features/batch/batch_plan.h"
#include "engine/file/read_file.h"
#include "engine/system/shell_line.h"

#include <array>
#include <iostream>
#include <string_view>

namespace redraw {
namespace {

// `redraw plan`: prints one shell command for each picture, for GNU parallel, Slurm or any
// other scheduler.
struct PlanCommand {
    std::vector<std::filesystem::path> paths;
    std::filesystem::path to;
    // The size to enlarge to; empty: networks are trained, nothing is enlarged.
    std::string enlarge;
    bool sixteen_bit = false, keep_metadata = false;
    ConfigFlags config;
    BackendFlags backend;
    StopFlags stop;
    const CLI::App* command = nullptr;
    void run();

private:
    std::vector<std::string> settings() const;
    void check_enlarge(std::vector<std::string> words) const;
};

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

}  // namespace

std::string planned_line(const BatchPlan& plan, const PlannedPicture& picture) {
    static const std::string redraw = program();
    return shell_line(command_of(plan, picture, redraw)) + "\n";
}

void add_plan(CLI::App& app) {
    const auto [command, asked] =
        add_command<PlanCommand>(app, "plan", "Print a command for each of many pictures");
    asked.command = &command;
    command
        .add_option("PICTURES", asked.paths, "pictures, or folders with all pictures below them")
        ->type_name("FOLDER")
        ->transform(local_file())
        ->required();
    add_file(command, "--to", asked.to, "folder for the results; created if missing")
        ->type_name("FOLDER")
        ->required();
    command.add_option(
        "--enlarge", asked.enlarge,
        "enlarge the pictures instead of learning them: 2x, 4096 (longer side) or 6000x4000");
    command.add_flag("--16bit", asked.sixteen_bit, "with --enlarge: 16 bits per channel")
        ->needs("--enlarge");
    command
        .add_flag("--keep-metadata", asked.keep_metadata,
                  "with --enlarge: keep the pictures' date, place, camera and resolution")
        ->needs("--enlarge");
    asked.config.add_to(command);
    asked.backend.add_to(command);
    asked.stop.add_to(command);
    command.get_option("--threads")
        ->description("threads of each command; default: 1, because many commands run at once");
}

// Returns the settings for all pictures, as words of a command line.
std::vector<std::string> PlanCommand::settings() const {
    std::vector<std::string> words{enlarge.empty() ? "fit" : "enlarge"};
    if (!enlarge.empty()) words.insert(words.end(), {"--size", enlarge});
    for (const CLI::Option* option : command->get_options()) {
        const std::string name =
            option->get_lnames().empty() ? "PICTURES" : "--" + option->get_lnames().front();
        if (option->count() == 0 || std::ranges::find(kOwn, name) != kOwn.end()) continue;
        words.push_back(name);
        if (option->get_items_expected_max() == 0) continue;
        const std::string given = option->results().back();
        // A preset may be a file in the current folder, which is another one for the commands.
        const bool is_file =
            name == "--config" || (name == "--preset" && given == config.own_preset);
        words.push_back(is_file ? absolute_path(given).string() : given);
    }
    if (command->count("--threads") == 0)
        words.insert(words.end(), kOneThread.begin(), kOneThread.end());
    return words;
}

// Checks the options for enlarging once, before thousands of pictures fail with the same error.
void PlanCommand::check_enlarge(std::vector<std::string> words) const {
    CLI::App app;
    add_enlarge(app);
    CLI::App& enlarging = *app.get_subcommand("enlarge")->callback(nullptr);  // only checks
    for (const std::string& word : words)
        if (word.starts_with("--") && enlarging.get_option_no_throw(word) == nullptr)
            throw CLI::ValidationError(word, "cannot be combined with --enlarge");
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
    for (const PlannedPicture& picture : plan.pictures) print_text(planned_line(plan, picture));
    flush_printed();
    tell_plan(plan, found);
    if (!plan.unread.empty())
        throw Error(counted(std::ssize(plan.unread), "folder") + " cannot be read, " +
                    display_name(plan.unread.front()) +
                    " for example. Pictures in them are not planned.");
}

}  // namespace redraw
