#include "engine/batch/batch_view.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

namespace redraw {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRoom = 4096;  // bytes: what file systems give a file at once
constexpr std::size_t kLongestReason = 1000;
constexpr char kExact[] = "exact";  // JSON has no infinity

fs::path folder_of(const fs::path& result) {
    return (result.has_parent_path() ? result.parent_path() : ".") / kPlanFolder;
}

std::string record_name(const fs::path& result) {
    return display_name(record_path(result).filename());
}

std::string write_refused(const fs::path& result, int error) {
    return "Cannot write " + display_name(result.filename()) + ": " +
           (error == ENOENT ? "there is no such folder" : errno_text(error));
}

// Throws Error where a symbolic link would lead the result out of its plan's folder. A link above
// that folder is the user's own.
void require_in_its_folder(const fs::path& result) {
    require_no_link(result);
    std::vector<fs::path> between;
    fs::path folder = result.parent_path();
    for (; !has_plan(folder); folder = folder.parent_path()) {
        if (!folder.has_relative_path()) return;
        between.push_back(folder);
    }
    std::ranges::for_each(between, require_no_link);
}

std::string text_in(int file) {
    std::string text(kRoom + 1, '\0');
    text.resize(read_at(file, 0, text.data(), text.size()));
    return text;
}

// True for a file with another name that is no record. A damaged record may be written over.
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
    bool has_type = at->is_number();
    if (std::is_same_v<Value, std::string>) has_type = at->is_string();
    if (std::is_same_v<Value, bool>) has_type = at->is_boolean();
    return has_type ? at->template get<Value>() : otherwise;
}

std::optional<PictureStatus> status_in(const nlohmann::json& record) {
    if (!record.is_object()) return std::nullopt;
    const auto state = from_name<PictureState>(value_or<std::string>(record, "state", ""));
    if (!state || *state == PictureState::running || *state == PictureState::waiting)
        return std::nullopt;
    PictureStatus status{.state = *state,
                         .reason = display_name(value_or<std::string>(record, "reason", "")),
                         .cannot_write = value_or(record, "cannot_write", false),
                         .seconds = value_or(record, "seconds", 0.0),
                         .psnr = value_or(record, "psnr", std::nan(""))};
    if (value_or<std::string>(record, "psnr", "") == kExact)
        status.psnr = std::numeric_limits<double>::infinity();
    const double width = value_or(record, "width", 0.0), height = value_or(record, "height", 0.0);
    constexpr double kLargest = 1 << 24, kLongest = 1e10, kMostDecibels = 1e4;
    if (width >= 1 && width <= kLargest && height >= 1 && height <= kLargest)
        status.size = {int(width), int(height)};
    if (!(status.seconds >= 0 && status.seconds <= kLongest)) status.seconds = 0;
    if (std::isfinite(status.psnr) && std::abs(status.psnr) > kMostDecibels)
        status.psnr = std::nan("");
    return status;
}

// A picture without a result. The reason is why its folder cannot be written now, else `otherwise`.
PictureStatus not_done(PictureState state, const fs::path& result, const std::string& otherwise) {
    const fs::path folder = result.parent_path();
    struct statvfs disk {};
    if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        return {state, write_refused(result, errno)};
    if (statvfs(folder.c_str(), &disk) == 0 && std::uint64_t(disk.f_bavail) * disk.f_frsize < kRoom)
        return {state, write_refused(result, ENOSPC)};
    return {state, otherwise};
}

}  // namespace

fs::path record_path(const fs::path& result) {
    return folder_of(result) / (result.filename().native() + ".json");
}

std::string record_text(const PictureStatus& status) {
    nlohmann::ordered_json record{{"state", name_of(status.state)}};
    if (!status.reason.empty()) record["reason"] = excerpt(status.reason, kLongestReason);
    if (status.cannot_write) record["cannot_write"] = true;
    if (status.size.width > 0) record["width"] = status.size.width;
    if (status.size.height > 0) record["height"] = status.size.height;
    record["seconds"] = status.seconds;
    if (std::isfinite(status.psnr)) record["psnr"] = status.psnr;
    if (std::isinf(status.psnr)) record["psnr"] = kExact;
    return record.dump() + "\n";
}

std::optional<PictureStatus> parse_record(std::string_view text) {
    try {
        return status_in(
            parse_json(text, {.bytes = kRoom, .depth = 2, .containers = 4, .keys = 16}));
    } catch (const Error&) {
        return std::nullopt;
    }
}

PictureStatus status_of(const fs::path& result) {
    using enum PictureState;
    const Descriptor file = open_to_read(record_path(result), O_NOFOLLOW);
    const int error = file.get() < 0 ? errno : 0;
    const std::string unknown = "What became of it is unknown: " + record_name(result);
    if (error == ENOENT) return not_done(waiting, result, "It was not begun.");
    if (error == ELOOP) return not_done(stopped, result, unknown + " is a symbolic link.");
    if (error != 0)
        return not_done(stopped, result, "Cannot read what became of it: " + errno_text(error));
    struct stat kind {};
    if (fstat(file.get(), &kind) != 0 || !S_ISREG(kind.st_mode))
        return not_done(stopped, result, unknown + " is not a regular file.");
    if (FileLock::is_held(file.get())) return {running, "It is being made."};
    const auto status = parse_record(text_in(file.get()));
    if (!status)
        return not_done(stopped, result,
                        "It was begun and ended without a word: killed, or its machine stopped.");
    std::error_code ignored;
    if (status->state == done && !fs::is_regular_file(result, ignored))
        return not_done(waiting, result, "Its result was taken away.");
    return *status;
}

std::optional<PictureRecord> PictureRecord::take(const fs::path& result) {
    require_in_its_folder(result);
    if (mkdir(folder_of(result).c_str(), 0777) != 0 && errno != EEXIST)  // less the umask
        throw Error(Error::Kind::not_writable, write_refused(result, errno));
    auto lock = FileLock::take(record_path(result));
    if (!lock) return std::nullopt;
    if (is_hard_link_to_another_file(lock->file()))
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + record_name(result) + ": it is a hard link to another file");
    return PictureRecord(result, std::move(*lock));
}

bool PictureRecord::is_done() const {
    const auto status = parse_record(text_in(lock_.file()));
    std::error_code ignored;
    return status && status->state == PictureState::done && fs::is_regular_file(result_, ignored);
}

void PictureRecord::begin() {
    write(std::string(kRoom, ' '));
}

void PictureRecord::end(const PictureStatus& status) {
    write(record_text(status));
}

void PictureRecord::write(std::string_view text) {
    const ssize_t count = pwrite(lock_.file(), text.data(), text.size(), 0);
    if (count == ssize_t(text.size()) && ftruncate(lock_.file(), count) == 0) return;
    const int error = count >= 0 && count < ssize_t(text.size()) ? ENOSPC : errno;
    throw Error(Error::Kind::not_writable,
                "Cannot write " + record_name(result_) + ": " + errno_text(error));
}

}  // namespace redraw
