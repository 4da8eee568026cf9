// The commands of `redraw`: one struct each with its options and run(), and their common parts.
#pragma once

#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/backend/backend.h"
#include "engine/batch/batch_plan.h"
#include "engine/batch/batch_view.h"
#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/run/run_file.h"
#include "engine/tiles/tiled_drawing.h"
#include "engine/tiles/tiling.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

RunFile open_run(const std::filesystem::path& path);  // read-only

// Reads the parameters of a checkpoint, or the latest ones. Throws Error that names the nearest
// checkpoints.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // the training picture's
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

struct ChosenMoment {
    std::optional<std::int64_t> at_step;  // absent: the current network
    // Describes the choice made by --detail or --bookmark: "That is the drawing of epoch 12 (step
    // 300, detail 0.41), 23.1 dB; now it is 31.2 dB."
    std::string note{};
};

// Flags that choose a checkpoint. `--at` gives its step. `--detail` gives how much detail its
// drawing has, from 0 to 1 (engine/film/pace.h), or "kept" for the newest bookmark. `--bookmark`
// gives the name of a bookmark.
struct MomentFlags {
    std::optional<std::int64_t> at_step;
    std::string detail, bookmark;  // empty: not given
    void add_to(CLI::App& command, const char* at_help);
    bool given() const { return at_step || !detail.empty() || !bookmark.empty(); }
    // Throws Error if the run has no such checkpoint.
    ChosenMoment of(const RunView& view) const;
};
// Returns a bookmark's name, or "epoch 12" if it has none.
std::string bookmark_label(const RunFile& run, const Bookmark& bookmark);

// `redraw fit` and `redraw resume`: train in the terminal.

// Flags that both commands share.
struct TrainingFlags {
    bool json = false;
    BackendFlags backend;
    StopFlags stop;
    ExportFlags output;
    void add_to(CLI::App& command);
    // Trains until the end, a stop rule or a signal. Then saves and writes the drawing that
    // --export names.
    PictureStatus train(Trainer& trainer, TrainingPace pace) const;
};

struct FitCommand : TrainingFlags {
    std::filesystem::path picture, run_path;
    bool force = false, any_size = false, once = false;
    ConfigFlags config;
    void add_to(CLI::App& command);
    void run();

private:
    PictureStatus learn();
    PictureStatus begin_or_go_on();
};

struct ResumeCommand : TrainingFlags {
    std::filesystem::path run_path;
    std::optional<double> epochs;
    std::string time;
    void add_to(CLI::App& command);
    void run();
};

// `redraw enlarge`: trains on a picture and renders it larger, in one command.
struct EnlargeCommand {
    std::filesystem::path picture;
    ExportFlags output{.size = "2x"};
    std::uint64_t seed = 1;
    std::optional<std::int64_t> epochs;
    bool json = false, once = false;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    PictureStatus enlarge();
    PictureStatus write(PictureExport drawn, const ExportSpec& drawing, const std::string& said,
                        const Json& more) const;
};

// `redraw timelapse` and `dive`: make films of a run.

// Flags that all films share.
struct FilmFlags {
    std::filesystem::path run_path, output;
    std::string size = "1x";
    int frames_per_second = 30;
    double seconds = 10, hold = 1;
    bool caption = false, there_and_back = false, json = false;
    BackendFlags backend;
    void add_to(CLI::App& command, const std::string& caption_help);
    FilmSpec spec(const RunView& view) const;
    // Writes the film in frames of this size and reports the result. A signal leaves no file.
    void write(Job& film, const FilmSpec& spec, PixelSize frame, std::size_t keyframes) const;
};

struct TimelapseCommand {
    FilmFlags film;
    std::string pace;  // empty: the default
    bool before_after = false;
    MomentFlags last;
    std::vector<std::filesystem::path> against;  // the compared runs of a race
    std::optional<double> finish_line;
    void add_to(CLI::App& command);
    void run();

private:
    void run_race(const RunView& view, const FilmSpec& spec) const;
};

struct DiveCommand {
    FilmFlags film;
    std::string to;
    double deepest = Dive().deepest;
    std::optional<std::int64_t> at_step;
    void add_to(CLI::App& command);
    void run();
};

// `redraw export` and `weights`: write a drawing or the parameters of a run.

// Returns the message after a signal: no file is written, but a stream keeps the bytes it received.
std::string stopped_while_writing(const ExportSpec& spec);

