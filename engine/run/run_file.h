// A run on disk: one `.redraw` file, an SQLite database (docs/file-format.md). Every save is one
// transaction: a kill, a crash or a full disk loses only unsaved changes. One writer at a time
// across all processes; concurrent readers see complete saves. One owner, one thread. This process
// may open the file only through SQLite: closing another descriptor would release the writer's lock
// (database.h).
#pragma once

#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "engine/network/evaluate.h"
#include "engine/network/parameters.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/run/mosaic.h"

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

inline constexpr int kRunFormat = 4;  // the only format of run files that is read

struct RunHeader {
    Config config{};
    NetworkSpec asked{};  // the network as requested, before automatic choices
    BySize by_size{};     // values left to the picture size
    Goal goal{};          // what the run is to do besides its schedule
    std::string picture_name{};
    int width = 0, height = 0, channels = 0;  // size of the target
    std::int64_t keyframe_budget = 256'000'000;
    std::int64_t writer = 0;  // random id of the last writer

    Config request() const {
        Config request = config;
        request.network = asked;
        request.by_size = by_size;
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

// Internal to the run file: see database.h, run_tables.h, packed_parameters.h, keyframe_table.h.
class Database;
class DrawingRounding;
class KeyframeTable;
struct RoundedParameters;
struct RunChanges;

class RunFile {
public:
    // `prefer_write`: opens for writing if possible, else read-only; why_read_only() says why.
    enum class Access { read_write, read_only, prefer_write };

    // The start of a new run: its initial state, which becomes a keyframe, the event to record for
    // it, the network as requested, and what the run is to do (set_goal()).
    struct Start {
        State state;
        EventKind event;
        NetworkSpec asked;
        Goal goal{};
        std::optional<Mosaic> mosaic{};
    };
    // Creates a new run. A replaced run stays, locked, until the new one is complete. Throws Error
    // if the path cannot be written, exists (Existing::refuse), or is a run that is open in another
    // Redraw. If several programs create a new file at once, one succeeds.
    enum class Existing { refuse, replace };
    static RunFile create(const std::filesystem::path& path, const Config& config,
                          const Image& target, const std::string& picture_name,
                          Existing existing = Existing::refuse,
                          const std::optional<Start>& start = std::nullopt);
    // Opens a run at its latest save. A reader opens the run again to see later saves, and may find
    // that a keyframe was thinned out meanwhile. Throws Error: not found, not a run, truncated or
    // damaged, of another format; for read_write also in use by another Redraw, or
    // read-only. Blobs are checked when they are read.
    static RunFile open(const std::filesystem::path& path, Access access = Access::read_write);

    RunFile(RunFile&&) noexcept;
    RunFile& operator=(RunFile&&) noexcept;
    ~RunFile();  // drops unsaved changes

    // Returns true if any process has the run open for writing; false if it is no readable run.
    static bool has_writer(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return path_; }
    bool writable() const { return writable_; }
    // Returns why a run opened with prefer_write is read-only: "it is open in another Redraw", "it
    // is read-only" or "its folder is read-only"; else empty.
    const std::string& why_read_only() const { return why_read_only_; }
    // Returns true if the run is read-only because another Redraw had it open, and none has now.
    // Also true for some microseconds between two saves of the other Redraw.
    bool writer_left() const;
    // Opens the file again to read later saves; for readers.
    RunFile opened_again() const;
    // Returns true if both are the same run, perhaps at different saves: same picture, network
    // and start.
    bool is_same_run(const RunFile& other) const;
    const Config& config() const { return header_.config; }
    // The configuration as requested, automatic choices still open.
    Config request() const { return header_.request(); }
    // The name of the picture, or the name given by rename().
    const std::string& picture_name() const { return header_.picture_name; }
    Image target() const;  // stored losslessly as PNG
    // Throws Error where target() or source() would; takes little memory for the source.
    void check_pictures() const;
    PixelSize target_size() const { return {header_.width, header_.height}; }
    int channels() const { return header_.channels; }  // channels of the target
    std::size_t parameter_count() const { return header_.parameter_count(); }
    // Returns the size of the whole picture: of the mosaic, begun or planned; without one, of
    // stored_picture_size().
    PixelSize picture_size() const;
    // Returns the size of source(), or of the target if there is no source.
    PixelSize stored_picture_size() const;
    std::optional<Image> source() const;  // picture as opened, upright, full size

    const std::vector<Metric>& metrics() const { return metrics_; }        // by step
    const std::vector<Keyframe>& keyframes() const { return keyframes_; }  // by step
    // The measured PSNR of the render, by step.
    const std::vector<MeasuredPsnr>& measured() const { return measured_; }
    const std::vector<Event>& events() const { return events_; }
    // Returns the moments of the timelapse: the keyframes, then each learned tile of the mosaic.
    std::vector<Keyframe> moments() const;
    // Returns the parameters of the moment at exactly this step, or nothing. A moment of the mosaic
    // has those of the run's own network and the number of tiles (with_tile_count()).
    std::optional<std::vector<float>> parameters_at(std::int64_t step) const;
    // Returns the parameters of a moment or of the latest state. Throws not_kept() if neither
    // has this step; its message names the nearest keyframes.
    std::vector<float> require_parameters(std::int64_t step) const;
    Error not_kept(std::int64_t step) const;
    std::optional<State> state() const;              // the latest state; nothing before the first
    std::optional<std::int64_t> state_step() const;  // step of the latest state, without copying it
    double seconds() const;                          // training time at the latest state
    std::int64_t keyframe_budget() const { return header_.keyframe_budget; }  // bytes

    // The mosaic: networks that learn the picture at its own size (mosaic.h). Absent until
    // begin_mosaic(); from then on the run's own network is not trained.
    const std::optional<Mosaic>& mosaic() const { return mosaic_; }
    // The mosaic that is to begin once the run's own network has ended; absent if none is, or if it
    // has begun.
    const std::optional<Mosaic>& planned_mosaic() const { return planned_mosaic_; }
    // What the run is to do besides its schedule, as it was asked when it was made or resumed.
    const Goal& goal() const { return header_.goal; }
    const std::vector<MosaicTile>& mosaic_tiles() const { return mosaic_tiles_; }  // oldest first
    // Returns the step at which each tile was learned, counted on from the latest state's step.
    std::vector<std::int64_t> mosaic_steps() const;
    // Returns the parameters of mosaic_tiles()[place]. Throws Error if they are damaged.
    std::vector<float> mosaic_parameters(std::size_t place) const { return tile_reader()(place); }
    // Returns a function that does so, on this run's thread. It stays valid when this object is
    // moved or destroyed. Precondition: the run has a mosaic.
    ReadTile tile_reader() const;

    // The functions below change the run: this object sees changes at once, and commit() saves
    // them to disk. A reader may change its own object but never save it.
    // They throw Error with the reason. Parameters and optimizer moments must be finite. The
    // network, the requested network and the optimizer of a run never change. A changed batch or
    // schedule no longer follows from the picture size; but another `finish` (BySize::finish)
    // leaves the epochs to it again.
    void set_config(const Config& config, std::optional<double> finish = {});
    // `name`: not blank, at most kLongestRunName bytes. Control characters and invalid UTF-8 are
    // escaped.
    void rename(const std::string& name);
    // Encodes a picture for set_source(), as PNG. Returns nothing above the limits of picture.h or
    // 512 MB. Any thread.
    static std::vector<std::byte> encoded_source(const Image& picture, int bit_depth);
    void set_source(std::vector<std::byte> encoded);  // sets the picture in full size, if any
    void add_metric(const Metric& metric);            // replaces a metric of the same step
    // Replaces a measurement of the same step, but never that of the whole picture by that of a
    // sample.
    void add_measured(const MeasuredPsnr& measured);
    // Replaces a keyframe of the same step, then thins keyframes to the budget (thinned()).
    void add_keyframe(const Keyframe& keyframe, std::span<const float> parameters,
                      const InParallel& in_parallel = in_turn);
    std::size_t unsaved_bytes() const;  // memory of the keyframes that wait for commit()
    void add_event(const Event& event);
    // Replaces the goal; whether a mosaic is planned stays as it is.
    void set_goal(const Goal& goal);
    // Plans or replaces the mosaic that begins later; begin_mosaic() begins it. Precondition: no
    // mosaic has begun.
    void plan_mosaic(const Mosaic& mosaic);
    void begin_mosaic();
    // Adds a tile that was not learned yet. Returns its parameters as stored: rounded like those of
    // a keyframe, as far as the tile's PSNR allows, for which an estimate will do.
    std::vector<float> add_mosaic_tile(const MosaicTile& tile, std::span<const float> parameters,
                                       const InParallel& in_parallel = in_turn);
    // Sets the PSNR and the training time of the tile that was just added.
    void set_newest_tile(float psnr, double seconds);
    // Sets the latest state and drops metrics, keyframes and measurements after its step. Throws
    // Error if the step exceeds kLastStep.
    static constexpr std::int64_t kLastStep = std::int64_t(1)
                                              << 50;  // 36 years at a million steps a second
    void set_state(State state, double seconds);
    // Saves all changes. After an Error the last save is still on disk, and the next call tries
    // again. `in_parallel` changes no byte.
    void commit(const InParallel& in_parallel = in_turn);

    // The functions below create new runs at `path`, each complete or not at all. Only
    // Existing::replace, pack_in_place() and copy_to() replace an existing file. The file of this
    // run does not change.

    // Creates a run that continues from `step`. Copies the records up to
    // `step` and adds a branch event. The state has the keyframe's parameters, zero first moments,
    // the latest second moments and optimizer step 0; the Trainer then measures its moments. At the
    // latest step the branch has the exact state.
    RunFile branch(const std::filesystem::path& path, std::int64_t step) const;
    // Creates the same run, packed, with at most `keyframes` keyframes. The
    // first, the last and every bookmarked keyframe always stay.
    static constexpr std::size_t kAll = SIZE_MAX;
    void pack_to(const std::filesystem::path& path, std::size_t keyframes = kAll,
                 Existing existing = Existing::refuse) const;
    // Packs a run in place; the file keeps its date. Throws Error as open() does, or if the disk
    // has no room for both files at once.
    static void pack_in_place(const std::filesystem::path& path, std::size_t keyframes = kAll);
    // Saves the run from memory as a new file, for when its own file cannot be written or read.
    // `target`: the run's target. `picture`: the picture as opened, or null. Reads saved keyframes
    // and tiles, and the picture if null, from the file if possible. Returns what could not be
    // saved ("12 moments"), or empty. Throws Error, also if no state is unsaved.
    std::string rescue(const std::filesystem::path& path, const Image& target,
                       const Image* picture = nullptr) const;
    // Copies the last save to `path` (the user's "Save a copy..."). Replaces an existing file
    // unless another Redraw has it open.
    void copy_to(const std::filesystem::path& path) const;

private:
    // A function that returns the parameters of the keyframe at `step`, or null to leave the
    // keyframe out.
    using ReadKeyframe = std::function<std::shared_ptr<const RoundedParameters>(std::int64_t step)>;

    RunFile(const std::filesystem::path& path, Access access);
    bool take_lock();  // excludes a second writer; see run_file_save.cpp
    bool take_lock_of_nobody();
    void require_lock();
    [[noreturn]] void refuse_overwritten() const;
    void write_changes(const InParallel& in_parallel);
    void thin();
    // Returns the parameters of a keyframe as stored, or null if there is none.
    std::shared_ptr<const RoundedParameters> rounded_at(std::int64_t step) const;
    std::vector<std::byte> packed_mosaic_tile(std::size_t place) const;
    std::optional<std::vector<float>> mosaic_parameters_at(std::int64_t step) const;
    std::optional<SavedState> state_head() const;  // step and seconds only
    std::vector<std::byte> target_png() const;
    std::optional<std::vector<std::byte>> source_png() const;
    // Writes a new run file that continues from `start`. `last`: kind of its last event. `tiles`:
    // number of learned tiles that the new file keeps; absent: the new file has no mosaic.
    void write_to(const std::filesystem::path& to, const SavedState& start,
                  std::span<const std::byte> target,
                  const std::optional<std::vector<std::byte>>& source, const ReadKeyframe& read,
                  std::optional<EventKind> last, Existing existing = Existing::refuse,
                  std::optional<std::size_t> tiles = kAll) const;

    // Small records are read on opening and kept in memory. Unsaved ones are also noted in
    // `changes_`, so that no write transaction is open between saves.
    std::filesystem::path path_;
    bool writable_;
    std::string why_read_only_;
    std::shared_ptr<Database> database_;  // shared with tile_reader()
    bool locked_ = false;
    std::int64_t writer_ = 0;  // id of this object; header_.writer: id of the last known save
    RunHeader header_;
    std::unique_ptr<KeyframeTable> keyframe_table_;
    std::vector<Metric> metrics_;         // by step
    std::vector<Keyframe> keyframes_;     // by step
    std::vector<MeasuredPsnr> measured_;  // by step
    std::vector<Event> events_;
    std::optional<Mosaic> mosaic_, planned_mosaic_;
    std::vector<MosaicTile> mosaic_tiles_;
    std::unique_ptr<DrawingRounding> mosaic_rounding_;  // set once a tile is added
    bool has_source_ = false;
    std::optional<SavedState> saved_;  // for a reader: state of the same save as the other records
    std::shared_ptr<RunChanges> changes_;  // shared with tile_reader()
};

// Returns true if the file starts with SQLite's header and Redraw's application_id. Distinguishes
// a dropped run from a picture.
bool is_run_file(const std::filesystem::path& path);

}  // namespace redraw
