#include "engine/session/compared_runs.h"

#include "engine/error.h"
#include "engine/run/folders.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr double kMostDecibels = 200;
constexpr double kDrawingShare = 0.1;  // of the time, of all rivals together

}  // namespace

void ComparedRuns::take(Runs runs, std::optional<double> finish_line) {
    runs_ = std::move(runs);
    report_.status.finish_line = finish_line;
    winner_reported_ = false;
    publish();
}

std::string ComparedRuns::close() {
    std::string elsewhere;
    for (const auto& run : runs_) {
        const std::string saved = run->close();
        if (!saved.empty())
            elsewhere += (elsewhere.empty() ? "" : " ") + run->name() + ", a rival: " + saved;
    }
    runs_.clear();
    report_.status.finish_line.reset();
    report_.status.finished_at.reset();
    publish();
    return elsewhere;
}

void ComparedRuns::publish() {
    report_.status.companions.clear();
    for (const auto& run : runs_) report_.status.companions.push_back(run->newest());
}

std::size_t ComparedRuns::going_on() const {
    return std::size_t(
        std::ranges::count_if(runs_, [](const auto& run) { return run->goes_on(); }));
}

bool ComparedRuns::train_until(double seconds) {
    ComparedRun* next = nullptr;
    for (const auto& run : runs_)
        if (run->goes_on() && (!next || run->seconds() < next->seconds())) next = run.get();
    return next && next->train_until(seconds);
}

void ComparedRuns::update(bool training, const std::optional<Grid>& region) {
    bool news = false;
    for (const auto& run : runs_) news |= run->update(training, region);
    if (news) publish();
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

// Saves every run even if one fails: another disk may have room. Throws the first failure.
void ComparedRuns::save() {
    std::exception_ptr failed;
    for (const auto& run : runs_) {
        try {
            run->commit();
        } catch (const NotSaved&) {
            if (!failed) failed = std::current_exception();
        }
    }
    if (failed) std::rethrow_exception(failed);
}

std::string ComparedRuns::save_error() const {
    for (const auto& run : runs_)
        if (std::string error = run->save_error(); !error.empty()) return error;
    return "";
}

bool ComparedRuns::has(const std::filesystem::path& run) const {
    std::error_code ignored;
    return std::ranges::any_of(runs_, [&](const auto& other) {
        return std::filesystem::equivalent(run, other->path(), ignored);
    });
}

std::filesystem::path ComparedRuns::compared() const {
    return empty() || racing() ? std::filesystem::path() : runs_.front()->path();
}

NewFiles::~NewFiles() {
    std::error_code ignored;
    for (const std::filesystem::path& file : files_) std::filesystem::remove(file, ignored);
}

NewRace new_race(const command::Race& asked, const RunFile& open,
                 const std::shared_ptr<const Image>& picture, int bit_depth,
                 const BackendOptions& options) {
    REDRAW_CHECK(!asked.rivals.empty() && asked.rivals.size() <= kMostRivals, "rivals");
    if (asked.finish_line && !(*asked.finish_line > 0 && *asked.finish_line <= kMostDecibels))
        throw Error(fmt::format("The finish line lies above 0 and up to {} dB.", kMostDecibels));
    const auto files = std::make_shared<NewFiles>();
    const auto make = [&](const Config& config) {
        const std::filesystem::path path = new_run_path(open.picture_name());
        NewRun made = make_run(path, picture, open.picture_name(), config);
        files->add(path);
        return made;
    };
    NewRace race{files, make(open.request()), {}};  // what was left open is chosen anew, alike
    for (Config rival : asked.rivals) {
        rival.data.train_size = open.config().data.train_size;
        rival.data.channels = open.config().data.channels;
        race.rivals.push_back(std::make_unique<ComparedRun>(
            ComparedRun::Rival{.run = make(rival),
                               .picture = picture,
                               .bit_depth = bit_depth,
                               .letter = letter_of(race.rivals.size() + 1),
                               .finish_line = asked.finish_line,
                               .drawing_share = kDrawingShare / double(asked.rivals.size())},
            options));
    }
    return race;
}

}  // namespace redraw
