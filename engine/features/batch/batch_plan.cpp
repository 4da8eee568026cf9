#include "engine/features/batch/batch_plan.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/network/presets.h"
#include "engine/run/preset_files.h"
#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr std::string_view kFirstLine = "redraw plan 1";
constexpr std::string_view kSettings = "settings", kUnread = "unread";
constexpr std::uint64_t kLargestPlan = 1u << 30;  // bytes

// Options of the commands `enlarge` and `fit` that a plan may contain. None of them names a file to
// write, because plans are untrusted.
constexpr std::array<std::string_view, 6> kEnlargeSettings = {
    "--size", "--epochs", "--seed", "--backend", "--precision", "--threads"};
constexpr std::array<std::string_view, 2> kEnlargeFlags = {"--16bit", "--keep-metadata"};
constexpr std::array<std::string_view, 33> kFitSettings = {
    "--preset",      "--config",       "--layers",       "--parameters",     "--activation",
    "--encoding",    "--output",       "--pixel",        "--first-omega",    "--hidden-omega",
    "--hidden-gain", "--loss",         "--optimizer",    "--momentum",       "--total-variation",
    "--batch",       "--epochs",       "--time",         "--finish",         "--lr-max",
    "--lr-min",      "--epoch-offset", "--warmup",       "--restart-epochs", "--restart-multiplier",
    "--train-size",  "--channels",     "--seed",         "--backend",        "--precision",
    "--threads",     "--until-psnr",   "--until-seconds"};

[[noreturn]] void damaged() {
    throw Error("it is damaged");
}

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    while (true) {
        const std::size_t end = std::min(line.find(' '), line.size());
        words.push_back(percent_decoded(line.substr(0, end)));
        if (words.back().empty()) damaged();
        if (end == line.size()) return words;
        line.remove_prefix(end + 1);
    }
}

// Throws Error if the relative path `result` would lead out of the folder of results, or into the
// subfolder .redraw with the plan and the records.
void require_below(const std::filesystem::path& result) {
    if (result.is_absolute() || !result.has_filename()) damaged();
    for (const std::filesystem::path& part : result)
        if (part == ".." || part == "." || part == kPlanFolder) damaged();
}

void take_line(std::string_view line, BatchPlan& plan) {
    std::vector<std::string> words = words_of(line);
    if (words[0] == kSettings) {
        words.erase(words.begin());
        if (words.empty() || !plan.settings.empty()) damaged();
        require_plan_settings(words);
        plan.settings = std::move(words);
    } else if (words.size() == 2 && words[0] == kUnread) {
        plan.unread.emplace_back(words[1]);
    } else if (words.size() == 2 && std::filesystem::path(words[0]).is_absolute()) {
        require_below(words[1]);
        plan.pictures.push_back({words[0], words[1]});
    } else {
        damaged();
    }
}

namespace fs = std::filesystem;

// Returns the plan that exists in the folder of results, or a new, empty one. Throws Error if the
// existing plan has other settings.
BatchPlan plan_in(const PlanOrder& order) {
    if (has_plan(order.to)) {
        BatchPlan plan = read_plan(order.to);
        if (plan.settings != order.settings)
            throw Error(display_name(order.to) + " has a plan with other settings: " +
                        shell_line(plan.settings) + ". Use another folder.");
        return plan;
    }
    require_plan_settings(order.settings);
    std::error_code none;
    const fs::path folder = fs::weakly_canonical(absolute_path(order.to), none);
    return {none ? order.to : folder, order.settings, {}, {}};
}

void make_folders_of_results(const BatchPlan& plan) {
    std::set<fs::path> made;
    for (const PlannedPicture& planned : plan.pictures) {
        const fs::path below = planned.result.parent_path();
        if (below.empty() || !made.insert(below).second) continue;
        fs::path part = plan.folder;
        for (const fs::path& name : below) require_no_link(part /= name);
        std::error_code error;
        fs::create_directories(plan.folder / below, error);
        if (error)
            throw Error("Cannot make the folder " + display_name(below) +
                        " of the results: " + errno_text(error));
    }
}

}  // namespace

