// Makes a plan, or adds to one: the pictures below some folders, and the folder of their results.
// Any thread; one at a time on a folder, in any process.
#pragma once

#include "engine/batch/batch_plan.h"
#include "engine/batch/find_pictures.h"

#include <array>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// The default of every command: several pictures at once are quicker on a thread each than one
// after another on all threads.
inline constexpr std::array<const char*, 2> kOneThread{"--threads", "1"};

struct PlanOrder {
    std::vector<std::filesystem::path> paths;  // folders, with all below them, or pictures
    std::filesystem::path to;                  // the folder of the results
    std::vector<std::string> settings;         // as BatchPlan has them
    std::string preset{};                      // the text of a preset that the settings name
    bool operator==(const PlanOrder&) const = default;
};

struct MadePlan {
    BatchPlan plan;
    Found found;
};

// The file in which make_plan() keeps PlanOrder::preset; another text has another file.
std::filesystem::path kept_preset(const std::filesystem::path& to, std::string_view preset);

// The folder of the results where nobody chose one: beside the folder of the first path, with the
// suffix behind its name; in `otherwise` where that cannot be written.
std::filesystem::path results_folder(const std::filesystem::path& first, const std::string& suffix,
                                     const std::filesystem::path& otherwise);
// The same order into another folder, which also holds its preset.
PlanOrder with_results_in(PlanOrder order, const std::filesystem::path& to);
// The same order with a number behind the name of its folder if that name is taken by anything but
// a plan with these settings. Throws Error (cancelled), or when very many names are taken.
PlanOrder with_free_folder(const PlanOrder& order, const std::stop_token& stop = {});

// The plan that make_plan() would make; writes nothing. Throws Error.
MadePlan preview_plan(const PlanOrder& order, const std::stop_token& stop = {});
// Makes the folder if it is missing, or adds to its plan. Throws Error: not writable, a plan with
// other settings, or another program is at work on it.
MadePlan make_plan(const PlanOrder& order, const std::stop_token& stop = {});

// The words of the `redraw plan` command that makes the same plan.
std::vector<std::string> plan_command(const PlanOrder& order, const std::string& program);

// Makes the folder and those above it if they are missing. Throws Error.
void make_folder(const std::filesystem::path& folder);

}  // namespace redraw
