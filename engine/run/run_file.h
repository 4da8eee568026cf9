// A run on disk: one `.redraw` file, an SQLite database (docs/file-format.md). Every change lands
// in a transaction: a kill, a crash or a full disk costs what was not yet committed and nothing
// else. One writer at a time, in any process; readers beside it see whole commits. One owner, one
// thread. Nothing else of this process may open the file by itself: closing it would lose the
// writer's lock (database.h).
#pragma once

#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/run/run_values.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

inline constexpr int kRunFormat = 3;  // the newest format of a run file

struct RunHeader {
    int format = kRunFormat;  // of the file
    Config config{};
    NetworkSpec asked{};              // config.network as it was asked for
    std::optional<BySize> by_size{};  // of the request; older runs do not say it
    std::string picture_name{};
    int width = 0, height = 0, channels = 0;  // of the target
    std::int64_t keyframe_budget = 256'000'000;
    std::int64_t writer = 0;  // a number of whoever committed last

    Config request() const {
        Config request = config;
        request.network = asked;
        if (by_size) request.by_size = *by_size;
        return request;
    }
    std::size_t parameter_count() const {
        return redraw::parameter_count(config.network, channels);
    }
};

struct SavedState {
    State state;
    double seconds = 0;
};

// A run file's own; see run_tables.h.
class Database;
class KeyframeTable;
struct RunChanges;

class RunFile {
public:
    // `prefer_write`: to be written where that can be, else to be read: see why_read_only().
    enum class Access { read_write, read_only, prefer_write };

    // The state in which a run begins, which becomes a keyframe and an event; and the network as it
    // was asked for.
    struct Start {
        State state;
        EventKind event;
        NetworkSpec asked;
    };
    // Makes a new run; one that it replaces is there until the new one is whole, and locked
    // meanwhile. Throws Error when the path cannot be written, exists, or is a run that is open in
    // another Redraw. If several programs make it at once, one gets it.
    enum class Existing { refuse, replace };
    static RunFile create(const std::filesystem::path& path, const Config& config,
                          const Image& target, const std::string& picture_name,
                          Existing existing = Existing::refuse,
                          const std::optional<Start>& start = std::nullopt);
    // Opens a run at one commit; a reader opens again to see later ones, and may find that a
    // keyframe was thinned out meanwhile. Throws Error: not there, not a run, truncated or damaged,
    // made by a newer version, in use by another Redraw or read-only (read_write). Blobs are
    // checked when they are read.
    static RunFile open(const std::filesystem::path& path, Access access = Access::read_write);

    RunFile(RunFile&&) noexcept;
    RunFile& operator=(RunFile&&) noexcept;
    ~RunFile();  // uncommitted changes are dropped

    // True if any process has it open to be written. False where it is no run.
    static bool has_writer(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return path_; }
    bool writable() const { return writable_; }
    // Says why a run opened with prefer_write is only read: "it is open in another Redraw", or
    // "was" once nobody has it any more, "it is read-only" or "its folder is read-only"; else
    // empty.
    std::string why_read_only() const;
    // Opens the file again, as it is now; for readers.
    RunFile opened_again() const;
    // True if both have the same picture, network and beginning, perhaps at different commits.
    bool is_same_run(const RunFile& other) const;
    // The format of the file (docs/file-format.md); a file keeps the format it was made in.
    int format() const { return header_.format; }
    const Config& config() const { return header_.config; }
    // The configuration as it was asked for, with all that it left open.
    Config request() const;
    // The name of the picture, or what the run was renamed to.
    const std::string& picture_name() const { return header_.picture_name; }
    Image target() const;  // exact: 16-bit levels
    // Throws Error where either of the two pictures cannot be decoded; takes little memory.
    void check_pictures() const;
    PixelSize target_size() const { return {header_.width, header_.height}; }
    int channels() const { return header_.channels; }  // of the target
    PixelSize picture_size() const;       // of that picture, or of the target where it is the same
    std::optional<Image> source() const;  // the picture as it was opened, upright, at its own size

    const std::vector<Metric>& metrics() const { return metrics_; }        // by step
    const std::vector<Keyframe>& keyframes() const { return keyframes_; }  // by step
    // The measured PSNR of the drawing, by step; empty in a file of format 2.
    const std::vector<MeasuredPsnr>& measured() const { return measured_; }
    const std::vector<Event>& events() const { return events_; }
    // Parameters of exactly this keyframe; nothing when there is none.
    std::optional<std::vector<float>> parameters_at(std::int64_t step) const;
    // The same, also of the latest state. Throws not_kept() where neither has this step: one
    // sentence with the kept steps around it.
    std::vector<float> require_parameters(std::int64_t step) const;
    Error not_kept(std::int64_t step) const;
    std::optional<State> state() const;              // the latest; nothing before the first
    std::optional<std::int64_t> state_step() const;  // its step, without a copy of the rest
    double seconds() const;                          // of training at that state
    std::int64_t keyframe_budget() const { return header_.keyframe_budget; }  // bytes