void require_plan_settings(std::span<const std::string> words) {
    const auto refuse = [](const std::string& word) {
        throw Error("its settings hold \"" + excerpt(display_name(word), 60) +
                    "\", which redraw plan never writes");
    };
    const bool enlarges = !words.empty() && words.front() == "enlarge";
    if (words.empty() || (!enlarges && words.front() != "fit"))
        refuse(words.empty() ? "" : words.front());
    const std::span<const std::string_view> known =
        enlarges ? std::span<const std::string_view>(kEnlargeSettings) : kFitSettings;
    std::set<std::string_view> seen;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& name = words[i];
        const bool flag = enlarges && std::ranges::count(kEnlargeFlags, name) > 0;
        if (!flag && std::ranges::find(known, name) == known.end()) refuse(name);
        if (!seen.insert(name).second) refuse(name);
        if (flag) continue;
        if (++i == words.size() || words[i].starts_with("--")) refuse(name);
    }
}

std::vector<std::string> command_of(const BatchPlan& plan, const PlannedPicture& picture,
                                    const std::string& program) {
    std::vector<std::string> words{program,
                                   plan.settings.front(),
                                   picture.picture.string(),
                                   "-o",
                                   plan.result_of(picture).string(),
                                   "--once"};
    words.insert(words.end(), plan.settings.begin() + 1, plan.settings.end());
    return words;
}

std::string text_of(const BatchPlan& plan) {
    std::string text = std::string(kFirstLine) + "\n" + std::string(kSettings);
    for (const std::string& word : plan.settings) text.append(" ").append(percent_encoded(word));
    const auto add_line = [&](std::string_view first, const std::filesystem::path& second) {
        text.append("\n").append(first).append(" ").append(percent_encoded(second.string()));
    };
    for (const auto& folder : plan.unread) add_line(kUnread, folder);
    for (const auto& [picture, result] : plan.pictures)
        add_line(percent_encoded(picture.string()), result);
    text += "\n";
    return text;
}

BatchPlan parse_plan(std::string_view text) {
    BatchPlan plan;
    bool first = true;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == text.npos) damaged();  // truncated: complete files end with a newline
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (!first) {
            take_line(line, plan);
        } else if (line != kFirstLine) {
            if (line.starts_with("redraw plan ")) throw Error("it was made by a newer Redraw");
            damaged();
        }
        first = false;
    }
    if (plan.settings.empty()) damaged();
    return plan;
}

std::filesystem::path plan_file(const std::filesystem::path& folder) {
    return folder / kPlanFolder / "plan";
}

FileLock take_plan_lock(const std::filesystem::path& folder) {
    make_folder(folder / kPlanFolder);
    auto lock = FileLock::take(folder / kPlanFolder / "lock");
    if (!lock) throw Error("Another Redraw plans pictures in " + display_name(folder) + ".");
    return std::move(*lock);
}

void remove_plan_lock(const fs::path& folder) {
    std::error_code error;
    const fs::path inner = folder / kPlanFolder;
    const fs::directory_iterator files(inner, error);
    if (error || std::distance(files, {}) != 1) return;
    fs::remove(inner / "lock", error);
    fs::remove(inner, error);
}

bool has_plan(const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::exists(plan_file(folder), ignored);
}

BatchPlan read_plan(const std::filesystem::path& folder) {
    const auto refuse = [&](const std::string& reason) {
        const auto whole = absolute_path(folder).lexically_normal();
        const auto name = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
        throw Error("Cannot read the plan of " + display_name(name) + ": " + reason);
    };
    std::error_code error;
    if (!std::filesystem::exists(plan_file(folder), error))
        refuse(error ? errno_text(error) : "there is none; redraw plan FOLDER --to OUT makes one");
    try {
        BatchPlan plan = parse_plan(read_text_file(plan_file(folder), kLargestPlan));
        plan.folder = std::filesystem::canonical(folder);
        return plan;
    } catch (const Error& failure) {
        refuse(failure.what());
        throw;
    }
}

std::vector<std::string> read_plan_settings(const std::filesystem::path& folder) {
    constexpr std::size_t kEnough = 1 << 18;  // bytes; settings are shorter
    try {
        std::string text(kEnough, '\0');
        text.resize(FileStream(plan_file(folder)).read_at(0, text.data(), text.size()));
        const std::size_t first = std::min(text.find('\n'), text.size());
        const std::size_t second = std::min(text.find('\n', first + 1), text.size());
        return parse_plan(text.substr(0, second + 1)).settings;
    } catch (const Error&) {
        return {};
    }
}

