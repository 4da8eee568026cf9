// Trains a run in the terminal, for `redraw fit` and `redraw resume`.

#include "app/cli/training.h"
#include "app/cli/checks.h"
#include "app/cli/export_picture.h"
#include "app/process/needed_memory.h"
#include "app/system/stop_signals.h"
#include "engine/network/encodings.h"
#include "engine/training/trainer.h"
#include "engine/training/training_pace.h"

#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Saves the run. If a signal stopped training and the run had to be saved to another path, the exit
// status is still the signal's.
void save(Trainer& trainer) {
    const std::string elsewhere = trainer.save_or_rescue();
    if (elsewhere.empty()) return;
    if (stop_signal()) throw Error(Error::Kind::cancelled, elsewhere);
    throw Error(Error::Kind::not_saved, elsewhere);
}

// Trains until the run is finished, the run's goal is reached or a signal comes, and saves the run.
// A goal in dB that the run's own network reaches ends that network; a planned mosaic then begins.
void train_and_save(Trainer& trainer, TrainingPace& pace, FitOutput& output) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double until_seconds = trainer.run().goal().seconds.value_or(kNever);
    std::string said, device_said, choice_said;
    pace.trains(trainer.step());
    trainer.keep_in_time(pace);
    const auto tell_device = [&] {
        if (trainer.device_note() != device_said)
            output.warning(device_said = trainer.device_note());
        if (!trainer.device_choice().empty() && trainer.device_choice() != choice_said)
            output.warning(choice_said = trainer.device_choice());
    };
    tell_device();
    while (!trainer.finished() && !stop_signal() && trainer.seconds() < until_seconds) {
        if (TrainingFlags::reached(trainer) && !trainer.run().planned_mosaic()) break;
        if (TrainingFlags::reached(trainer)) trainer.begin_whole();
        trainer.advance(trainer.burst());
        trainer.consider_devices();
        if (!trainer.save_error().empty() && trainer.save_error() != said)
            output.warning(said = trainer.save_error());
        tell_device();
        output.advise(trainer);
        pace.trains(trainer.step());
        trainer.keep_in_time(pace);
        const bool own_ended = !trainer.run().mosaic() && trainer.own_ended();
        output.progress(trainer, pace,
                        trainer.finished() || TrainingFlags::reached(trainer) || own_ended);
        // Standard output's pipe is closed: saves the run, then main() reports the error.
        if (print_error() != 0) break;
    }
    const bool ended = trainer.finished();
    save(trainer);
    output.advise(trainer, true);  // a short run ends before the first regular check for advice
    tell_device();
    if (ended && !trainer.finished())  // the GPU failed while saving: trains the lost steps again
        train_and_save(trainer, pace, output);
}

// Returns true if the PSNR is known, or measured in a moment, for which a stop signal may wait.
bool is_soon_measured(const Trainer& trainer) {
    constexpr double kMostProducts = 5e8;  // weights times pixels
    const auto& newest = trainer.newest_measured();
    if (trainer.run().mosaic()) return false;
    if (newest && newest->whole && newest->step == trainer.step()) return true;
    const std::size_t tables = grid_parameters(trainer.config().network);
    return double(trainer.parameter_count() - tables) *
               double(trainer.dataset().target.pixel_count()) <=
           kMostProducts;
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

}  // namespace

// A PSNR or a time that can never end the training is no goal.
Goal TrainingFlags::goal() const {
    const auto finite = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? value : std::nullopt;
    };
    return {.psnr = finite(stop.until_psnr),
            .seconds = finite(stop.until_seconds),
            .drawing = output.export_path.empty() ? "" : output.size};
}

bool TrainingFlags::reached(const Trainer& trainer) {
    return trainer.reached_goal() && !trainer.run().mosaic();
}

void TrainingFlags::add_to(CLI::App& command) {
    backend.add_to(command);
    stop.add_to(command);
    output.add_to(command, "--export",
                  "write the drawing here at the end; -: PNG to standard output",
                  "size of that drawing: 1024 (longer side), 800x600 or 4x");
}

Outcome TrainingFlags::train(Trainer& trainer, TrainingPace pace) const {
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
    return {.stopped = complete
                           ? ""
                           : fmt::format("It was stopped at epoch {:.0f} of {}.", trainer.epoch(),
                                         epoch_number(trainer.config().schedule.epochs)),
            .size = {dataset.target.width, dataset.target.height},
            .seconds = trainer.seconds(),
            .psnr = psnr};
}

}  // namespace redraw
