#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "app/process/stop_signals.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/doctor/findings.h"
#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "engine/run/folders.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/training/time_budget.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace redraw {
namespace {

// Saves the run. If a signal stopped training and the run had to be saved to another path, the exit
// status is still the signal's.
void save(Trainer& trainer) {
    const std::string elsewhere = trainer.save_or_rescue();
    if (elsewhere.empty()) return;
    if (stop_signal()) throw Error(Error::Kind::cancelled, elsewhere);
    throw NotSaved(elsewhere);
}

constexpr double kNever = std::numeric_limits<double>::infinity();

// Returns true if the run's own network has reached the dB that it was to reach.
bool reached(const Trainer& trainer) {
    return trainer.reached_goal() && !trainer.run().mosaic();
}

// Trains until the run is finished, the run's goal is reached or a signal comes, and saves the run.
// A goal in dB that the run's own network reaches ends that network; a planned mosaic then begins.
void train_and_save(Trainer& trainer, TrainingPace& pace, FitOutput& output) {
    const double until_seconds = trainer.run().goal().seconds.value_or(kNever);
    std::string said, device_said, choice_said;
    pace.trains(trainer.step());
    trainer.keep_in_time(pace);
    CheckUp check_up;
    std::set<std::string> advised;  // advice already printed; each sentence is printed once
    const auto advise = [&](bool now) {
        trainer.on_any_device([&] {  // this may be the first call that notices the loss of the GPU
            if (check_up.update(trainer, now) && check_up.newest() &&
                advised.insert(check_up.newest()->sentence).second)
                output.advice(*check_up.newest());
        });
    };
    const auto tell_device = [&] {
        if (trainer.device_note() != device_said)
            output.warning(device_said = trainer.device_note());
        if (!trainer.device_choice().empty() && trainer.device_choice() != choice_said)
            output.warning(choice_said = trainer.device_choice());
    };
    tell_device();
    while (!trainer.finished() && !stop_signal() && trainer.seconds() < until_seconds) {
        if (reached(trainer) && !trainer.run().planned_mosaic()) break;
        if (reached(trainer)) trainer.begin_whole();
        trainer.advance(trainer.burst());
        trainer.consider_devices();
        if (!trainer.save_error().empty() && trainer.save_error() != said)
            output.warning(said = trainer.save_error());
        tell_device();
        advise(false);
        pace.trains(trainer.step());
        trainer.keep_in_time(pace);
        const bool own_ended = !trainer.run().mosaic() && trainer.own_ended();
        output.progress(trainer, pace, trainer.finished() || reached(trainer) || own_ended);
        // Standard output's pipe is closed: saves the run, then main() reports the error.
        if (print_error() != 0) break;
    }
    const bool ended = trainer.finished();
    save(trainer);
    advise(true);  // a short run ends before the first regular check for advice
    tell_device();
    if (ended && !trainer.finished())  // the GPU failed while saving: trains the lost steps again
        train_and_save(trainer, pace, output);
}

// Returns true if the PSNR is known, or measured in a moment, for which a stop signal may wait.
bool is_soon_measured(const Trainer& trainer) {
    constexpr double kMostWork = 5e8;  // weights times pixels
    const auto& newest = trainer.newest_measured();
    if (trainer.run().mosaic()) return false;
    if (newest && newest->whole && newest->step == trainer.step()) return true;
    const std::size_t tables = grid_parameters(trainer.config().network);
    return double(trainer.parameter_count() - tables) *
               double(trainer.dataset().target.pixel_count()) <=
           kMostWork;
}

// Measures the PSNR of the drawing in dB; NaN if a stop signal leaves no time for it.
double measured(Trainer& trainer) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    if (stop_signal() && !is_soon_measured(trainer)) return kUnknown;
    try {
        return trainer.on_any_device([&] { return trainer.measure().psnr; });
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::cancelled) throw;
        return kUnknown;
    }
}

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
// and --force or --once is given.
std::filesystem::path free_run_path(const FitCommand& command, const std::string& picture_name) {
    if (command.run_path.empty()) return new_run_path(picture_name);
    std::error_code ignored;
    if (std::filesystem::exists(command.run_path, ignored)) {
        if (!command.force && !command.once)
            throw Error(
                display_name(command.run_path) +
                " already exists. Continue it with `redraw resume`, or replace it with --force.");
        if (!is_run_file(command.run_path))
            throw Error("Cannot replace " + display_name(command.run_path) + ": it is not a run.");
    }
    return command.run_path;
}

// Returns the goal that the options state. A PSNR or a time that can never end the training is
// none.
Goal goal_of(const StopFlags& stop, const ExportFlags& output) {
    const auto finite = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? value : std::nullopt;
    };
    return {.psnr = finite(stop.until_psnr),
            .seconds = finite(stop.until_seconds),
            .drawing = output.export_path.empty() ? "" : output.size};
}

