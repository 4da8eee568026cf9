#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/process/sample_picture.h"
#include "engine/features/lesson/lesson_run.h"
#include "engine/file/read_file.h"
#include "engine/run/race.h"
#include "engine/system/atomic_file.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// `redraw lesson`: answers a question about training on a picture, and judges the lesson's claims.
struct LessonCommand {
    std::string name;                             // a built-in lesson's name or number, or a file
    std::vector<std::filesystem::path> pictures;  // empty: the sample picture
    std::optional<std::uint64_t> seed;
    bool all = false, list = false, json = false;
    BackendFlags backend;
    void run();
};

// A temporary folder for runs. The destructor removes it with its contents.
struct TemporaryFolder {
    fs::path path = temporary_name(fs::temp_directory_path(), ".runs");
    TemporaryFolder() {
        if (const int error = new_folder(path, true))
            throw Error("Cannot make " + display_name(path) + ": " + errno_text(error) + ".");
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

std::string short_name(const Lesson& lesson) {  // "which-wave" of "04-which-wave"
    return lesson.name.substr(lesson.name.find('-') + 1);
}

// Returns the built-in lesson of this name or number, or reads a lesson file. Throws Error.
Lesson lesson_named(const std::string& name) {
    if (const Lesson* built_in = find_lesson(name)) return *built_in;
    const fs::path path = name;
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error("There is no lesson " + excerpt(name) + ": redraw lesson --list names them.");
    const std::string text = read_text_file(path, kMostLessonBytes);
    try {
        return lesson_from_json(text, display_name(path.stem()));
    } catch (const Error& error) {
        throw Error("Cannot use " + display_name(path.filename()) + ": " + error.what() + ".");
    }
}

LessonResult learn(const Lesson& lesson, const std::shared_ptr<const Image>& picture,
                   std::optional<std::uint64_t> seed, const BackendOptions& options, Talk talk) {
    const TemporaryFolder folder;
    LessonResult result;
    for (LessonRun run : lesson.runs) {
        run.config.seed = seed.value_or(run.config.seed);
        const auto go_on = [&](const Trainer& trainer) {
            show_progress(talk, run.label, double(trainer.step()) / double(trainer.total_steps()));
            return stop_signal() == 0;
        };
        const auto trainer = train_lesson_run(run, picture, folder.path, options, go_on);
        clear_line(talk);
        if (stop_signal())
            throw Error(Error::Kind::cancelled, "Stopped before the lesson was over.");
        result[run.name] = trainer->on_any_device([&] { return measures_of(*trainer, *picture); });
    }
    return result;
}

void print_result(const Lesson& lesson, const std::string& picture, const LessonResult& result) {
    const auto right = right_guess(lesson, result);
    print("{}: {}\n{}\n\n{}\n", lesson.title, picture, lesson.stake, lesson.question);
    for (std::size_t i = 0; i < lesson.guesses.size(); ++i)
        print("  {} {}\n", i == right ? "*" : "-", lesson.guesses[i].text);
    print("\n");
    for (const LessonRun& run : lesson.runs) {
        const RunMeasures& measures = result.find(run.name)->second;
        print("  {:<26} {:>9} {:>8}\n", run.label, decibels(measures.psnr),
              race_time(measures.seconds));
    }
    print("\n{}\n{}\n\n", fill(lesson.result, result), lesson.why);
    for (const std::string& claim : lesson.claims)
        print("  {:<14} {}\n", holds(claim, result) ? "holds" : "does not hold", claim);
    print("\n");
}

Json json_of(const Lesson& lesson, const std::string& picture, const LessonResult& result) {
    const auto right = right_guess(lesson, result);
    Json runs = Json::array(), claims = Json::array();
    for (const LessonRun& run : lesson.runs) {
        const RunMeasures& measures = result.find(run.name)->second;
        runs.push_back({{"name", run.name}, {"label", run.label}});
        for (const auto& [name, value, unit] : kMeasures)
            runs.back()[std::string(name)] = finite_or_null(measures.*value);
        put_psnr(runs.back(), measures.psnr);
    }
    for (const std::string& claim : lesson.claims)
        claims.push_back({{"claim", claim}, {"holds", holds(claim, result)}});
    return {{"lesson", lesson.name},
            {"picture", picture},
            {"runs", runs},
            {"result", fill(lesson.result, result)},
            {"guess", right ? Json(lesson.guesses[*right].text) : Json(nullptr)},
            {"claims", claims}};
}

void print_list() {
    for (std::size_t i = 0; i < lessons().size(); ++i)
        print("{:>3}  {:<20} {}\n", i + 1, short_name(lessons()[i]), lessons()[i].title);
}

}  // namespace

void add_lesson(CLI::App& app) {
    const auto [command, asked] = add_command<LessonCommand>(
        app, "lesson", "Show on a picture why a network learns, or why not");
    std::string names;
    for (const Lesson& lesson : lessons()) names += (names.empty() ? "" : ",") + short_name(lesson);
    command.add_option("NAME", asked.name, "the lesson's name or number, or a lesson file")
        ->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + names + "}"));
    command
        .add_option("PICTURE", asked.pictures,
                    "the picture to learn; default: the sample; -: from standard input")
        ->type_name("FILE")
        ->transform(local_file());
    command.add_option("--seed", asked.seed, "seed of the initial weights of every run")
        ->check(whole_number<std::uint64_t>());
    CLI::Option* every = command.add_flag("--all", asked.all, "run every lesson on every PICTURE");
    command.add_flag("--list", asked.list, "list the lessons")->excludes(every);
    command.add_flag("--json", asked.json, "one JSON object a line");
    asked.backend.add_to(command);
}

void LessonCommand::run() {
    if (list) return print_list();
    if (all && !name.empty()) pictures.insert(pictures.begin(), name);
    if (!all && name.empty())
        throw CLI::ValidationError("Name a lesson: redraw lesson --list names them.");
    const std::vector<Lesson> taught = all ? lessons() : std::vector{lesson_named(name)};
    if (pictures.empty()) pictures.push_back(sample_picture());
    if (pictures.front().empty()) throw Error("The sample is missing: name a PICTURE.");
    catch_stop_signals();
    std::size_t failed = 0;
    for (const fs::path& path : pictures) {
        Picture read = read_picture(path);
        const auto picture = std::make_shared<const Image>(std::move(read.image));
        for (const Lesson& lesson : taught) {
            const auto result = learn(lesson, picture, seed, backend.options(), talk(json));
            if (json)
                print_json(json_of(lesson, read.name, result));
            else
                print_result(lesson, read.name, result);
            flush_printed();
            for (const std::string& claim : lesson.claims) failed += !holds(claim, result);
        }
    }
    if (failed > 0)
        throw Error("Number of claims that do not hold: " + std::to_string(failed) + ".");
}

}  // namespace redraw
