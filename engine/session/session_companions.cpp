// Commands about the runs beside the open one: compared with, raced against, left.
#include "engine/error.h"
#include "engine/run/run_folder.h"
#include "engine/session/session_loop.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr double kMostDecibels = 200;
constexpr double kDrawingShare = 0.1;  // of the time, of all rivals together

// The files of runs that are made together: where one cannot be, none of them stays.
class NewFiles {
public:
    NewFiles() = default;
    ~NewFiles() {
        std::error_code ignored;
        for (const std::filesystem::path& file : files_) std::filesystem::remove(file, ignored);
    }
    NewFiles(const NewFiles&) = delete;
    NewFiles& operator=(const NewFiles&) = delete;
    void add(const std::filesystem::path& file) { files_.push_back(file); }
    void keep() { files_.clear(); }

private:
    std::vector<std::filesystem::path> files_;
};

}  // namespace

void SessionLoop::on(const command::CompareWith& asked) {
    std::error_code ignored;
    if (std::filesystem::equivalent(asked.run, trainer().run().path(), ignored))
        throw Error("That is the run that is open: choose another one to compare it with.");
    if (companions_.has(asked.run)) on(command::LeaveCompanions{});
    std::vector<std::unique_ptr<CompanionRun>> one;
    one.push_back(std::make_unique<CompanionRun>(asked.run, trainer(), options_));
    on(command::LeaveCompanions{});
    companions_.take(std::move(one));
    status_.companions = companions_.newest();
}

// All begin anew, so that none has a start. Rivals learn the same pixels: another size or other
// colours would be another race.
void SessionLoop::on(const command::Race& asked) {
    const Trainer& old = trained();
    REDRAW_CHECK(!asked.rivals.empty() && asked.rivals.size() <= kMostRivals, "rivals");
    if (asked.finish_line && !(*asked.finish_line > 0 && *asked.finish_line <= kMostDecibels))
        throw Error(fmt::format("The finish line lies above 0 and up to {} dB.", kMostDecibels));
    const Config& now = old.config();
    const Config config = old.run().request();  // what was left open is chosen anew, alike
    const std::shared_ptr<const Image> picture = known_picture();
    const std::string name = old.run().picture_name();
    NewFiles made;
    const auto new_run = [&](const Config& of) {
        const std::filesystem::path path = new_run_path(name);
        NewRun run = make_run(path, picture, name, of);
        made.add(path);
        return run;
    };
    NewRun run = new_run(config);
    std::vector<std::unique_ptr<CompanionRun>> rivals;
    for (Config rival : asked.rivals) {
        rival.data.train_size = now.data.train_size;
        rival.data.channels = now.data.channels;
        NewRun other = new_run(rival);
        rivals.push_back(std::make_unique<CompanionRun>(
            CompanionRun::Rival{.run = std::move(other),
                                .picture = picture,
                                .bit_depth = bit_depth_,
                                .letter = letter_of(rivals.size() + 1),
                                .finish_line = asked.finish_line,
                                .drawing_share = kDrawingShare / double(asked.rivals.size())},
            options_));
    }
    take_new_run(std::move(run), bit_depth_, status_.picture_note);
    made.keep();
    companions_.take(std::move(rivals));
    status_.finish_line = asked.finish_line;
    trainer_->set_goal(asked.finish_line);
    winner_told_ = false;
    status_.companions = companions_.newest();
}

void SessionLoop::on(command::LeaveCompanions) {
    if (companions_.empty()) return;
    const bool filmed = jobs_.clear_of_companions();
    const std::string elsewhere = companions_.close();
    status_.finish_line.reset();
    if (trainer_) trainer_->set_goal(std::nullopt);
    status_.finished_at.reset();
    status_.companions = companions_.newest();
    if (trainer_ && trainer_->finished()) running_ = false;
    if (filmed) status_.notice = {"The film of the race was not finished: it ended with the race."};
    if (!elsewhere.empty()) status_.notice = {elsewhere};
}

// Who was first at the finish line is said once, when it is certain.
void SessionLoop::tell_race() {
    if (!status_.finish_line) return;
    status_.finished_at = reached_at(trainer_->measured(), *status_.finish_line);
    if (winner_told_) return;
    const std::vector<Racer> racers = racers_of(status_);
    const auto winner = winner_of(racers);
    if (!winner) return;
    winner_told_ = true;
    status_.notice = {fmt::format("{} won: {} dB after {} of training.", letter_of(*winner),
                                  number(*status_.finish_line),
                                  race_time(*racers[*winner].finished))};
}

}  // namespace redraw
