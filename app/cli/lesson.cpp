#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/process/sample_picture.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/lesson/lesson_run.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// A folder for runs that nobody keeps; removed with the object.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "redraw-lesson-XXXXXX").string();
        if (!mkdtemp(name.data()))
            throw Error("Cannot make a folder " + display_name(name) + ": " + errno_text(errno) +
                        ".");
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// Returns a built-in lesson, or that of a file.
Lesson lesson_named(const std::string& name) {
    if (const Lesson* built_in = find_lesson(name)) return *built_in;
    const fs::path path = name;
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error("There is no lesson " + excerpt(name) + ": redraw lesson --list names them.");
    const std::vector<std::byte> bytes = read_file(path, kMostLessonBytes);
    try {
        return lesson_from_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                display_name(path.stem()));
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
        const auto trainer = train_lesson_run(run, picture, folder.path(), options, go_on);
        clear_line(talk);
        if (stop_signal()) throw Error(Error::Kind::cancelled, "Stopped: the lesson is not over.");
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
    Json json = {{"lesson", lesson.name}, {"picture", picture}, {"runs", Json::array()}};
    for (const LessonRun& run : lesson.runs) {
        const RunMeasures& measures = result.find(run.name)->second;
        Json line = {{"name", run.name}, {"label", run.label}};
        for (const auto& [name, value, unit] : kMeasures)
            line[std::string(name)] = finite_or_null(measures.*value);
        put_psnr(line, measures.psnr);
        json["runs"].push_back(line);
    }
    json["result"] = fill(lesson.result, result);
    json["guess"] = right ? Json(lesson.guesses[*right].text) : Json(nullptr);
    json["why"] = lesson.why;
    json["claims"] = Json::array();
    for (const std::string& claim : lesson.claims)
        json["claims"].push_back({{"claim", claim}, {"holds", holds(claim, result)}});
    return json;
}

void print_list(bool json) {
    for (std::size_t i = 0; i < lessons().size(); ++i) {
        const Lesson& lesson = lessons()[i];
        if (json)
            print_json(
                {{"lesson", lesson.name}, {"title", lesson.title}, {"question", lesson.question}});
        else
            print("{:>3}  {:<28} {}\n", i + 1, lesson.name.substr(lesson.name.find('-') + 1),
                  lesson.title);
    }
}

}  // namespace

void LessonCommand::add_to(CLI::App& command) {
    std::string names;
    for (const Lesson& lesson : lessons())
        names += (names.empty() ? "" : ",") + lesson.name.substr(lesson.name.find('-') + 1);
    command.add_option("NAME", name, "the lesson, its number, or a file of your own")
        ->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + names + "}"));
    command.add_option("PICTURE", pictures, "what is learned; default: the sample; - as in fit")
        ->type_name("FILE")
        ->transform(local_file());
    command.add_option("--seed", seed, "of the first weights, of every run")
        ->check(whole_number<std::uint64_t>());
    CLI::Option* every = command.add_flag("--all", all, "every lesson, on every PICTURE");
    command.add_flag("--list", list, "list the lessons")->excludes(every);
    command.add_flag("--json", json, "one JSON object a line");
    backend.add_to(command);
}

void LessonCommand::run() {
    if (list) return print_list(json);
    if (all && !name.empty()) pictures.insert(pictures.begin(), name);
    if (!all && name.empty())
        throw CLI::ValidationError("Name a lesson: redraw lesson --list names them.");
    const std::vector<Lesson> taught = all ? lessons() : std::vector{lesson_named(name)};
    if (pictures.empty()) pictures.push_back(sample_picture());
    if (pictures.front().empty()) throw Error("The sample is missing: name a PICTURE.");
    catch_stop_signals();
    std::size_t judged = 0, failed = 0;
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
            failed += !std::ranges::all_of(
                lesson.claims, [&](const std::string& claim) { return holds(claim, result); });
            ++judged;
        }
    }
    if (failed > 0)
        throw Error(fmt::format("{} of {}: not every claim holds.", failed,
                                judged == 1 ? "1 lesson" : fmt::format("{} lessons", judged)));
}

}  // namespace redraw
