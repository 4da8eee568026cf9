#include "engine/features/lesson/lesson.h"

#include "engine/data/dataset.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/features/lesson/lesson_files.h"
#include "engine/network/config_json.h"
#include "engine/network/parameters.h"
#include "engine/run/race.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace redraw {
namespace {

using nlohmann::json;

constexpr JsonLimits kJsonLimits{
    .bytes = kMostLessonBytes, .depth = 8, .containers = 200, .keys = 400};
constexpr std::size_t kMostRuns = kMostRivals + 1, kMostGuesses = 6, kMostClaims = 8;
constexpr std::size_t kMostText = 300, kMostName = 24;  // bytes
// Limits of a run, so that a lesson does not take long. A run's work is the product of its steps,
// the samples of a step and the parameters.
constexpr int kMostSide = 256, kMostChannels = 4;
constexpr double kMostLessonSteps = 20'000, kMostLessonWeights = 1e6, kMostLessonWork = 3e10;

// Returns action(). Puts the name of the field in front of the message of an Error.
template <class Action>
auto in(const std::string& field, Action action) {
    try {
        return action();
    } catch (const Error& error) {
        throw Error(field + ": " + error.what());
    }
}

const json& member(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) throw Error(std::string(key) + ": it is missing");
    return *found;
}

std::string text_of(const json& value, std::size_t most = kMostText) {
    if (!value.is_string()) throw Error("it must be a text");
    const auto text = value.get<std::string>();
    if (text.empty() || text.size() > most)
        throw Error(
            fmt::format("it must have between 1 and {} bytes, and has {}", most, text.size()));
    return display_name(text);  // without control characters
}

std::string text_in(const json& object, const char* key, std::size_t most = kMostText) {
    return in(key, [&] { return text_of(member(object, key), most); });
}

void require_keys(const json& object, std::initializer_list<std::string_view> known) {
    if (!object.is_object()) throw Error("it must be an object { }");
    for (const auto& item : object.items())
        if (std::ranges::find(known, item.key()) == known.end())
            throw Error(excerpt(item.key()) + ": there is no such field");
}

// Reads a list of `least` to `most` items, each by read(item).
template <class Read>
auto list_in(const json& object, const char* key, std::size_t least, std::size_t most, Read read) {
    const json& list = member(object, key);
    if (!list.is_array() || list.size() < least || list.size() > most)
        throw Error(fmt::format("{}: it must be a list of {} to {}", key, least, most));
    std::vector<decltype(read(list))> items;
    for (const json& item : list)
        items.push_back(in(fmt::format("{}[{}]", key, items.size()), [&] { return read(item); }));
    return items;
}

// Throws Error for a run that would train for too long, that has a time limit, or whose training
// size is not given by a longer side of at most kMostSide pixels.
void check_run(const Config& config) {
    const TrainSize& size = config.data.train_size;
    if (size.width > 0 || size.longer_side < 1 || size.longer_side > kMostSide)
        throw Error(fmt::format("data.train_size.longer_side must be from 1 to {}", kMostSide));
    if (config.schedule.seconds > 0) throw Error("schedule.seconds: its end must be in epochs");
    const PixelSize square{size.longer_side, size.longer_side};
    NetworkSpec network = config.network;  // the network of the run, at its most costly
    if (network.pixel == PixelModel::automatic) network.pixel = PixelModel::area;
    choose_by_size(network, square, kMostChannels);
    const double weights = double(parameter_count(network, kMostChannels));
    const double samples =
        double(square.width) * square.height * (network.pixel == PixelModel::area ? 2 : 1);
    const double steps = config.schedule.epochs * double(steps_per_epoch(config, square));
    if (steps > kMostLessonSteps || weights > kMostLessonWeights ||
        config.schedule.epochs * samples * weights > kMostLessonWork)
        throw Error("it would train for too long: take fewer epochs, pixels or neurons");
}