// Renders and writes a picture with progress. A signal throws Error(cancelled) with the text of
// stopped_while_writing().
void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk);

struct ExportCommand {
    std::filesystem::path run_path;
    MomentFlags moment;
    std::string crop;  // empty: the whole picture
    ExportFlags output{.other_endings = ", or .html for a page"};
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    ExportSpec spec(PixelSize picture) const;
    void export_tiles();
    void write_page(const RunView& view, std::optional<std::int64_t> last) const;
};

struct WeightsCommand {
    std::filesystem::path run_path, output;
    std::optional<std::int64_t> at_step;
    std::string numbers = "f32";
    BackendFlags backend;  // chooses the backend that renders with rounded parameters
    void add_to(CLI::App& command);
    void run();
};

// `redraw thumbnail`: renders a run for the desktop's file manager.

// Opens the run read-only, because another program may be training it.
struct ThumbnailCommand {
    std::filesystem::path run_path, output;
    int longer_side = 256;  // the desktop's "large" thumbnail size
    void add_to(CLI::App& command);
    void run();
};

// `redraw gather`: reports the status of a batch's pictures.
struct GatherCommand {
    std::filesystem::path folder, csv, sheet;
    bool missing = false, watch = false, json = false;
    void add_to(CLI::App& command);
    void run();
};

// `redraw info`, `compare`, `devices`, `import` and `pack`: inspect a run, measure its quality,
// list devices, or make a run from another program's model or an older run.
struct InfoCommand {
    std::filesystem::path run_path;
    std::filesystem::path csv;  // receives the learning curves; empty: none
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// Compares the drawing with the original picture, or else with the pixels that the run held out.
struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::filesystem::path drawing;  // receives the network's drawing; empty: none
    std::optional<int> longer_side;
    // Training epochs of the copy that is compared with interpolation.
    std::optional<std::int64_t> epochs;
    bool json = false;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    void against_reference();
    void against_held_out();
};

struct ImportCommand {
    std::filesystem::path model, run_path, picture;
    int trained_size = 200;  // width and height of the picture that the model learned, in pixels
    void add_to(CLI::App& command);
    void run();
};

// Packs a run of any format into a new file and leaves the original unchanged.
struct PackCommand {
    std::filesystem::path run_path, output;
    std::size_t keyframes = RunFile::kAll;
    void add_to(CLI::App& command);
    void run();
};

struct DevicesCommand {
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// `redraw plan`: prints a command for each picture, for GNU parallel, Slurm or any other scheduler.
struct PlanCommand {
    std::vector<std::filesystem::path> paths;
    std::filesystem::path to;
    std::string enlarge;  // the enlarged size; empty: pictures are learned, not enlarged
    bool sixteen_bit = false;
    ConfigFlags config;
    BackendFlags backend;
    StopFlags stop;
    void add_to(CLI::App& command);
    void run();

private:
    std::vector<std::string> settings() const;
    void check_enlarge(std::vector<std::string> words) const;

    CLI::App* command_ = nullptr;
};

// Adds --once: makes a result only once, even if several programs are asked for it at a time.
CLI::Option* add_once(CLI::App& command, bool& once);

// Does `work` unless the result exists or another program is making it. Writes the outcome to the
// picture's record, for `redraw gather`. Rethrows what `work` throws.
void do_once(const std::filesystem::path& result, bool json,
             const std::function<PictureStatus()>& work);

// `redraw tiles`: cuts a picture that is too large for one run into tiles. Also contains what
// `export`, `info`, `compare` and `thumbnail` do with a join file, which lists the runs of the
// tiles.
struct TilesCommand {
    CutSpec spec;
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// Opens the tiles to render the whole picture. Throws Error that names tiles without a run.
TiledDrawing open_tiles(const std::filesystem::path& join_file, const BackendOptions& options);

void print_tiles(const std::filesystem::path& join_file, bool json);
// Renders all tiles as one small picture, like draw_run() for a single run.
std::shared_ptr<const Image> draw_tiles(const std::filesystem::path& join_file, int side,
                                        const BackendOptions& options);
// Compares with the picture that was cut, row by row. Measures overlaps of tiles separately.
void compare_tiles(const std::filesystem::path& join_file, const std::filesystem::path& reference,
                   const BackendOptions& options, bool json);

}  // namespace redraw
