// The state of a batch as read from its folder of results, the snapshot of it that the window
// shows, and the requests that the window sends. Plain values for any thread, except PictureRecord
// and BatchStatus.
#pragma once

#include "engine/features/batch/batch_plan.h"
#include "engine/image/grid.h"
#include "engine/system/atomic_file.h"
#include "engine/text/names.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace redraw {

enum class PictureState { done, running, failed, stopped, waiting };
template <>
inline constexpr auto kNames<PictureState> = names_up_to<PictureState::waiting>("done", "running",
                                                                                "failed", "stopped",
                                                                                "waiting");

struct PictureStatus {
    PictureState state = PictureState::waiting;
    std::string reason{};       // why the picture is not done: one sentence
    bool cannot_write = false;  // a file was not writable: other pictures would likely fail too
    PixelSize size{};           // size of the training target or enlarged picture
    double seconds = 0;         // time that the picture took; 0: unknown
    double psnr = std::numeric_limits<double>::quiet_NaN();  // dB; NaN: unknown
};

std::filesystem::path record_path(const std::filesystem::path& result);
std::string record_text(const PictureStatus& status);
// Parses a record (PictureRecord) of a picture that is done, failed or stopped. Returns nothing for
// an empty, half-written or invalid one; records are untrusted.
std::optional<PictureStatus> parse_record(std::string_view text);
// Reads the state of the picture with this result from the result's file and its record.
PictureStatus status_of(const std::filesystem::path& result);

// The outcome of one picture of a batch, stored beside its result as .redraw/NAME.json. The file
// is also the lock of the process that makes the result, so that two processes with the same
// command make it once. A blank record that nobody locks means that a process ended during its work
// without recording an outcome. One owner, one thread.
class PictureRecord {
public:
    // Takes the record of a result, and with it the lock on making that result. Returns nothing
    // while another process makes it. Throws Error (not_writable), also if the record is a hard
    // link to another file. Symbolic links are refused for the result, its record and, if it has a
    // plan, the folders between the result and the plan's folder.
    static std::optional<PictureRecord> take(const std::filesystem::path& result);

    bool is_done() const;
    // Blanks the record: without end(), the picture then counts as stopped. Also reserves the disk
    // space that end() needs. Throws Error.
    void begin();
    void end(const PictureStatus& status) { write(record_text(status)); }

private:
    PictureRecord(std::filesystem::path result, FileLock lock)
        : result_(std::move(result)), lock_(std::move(lock)) {}
    void write(std::string_view text);

    std::filesystem::path result_;
    FileLock lock_;
};

// A picture that a child process of this program is making.
struct PictureBeingMade {
    std::size_t index = 0;  // index in the plan
    double progress = 0;    // 0 to 1
    double seconds = 0;     // time spent so far
};

// The state of every picture of a plan: done, running, failed, stopped or waiting. Read from files,
// so it includes the work of all programs and machines. One owner, one thread; copies share the
// plan.
class BatchStatus {
public:
    explicit BatchStatus(BatchPlan plan);
    // Reads the states of all pictures that are not done, or of a single picture, from their files.
    // Returns true if a state or its reason has changed.
    bool look();
    bool look_at(std::size_t index);

    const BatchPlan& plan() const { return *plan_; }
    const std::vector<PictureStatus>& pictures() const { return pictures_; }  // in the plan's order
    std::int64_t total() const { return std::ssize(pictures_); }
    std::int64_t count(PictureState state) const { return counts_[std::size_t(state)]; }
    std::int64_t over() const { return count(PictureState::done) + count(PictureState::failed); }
    // Returns true if every picture has its result and every folder could be read.
    bool complete() const { return count(PictureState::done) == total() && plan_->unread.empty(); }
    bool ended() const { return over() == total(); }

    // Returns the index of the first picture, from index `from` on, that may be started: waiting,
    // stopped or, with `failed_too`, failed. Empty: there is none.
    std::optional<std::size_t> next(std::size_t from, bool failed_too) const;
    // Estimates the remaining seconds from the times of finished pictures or, before any is
    // finished, from the progress of those being made. Assumes that as many pictures stay in
    // progress. NaN: unknown.
    double seconds_left(std::span<const PictureBeingMade> being_made = {}) const;
    // Returns the fraction of pictures done or failed, plus the progress of current ones: 0 to 1.
    double progress(std::span<const PictureBeingMade> being_made = {}) const;
    std::string tally() const;  // "12 of 40 pictures are done, 2 failed"

private:
    std::shared_ptr<const BatchPlan> plan_;
    std::vector<PictureStatus> pictures_;
    std::array<std::int64_t, 5> counts_{};
};

// Writes a CSV (quoted as in RFC 4180) with one row for each picture in the plan's order: number,
// picture, result, psnr, width, height, seconds, state, reason. Throws Error.
void write_results_csv(const BatchStatus& batch, const std::filesystem::path& path);

// A snapshot of the open batch. Immutable.
struct BatchView {
    BatchStatus batch;
    std::vector<PictureBeingMade> being_made{};
    bool going = false;
    // True if the user chose or saw the plan's settings. Otherwise the plan is untrusted, and only
    // a GoOn request with `settings_shown` resumes it.
    bool settings_known = false;
    std::filesystem::path pictures_folder{};  // deepest folder that contains all pictures
    int at_once = 1;
    double seconds_left = std::numeric_limits<double>::quiet_NaN();
    std::string problem{};  // why the batch paused by itself: one sentence; empty: it did not
};

// Returns true while the batch is going, or a picture is still being made. `view` may be null.
bool is_at_work(const std::shared_ptr<const BatchView>& view);

// Preview of a plan: its contents, found out before the plan is made.
struct PlanPreview {
    PlanOrder order{};           // the request
    std::filesystem::path to{};  // folder of results: the requested or a free one
    std::int64_t pictures = -1;  // -1: the search is still running
    Found found{};
    std::string problem{};  // why the plan cannot be made: one sentence
};

// The newest batch, as stored in the preferences.
struct KeptBatch {
    std::filesystem::path folder{};
    bool open = false;  // the batch is open and has not ended
    int at_once = 1;
    std::string known_settings{};  // settings that the user chose or saw, as shell_line()
    bool operator==(const KeptBatch&) const = default;
};

// The batches as the window shows them.
struct BatchInWindow {
    std::shared_ptr<const BatchView> open{};  // null if none is open
    // Contents of the batch that the user is setting up, not started yet; null: unknown.
    std::shared_ptr<const PlanPreview> preview{};
    KeptBatch newest{};
    int usable_cpus = 1;
};

namespace batch {
struct Preview {
    // If `order.to` is empty, a folder of results is chosen: results_folder() of the first path,
    // `suffix` and `otherwise`, then with_free_folder().
    PlanOrder order;
    std::string suffix{};
    std::filesystem::path otherwise{};
};
struct Start {  // makes the plan, or adds to it, and starts
    PlanOrder order;
};
struct Open {  // opens an existing plan, paused
    std::filesystem::path folder;
};
struct GoOn {
    bool failed_too = false;
    bool settings_shown = false;
};
struct Pause {};
struct AtOnce {
    int pictures = 1;
};
struct Leave {};  // pauses and closes the batch
}  // namespace batch
using BatchRequest = std::variant<batch::Preview, batch::Start, batch::Open, batch::GoOn,
                                  batch::Pause, batch::AtOnce, batch::Leave>;

// Returns the progress (0 to 1) from a line that a command prints with --json; nothing for other
// lines.
std::optional<double> progress_in(std::string_view line);
// Returns the last line of a command's standard error, without the program's name.
std::string last_line(std::string_view errors);

}  // namespace redraw
