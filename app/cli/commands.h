// Most commands of `redraw`: one struct each with its options and run(), and their common parts.
#pragma once

#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/features/film/film.h"
#include "engine/run/bookmarks.h"
#include "engine/run/run_file.h"
#include "engine/training/mosaic_training.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

RunFile open_run(const std::filesystem::path& path);  // opens the run read-only

// Reads the network's parameters from the run: those of a checkpoint, or the latest. If there is no
// checkpoint at this step, throws Error that names the nearest ones.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // the training picture's grid
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

// Throws Error unless the runs `rival` and `view` learned the same pixels. `target`: those of
// `view`.
void require_same_picture(const Image& target, const RunView& rival, const RunView& view);

struct ChosenMoment {
    // Training step of the checkpoint; absent: the present network.
    std::optional<std::int64_t> at_step;
    // Describes the choice made by --detail or --bookmark: "That is the drawing of epoch 12
    // (step 300, detail 0.41), 23.1 dB; now it is 31.2 dB."
    std::string note{};
};

// Flags that select a checkpoint of a run. `--at` selects it by training step. `--detail`
// selects it by how much detail its render has, from 0 to 1 (engine/drawing/pace.h), or
// "kept" for the newest bookmark. `--bookmark` selects it by the name of a bookmark.
struct MomentFlags {
    std::optional<std::int64_t> at_step;
    std::string detail, bookmark;  // values of the flags; empty: not given
    void add_to(CLI::App& command, const char* at_help);
    bool given() const { return at_step || !detail.empty() || !bookmark.empty(); }
    // Throws Error if no checkpoint fits --detail or --bookmark; does not check --at.
    ChosenMoment of(const RunView& view) const;
};
// Returns a bookmark's name, or "epoch 12" if it has none.
std::string bookmark_label(const RunFile& run, const Bookmark& bookmark);

// The result of a command that makes a run or an enlargement of a picture.
struct Outcome {
    std::string stopped{};  // why it is not complete: one sentence; empty: it is
    PixelSize size{};       // of the training target or the enlarged picture
    double seconds = 0;     // that it took
    double psnr = std::numeric_limits<double>::quiet_NaN();  // dB; NaN: unknown
};

// --once: makes a result only once even if several programs are asked for it at the same time.
struct OnceFlag {
    bool given = false;
    CLI::Option* add_to(CLI::App& command);
    // Calls `work` unless the picture's record says that it is done and the result file exists, or
    // another program is making it. Writes the outcome to the record, which `redraw gather` reads.
    // Rethrows what `work` throws.
    static void run(const std::filesystem::path& result, bool json,
                    const std::function<Outcome()>& work);
};

// `redraw fit` and `redraw resume`: train in the terminal.

inline constexpr char kWholeHelp[] =
    "afterwards learn the whole picture at its own size, in tiles with a network each";
// Epochs of each tile of the whole picture, without a time limit (measured:
// bench/results/quality.md).
inline constexpr double kWholeEpochs = 4;

// Flags of both `redraw fit` and `redraw resume`.
struct TrainingFlags {
    bool json = false;
    BackendFlags backend;
    StopFlags stop;
    ExportFlags output;
    void add_to(CLI::App& command);
    // Trains until the run is finished, its goal is reached or a signal comes. Saves the run, and
    // without a signal writes the render that --export asks for.
    Outcome train(Trainer& trainer, TrainingPace pace) const;
    Goal goal() const;  // what these options ask for
    // Returns true if the run's own network has reached the dB that it was to reach.
    static bool reached(const Trainer& trainer);
};

struct FitCommand : TrainingFlags {
    std::filesystem::path picture, run_path;
    bool force = false, any_size = false, whole = false;
    OnceFlag once;
    ConfigFlags config;
    void add_to(CLI::App& command);
    void run();

    // The settings for a picture: its configuration, the plan of its tiles if it is learned whole,
    // and a sentence about an automatic choice, or empty.
    struct Chosen {
        Config config;
        std::optional<WholePlan> whole;
        std::string why;
    };
    Chosen choose(Config wanted, const Image& image) const;

private:
    Outcome learn();
    Outcome begin_or_go_on();
};

