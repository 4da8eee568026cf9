// `redraw fit`: learns a picture.
#include "app/cli/fit.h"
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/training.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "engine/run/run_list.h"
#include "engine/seconds.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "engine/training/training_pace.h"
#include "engine/training/training_speed.h"

#include <utility>

namespace redraw {
namespace {

// Prints the picture's and the training size, the number of parameters, and the batch size unless
// every step uses all pixels. `whole`: the whole picture will be learned afterwards.
void print_start(Trainer& trainer, const Picture& picture, PixelSize size, bool whole) {
    const Dataset& dataset = trainer.dataset();
    const Image& target = dataset.target;
    std::string how;
    if (dataset.batch != BatchMode::full)
        how = fmt::format(", {} pixels a step", dataset.batch_pixels());
    print("{}: {} {} x {}, learned at {} x {} in {} channel{}{}; {} parameters on {}\n",
          picture.name, picture.format, size.width, size.height, target.width, target.height,
          target.channels, target.channels == 1 ? "" : "s", how, trainer.parameter_count(),
          trainer.backend().description());
    if (whole)
        print("This network learns {}. Then networks of tiles learn every pixel of the picture.\n",
              target.width < size.width || target.height < size.height
                  ? "a smaller copy of the picture"
                  : "the picture");
    else if (target.width < size.width || target.height < size.height)
        print(
            "The network learns a smaller copy of the picture; --train-size original learns every "
            "pixel.\n");
}

// Returns the path of the run file to create. If the file exists, throws Error unless it is a run
// and it is replaced.
std::filesystem::path free_run_path(const FitCommand& command, const std::string& picture_name) {
    if (command.run_path.empty()) return new_run_path(picture_name);
    std::error_code ignored;
    if (std::filesystem::exists(command.run_path, ignored)) {
        if (!command.force)
            throw Error(
                display_name(command.run_path) +
                " already exists. Continue it with `redraw resume`, or replace it with --force.");
        if (!is_run_file(command.run_path))
            throw Error("Cannot replace " + display_name(command.run_path) + ": it is not a run.");
    }
    return command.run_path;
}

// With a time limit, the run's own network gets kOwnShare of it, at most kMostOwnSeconds.
constexpr double kOwnShare = 1.0 / 6, kMostOwnSeconds = 5;

}  // namespace

void add_fit(CLI::App& app) {
    const auto [command, asked] = add_command<FitCommand>(app, "fit", "Learn a picture");
    add_file_or_stream(command, "PICTURE", asked.picture, kPictureHelp)->required();
    add_file(command, "-o,--run", asked.run_path, "the run file; default: in the runs folder");
    command.add_flag("--force", asked.force, "replace an existing run file");
    asked.once.add_to(command)->excludes("--force")->needs("--run");
    command.add_flag("--any-size", asked.any_size, "accept pictures above the size limits");
    command.add_flag("--whole", asked.whole, kWholeHelp);
    command.add_flag("--json", asked.json, "one JSON object a line");
    asked.config.add_to(command);
    asked.TrainingFlags::add_to(command);
}

void FitCommand::run() {
    if (once.given) return once.run(run_path, json, [this] { return begin_or_go_on(); });
    learn();
}

Outcome FitCommand::learn() {
    // Starts the clock here because the time limit --time includes reading the picture.
    const auto begun = std::chrono::steady_clock::now();
    Config wanted = config.config();
    const Input read = input_of(picture, "the picture that is learned"),
                settings{config.config_file, "the settings"}, own{config.own_preset, "the preset"};
    if (!run_path.empty()) require_no_input(run_path, {read, settings, own});
    if (!output.export_path.empty())
        output.require({read, settings, own, {run_path, "the run itself"}});
    PictureLimits limits{.way_out =
                             "--any-size lifts it"
                             ", and `redraw tiles` learns the picture in tiles"};
    if (any_size)
        limits = {std::numeric_limits<int>::max(), std::numeric_limits<std::int64_t>::max(),
                  std::numeric_limits<std::uint64_t>::max()};
    Picture loaded = read_picture(picture, limits);
    if (!output.export_path.empty())
        // Rejects an invalid size for --export before training starts.
        output.spec({loaded.image.width, loaded.image.height});
    catch_stop_signals();
    const PixelSize size{loaded.image.width, loaded.image.height};
    const auto [learned, whole_picture, why] = choose(std::move(wanted), loaded.image);
    require_backend(backend.options());  // checked before an existing run file is replaced
    const PixelSize at = training_size(learned.data.train_size, size.width, size.height);
    std::optional<Mosaic> mosaic;
    if (whole_picture) mosaic = mosaic_for(size, loaded.image.channels, *whole_picture);
    require_memory(
        learning_bytes(learned, loaded.image, mosaic),
        fmt::format("Learning it at {} x {}", at.width, at.height),
        whole_picture ? "a smaller --train-size without --whole" : "a smaller --train-size");
    NewRun made = make_run(free_run_path(*this, loaded.name), std::move(loaded.image), loaded.name,
                           learned, force ? RunFile::Existing::replace : RunFile::Existing::refuse,
                           goal(), whole_picture);
    Trainer trainer(std::move(made.run), backend.options(), made.dataset,
                    [&](const Config& too_large) { return with_smaller_batch(too_large, size); });
    if (!json) {
        print_start(trainer, loaded, size, whole_picture.has_value());
        if (!why.empty()) print("{}\n", why);
        if (!loaded.note.empty()) print("{}\n", loaded.note);
        for (const Preset& preset : kPresets)
            if (preset.name == learned.preset && !preset.warning.empty())
                print("{}\n", preset.warning);
        flush_printed();
    }
    trainer.keep_source(std::move(made.picture), loaded.bit_depth);
    return train(trainer, {seconds_since(begun), 0});
}

// Resumes an existing run. Starts again if the run has made no training step, because its file may
// then lack the picture.
Outcome FitCommand::begin_or_go_on() {
    std::error_code ignored;
    force = true;
    if (!std::filesystem::exists(run_path, ignored)) return learn();
    catch_stop_signals();
    std::optional<RunFile> run = RunFile::open(run_path);
    const auto state = run->state();
    if (!state || state->step == 0) {
        run.reset();
        return learn();
    }
    require_memory(continuing_bytes(*run, whole), "Continuing it", "");
    Trainer trainer(std::move(*run), backend.options());
    return train(trainer, {trainer.seconds(), trainer.step()});
}

FitCommand::Chosen FitCommand::choose(Config wanted, const Image& image) const {
    const PixelSize size{image.width, image.height};
    std::string why;
    std::optional<WholePlan> whole_picture;
    double own_seconds = wanted.schedule.seconds;  // time limit of the run's own network
    const bool own_size = wanted.data.train_size == TrainSize{.longer_side = 0};
    if (whole || (own_size && wanted.preset == kAutomaticPreset && learned_in_tiles(size))) {
        whole_picture = WholePlan{kWholeEpochs, 0};
        if (own_seconds > 0) {
            whole_picture->seconds = own_seconds;
            own_seconds = std::min(kMostOwnSeconds, kOwnShare * own_seconds);
            whole_picture->seconds -= own_seconds;
            wanted.schedule.seconds = own_seconds;
        } else if (config.given("--epochs")) {
            whole_picture->epochs = wanted.schedule.epochs;
        }
        if (own_size) wanted.data.train_size = {};
    }
    if (wanted.preset == kAutomaticPreset) {
        ChooseBy by{.keep_size = config.given("--train-size") && !(whole_picture && own_size)};
        if (wanted.schedule.seconds > 0 && !by.keep_size)
            by.pixels_per_second =
                pixels_per_second(preset_config(kChosenPreset), image.channels, backend.options());
        auto choice = choose_automatically(wanted, image, by);
        choice.config.schedule = config.schedule_over(choice.config.schedule);
        choice.config.schedule.seconds = own_seconds;
        wanted = std::move(choice.config);
        why = std::move(choice.why);
    } else if (config.leaves_size_open() && wanted.data.train_size.longer_side > 0) {
        wanted.data.train_size = as_many_pixels_as_square(wanted.data.train_size.longer_side, size);
    }
    Config learned = with_batch_by_size(wanted, size);
    if (const Precision asked = backend.options().precision; asked != Precision::automatic)
        learned.precision = asked;
    return {std::move(learned), whole_picture, std::move(why)};
}

}  // namespace redraw
