// The race of the open run with rivals.
#include "engine/run/race.h"
#include "engine/error.h"
#include "engine/features/race/rival.h"
#include "engine/run/run_list.h"
#include "engine/session/session_loop.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

namespace redraw {

// The rivals get the training size and channels of the open run.
void SessionLoop::on(const command::Race& asked) {
    const RunFile& open = run().trained().run();
    REDRAW_CHECK(!asked.rivals.empty() && asked.rivals.size() <= kMostRivals, "rivals");
    if (asked.finish_line && !(*asked.finish_line > 0 && *asked.finish_line <= kMostDecibels))
        throw Error(
            fmt::format("The finish line must be above 0 and at most {} dB.", kMostDecibels));
    const auto on_same_pixels = [&](Config config) {
        config.data.train_size = open.config().data.train_size;
        config.data.channels = open.config().data.channels;
        return config;
    };
    // The open run is started again with its configuration as requested, so that its automatic
    // choices are made anew.
    RacePlan plan{{RacePlan::Run{asked.first ? on_same_pixels(*asked.first) : open.request()}},
                  asked.finish_line};
    for (const Config& rival : asked.rivals) plan.runs.push_back({on_same_pixels(rival)});
    begin_race(plan);
}

// All runs start anew on the same pixels. If one cannot, none of their files stays.
void SessionLoop::begin_race(const RacePlan& plan) {
    const OpenedPicture opened = run().picture();
    const auto picture = run_->known_picture();
    const std::string name = run_->trainer().run().picture_name();
    std::vector<std::filesystem::path> files;
    const auto make = [&](std::size_t at) {
        const std::filesystem::path path = new_run_path(name);
        NewRun made = make_run(path, picture, name, plan.runs[at].config);
        files.push_back(path);
        return made;
    };
    try {
        NewRun first = make(0);
        ComparedRuns::Runs rivals;
        for (std::size_t i = 1; i < plan.runs.size(); ++i)
            rivals.push_back(
                std::make_unique<Rival>(make(i), picture, opened.bit_depth, plan, i, options_));
        take(std::move(first), opened);
        files.clear();
        run_->race(std::move(rivals), plan);
    } catch (...) {
        std::error_code ignored;
        for (const auto& file : files) std::filesystem::remove(file, ignored);
        throw;
    }
}

void OpenRun::race(ComparedRuns::Runs rivals, const RacePlan& plan) {
    compared_.take(std::move(rivals), plan.finish_line);
    trainer_->set_goal(plan.finish_line);
    may_diverge_ = plan.may_diverge;
    running_ = true;  // even if the first run of a lesson has no steps
}

void ComparedRuns::report_winner(const std::vector<MeasuredPsnr>& measured) {
    Status& status = report_.status;
    if (!status.finish_line) return;
    status.finished_at = reached_at(measured, *status.finish_line);
    if (winner_reported_) return;
    const std::vector<Racer> racers = racers_of(status);
    const auto winner = winner_of(racers);
    if (!winner) return;
    winner_reported_ = true;
    give_notice(status,
                {fmt::format("{} won: {} dB after {} of training.", letter_of(*winner),
                             number(*status.finish_line), race_time(*racers[*winner].finished))});
}

}  // namespace redraw