struct ResumeCommand : TrainingFlags {
    std::filesystem::path run_path, picture;
    std::optional<double> epochs;
    std::string time;
    bool whole = false;
    void add_to(CLI::App& command);
    void run();

private:
    void take_goal(Trainer& trainer) const;
    const CLI::Option* size_ = nullptr;  // the option --size
};

inline constexpr const char* kKeepMetadataHelp =
    "keep the picture's date, place, camera and resolution (EXIF and DPI; of JPEG, PNG, WebP, AVIF "
    "and HEIC; in JPEG, PNG and WebP). Not its colour profile: the drawing is sRGB";

// `redraw enlarge`: trains on a picture and renders it larger, in one command.
struct EnlargeCommand {
    std::filesystem::path picture;
    ExportFlags output{.size = "2x"};
    std::uint64_t seed = 1;
    std::optional<std::int64_t> epochs;
    bool json = false, keep_metadata = false;
    OnceFlag once;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    Outcome enlarge();
    Outcome write(PictureExport drawn, const ExportSpec& drawing, const std::string& said,
                  const Json& more) const;
};

// Flags of all commands that make films.
struct FilmFlags {
    std::filesystem::path run_path, output;
    std::vector<std::string> sizes{"1x"};
    int frames_per_second = 30;
    double seconds = 10, hold = 1;
    bool caption = false, there_and_back = false, json = false;
    BackendFlags backend;
    const CLI::Option* seconds_given = nullptr;  // the option --seconds
    void add_to(CLI::App& command, const std::string& caption_help);
    // Describes the film without its size.
    FilmSpec spec() const;
    // Returns a film for each size. Several get the size in their names: "film-9x16.mp4".
    std::vector<FilmSpec> sized(const FilmSpec& spec, PixelSize picture) const;
    // Writes the film and reports the result: the size of a `frame`, and `keyframes`, the number
    // of checkpoints that the film can show. A signal during writing leaves no file.
    void write(Job& film, const FilmSpec& spec, PixelSize frame, std::size_t keyframes) const;
};

// Throws Error if writing the film needs more memory than there is; `more`: film_bytes().
void require_film_memory(double more, const FilmSpec& film);
// Returns the original picture if the run file contains it, otherwise the training picture.
std::shared_ptr<const Image> picture_of(const RunFile& run);

// `redraw timelapse`: makes a film of the training.
struct TimelapseCommand {
    FilmFlags film;
    std::string pace;  // name of the pace; empty: the default
    bool before_after = false, inset = false, curve = false, clip = false;
    bool add_up = false;
    MomentFlags last;
    std::vector<std::filesystem::path> against;  // the runs that a race film compares with this one
    std::optional<double> finish_line;
    void add_to(CLI::App& command);
    void run();

private:
    void run_race(const RunView& view, FilmSpec spec) const;
};

// `redraw dive`: makes a film that zooms into a detail.
struct DiveCommand {
    FilmFlags film;
    std::string to;
    double deepest = Dive().deepest;
    MomentFlags moment;
    void add_to(CLI::App& command);
    void run();
};

// `redraw export` and `redraw weights`: write a picture or the network's parameters from a run.

// Returns the message for a signal during writing: no file was written, or standard output got
// only a part.
std::string drawing_at(const ExportSpec& spec);  // for require_memory()
std::string stopped_while_writing(const ExportSpec& spec);

// Renders a picture and writes it, showing progress. After a signal, throws Error(cancelled)
// with the text of stopped_while_writing().
void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk);
// Returns the size of an exported drawing as text, and that it is gray if its format requires that.
std::string size_drawn(const PictureExport& job, const ExportSpec& spec);

struct ExportCommand;