LessonRun run_in(const json& item, const Config& base) {
    require_keys(item, {"name", "label", "config", "crash_at"});
    LessonRun run{text_in(item, "name", kMostName), text_in(item, "label"), base};
    if (run.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != run.name.npos ||
        run.name[0] < 'a')
        throw Error("name: it must have small letters, digits and _ only, a letter first");
    if (const auto changes = item.find("config"); changes != item.end())
        run.config = in("config", [&] { return config_from_json(changes->dump(), base); });
    if (const auto crash = item.find("crash_at"); crash != item.end()) {
        if (!crash->is_number() || !(*crash > 0 && *crash < 1))
            throw Error("crash_at: it must be a number between 0 and 1");
        run.crash_at = crash->get<double>();
    }
    in("config", [&] { check_run(run.config); });
    return run;
}

Guess guess_in(const json& item) {
    require_keys(item, {"text", "if"});
    return {text_in(item, "text"), text_in(item, "if")};
}

// Returns true if a configuration has the setting, such as "network.layers".
bool is_setting(std::string path) {
    std::ranges::replace(path, '.', '/');
    try {
        return json::parse(to_json(Config{})).contains(json::json_pointer("/" + path));
    } catch (const json::exception&) {
        return false;  // the path is malformed, such as an index of 30 digits
    }
}

TryIt try_in(const json& item) {
    require_keys(item, {"text", "control"});
    TryIt tried{text_in(item, "text"), {}};
    if (!item.contains("control")) return tried;
    tried.control = text_in(item, "control");
    if (!is_setting(tried.control)) throw Error("control: there is no such setting");
    return tried;
}

// Evaluates every expression once, to find errors in it. All measures are unknown.
void check_expressions(const Lesson& lesson) {
    LessonResult names;
    for (const LessonRun& run : lesson.runs)
        if (!names.try_emplace(run.name).second) throw Error("runs: two have the name " + run.name);
    for (std::size_t i = 0; i < lesson.guesses.size(); ++i)
        in(fmt::format("guesses[{}].if", i),
           [&] { return holds(lesson.guesses[i].condition, names); });
    for (std::size_t i = 0; i < lesson.claims.size(); ++i)
        in(fmt::format("claims[{}]", i), [&] { return holds(lesson.claims[i], names); });
    in("result", [&] { return fill(lesson.result, names); });
}

}  // namespace

Lesson lesson_from_json(std::string_view text, const std::string& name) {
    const json parsed = parse_json(text, kJsonLimits);
    require_keys(parsed, {"title", "stake", "question", "guesses", "base", "runs", "claims",
                          "result", "why", "try"});
    const auto say = [&](const char* key) { return text_in(parsed, key); };
    const Config base = in("base", [&] { return config_from_json(member(parsed, "base").dump()); });
    Lesson lesson{
        name,
        say("title"),
        say("stake"),
        say("question"),
        list_in(parsed, "guesses", 2, kMostGuesses, guess_in),
        list_in(parsed, "runs", 1, kMostRuns, [&](const json& item) { return run_in(item, base); }),
        list_in(parsed, "claims", 1, kMostClaims, [](const json& item) { return text_of(item); }),
        say("result"),
        say("why"),
        in("try", [&] { return try_in(member(parsed, "try")); })};
    if (lesson.runs[0].crash_at > 0)
        throw Error("runs[0]: crash_at: only the runs after the first can have it");
    for (const LessonRun& run : lesson.runs)
        if (run.config.data.train_size != base.data.train_size ||
            run.config.data.channels != base.data.channels)
            throw Error("runs: all must learn the same pixels, as \"base\" has them");
    check_expressions(lesson);
    return lesson;
}

const std::vector<Lesson>& lessons() {
    static const std::vector<Lesson> all = [] {
        std::vector<Lesson> read;
        for (const auto& [name, text] : lesson_files::kAll)
            read.push_back(lesson_from_json(text, name));
        return read;
    }();
    return all;
}

const Lesson* find_lesson(std::string_view word) {
    for (const Lesson& lesson : lessons()) {
        const std::string_view name = lesson.name;
        const std::size_t dash = name.find('-');
        if (word == name || word == name.substr(0, dash) || word == name.substr(dash + 1) ||
            word == std::to_string(&lesson - lessons().data() + 1))
            return &lesson;
    }
    return nullptr;
}

std::optional<std::size_t> right_guess(const Lesson& lesson, const LessonResult& result) {
    for (std::size_t i = 0; i < lesson.guesses.size(); ++i)
        if (holds(lesson.guesses[i].condition, result)) return i;
    return std::nullopt;
}

}  // namespace redraw
