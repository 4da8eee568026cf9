// `redraw resume`: continues a run.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/training.h"
#include "engine/training/trainer.h"
#include "engine/training/training_pace.h"

#include <cmath>
#include <utility>

namespace redraw {
namespace {

struct ResumeCommand : TrainingFlags {
    std::filesystem::path run_path, picture;
    std::optional<double> epochs;
    std::string time;
    bool whole = false;
    const CLI::Option* size_given = nullptr;  // the option --size
    void run();

private:
    void take_goal(Trainer& trainer) const;
};

}  // namespace

// Options that say when to end replace the run's own goal, and --size that of its drawing. A goal
// that is reached no longer counts: who continues such a run wants more of it.
void ResumeCommand::take_goal(Trainer& trainer) const {
    const Goal given = goal();
    Goal next = trainer.run().goal();
    if (epochs || !time.empty() || stop.until_psnr || stop.until_seconds) {
        next = given;
        next.drawing = trainer.run().goal().drawing;
    } else {
        if (reached(trainer) && !trainer.run().planned_mosaic()) next.psnr.reset();
        if (next.seconds && trainer.seconds() >= *next.seconds) next.seconds.reset();
    }
    if (size_given->count() > 0) next.drawing = given.drawing;
    trainer.set_run_goal(next);
}

void add_resume(CLI::App& app) {
    const auto [command, asked] = add_command<ResumeCommand>(app, "resume", "Continue a run");
    add_run(command, asked.run_path);
    CLI::Option* total =
        command.add_option("--epochs", asked.epochs, "the run's new number of epochs")
            ->check(number_between(0, 1e12));
    command
        .add_option("--time", asked.time,
                    "continue for this long, cooling down at the end: 30s, 5m or 1h")
        ->excludes(total);
    command.add_flag("--whole", asked.whole, kWholeHelp);
    add_file(command, "--picture", asked.picture,
             "the picture, for a run that lacks it and learns the rest of its tiles");
    command.add_flag("--json", asked.json, "one JSON object a line");
    asked.TrainingFlags::add_to(command);
    asked.size_given = command.get_option("--size");
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
    if (!picture.empty()) {
        Picture loaded = load_picture(picture);
        trainer.keep_source(std::make_shared<const Image>(std::move(loaded.image)),
                            loaded.bit_depth);
    }
    if (trainer.run().planned_mosaic() || trainer.mosaic_left() > 0)
        trainer.require_whole_picture();
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
    train(trainer, pace);
}

}  // namespace redraw