// Flags of `redraw export` for a web page.
struct PageFlags {
    std::string title, text;        // heading and first line
    std::filesystem::path against;  // the run that the page compares with this one
    // `output`: the exported file, which may then be a page.
    void add_to(CLI::App& command, ExportFlags& output);
    // Writes the page up to a moment, and returns true, if the exported file is a page. Throws
    // Error.
    bool write(const ExportCommand& asked, const RunView& view, const ChosenMoment& last) const;
};

struct ExportCommand {
    std::filesystem::path run_path;
    MomentFlags moment;
    std::string crop;  // the part to export; empty: the whole picture
    PageFlags page;
    bool poster = false;
    const CLI::Option* size = nullptr;  // the option --size
    ExportFlags output;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    ExportSpec spec(PixelSize picture) const;
};

struct WeightsCommand {
    std::filesystem::path run_path, output;
    std::optional<std::int64_t> at_step;
    std::string numbers = "f32";
    BackendFlags backend;  // renders with the rounded parameters, to measure their quality
    void add_to(CLI::App& command);
    void run();
};

// `redraw thumbnail`: renders a run as a small picture for the desktop's file manager.

// Opens the run read-only, because another program may be training it at the same time.
struct ThumbnailCommand {
    std::filesystem::path run_path, output;
    int longer_side = 256;  // in pixels; the desktop's "large" thumbnail size
    void add_to(CLI::App& command);
    void run();
};

// `redraw gather`: reports the status of all pictures of a batch.
struct GatherCommand {
    std::filesystem::path folder, csv, sheet;
    bool missing = false, watch = false, json = false;
    void add_to(CLI::App& command);
    void run();
};

// `redraw info`, `compare`, `devices`, `import` and `pack`. They inspect a run, measure its
// quality, list the devices for training, and make a run from another program's model or from
// an older run.
struct InfoCommand {
    std::filesystem::path run_path;
    std::filesystem::path csv;  // file to write the learning curves to; empty: none
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// `redraw compare`: compares the network's render with the original picture. Without a picture,
// trains a copy of the network with a part of the pixels, and compares its render with the others.
struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::filesystem::path drawing;  // file to write the network's render to; empty: none
    std::optional<int> longer_side;
    // Epochs of the copy that is trained without the held-out pixels; absent: as many as the
    // run's.
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
    // Width and height of the picture that the imported model was trained on, in pixels.
    int trained_size = 200;
    void add_to(CLI::App& command);
    void run();
};

// `redraw pack`: writes a run, usually smaller, to `output` or, if that is empty, in place of the
// run.
struct PackCommand {
    std::filesystem::path run_path, output;
    std::size_t keyframes = RunFile::kAll;
    void add_to(CLI::App& command);
    void run();
};

// `redraw lesson`: answers a question about training on a picture, and judges the lesson's claims.
struct LessonCommand {
    std::string name;                             // a built-in lesson's name or number, or a file
    std::vector<std::filesystem::path> pictures;  // empty: the sample picture
    std::optional<std::uint64_t> seed;
    bool all = false, list = false, json = false;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();
};

struct DevicesCommand {
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

struct BatchPlan;
struct PlannedPicture;
// Returns the shell command that makes one picture of a plan.
std::string planned_line(const BatchPlan& plan, const PlannedPicture& picture);

// `redraw plan`: prints one shell command for each picture, for GNU parallel, Slurm or any
// other scheduler.
struct PlanCommand {
    std::vector<std::filesystem::path> paths;
    std::filesystem::path to;
    // The size to enlarge to; empty: networks are trained, nothing is enlarged.
    std::string enlarge;
    bool sixteen_bit = false, keep_metadata = false;
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

// `redraw tiles`: cuts a picture that is too large for one machine into runs, and joins what they
// have learned into one run.
struct TilesCommand {
    std::filesystem::path picture;  // to join: the picture's run
    std::filesystem::path folder;
    bool joins = false, force = false, json = false;
    FitCommand fit;  // the settings of the picture's own network, and of the device
    void add_to(CLI::App& command);
    void run();

private:
    void cut();
    void join();
};

}  // namespace redraw
