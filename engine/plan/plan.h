// Many pictures and what is to be made of each: a command a picture, for whatever runs commands.
// The plan lies in its folder of results, as text (docs/many.md). Plain values; any thread.
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

struct Plan {
    std::filesystem::path folder;               // of the results; absolute
    std::vector<std::string> settings;          // the command and its options: enlarge --size 2x
    std::vector<PlannedPicture> pictures;       // in the order they were found
    std::vector<std::filesystem::path> unread;  // folders that could not be read

    bool enlarges() const { return settings.front() == "enlarge"; }
    std::filesystem::path result_of(const PlannedPicture& picture) const {
        return folder / picture.result;
    }
};

// Where a folder of results keeps what is known of them.
inline constexpr char kPlanFolder[] = ".redraw";

// The command that makes a picture's result, whatever has happened before (job_record.h).
std::vector<std::string> command_of(const Plan& plan, const PlannedPicture& picture,
                                    const std::string& program);

std::filesystem::path plan_file(const std::filesystem::path& folder);
// Held by whoever makes a plan there, or cuts a picture into tiles.
std::filesystem::path plan_lock(const std::filesystem::path& folder);
// Throws Error, with the reason only, unless `redraw plan` can have written these settings: `fit`
// or `enlarge` and options that every picture has, each once. A plan may be a stranger's, and other
// options would write or read files anywhere.
void require_plan_settings(std::span<const std::string> words);

// Throws Error: there is none, it is damaged, or of a newer Redraw.
Plan read_plan(const std::filesystem::path& folder);
// Of a plan its settings only, from the beginning of its file however long it is; empty where there
// is none that can be read.
std::vector<std::string> read_plan_settings(const std::filesystem::path& folder);
bool has_plan(const std::filesystem::path& folder);
void write_plan(const Plan& plan);

// As the file holds it: names are percent-encoded. Somebody else's text may be anything; a result
// never lies outside its folder. Throws Error with the reason only.
std::string text_of(const Plan& plan);
Plan parse_plan(std::string_view text);

}  // namespace redraw