constexpr char kWholeHelp[] =
    "afterwards learn the whole picture at its own size, in tiles with a network each";
// Epochs of each tile of the whole picture, without a time limit (measured: docs/quality.md).
constexpr double kWholeEpochs = 4;
// With a time limit, the run's own network gets kOwnShare of it, at most kMostOwnSeconds.
constexpr double kOwnShare = 1.0 / 6, kMostOwnSeconds = 10;

}  // namespace

void TrainingFlags::add_to(CLI::App& command) {
    backend.add_to(command);
    stop.add_to(command);
    output.add_to(command, "--export",
                  "write the drawing here at the end; -: PNG to standard output",
                  "size of that drawing: 1024 (longer side), 800x600 or 4x");
}

PictureStatus TrainingFlags::train(Trainer& trainer, TrainingPace pace) const {
    std::optional<Unhurried> saving(std::in_place);
    FitOutput progress(talk(json));
    if (!trainer.batch_note().empty()) progress.warning(trainer.batch_note());
    train_and_save(trainer, pace, progress);
    if (!is_soon_measured(trainer)) saving.reset();
    const double psnr = measured(trainer);
    trainer.save_measured();
    progress.done(trainer, psnr);
    saving.reset();
    const Dataset& dataset = trainer.dataset();
    if (!output.export_path.empty() && !stop_signal()) {
        output.require({{trainer.run().path(), "the run itself"}});
        ExportFlags chosen = output;
        if (!trainer.run().goal().drawing.empty()) chosen.size = trainer.run().goal().drawing;
        ExportSpec drawing = chosen.spec(trainer.run().picture_size());
        drawing.encoding.two_tones = trainer.config().data.channels == ChannelMode::black_white;
        require_memory(export_bytes(nullptr, drawing), drawing_at(drawing),
                       "another format or a smaller --size");
        PictureExport job(trainer.backend(), dataset.grid, dataset.target.channels, {}, drawing);
        export_picture(job, drawing, talk(json));
    }
    // The run is complete after its last epoch or by a stop rule, but not if a signal stopped it,
    // also while it was measured.
    const bool complete =
        trainer.finished() ? !std::isnan(psnr) : !stop_signal() && print_error() == 0;
    return {.state = complete ? PictureState::done : PictureState::stopped,
            .reason = complete
                          ? ""
                          : fmt::format("It was stopped at epoch {:.0f} of {}.", trainer.epoch(),
                                        epoch_number(trainer.config().schedule.epochs)),
            .size = {dataset.target.width, dataset.target.height},
            .seconds = trainer.seconds(),
            .psnr = psnr};
}

void FitCommand::add_to(CLI::App& command) {
    add_file_or_stream(command, "PICTURE", picture, kPictureHelp)->required();
    add_file(command, "-o,--run", run_path, "the run file; default: in the runs folder");
    CLI::Option* replace = command.add_flag("--force", force, "replace an existing run file");
    add_once(command, once)->excludes(replace)->needs("--run");
    command.add_flag("--any-size", any_size, "accept pictures above the size limits");
    command.add_flag("--whole", whole, kWholeHelp);
    command.add_flag("--json", json, "one JSON object a line");
    config.add_to(command);
    TrainingFlags::add_to(command);
}

void FitCommand::run() {
    if (once)
        do_once(run_path, json, [this] { return begin_or_go_on(); });
    else
        learn();
}