    // Changes: this object sees its own at once, and commit() writes them to the disk. A reader may
    // change what it sees, too, but never commit it.
    // All throw Error with the file's name and the reason; parameters or moments that are not
    // finite are refused. The network and the optimizer of a run never change, nor the requested
    // network; batch and schedule no longer follow from the picture's size once they change.
    void set_config(const Config& config);
    // `name`: at least one letter and at most kLongestRunName bytes; control characters and bytes
    // that are not UTF-8 are escaped.
    void rename(const std::string& name);
    // Ignores a picture above the limits of picture.h or 512 MB of PNG.
    void set_source(const Image& picture, int bit_depth);
    void add_metric(const Metric& metric);  // replaces one of the same step
    // Replaces one of the same step, but never one of the whole picture by one of a sample. Stored
    // by a file of format 3; one of an older format forgets it.
    void add_measured(const MeasuredPsnr& measured);
    // Replaces a keyframe of the same step; then thins to the budget (thinned()).
    void add_keyframe(const Keyframe& keyframe, std::span<const float> parameters);
    void add_event(const Event& event);
    // Drops metrics, keyframes and measurements after its step: the run goes on from there. Throws
    // Error beyond the last step that a run may have.
    static constexpr std::int64_t kLastStep = std::int64_t(1)
                                              << 50;  // 30 years, a million a second
    void set_state(const State& state, double seconds);
    // After an Error the last commit is still on disk, and the next commit tries the same again.
    void commit();

    // These make new runs at `path`, which appear whole or not at all, and never over another file
    // unless they are told to replace it. This file is not changed.

    // Goes on from `step`: metrics, events and keyframes up to and including it and an event that
    // says so; state = the keyframe's parameters with first moments of zero, the second moments of
    // the latest step and no optimizer step, from which a Trainer measures the moments (or, at the
    // latest step, the exact state). In the newest format.
    RunFile branch(const std::filesystem::path& path, std::int64_t step) const;
    // The same run in the newest, packed format, with at most `keyframes` keyframes (at least 2, or
    // 3), the first, the last and the bookmark among them.
    static constexpr std::size_t kAll = SIZE_MAX;
    void pack_to(const std::filesystem::path& path, std::size_t keyframes = kAll,
                 Existing existing = Existing::refuse) const;
    // Packs a run in its place; it keeps its date. Throws Error as open() does, or if there is no
    // room for both at once.
    static void pack_in_place(const std::filesystem::path& path, std::size_t keyframes = kAll);
    // The run as it is in memory, for when this file cannot be written or even read. `target`: the
    // run's. `picture`: as it was opened, where it is at hand. Committed keyframes, and else the
    // picture, too, are taken from the file where they can be. Returns what could not ("12 kept
    // steps"), or nothing.
    std::string rescue(const std::filesystem::path& path, const Image& target,
                       const Image* picture = nullptr) const;
    // Copies the last commit (Save a copy...), replacing what was there unless another Redraw has
    // it open.
    void copy_to(const std::filesystem::path& path) const;

private:
    // Gives the parameters of a keyframe, or nothing where it is to be left out.
    using ReadKeyframe = std::function<std::optional<std::vector<float>>(std::int64_t step)>;

    RunFile(const std::filesystem::path& path, Access access);
    bool take_lock();  // that keeps a second writer out; see run_save.cpp
    bool take_lock_of_nobody();
    void require_lock();
    void write_changes();
    void thin();
    // The latest state, also one that is not committed; null before the first. `read`: holds it
    // where it has to be read.
    const SavedState* saved_state(std::optional<SavedState>& read) const;
    std::vector<std::byte> target_png() const;
    std::optional<std::vector<std::byte>> source_png() const;
    // Writes a whole run that goes on from `start` as a new file; `last` is its last event.
    void write_to(const std::filesystem::path& to, int format, const SavedState& start,
                  std::span<const std::byte> target,
                  const std::optional<std::vector<std::byte>>& source, const ReadKeyframe& read,
                  std::optional<EventKind> last, Existing existing = Existing::refuse) const;

    // Small records are read when the file is opened and kept. Those that are not yet on disk are
    // in `changes_`, too, so that no transaction with changes is ever open between commits.
    std::filesystem::path path_;
    bool writable_;
    std::string why_read_only_;
    std::unique_ptr<Database> database_;
    bool locked_ = false;
    std::int64_t writer_ = 0;  // our number; header_.writer is that of the last known commit
    RunHeader header_;
    std::unique_ptr<KeyframeTable> keyframe_table_;
    std::vector<Metric> metrics_;         // by step
    std::vector<Keyframe> keyframes_;     // by step
    std::vector<MeasuredPsnr> measured_;  // by step
    std::vector<Event> events_;
    bool has_source_ = false;
    std::optional<SavedState> saved_;  // a reader's: of the same commit as the rest
    std::unique_ptr<RunChanges> changes_;
};

// True when the file starts as one of ours (SQLite header and application_id): how a dropped file
// is told from a picture.
bool is_run_file(const std::filesystem::path& path);

}  // namespace redraw
