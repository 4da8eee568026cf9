#include "engine/batch/make_plan.h"

#include "engine/error.h"
#include "engine/file/absolute_path.h"
#include "engine/file/file_lock.h"
#include "engine/file/no_link.h"
#include "engine/run/preset_folder.h"
#include "engine/text/display_name.h"
#include "engine/text/shell_words.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <set>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

namespace fs = std::filesystem;

// The plan in the folder of the results, or a new one.
BatchPlan plan_in(const PlanOrder& order) {
    if (has_plan(order.to)) {
        BatchPlan plan = read_plan(order.to);
        if (plan.settings != order.settings)
            throw Error(display_name(order.to) + " has a plan with other settings: " +
                        shell_line(plan.settings) + "; those are for a folder of their own.");
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
                        " of the results: " + errno_text(error.value()));
    }
}

}  // namespace

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw Error("Cannot make the folder " + display_name(folder) + ": " +
                    errno_text(error.value()));
}

fs::path kept_preset(const fs::path& to, std::string_view preset) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
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
    if (access(beside.c_str(), W_OK) != 0) beside = otherwise;
    fs::path name = folder.filename().empty() ? fs::path("pictures") : folder.filename();
    return beside / (name += suffix);
}

PlanOrder with_results_in(PlanOrder order, const fs::path& to) {
    if (!order.preset.empty())
        std::ranges::replace(order.settings, kept_preset(order.to, order.preset).native(),
                             kept_preset(to, order.preset).native());
    order.to = to;
    return order;
}

PlanOrder with_free_folder(const PlanOrder& order, const std::stop_token& stop) {
    constexpr int kMostNumbers = 10'000;
    fs::path to = order.to;
    for (int number = 1; number <= kMostNumbers; ++number) {
        if (stop.stop_requested())
            throw Error(Error::Kind::cancelled, "Nobody waits for that any more.");
        if (number > 1) (to = order.to) += fmt::format("-{}", number);
        PlanOrder free = with_results_in(order, to);
        std::error_code ignored;
        if (!fs::exists(to, ignored) || read_plan_settings(to) == free.settings) return free;
    }
    throw Error("Too many folders are called " + display_name(order.to.filename()) +
                " already: choose another one.");
}

MadePlan preview_plan(const PlanOrder& order, const std::stop_token& stop) {
    MadePlan made{plan_in(order), {}};
    made.found = add_pictures(made.plan, order.paths, stop);
    return made;
}

MadePlan make_plan(const PlanOrder& order, const std::stop_token& stop) {
    make_folder(order.to);
    make_folder(order.to / kPlanFolder);
    const auto lock = FileLock::take(plan_lock(order.to));
    if (!lock)
        throw Error("Another Redraw cuts or plans pictures in " + display_name(order.to) + ".");
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
}

std::vector<std::string> plan_command(const PlanOrder& order, const std::string& program) {
    std::vector<std::string> words{program, "plan"};
    for (const fs::path& path : order.paths) words.push_back(path.native());
    words.insert(words.end(), {"--to", order.to.native()});
    const std::vector<std::string>& settings = order.settings;
    for (std::size_t i = 1; i < settings.size(); ++i) {
        const bool pair = i + 1 < settings.size();
        if (pair && settings[i] == kOneThread[0] && settings[i + 1] == kOneThread[1])
            ++i;  // as it is without a word
        else if (settings.front() == "enlarge" && settings[i] == "--size")
            words.emplace_back("--enlarge");
        else
            words.push_back(settings[i]);
    }
    return words;
}

}  // namespace redraw