// For --once: resumes an existing run. Starts again if the run has made no training step, because
// its file may then lack the picture.
PictureStatus FitCommand::begin_or_go_on() {
    std::error_code ignored;
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

PictureStatus FitCommand::learn() {
    // Starts the clock here because the time limit --time includes reading the picture.
    const auto begun = std::chrono::steady_clock::now();
    Config wanted = config.config();
    const Input read = input_of(picture, "the picture that is learned"),
                settings{config.config_file, "the settings"}, own{config.own_preset, "the preset"};
    if (!run_path.empty()) require_no_input(run_path, {read, settings, own});
    if (!output.export_path.empty())
        output.require({read, settings, own, {run_path, "the run itself"}});
    PictureLimits limits{.way_out =
                             "--any-size lifts it, and `redraw tiles` learns the picture in tiles"};
    if (any_size)
        limits = {std::numeric_limits<int>::max(), std::numeric_limits<std::int64_t>::max(),
                  std::numeric_limits<std::uint64_t>::max()};
    Picture loaded = read_picture(picture, limits);
    if (!output.export_path.empty())
        // Rejects an invalid size for --export before training starts.
        output.spec({loaded.image.width, loaded.image.height});
    catch_stop_signals();
    const PixelSize size{loaded.image.width, loaded.image.height};
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
            by.pixels_per_second = pixels_per_second(preset_config(kChosenPreset),
                                                     loaded.image.channels, backend.options());
        auto choice = choose_automatically(wanted, loaded.image, by);
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
    require_backend(backend.options());  // checked before an existing run file is replaced
    const PixelSize at = training_size(learned.data.train_size, size.width, size.height);
    std::optional<Mosaic> mosaic;
    if (whole_picture) mosaic = mosaic_for(size, loaded.image.channels, *whole_picture);
    require_memory(
        learning_bytes(learned, loaded.image, mosaic),
        fmt::format("Learning it at {} x {}", at.width, at.height),
        whole_picture ? "a smaller --train-size without --whole" : "a smaller --train-size");
    NewRun made =
        make_run(free_run_path(*this, loaded.name), std::move(loaded.image), loaded.name, learned,
                 force || once ? RunFile::Existing::replace : RunFile::Existing::refuse,
                 goal_of(stop, output), whole_picture);
    Trainer trainer(std::move(made.run), backend.options(), made.dataset,
                    [&](const Config& too_large) { return with_smaller_batch(too_large, size); });
    if (!json) {
        print_start(trainer, loaded, size, whole_picture.has_value());
        if (!why.empty()) print("{}\n", why);
        if (!loaded.note.empty()) print("{}\n", loaded.note);
        for (const Preset& preset : kPresets)
            if (preset.name == wanted.preset && !preset.warning.empty())
                print("{}\n", preset.warning);
        flush_printed();
    }
    trainer.keep_source(std::move(made.picture), loaded.bit_depth);
    return train(trainer, {seconds_since(begun), 0});
}

// Options that say when to end replace the run's own goal, and --size that of its drawing.
void ResumeCommand::take_goal(Trainer& trainer) const {
    const Goal given = goal_of(stop, output);
    Goal goal = trainer.run().goal();
    if (epochs || !time.empty() || stop.until_psnr || stop.until_seconds) {
        goal = given;
        goal.drawing = trainer.run().goal().drawing;
    }
    if (size_->count() > 0) goal.drawing = given.drawing;
    trainer.set_run_goal(goal);
}

void ResumeCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    CLI::Option* total = command.add_option("--epochs", epochs, "the run's new number of epochs")
                             ->check(number_between(0, 1e12));
    command
        .add_option("--time", time,
                    "continue for this long, cooling down at the end: 30s, 5m or 1h")
        ->excludes(total);
    command.add_flag("--whole", whole, kWholeHelp);
    command.add_flag("--json", json, "one JSON object a line");
    TrainingFlags::add_to(command);
    size_ = command.get_option("--size");
}

void ResumeCommand::run() {
    catch_stop_signals();
    if (!output.export_path.empty()) output.require({{run_path, "the run itself"}});
    const double seconds = time.empty() ? 0 : parse_time(time);
    RunFile run = RunFile::open(run_path);
    require_memory(continuing_bytes(run, whole), "Continuing it", "");
    Trainer trainer(std::move(run), backend.options());
    const TrainingPace pace{trainer.seconds(), trainer.step()};
    take_goal(trainer);
    if (const auto& planned = trainer.run().planned_mosaic();
        planned && trainer.run().picture_size() !=
                       PixelSize{planned->tiles.across.length, planned->tiles.down.length})
        throw Error(display_name(run_path.filename()) +
                    " was stopped before its picture was saved at its own size. Learn it anew with "
                    "`redraw fit --force`.");
    if (whole && !trainer.run().mosaic()) {
        const PixelSize size = trainer.run().picture_size();
        trainer.plan_whole(
            mosaic_for(size, trainer.channels(), {epochs.value_or(kWholeEpochs), seconds}));
    }
    if (whole || trainer.run().mosaic()) return void(train(trainer, pace));
    Schedule schedule = trainer.config().schedule;
    if (epochs) {
        // Keeps the epoch at which the cosine schedule ends, unless the run is extended beyond it.
        const double cosine_end = schedule.epochs + double(schedule.epoch_offset);
        schedule.epochs = *epochs;
        schedule.seconds = 0;
        schedule.epoch_offset = std::max<std::int64_t>(0, std::llround(cosine_end - *epochs));
        if (*epochs > cosine_end && !json)
            print("The cosine now ends at epoch {} instead of {}.\n", *epochs, cosine_end);
    } else if (seconds > 0) {
        schedule.seconds = trainer.seconds() + seconds;
    }
    trainer.set_schedule(schedule);
    if (trainer.finished() && !json)
        print("Every epoch is done; --epochs with a larger number continues.\n");
    else if (reached(trainer) && !json)
        print("It has reached its {:g} dB; --epochs or another --until-psnr continues.\n",
              *trainer.run().goal().psnr);
    else if (trainer.seconds() >= trainer.run().goal().seconds.value_or(kNever) && !json)
        print("It has trained for its {:g} s; --epochs or another --until-seconds continues.\n",
              *trainer.run().goal().seconds);
    train(trainer, pace);
}

}  // namespace redraw
