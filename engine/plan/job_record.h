// How one picture of many came out, in a small file of its own beside the results:
// .redraw/NAME.json. It is also the lock of whoever makes that result: two who are given the same
// command make it once. Empty, it says that somebody began and ended without a word. One owner, one
// thread.
#pragma once

#include "engine/file/file_lock.h"
#include "engine/image/grid.h"
#include "engine/text/names.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace redraw {

enum class JobState { done, failed, stopped };
template <>
inline constexpr auto kNames<JobState> = names<JobState>({{JobState::done, "done"},
                                                          {JobState::failed, "failed"},
                                                          {JobState::stopped, "stopped"}});

struct JobOutcome {
    JobState state = JobState::stopped;
    std::string reason{};  // of what is not done: a sentence
    // Failed because a file of ours could not be written: the next picture will most likely fail,
    // too.
    bool cannot_write = false;
    PixelSize size{};    // of what was learned, or of the drawing
    double seconds = 0;  // it took
    double psnr = std::numeric_limits<double>::quiet_NaN();  // dB, where it is known
};

std::filesystem::path record_path(const std::filesystem::path& result);
std::string record_text(const JobOutcome& outcome);
// Nothing where it is no record: empty, half written, or somebody else's.
std::optional<JobOutcome> parse_record(std::string_view text);
// What an open record says.
std::optional<JobOutcome> read_record(int file);

class JobRecord {
public:
    // Nothing when somebody else is making that result. Throws Error: also where the result, its
    // record or a folder between it and its plan's is a symbolic link, or the record is a hard link
    // to another file.
    static std::optional<JobRecord> take(const std::filesystem::path& result);

    // There is nothing left to do.
    bool is_done() const;
    // From here on, until end(), whoever ends does so without a word. Takes the room that end()
    // needs, so that a disk that runs full meanwhile can be told of. Throws Error.
    void begin();
    void end(const JobOutcome& outcome);

private:
    JobRecord(std::filesystem::path result, FileLock lock)
        : result_(std::move(result)), lock_(std::move(lock)) {}
    void write(std::string_view text);

    std::filesystem::path result_;
    FileLock lock_;
};

}  // namespace redraw