std::filesystem::path common_folder(const BatchPlan& plan) {
    std::filesystem::path common;
    if (!plan.pictures.empty()) common = plan.pictures.front().picture.parent_path();
    for (const PlannedPicture& planned : plan.pictures) {
        const auto& path = planned.picture.native();
        while (common.has_relative_path() &&
               !(path.starts_with(common.native()) &&
                 path[common.native().size()] == std::filesystem::path::preferred_separator))
            common = common.parent_path();
    }
    return common;
}

void write_plan(const BatchPlan& plan) {
    const std::string text = text_of(plan);
    write_file_atomically(plan_file(plan.folder), std::as_bytes(std::span(text)));
}

fs::path kept_preset(const fs::path& to, std::string_view preset) {
    std::uint64_t hash = 0xcbf29ce484222325;  // 64-bit FNV-1a
    for (const char c : preset) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return to / kPlanFolder / fmt::format("{:016x}{}", hash, kPresetExtension);
}

fs::path results_folder(const fs::path& first, const std::string& suffix,
                        const fs::path& otherwise) {
    std::error_code ignored;
    fs::path folder = fs::absolute(first, ignored).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
    fs::path beside = folder.parent_path();
    if (access_error(beside, FileUse::make_files) != 0) beside = otherwise;
    fs::path name = folder.filename().empty() ? fs::path("pictures") : folder.filename();
    return beside / (name += suffix);
}

PlanOrder with_results_in(PlanOrder order, const fs::path& to) {
    if (!order.preset.empty())
        std::ranges::replace(order.settings, kept_preset(order.to, order.preset).string(),
                             kept_preset(to, order.preset).string());
    order.to = to;
    return order;
}

PlanOrder with_free_folder(const PlanOrder& order, const std::stop_token& stop) {
    constexpr int kMostNumbers = 10'000;
    fs::path to = order.to;
    for (int number = 1; number <= kMostNumbers; ++number) {
        if (stop.stop_requested()) throw Error(Error::Kind::cancelled, "Cancelled.");
        if (number > 1) (to = order.to) += fmt::format("-{}", number);
        PlanOrder free = with_results_in(order, to);
        std::error_code ignored;
        if (!fs::exists(to, ignored) || read_plan_settings(to) == free.settings) return free;
    }
    throw Error("Too many folders already begin with the name " +
                display_name(order.to.filename()) + ". Choose another name.");
}

MadePlan preview_plan(const PlanOrder& order, const std::stop_token& stop) {
    MadePlan made{plan_in(order), {}};
    made.found = add_pictures(made.plan, order.paths, stop);
    return made;
}

MadePlan make_plan(const PlanOrder& order, const std::stop_token& stop) {
    make_folder(order.to);
    const FileLock lock = take_plan_lock(order.to);
    try {
        MadePlan made = preview_plan(order, stop);
        require_no_link(plan_file(order.to));
        if (!order.preset.empty()) {
            const fs::path kept = kept_preset(order.to, order.preset);
            require_no_link(kept);
            write_preset_file(kept, order.preset);
        }
        make_folders_of_results(made.plan);
        write_plan(made.plan);
        return made;
    } catch (...) {
        remove_plan_lock(order.to);
        throw;
    }
}

std::vector<std::string> plan_command(const PlanOrder& order, const std::string& program) {
    std::vector<std::string> words{program, "plan"};
    for (const fs::path& path : order.paths) words.push_back(path.string());
    words.insert(words.end(), {"--to", order.to.string()});
    const std::vector<std::string>& settings = order.settings;
    for (std::size_t i = 1; i < settings.size(); ++i) {
        const bool pair = i + 1 < settings.size();
        if (pair && settings[i] == kOneThread[0] && settings[i + 1] == kOneThread[1])
            ++i;  // the default: omitted from the command
        else if (settings.front() == "enlarge" && settings[i] == "--size")
            words.emplace_back("--enlarge");
        else
            words.push_back(settings[i]);
    }
    return words;
}

}  // namespace redraw
