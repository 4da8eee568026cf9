// The plan of a batch: many pictures, and a command for each, for whatever runs commands. It lies
// in the folder of results, as text (docs/many.md). Plain values; any thread.
#pragma once

#include <filesystem>
#include <span>
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

// The command that makes a picture's result, whatever has happened before (picture_record.h).
std::vector<std::string> command_of(const BatchPlan& plan, const PlannedPicture& picture,
                                    const std::string& program);

std::filesystem::path plan_file(const std::filesystem::path& folder);
// The lock of a program that makes a plan there, or cuts a picture into tiles.
std::filesystem::path plan_lock(const std::filesystem::path& folder);
// Throws Error, with the reason only, unless `redraw plan` can have written these settings: `fit`
// or `enlarge` and options of every picture, each once. A plan is untrusted, and other options
// would write or read files anywhere.
void require_plan_settings(std::span<const std::string> words);

// Throws Error: there is none, it is damaged, or of a newer Redraw.
BatchPlan read_plan(const std::filesystem::path& folder);
// Reads only the settings, from the beginning of the file however long it is; empty where there is
// no plan that can be read.
std::vector<std::string> read_plan_settings(const std::filesystem::path& folder);
bool has_plan(const std::filesystem::path& folder);
// The lowest folder above all pictures.
std::filesystem::path common_folder(const BatchPlan& plan);
void write_plan(const BatchPlan& plan);

// The text of the file, with percent-encoded names, and back. Untrusted text may be anything; a
// result never lies outside its folder. Throws Error with the reason only.
std::string text_of(const BatchPlan& plan);
BatchPlan parse_plan(std::string_view text);

}  // namespace redraw
