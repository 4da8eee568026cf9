#include "engine/plan/survey.h"

#include "engine/file/descriptor.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace redraw {
namespace {

// What keeps results out of a folder now, for what ended without a word; else `otherwise`.
std::string why_not(const std::filesystem::path& result, const std::string& otherwise) {
    const std::filesystem::path folder = result.parent_path();
    if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        return "Cannot write " + display_name(result.filename()) + ": " +
               (errno == ENOENT ? "there is no such folder" : errno_text(errno));
    constexpr std::uint64_t kLeastRoom = 4096;  // bytes
    struct statvfs disk {};
    if (statvfs(folder.c_str(), &disk) == 0 &&
        std::uint64_t(disk.f_bavail) * disk.f_frsize < kLeastRoom)
        return "Cannot write " + display_name(result.filename()) + ": " + errno_text(ENOSPC);
    return otherwise;
}

PictureStatus not_done(PictureState state, const std::filesystem::path& result,
                       const std::string& reason) {
    PictureStatus status{.state = state};
    status.outcome.reason = why_not(result, reason);
    return status;
}

}  // namespace

PictureStatus status_of(const std::filesystem::path& result) {
    const Descriptor file(open(record_path(result).c_str(),
                               O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0 && errno == ELOOP)
        return not_done(PictureState::stopped, result,
                        "What became of it is unknown: " +
                            display_name(record_path(result).filename()) + " is a symbolic link.");
    if (file.get() < 0 && errno != ENOENT)
        return not_done(PictureState::stopped, result,
                        "Cannot read what became of it: " + errno_text(errno));
    if (file.get() < 0) return not_done(PictureState::waiting, result, "It was not begun.");
    struct stat kind {};
    if (fstat(file.get(), &kind) != 0 || !S_ISREG(kind.st_mode))
        return not_done(
            PictureState::stopped, result,
            "What became of it is unknown: " + display_name(record_path(result).filename()) +
                " is not a regular file.");
    if (FileLock::is_held(file.get()))
        return {PictureState::running, {.reason = "It is being made."}};
    auto outcome = read_record(file.get());
    if (!outcome)
        return not_done(PictureState::stopped, result,
                        "It was begun and ended without a word: killed, or its machine stopped.");
    std::error_code ignored;
    if (outcome->state == JobState::done && !std::filesystem::is_regular_file(result, ignored))
        return not_done(PictureState::waiting, result, "Its result was taken away.");
    const PictureState state = outcome->state == JobState::done     ? PictureState::done
                               : outcome->state == JobState::failed ? PictureState::failed
                                                                    : PictureState::stopped;
    return {state, std::move(*outcome)};
}

Survey::Survey(Plan plan)
    : plan_(std::make_shared<const Plan>(std::move(plan))), pictures_(plan_->pictures.size()) {
    counts_[std::size_t(PictureState::waiting)] = std::int64_t(pictures_.size());
    look();
}

bool Survey::look() {
    bool other = false;
    for (std::size_t i = 0; i < pictures_.size(); ++i)
        if (pictures_[i].state != PictureState::done) other |= look_at(i);
    return other;
}

bool Survey::look_at(std::size_t index) {
    PictureStatus& status = pictures_[index];
    PictureStatus now = status_of(plan_->result_of(plan_->pictures[index]));
    const bool other = now.state != status.state || now.outcome.reason != status.outcome.reason;
    --counts_[std::size_t(status.state)];
    ++counts_[std::size_t(now.state)];
    status = std::move(now);
    return other;
}

bool Survey::complete() const {
    return count(PictureState::done) == std::int64_t(pictures_.size()) && plan_->unread.empty();
}

bool Survey::ended() const {
    return count(PictureState::done) + count(PictureState::failed) ==
           std::int64_t(pictures_.size());
}

}  // namespace redraw
