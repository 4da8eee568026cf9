#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "app/cli/output.h"
#include "engine/batch/batch_plan.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iostream>
#include <span>
#include <string_view>
#include <system_error>

namespace redraw {
namespace {

// Options that are not settings of the pictures.
constexpr std::array<std::string_view, 4> kOwn = {"PICTURES", "--to", "--enlarge", "--help"};

// The program's name if it was found in the path, else its absolute path.
std::string program() {
    const std::string called = program_invocation_name;
    return called.find('/') == called.npos ? "redraw"
                                           : absolute_path(called).lexically_normal().native();
}

std::string counted(std::int64_t number, const char* one, const char* several) {
    return thousands(number) + " " + (number == 1 ? one : several);
}

void tell(const BatchPlan& plan, const Found& found) {
    std::string said = counted(std::int64_t(plan.pictures.size()), "picture", "pictures");
    if (found.added != std::int64_t(plan.pictures.size()))
        said += ", " + thousands(found.added) + " of them new";
    if (found.links)
        said +=
            "; " + counted(found.links, "more name is a link", "more names are links") + " to them";
    if (found.others)
        said += "; " + counted(found.others, "other file", "other files") + " left alone";
    if (found.gone) said += "; " + counted(found.gone, "is", "are") + " not there any more";
    std::cerr << "redraw: " << said << "." << std::endl;
}

}  // namespace

std::string line_of(const BatchPlan& plan, const PlannedPicture& picture) {
    static const std::string redraw = program();
    return shell_line(command_of(plan, picture, redraw)) + "\n";
}

void PlanCommand::add_to(CLI::App& command) {
    command_ = &command;
    command.add_option("PICTURES", paths, "folders, with everything below them, or pictures")
        ->type_name("FOLDER")
        ->transform(local_file())
        ->required();
    add_file(command, "--to", to, "the folder of the results, made if it is missing")
        ->type_name("FOLDER")
        ->required();
    command.add_option(
        "--enlarge", enlarge,
        "draw them larger instead of learning them: 2x, 4096 (longer side) or 6000x4000");
    command.add_flag("--16bit", sixteen_bit, "16 bits a channel, for --enlarge")
        ->needs("--enlarge");
    config.add_to(command);
    backend.add_to(command);
    stop.add_to(command);
    command.get_option("--threads")
        ->description("threads of each command; default: 1, as many commands run at once");
}

// The settings in the words of the user.
std::vector<std::string> PlanCommand::settings() const {
    std::vector<std::string> words{enlarge.empty() ? "fit" : "enlarge"};
    if (!enlarge.empty()) words.insert(words.end(), {"--size", enlarge});
    for (const CLI::Option* option : command_->get_options()) {
        const std::string name =
            option->get_lnames().empty() ? "PICTURES" : "--" + option->get_lnames().front();
        if (option->count() == 0 || std::ranges::find(kOwn, name) != kOwn.end()) continue;
        words.push_back(name);
        if (name == "--config")
            words.push_back(absolute_path(config.config_file).native());
        else if (option->get_items_expected_max() > 0)
            words.push_back(option->results().back());
    }
    if (command_->count("--threads") == 0)
        words.insert(words.end(), kOneThread.begin(), kOneThread.end());
    return words;
}

// Checks the settings now, so that not each of ten thousand commands fails.
void PlanCommand::check_enlarge(std::vector<std::string> words) const {
    CLI::App app;
    EnlargeCommand command;
    command.add_to(app);
    for (const std::string& word : words)
        if (word.starts_with("--") && app.get_option_no_throw(word) == nullptr)
            throw CLI::ValidationError(word, "is no setting of --enlarge");
    words.erase(words.begin());
    words.insert(words.end(), {"-o", "a.png", "a.png"});
    std::ranges::reverse(words);  // as CLI11 takes them
    app.parse(words);
    constexpr PixelSize kAny{1000, 1000};
    if (enlarge.ends_with('x') && size_flag(enlarge, kAny).width < kAny.width)
        throw CLI::ValidationError("--enlarge", enlarge + " is smaller than the pictures");
    size_flag(enlarge, kAny);
}

void PlanCommand::run() {
    const std::vector<std::string> words = settings();
    if (enlarge.empty())
        config.config();
    else
        check_enlarge(words);
    backend.options();
    const auto [plan, found] = make_plan({paths, to, words});
    for (const PlannedPicture& picture : plan.pictures) print_text(line_of(plan, picture));
    flush_printed();
    tell(plan, found);
    if (!plan.unread.empty())
        throw Error(counted(std::int64_t(plan.unread.size()), "folder", "folders") +
                    " cannot be read, " + display_name(plan.unread.front()) +
                    " for one: no picture in it is planned.");
}

}  // namespace redraw
