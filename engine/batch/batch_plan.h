// The plan of a batch: many pictures, and a command for each, for whatever runs commands. It lies
// in the folder of results, as text (docs/many.md). Plain values; any thread.
#pragma once

#include "engine/file/atomic_file.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

struct PlannedPicture {
    std::filesystem::path picture;  // absolute
    std::filesystem::path result;   // below the plan's folder
    bool operator==(const PlannedPicture&) const = default;
};

struct BatchPlan {
    std::filesystem::path folder;               // of the results; absolute
    std::vector<std::string> settings;          // the command and its options: enlarge --size 2x
    std::vector<PlannedPicture> pictures;       // in the order in which they were found
    std::vector<std::filesystem::path> unread;  // folders that could not be read

    bool enlarges() const { return settings.front() == "enlarge"; }
    std::filesystem::path result_of(const PlannedPicture& picture) const {
        return folder / picture.result;
    }
};

// The folder in a folder of results that holds the plan and the records.
inline constexpr char kPlanFolder[] = ".redraw";

// The command that makes a picture's result, whatever has happened before.
std::vector<std::string> command_of(const BatchPlan& plan, const PlannedPicture& picture,
                                    const std::string& program);

std::filesystem::path plan_file(const std::filesystem::path& folder);
// Takes the lock of a program that makes a plan there, or cuts a picture into tiles. Throws Error.
FileLock take_plan_lock(const std::filesystem::path& folder);
// Throws Error, with the reason only, unless `redraw plan` can have written these settings. A plan
// is untrusted, and other options would write or read files anywhere.
void require_plan_settings(std::span<const std::string> words);

// Throws Error: there is none, it is damaged, or of a newer Redraw.
BatchPlan read_plan(const std::filesystem::path& folder);
// Reads only the settings, at the beginning of the file; empty where no plan can be read.
std::vector<std::string> read_plan_settings(const std::filesystem::path& folder);
bool has_plan(const std::filesystem::path& folder);
// The lowest folder above all pictures.
std::filesystem::path common_folder(const BatchPlan& plan);
void write_plan(const BatchPlan& plan);

// The text of the file, with percent-encoded names, and back. Untrusted text may be anything; a
// result never lies outside its folder. Throws Error with the reason only.
std::string text_of(const BatchPlan& plan);
BatchPlan parse_plan(std::string_view text);

// True for the extensions of pictures. A table of numbers (CSV) is one by its content only.
bool has_name_of_picture(const std::filesystem::path& path);

// The result of a search for pictures.
struct Found {
    std::int64_t added = 0;   // to the plan
    std::int64_t links = 0;   // other names of planned pictures
    std::int64_t others = 0;  // skipped: other files, and folders that are links
    std::int64_t gone = 0;    // deleted pictures that were never made
};

// Adds the new pictures of `paths`, folders with all below them or pictures, to the plan; writes
// nothing. Skips names that begin with a full stop, and below a folder the results of other plans
// and the folders of systems (@eaDir). A file is a picture by its first bytes or its name, or if it
// cannot be read: its command then says why. Throws Error: a path does not exist, or cancelled.
Found add_pictures(BatchPlan& plan, std::span<const std::filesystem::path> paths,
                   const std::stop_token& stop = {});

// The default of every command: several pictures at once are quicker on a thread each than one
// after another on all threads.
inline constexpr std::array<const char*, 2> kOneThread{"--threads", "1"};

// An order to make a plan, or to add to one.
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

// The default folder of the results: beside the folder of the first path, with the suffix behind
// its name; in `otherwise` where that cannot be written.
std::filesystem::path results_folder(const std::filesystem::path& first, const std::string& suffix,
                                     const std::filesystem::path& otherwise);
// The same order into another folder, which also holds its preset.
PlanOrder with_results_in(PlanOrder order, const std::filesystem::path& to);
// The same order with a number behind the name of its folder if that name is taken by anything but
// a plan with these settings. Throws Error (cancelled), or when very many names are taken.
PlanOrder with_free_folder(const PlanOrder& order, const std::stop_token& stop = {});

// The plan that make_plan() would make; writes nothing. Throws Error.
MadePlan preview_plan(const PlanOrder& order, const std::stop_token& stop = {});
// Makes the plan and its folder, or adds to the plan. Throws Error: not writable, a plan with other
// settings, or another program is at work on it.
MadePlan make_plan(const PlanOrder& order, const std::stop_token& stop = {});

// The words of the `redraw plan` command that makes the same plan.
std::vector<std::string> plan_command(const PlanOrder& order, const std::string& program);

// Makes the folder and those above it if they are missing. Throws Error.
void make_folder(const std::filesystem::path& folder);

}  // namespace redraw
