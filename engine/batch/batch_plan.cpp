#include "engine/batch/batch_plan.h"

#include "engine/error.h"
#include "engine/file/absolute_path.h"
#include "engine/file/atomic_file.h"
#include "engine/file/file_stream.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <system_error>

namespace redraw {
namespace {

constexpr std::string_view kFirstLine = "redraw plan 1";
constexpr std::string_view kSettings = "settings", kUnread = "unread";
constexpr std::uint64_t kLargestPlan = 1u << 30;  // bytes

// The options of either command that are settings of a picture. None of them names a file to write.
constexpr std::array<std::string_view, 6> kEnlargeSettings = {
    "--size", "--epochs", "--seed", "--backend", "--precision", "--threads"};
constexpr std::string_view kEnlargeFlag = "--16bit";
constexpr std::array<std::string_view, 32> kFitSettings = {
    "--preset",       "--config",         "--layers",
    "--parameters",   "--activation",     "--encoding",
    "--output",       "--pixel",          "--first-omega",
    "--hidden-omega", "--hidden-gain",    "--loss",
    "--optimizer",    "--momentum",       "--total-variation",
    "--batch",        "--epochs",         "--time",
    "--lr-max",       "--lr-min",         "--epoch-offset",
    "--warmup",       "--restart-epochs", "--restart-multiplier",
    "--train-size",   "--channels",       "--seed",
    "--backend",      "--precision",      "--threads",
    "--until-psnr",   "--until-seconds"};

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

// Neither out of its folder nor into the one of our own files.
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
    } else if (words.size() == 2 && words[0].starts_with('/')) {
        require_below(words[1]);
        plan.pictures.push_back({words[0], words[1]});
    } else {
        damaged();
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
        const bool flag = enlarges && name == kEnlargeFlag;
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
                                   picture.picture.native(),
                                   "-o",
                                   plan.result_of(picture).native(),
                                   "--once"};
    words.insert(words.end(), plan.settings.begin() + 1, plan.settings.end());
    return words;
}

std::string text_of(const BatchPlan& plan) {
    std::string text = std::string(kFirstLine) + "\n" + std::string(kSettings);
    for (const std::string& word : plan.settings) text.append(" ").append(percent_encoded(word));
    const auto add_line = [&](std::string_view first, const std::filesystem::path& second) {
        text.append("\n").append(first).append(" ").append(percent_encoded(second.native()));
    };
    for (const auto& folder : plan.unread) add_line(kUnread, folder);
    for (const auto& [picture, result] : plan.pictures)
        add_line(percent_encoded(picture.native()), result);
    text += "\n";
    return text;
}

BatchPlan parse_plan(std::string_view text) {
    BatchPlan plan;
    bool first = true;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == text.npos) damaged();  // it was written whole
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (!first) {
            take_line(line, plan);
        } else if (line != kFirstLine) {
            if (line.starts_with("redraw plan ")) throw Error("it is of a newer Redraw");
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

std::filesystem::path plan_lock(const std::filesystem::path& folder) {
    return folder / kPlanFolder / "lock";
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
        refuse(error ? errno_text(error.value())
                     : "there is none; redraw plan FOLDER --to OUT makes one");
    try {
        const std::vector<std::byte> bytes = read_file(plan_file(folder), kLargestPlan);
        BatchPlan plan = parse_plan({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        plan.folder = std::filesystem::canonical(folder);
        return plan;
    } catch (const Error& failure) {
        refuse(failure.what());
        throw;
    }
}

std::vector<std::string> read_plan_settings(const std::filesystem::path& folder) {
    constexpr std::size_t kEnough = 1 << 18;  // bytes
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
        const std::string& path = planned.picture.native();
        while (common.has_relative_path() &&
               !(path.starts_with(common.native()) && path[common.native().size()] == '/'))
            common = common.parent_path();
    }
    return common;
}

void write_plan(const BatchPlan& plan) {
    const std::string text = text_of(plan);
    write_file_atomically(plan_file(plan.folder), std::as_bytes(std::span(text)));
}

}  // namespace redraw
