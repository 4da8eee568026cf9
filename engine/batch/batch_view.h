// The state of a batch, as its folder shows it, and the window's view of it and requests. Plain
// values, for any thread, but for the two classes.
#pragma once

#include "engine/batch/batch_plan.h"
#include "engine/file/atomic_file.h"
#include "engine/image/grid.h"
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
inline constexpr auto kNames<PictureState> =
    names<PictureState>({{PictureState::done, "done"},
                         {PictureState::running, "running"},
                         {PictureState::failed, "failed"},
                         {PictureState::stopped, "stopped"},
                         {PictureState::waiting, "waiting"}});

struct PictureStatus {
    PictureState state = PictureState::waiting;
    std::string reason{};       // why it is not done: a sentence
    bool cannot_write = false;  // failed as Error::Kind::not_writable: most likely the next, too
    PixelSize size{};           // of the training picture, or of the drawing
    double seconds = 0;         // it took
    double psnr = std::numeric_limits<double>::quiet_NaN();  // dB; NaN: unknown
};

std::filesystem::path record_path(const std::filesystem::path& result);
std::string record_text(const PictureStatus& status);
// Nothing for what is no record: empty, half written, or untrusted. A record says done, failed or
// stopped.
std::optional<PictureStatus> parse_record(std::string_view text);
// Reads the state of the picture with this result from its files.
PictureStatus status_of(const std::filesystem::path& result);

// The outcome of one picture of a batch, a small file beside its result, .redraw/NAME.json. The
// file is also the lock of the process that makes the result, so that two processes with the same
// command make it once. An empty record means that a process began and was killed. One owner, one
// thread.
class PictureRecord {
public:
    // Nothing while somebody else makes that result. Throws Error (not_writable), also where the
    // result, its record or a folder between it and its plan's is a symbolic link, or the record is
    // a hard link to another file.
    static std::optional<PictureRecord> take(const std::filesystem::path& result);

    bool is_done() const;
    // Empties the record until end(), and takes the room that end() needs on the disk. Throws
    // Error.
    void begin();
    void end(const PictureStatus& status) { write(record_text(status)); }

private:
    PictureRecord(std::filesystem::path result, FileLock lock)
        : result_(std::move(result)), lock_(std::move(lock)) {}
    void write(std::string_view text);

    std::filesystem::path result_;
    FileLock lock_;
};

// A picture that a process of this program makes.
struct PictureBeingMade {
    std::size_t index = 0;  // in the plan
    double progress = 0;    // 0 to 1
    double seconds = 0;     // so far
};

// The pictures of a plan that are done, failed or left. Read from files, so it includes the work of
// any program on any machine. One owner, one thread; copies share the plan.
class BatchStatus {
public:
    explicit BatchStatus(BatchPlan plan);
    // Reads all pictures that are not done, or one. True if anything has changed.
    bool look();
    bool look_at(std::size_t index);

    const BatchPlan& plan() const { return *plan_; }
    const std::vector<PictureStatus>& pictures() const { return pictures_; }  // in the plan's order
    std::int64_t total() const { return std::ssize(pictures_); }
    std::int64_t count(PictureState state) const { return counts_[std::size_t(state)]; }
    std::int64_t over() const { return count(PictureState::done) + count(PictureState::failed); }
    // Every picture has its result, and every folder was read.
    bool complete() const { return count(PictureState::done) == total() && plan_->unread.empty(); }
    bool ended() const { return over() == total(); }

    // The first picture from `from` on that may be begun: waiting, stopped, or failed if asked for.
    std::optional<std::size_t> next(std::size_t from, bool failed_too) const;
    // Seconds, from what the pictures took that are done, or while none is, from the progress of
    // the first; as many at work as there are now. NaN: unknown.
    double seconds_left(std::span<const PictureBeingMade> being_made = {}) const;
    // The done and failed part of all pictures, with the progress of the others: 0 to 1.
    double progress(std::span<const PictureBeingMade> being_made = {}) const;
    std::string counted() const;  // "40 pictures"
    std::string tally() const;    // "12 of 40 pictures are done, 2 failed"

private:
    std::shared_ptr<const BatchPlan> plan_;
    std::vector<PictureStatus> pictures_;
    std::array<std::int64_t, 5> counts_{};
};

// A row a picture (RFC 4180), in the plan's order: number, picture, result, psnr, width, height,
// seconds, state, reason. Throws Error.
void write_results_csv(const BatchStatus& batch, const std::filesystem::path& path);

// The open batch at one moment. Immutable.
struct BatchView {
    BatchStatus batch;
    std::vector<PictureBeingMade> being_made{};
    bool going = false;
    // The user has chosen or seen the plan's settings. An untrusted plan goes on only when GoOn
    // says that they were shown.
    bool settings_known = false;
    std::filesystem::path pictures_folder{};  // the lowest one above all pictures
    int at_once = 1;
    double seconds_left = std::numeric_limits<double>::quiet_NaN();
    std::string problem{};  // why it is paused, unless the user paused it: a sentence
};

// True while a picture is made or about to be. `view` may be null.
bool is_at_work(const std::shared_ptr<const BatchView>& view);

// The pictures that a plan would hold.
struct PlanPreview {
    PlanOrder order{};           // as it was asked for
    std::filesystem::path to{};  // the folder of the results: the order's, or a free one
    std::int64_t pictures = -1;  // -1: still looking
    Found found{};
    std::string problem{};  // why the plan cannot be made: a sentence
};

// The newest batch, as kept in the preferences.
struct KeptBatch {
    std::filesystem::path folder{};
    bool open = false;  // and not ended
    int at_once = 1;
    std::string known_settings{};  // of its plan, as shell_line(): chosen or seen by the user
    bool operator==(const KeptBatch&) const = default;
};

namespace batch {
struct Preview {
    // An empty `to` chooses a free folder: results_folder() of these, with_free_folder().
    PlanOrder order;
    std::string suffix{};
    std::filesystem::path otherwise{};
};
struct Start {  // makes the plan, or adds to it, and goes on
    PlanOrder order;
};
struct Open {  // an existing plan, paused
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

// The progress in a line that a command prints with --json: 0 to 1. Nothing in other lines.
std::optional<double> progress_in(std::string_view line);
// The last line on a command's standard error, without the program's name.
std::string last_line(std::string_view errors);

}  // namespace redraw
