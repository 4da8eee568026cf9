#include "engine/session/compared_runs.h"

#include "engine/error.h"
#include "engine/features/lesson/lesson_run.h"
#include "engine/run/run_list.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>

namespace redraw {
namespace {

constexpr double kMostDecibels = 200;
constexpr double kDrawingShare = 0.1;  // share of the time for rendering all rivals together

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
            elsewhere += (elsewhere.empty() ? "Rival " : " Rival ") + run->name() + ": " + saved;
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

// Saves every run even if one cannot be saved, because another disk may have space. Throws the
// first failure.
void ComparedRuns::save() {
    std::exception_ptr failed;
    for (const auto& run : runs_) {
        try {
            run->commit();
        } catch (const Error&) {
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

RacePlan plan_of(const command::Race& asked, const RunFile& open) {
    REDRAW_CHECK(!asked.rivals.empty() && asked.rivals.size() <= kMostRivals, "rivals");
    if (asked.finish_line && !(*asked.finish_line > 0 && *asked.finish_line <= kMostDecibels))
        throw Error(
            fmt::format("The finish line must be above 0 and at most {} dB.", kMostDecibels));
    const auto on_same_pixels = [&](Config config) {
        config.data.train_size = open.config().data.train_size;
        config.data.channels = open.config().data.channels;
        return config;
    };
    RacePlan plan{.runs = std::vector<LessonRun>(1), .finish_line = asked.finish_line};
    // The open run is started again with its configuration as requested, so that its automatic
    // choices are made anew.
    plan.runs[0].config = asked.first ? on_same_pixels(*asked.first) : open.request();
    for (const Config& rival : asked.rivals)
        plan.runs.emplace_back().config = on_same_pixels(rival);
    return plan;
}

RacePlan plan_of(const command::Teach& asked) {
    REDRAW_CHECK(!asked.runs.empty() && asked.runs.size() <= kMostRivals + 1, "runs of a lesson");
    if (asked.runs[0].crash_at > 0)
        throw Error("The first run of a lesson cannot crash; only the other runs can.");
    return {.runs = asked.runs, .taught = true};
}

NewRace new_race(const RacePlan& plan, const std::string& name,
                 const std::shared_ptr<const Image>& picture, int bit_depth,
                 const BackendOptions& options) {
    const NewFiles files(new std::vector<std::filesystem::path>, [](const auto* remaining) {
        std::error_code ignored;
        for (const auto& file : *remaining) std::filesystem::remove(file, ignored);
        delete remaining;
    });
    const auto make = [&](const Config& config) {
        const std::filesystem::path path = new_run_path(name);
        NewRun made = make_run(path, picture, name, config);
        files->push_back(path);
        return made;
    };
    const std::size_t rivals = plan.runs.size() - 1;
    NewRace race{files, make(plan.runs[0].config), {}};
    for (std::size_t i = 1; i <= rivals; ++i)
        race.rivals.push_back(std::make_unique<ComparedRun>(
            ComparedRun::Rival{.run = make(plan.runs[i].config),
                               .picture = picture,
                               .bit_depth = bit_depth,
                               .letter = letter_of(i),
                               .finish_line = plan.finish_line,
                               .drawing_share = kDrawingShare / double(rivals),
                               .crash_at = plan.runs[i].crash_at,
                               .may_diverge = plan.taught},
            options));
    return race;
}

void measure_taught(Report& report, Trainer& open, bool ended, const ComparedRuns& rivals,
                    const Image& picture) {
    auto& runs = report.status.taught.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].measures || (i > 0 ? rivals.runs()[i - 1]->goes_on() : !ended)) continue;
        runs[i].measures.emplace();  // stays unknown if it cannot be measured
        Trainer* trainer = i > 0 ? rivals.runs()[i - 1]->trainer() : &open;
        if (!trainer) continue;
        report.guarded([&] {
            runs[i].measures =
                trainer->on_any_device([&] { return measures_of(*trainer, picture); });
        });
        report.at_once = true;
    }
}

}  // namespace redraw
