// The plan of a batch: a list of pictures with one command line each, which makes the picture's
// result and which any program can run. Stored as text in the folder of results (docs/many.md).
// Plain values; any thread.
#pragma once

#include "engine/system/atomic_file.h"

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
    std::filesystem::path picture;  // absolute path
    std::filesystem::path result;   // relative to the plan's folder
    bool operator==(const PlannedPicture&) const = default;
};

struct BatchPlan {
    std::filesystem::path folder;               // folder of results; absolute
    std::vector<std::string> settings;          // the command and its options: enlarge --size 2x
    std::vector<PlannedPicture> pictures;       // in the order found
    std::vector<std::filesystem::path> unread;  // folders that could not be read

    bool enlarges() const { return settings.front() == "enlarge"; }
    std::filesystem::path result_of(const PlannedPicture& picture) const {
        return folder / picture.result;
    }
};

// Subfolder of a folder of results for the plan and its lock, and for the records of finished
// pictures (batch_view.h).
inline constexpr char kPlanFolder[] = ".redraw";

// Returns the command line that makes a picture's result. It is the same whether or not the result
// exists already.
std::vector<std::string> command_of(const BatchPlan& plan, const PlannedPicture& picture,
                                    const std::string& program);

std::filesystem::path plan_file(const std::filesystem::path& folder);
// Takes the lock of a folder of results. A program holds it while it makes a plan in that folder.
// Throws Error if another program holds it.
FileLock take_plan_lock(const std::filesystem::path& folder);
// Removes what take_plan_lock() made, for its owner, if the work failed; keeps it beside other
// files, such as an earlier plan.
void remove_plan_lock(const std::filesystem::path& folder);
// Throws Error unless these settings are options that the command `redraw plan` writes, each once;
// checks no values. The message is only the reason. A plan is untrusted, and other options could
// write files anywhere.
void require_plan_settings(std::span<const std::string> words);

// Reads the plan of a folder of results. Throws Error if it is missing, damaged, or written by a
// newer Redraw.
BatchPlan read_plan(const std::filesystem::path& folder);
// Returns only the settings, read from the beginning of the plan's file; empty if no plan can be
// read.
std::vector<std::string> read_plan_settings(const std::filesystem::path& folder);
bool has_plan(const std::filesystem::path& folder);
// Returns the deepest folder that contains all pictures of the plan; empty without pictures.
std::filesystem::path common_folder(const BatchPlan& plan);
void write_plan(const BatchPlan& plan);

// Convert a plan, except its folder, to the text of its file, with percent-encoded names, and back.
// The text is untrusted; a result outside the plan's folder is refused. parse_plan() throws Error;
// the message is only the reason.
std::string text_of(const BatchPlan& plan);
BatchPlan parse_plan(std::string_view text);

// Counts from a search for pictures to plan.
struct Found {
    std::int64_t added = 0;   // pictures added to the plan
    std::int64_t links = 0;   // skipped: links to pictures planned already
    std::int64_t others = 0;  // skipped: other files, and some folders (see add_pictures())
    std::int64_t gone = 0;    // removed from the plan: deleted before a result was made
};

// Adds new pictures to `plan` and removes deleted ones without a result; writes no file. `paths`:
// pictures, or folders with everything below them. Below a folder, skips names that begin with a
// full stop, links to folders, folders of results and system folders (@eaDir). A file there counts
// as a picture by its first bytes, by its name, or if it cannot be read: its command then reports
// why. Throws Error if a path does not exist or is the folder of results, or if cancelled.
Found add_pictures(BatchPlan& plan, std::span<const std::filesystem::path> paths,
                   const std::stop_token& stop = {});

// The option that every command of a plan has by default. Several pictures at once on one thread
// each are faster than one after another on all threads.
inline constexpr std::array<const char*, 2> kOneThread{"--threads", "1"};

// A request to make a plan or to add to one.
struct PlanOrder {
    std::vector<std::filesystem::path> paths;  // pictures, or folders with everything below
    std::filesystem::path to;                  // folder of results
    std::vector<std::string> settings;         // command and options, as in BatchPlan
    std::string preset{};                      // text of the preset that the settings name
    bool operator==(const PlanOrder&) const = default;
};

struct MadePlan {
    BatchPlan plan;
    Found found;
};

// Returns the file in which make_plan() stores PlanOrder::preset; each preset text has its own
// file.
std::filesystem::path kept_preset(const std::filesystem::path& to, std::string_view preset);

// Returns the default folder of results. `first`: a folder of pictures, or a picture, which stands
// for its folder. The default lies beside the folder of pictures, with its name plus `suffix`. If
// that place is not writable, the default lies in `otherwise`.
std::filesystem::path results_folder(const std::filesystem::path& first, const std::string& suffix,
                                     const std::filesystem::path& otherwise);
// Returns `order` with `to` as its folder of results. A setting that names the stored preset then
// names its file in that folder.
PlanOrder with_results_in(PlanOrder order, const std::filesystem::path& to);
// Returns `order` with an unused folder of results: appends a number to the folder's name if the
// folder exists. A folder that has a plan with the same settings may be used again. Throws Error if
// cancelled, or if too many names are taken.
PlanOrder with_free_folder(const PlanOrder& order, const std::stop_token& stop = {});

// Returns the plan that make_plan() would make; writes nothing. Throws Error.
MadePlan preview_plan(const PlanOrder& order, const std::stop_token& stop = {});
// Makes the plan and its folder, or adds to an existing plan. Throws Error, for example if the
// folder is not writable, its plan has other settings, or another program is using it.
MadePlan make_plan(const PlanOrder& order, const std::stop_token& stop = {});

// Returns the words of the `redraw plan` command that makes the same plan.
std::vector<std::string> plan_command(const PlanOrder& order, const std::string& program);

}  // namespace redraw
