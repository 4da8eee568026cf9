// The commands of redraw, a struct each with its options and run(), and their common parts.
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

// The parameters of a kept step, or of the latest. Throws Error that names the kept steps nearby.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // of the training picture, and its channels
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

struct ChosenMoment {
    std::optional<std::int64_t> at_step;  // absent: the network as it is now
    // With --detail: "That is the drawing of epoch 12 (step 300, detail 0.41), 23.1 dB; now it is
    // 31.2 dB."
    std::string note{};
};

// `--at`, a kept step; or `--detail`: an earlier, softer moment of a run, by how far its drawing
// had come and not by its step (engine/film/pace.h), or the one that was kept in the studio.
struct MomentFlags {
    std::optional<std::int64_t> at_step;
    std::string detail;  // empty: not given
    void add_to(CLI::App& command, const char* at_help);
    bool given() const { return at_step || !detail.empty(); }
    // Throws Error where the run has no such moment.
    ChosenMoment of(const RunView& view) const;
};

// `redraw fit` and `redraw resume`: train in the terminal.

// Their common flags.
struct TrainingFlags {
    bool json = false;
    BackendFlags backend;
    StopFlags stop;
    ExportFlags output;
    void add_to(CLI::App& command);
    // Trains until the end, a stop rule or a signal, saves, and draws what --export asks for.
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

// `redraw enlarge`: a picture learns its own enlargement and is drawn larger, in one go.
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

// `redraw timelapse` and `dive`: films of a run.

// The flags of all films.
struct FilmFlags {
    std::filesystem::path run_path, output;
    std::string size = "1x";
    int frames_per_second = 30;
    double seconds = 10, hold = 1;
    bool caption = false, there_and_back = false, json = false;
    BackendFlags backend;
    void add_to(CLI::App& command, const std::string& caption_help);
    FilmSpec spec(const RunView& view) const;
    // Writes the film in frames of this size and reports it. A signal leaves no file.
    void write(Job& film, const FilmSpec& spec, PixelSize frame, std::size_t keyframes) const;
};

struct TimelapseCommand {
    FilmFlags film;
    std::string pace;  // empty: the default
    bool before_after = false;
    MomentFlags last;
    std::vector<std::filesystem::path> against;  // the runs to race against
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

// `redraw export` and `weights`: take something out of a run.

// The sentence after a signal: no file is written, a stream keeps what it got.
std::string stopped_while_writing(const ExportSpec& spec);

// Draws and writes with progress. A signal stops it: Error(cancelled) of stopped_while_writing().
void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk);

struct ExportCommand {
    std::filesystem::path run_path;
    MomentFlags moment;
    std::string crop;  // empty: the whole
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
    BackendFlags backend;  // for drawing with rounded parameters
    void add_to(CLI::App& command);
    void run();
};

// `redraw thumbnail`: draws a run for the desktop's file manager.

// Opens the run read-only; another program may train it.
struct ThumbnailCommand {
    std::filesystem::path run_path, output;
    int longer_side = 256;  // the desktop's "large"
    void add_to(CLI::App& command);
    void run();
};

// `redraw gather`: the status of the pictures of a plan.
struct GatherCommand {
    std::filesystem::path folder, csv, sheet;
    bool missing = false, watch = false, json = false;
    void add_to(CLI::App& command);
    void run();
};

// `redraw info`, `compare`, `devices`, `import` and `pack`: inspect a run, measure it, make one
// from another program's model or from an older run.
struct InfoCommand {
    std::filesystem::path run_path;
    std::filesystem::path csv;  // for the learning curves; empty: none
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// Compares with the original picture, or without one with held-out pixels of the run's own.
struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::filesystem::path drawing;  // for the network's drawing; empty: none
    std::optional<int> longer_side;
    std::optional<std::int64_t> epochs;  // of the copy that is compared with interpolation
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
    int trained_size = 200;  // pixels a side of the square picture it learned
    void add_to(CLI::App& command);
    void run();
};

// Reads a run of any format and does not change it.
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
    std::string enlarge;  // a size; empty: the pictures are learned
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

// --once: makes a result once, however many programs are asked for it at the same time.
CLI::Option* add_once(CLI::App& command, bool& once);

// Does `work` unless its result exists or another program makes it, and writes how it came out into
// the picture's record, for `redraw gather`. Rethrows what `work` throws.
void do_once(const std::filesystem::path& result, bool json,
             const std::function<PictureStatus()>& work);

// `redraw tiles`: cuts a picture too large for one run into tiles; and what `export`, `info`,
// `compare` and `thumbnail` do with the file that joins the runs of the tiles.
struct TilesCommand {
    CutSpec spec;
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// Opens the tiles for drawing the whole. Throws Error that names tiles without a run.
TiledDrawing open_tiles(const std::filesystem::path& join_file, const BackendOptions& options);

void print_tiles(const std::filesystem::path& join_file, bool json);
// The same as draw_run().
std::shared_ptr<const Image> draw_tiles(const std::filesystem::path& join_file, int side,
                                        const BackendOptions& options);
// Compares with the picture that was cut, row by row; overlaps of tiles are measured apart.
void compare_tiles(const std::filesystem::path& join_file, const std::filesystem::path& reference,
                   const BackendOptions& options, bool json);

}  // namespace redraw
