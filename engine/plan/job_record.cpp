#include "engine/plan/job_record.h"

#include "engine/error.h"
#include "engine/file/no_link.h"
#include "engine/plan/plan.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <nlohmann/json.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <vector>

namespace redraw {
namespace {

constexpr std::size_t kRoom = 4096;  // bytes: what file systems give a file at once
constexpr std::size_t kLongestReason = 1000;
constexpr char kExact[] = "exact";  // JSON has no infinity

std::filesystem::path folder_of(const std::filesystem::path& result) {
    return (result.has_parent_path() ? result.parent_path() : ".") / kPlanFolder;
}

// Throws Error where a symbolic link would lead the result out of its plan's folder. A link above
// that folder is the user's own.
void require_in_its_folder(const std::filesystem::path& result) {
    require_no_link(result);
    std::vector<std::filesystem::path> between;
    std::filesystem::path folder = result.parent_path();
    for (; !has_plan(folder); folder = folder.parent_path()) {
        if (!folder.has_relative_path()) return;
        between.push_back(folder);
    }
    std::ranges::for_each(between, require_no_link);
}

std::string text_in(int file) {
    std::string text(kRoom + 1, '\0');
    const ssize_t count = pread(file, text.data(), text.size(), 0);
    text.resize(count > 0 ? std::size_t(count) : 0);
    return text;
}

// True for a file that lies elsewhere, too, and is no record. A damaged record is ours to replace.
bool is_hard_link_to_another_file(int file) {
    constexpr std::string_view kBlank(" \n\0", 3);
    struct stat status {};
    const std::string text = text_in(file);
    return fstat(file, &status) == 0 && status.st_nlink > 1 && !parse_record(text) &&
           text.find_first_not_of(kBlank) != text.npos;
}

template <class Value>
Value value_or(const nlohmann::json& record, const char* key, Value otherwise) {
    const auto at = record.find(key);
    if (at == record.end()) return otherwise;
    bool is_ours = at->is_number();
    if (std::is_same_v<Value, std::string>) is_ours = at->is_string();
    if (std::is_same_v<Value, bool>) is_ours = at->is_boolean();
    return is_ours ? at->template get<Value>() : otherwise;
}

}  // namespace

std::filesystem::path record_path(const std::filesystem::path& result) {
    return folder_of(result) / (result.filename().native() + ".json");
}

std::string record_text(const JobOutcome& outcome) {
    nlohmann::ordered_json record{{"state", name_of(outcome.state)}};
    if (!outcome.reason.empty()) record["reason"] = excerpt(outcome.reason, kLongestReason);
    if (outcome.cannot_write) record["cannot_write"] = true;
    if (outcome.size.width > 0) record["width"] = outcome.size.width;
    if (outcome.size.height > 0) record["height"] = outcome.size.height;
    record["seconds"] = outcome.seconds;
    if (std::isfinite(outcome.psnr)) record["psnr"] = outcome.psnr;
    if (std::isinf(outcome.psnr)) record["psnr"] = kExact;
    return record.dump() + "\n";
}

std::optional<JobOutcome> parse_record(std::string_view text) try {
    const nlohmann::json record =
        parse_json(text, {.bytes = kRoom, .depth = 2, .containers = 4, .keys = 16});
    if (!record.is_object()) return std::nullopt;
    const auto state = from_name<JobState>(value_or<std::string>(record, "state", ""));
    if (!state) return std::nullopt;
    JobOutcome outcome{.state = *state,
                       .reason = display_name(value_or<std::string>(record, "reason", "")),
                       .cannot_write = value_or(record, "cannot_write", false),
                       .seconds = value_or(record, "seconds", 0.0),
                       .psnr = value_or(record, "psnr", std::numeric_limits<double>::quiet_NaN())};
    if (value_or<std::string>(record, "psnr", "") == kExact)
        outcome.psnr = std::numeric_limits<double>::infinity();
    const double width = value_or(record, "width", 0.0), height = value_or(record, "height", 0.0);
    constexpr double kLargest = 1 << 24;
    if (width >= 1 && width <= kLargest && height >= 1 && height <= kLargest)
        outcome.size = {int(width), int(height)};
    constexpr double kLongest = 1e10, kMostDecibels = 1e4;
    if (!(outcome.seconds >= 0 && outcome.seconds <= kLongest)) outcome.seconds = 0;
    if (std::isfinite(outcome.psnr) && std::abs(outcome.psnr) > kMostDecibels)
        outcome.psnr = std::numeric_limits<double>::quiet_NaN();
    return outcome;
} catch (const Error&) {
    return std::nullopt;
}

std::optional<JobOutcome> read_record(int file) {
    return parse_record(text_in(file));
}

std::optional<JobRecord> JobRecord::take(const std::filesystem::path& result) {
    require_in_its_folder(result);
    const std::filesystem::path folder = folder_of(result);
    if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)  // less the umask
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(result.filename()) + ": " +
                        (errno == ENOENT ? "there is no such folder" : errno_text(errno)));
    auto lock = FileLock::take(record_path(result));
    if (!lock) return std::nullopt;
    if (is_hard_link_to_another_file(lock->file()))
        throw Error(Error::Kind::not_writable, "Cannot write " +
                                                   display_name(record_path(result).filename()) +
                                                   ": it is a hard link to another file");
    return JobRecord(result, std::move(*lock));
}

bool JobRecord::is_done() const {
    const auto outcome = read_record(lock_.file());
    std::error_code ignored;
    return outcome && outcome->state == JobState::done &&
           std::filesystem::is_regular_file(result_, ignored);
}

void JobRecord::begin() {
    write(std::string(kRoom, ' '));
}

void JobRecord::end(const JobOutcome& outcome) {
    write(record_text(outcome));
}

void JobRecord::write(std::string_view text) {
    const ssize_t count = pwrite(lock_.file(), text.data(), text.size(), 0);
    if (count == ssize_t(text.size()) && ftruncate(lock_.file(), count) == 0) return;
    const int error = count >= 0 && count < ssize_t(text.size()) ? ENOSPC : errno;
    throw Error(
        Error::Kind::not_writable,
        "Cannot write " + display_name(record_path(result_).filename()) + ": " + errno_text(error));
}

}  // namespace redraw
