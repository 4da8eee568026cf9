// A plan made or grown: the pictures below some folders, and the folder their results go to. Any
// thread; one at a time on a folder, in any process.
#pragma once

#include "engine/plan/find_pictures.h"
#include "engine/plan/plan.h"

#include <array>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// Of every command, where nobody says otherwise: several pictures at once are quicker on a thread
// each than one after another on all.
inline constexpr std::array<const char*, 2> kOneThread{"--threads", "1"};

struct PlanOrder {
    std::vector<std::filesystem::path> paths;  // folders, with all below them, or pictures
    std::filesystem::path to;                  // the folder of the results
    std::vector<std::string> settings;         // as Plan has them
    std::string preset{};                      // of one's own that they name: its text
    bool operator==(const PlanOrder&) const = default;
};

struct MadePlan {
    Plan plan;
    Found found;
};

// Where make_plan() keeps PlanOrder::preset for the settings to name: another text, another file.
std::filesystem::path kept_preset(const std::filesystem::path& to, std::string_view preset);

// The same order with a number behind the name of its results' folder where that name is taken: by
// anything but an earlier plan with these settings. Throws Error: it was asked to stop, or very
// many names are taken.
PlanOrder with_free_folder(PlanOrder order, const std::stop_token& stop = {});

// What make_plan() would make; nothing is written. Throws Error.
MadePlan scout_plan(const PlanOrder& order, const std::stop_token& stop = {});
// Makes the folder where there is none, or adds to the plan that it has. Throws Error: it cannot be
// written, has a plan with other settings, or another is at work on it.
MadePlan make_plan(const PlanOrder& order, const std::stop_token& stop = {});

// The words of the `redraw plan` that makes it.
std::vector<std::string> plan_command(const PlanOrder& order, const std::string& program);

// Makes the folder and those above it where they are missing. Throws Error.
void make_folder(const std::filesystem::path& folder);

}  // namespace redraw
