#include "engine/session/background_work.h"

#include "engine/data/batch_by_size.h"
#include "engine/error.h"
#include "engine/lesson/lesson_run.h"
#include "engine/network/presets.h"
#include "engine/network/schedule.h"
#include "engine/run/folders.h"
#include "engine/seconds.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>

namespace redraw {
namespace {

// Returns Status::enlarging for the network that learns to enlarge the picture: its progress and,
// once finished, the measured quality of each method, under the method names that exports use.
EnlargingMeasure measure_of(const Enlargement& learning, bool finished) {
    EnlargingMeasure measure;
    measure.finished = finished;
    measure.progress = learning.progress();
    if (!finished) return measure;
    measure.methods = learning.worth().methods;
    measure.methods.front().method = name_of(Method::enlarging);
    measure.interpolation = learning.worth().interpolation;
    return measure;
}

template <class Value>
bool take(Value& known, const Value& newest) {
    if (known == newest) return false;
    known = newest;
    return true;
}

constexpr double kMostDecibels = 200;
constexpr double kDrawingShare = 0.1;  // share of the time for rendering all rivals together

}  // namespace

void RunCopies::on(command::PreviewCoolDown) {
    on(command::DropCoolDown{});
    cool_down_ =
        std::make_shared<CoolDownCopy>(trainer_, as_the_run(), cool_down_epochs(trainer_.epoch()));
    report_.status.cool_down = cool_down_->newest();
}

void RunCopies::on(command::DropCoolDown) {
    cool_down_.reset();
    report_.status.cool_down.reset();
}

BackendOptions RunCopies::as_the_run() const {
    BackendOptions options = options_;
    if (trainer_.backend().kind_name() == name_of(BackendKind::gl)) options.kind = BackendKind::gl;
    return options;
}

void RunCopies::on(command::MeasureHeldOut) {
    on(command::DropHeldOut{});
    auto copy = std::make_shared<HeldOut>(trainer_.dataset().target, trainer_.run().request(),
                                          as_the_run());
    // Rejects a copy that fell back from "automatic" to the CPU, because that would take minutes
    // for seconds of GPU work.
    if (copy->backend().kind_name() != trainer_.backend().kind_name())
        throw Error("There is not enough memory for the test on hidden pixels.");
    held_out_ = std::move(copy);
    held_out_begun_ = Clock::now();
    report_.status.held_out = std::make_shared<const HeldOutMeasure>(
        HeldOutMeasure{.schedule = trainer_.config().schedule});
}

void RunCopies::on(command::DropHeldOut) {
    held_out_.reset();
    report_.status.held_out.reset();
}

void RunCopies::on(command::LearnEnlargement) {
    if (enlargement_) return;
    const Config config =
        with_preset(trainer_.config(), "enlarge", {picture_->width, picture_->height});
    enlargement_ = std::make_shared<Enlargement>(Image(*picture_), config, options_);
    enlarging_begun_ = Clock::now();
    report_.status.enlarging = std::make_shared<const EnlargingMeasure>();
}

void RunCopies::show_looks(bool wanted) {
    looks_.reset();
    report_.status.looks.reset();
    if (!wanted) return;
    looks_ = std::make_shared<LookPainter>(*picture_, trainer_.run().request(), options_);
    report_.status.looks = looks_->newest();
}

// Does one part of a background copy's work. If it fails, reports the error and drops the copy.
template <class Work, class Result, class Part>
bool RunCopies::advance(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& result,
                        const Part& part) {
    if (!work) return false;
    bool done = true;
    report_.guarded([&] {
        try {
            done = part();
        } catch (...) {
            result.reset();
            throw;
        }
    });
    if (done) work.reset();  // frees the copy, unless it has another owner; its result stays
    return !done;
}

void RunCopies::drop_outdated() {
    const auto& measure = report_.status.held_out;
    if (!measure || asks_the_same(measure->schedule, trainer_.config().schedule)) return;
    on(command::DropHeldOut{});
    report_.due = true;
}

bool RunCopies::advance(bool notify) {
    Status& status = report_.status;
    bool more = advance(cool_down_, status.cool_down, [&] {
        const bool done = cool_down_->advance();
        status.cool_down = cool_down_->newest();
        return done;
    });
    more |= advance(held_out_, status.held_out, [&] {
        const bool done = held_out_->advance();
        HeldOutMeasure now = *status.held_out;
        now.progress = held_out_->progress();
        now.seconds_left = seconds_left(held_out_begun_, now.progress);
        if (done) now.methods = held_out_->methods();
        status.held_out = std::make_shared<const HeldOutMeasure>(std::move(now));
        if (done && notify)
            give_notice(status, {"Tested on hidden pixels. " + verdict(status.held_out->methods)});
        return done;
    });
    more |= advance(looks_, status.looks, [&] {
        const bool done = looks_->advance();
        status.looks = looks_->newest();
        return done;
    });
    auto learning = enlargement_ && !enlargement_->finished() ? enlargement_ : nullptr;
    // When training ends, asks for one more pass: an export may have waited for the network.
    more |= learning != nullptr;
    more |= advance(learning, status.enlarging, [&] {
        const bool done = learning->advance();
        EnlargingMeasure now = measure_of(*learning, done);
        now.seconds_left = seconds_left(enlarging_begun_, now.progress);
        status.enlarging = std::make_shared<const EnlargingMeasure>(now);
        return done;
    });
    if (!status.enlarging) enlargement_.reset();
    return more;
}

RunStudies::RunStudies(const std::shared_ptr<const Image>& picture, FindEnlargement find,
                       const BackendOptions& options)
    : crop_(picture, std::move(find)),
      original_(picture),
      explanation_(options),
      all_{&thumbnails_, &neurons_,  &pixel_,     &crop_,     &then_and_now_, &changes_,
           &psnr_,       &original_, &scan_line_, &spectrum_, &microscope_,   &explanation_} {}

bool RunStudies::update(Trainer& trainer, const ViewRequest& view, bool training) {
    bool more = false;
    // Lets another study go first each time, because the first one may use up the share of time.
    ++turn_;
    for (std::size_t i = 0; i < all_.size(); ++i)
        more |=
            all_[(turn_ + i) % all_.size()]->update(trainer, view, training ? &share_ : nullptr);
    return more;
}

bool RunStudies::publish(Status& status) {
    bool news = take(status.thumbnails, thumbnails_.newest());
    news |= take(status.neurons, neurons_.newest());
    news |= take(status.pixel_history, pixel_.newest());
    news |= take(status.scan_line, scan_line_.newest());
    news |= take(status.spectrum, spectrum_.newest());
    news |= take(status.microscope, microscope_.newest());
    news |= take(status.explanation, explanation_.newest());
    news |= take(status.export_crop, crop_.newest());
    news |= take(status.then_and_now, then_and_now_.newest());
    news |= take(status.keyframe_changes, changes_.newest());
    news |= take(status.original, original_.newest());
    // Publishes no PSNR measurements here: the trainer records them, and OpenRun::fill_status()
    // copies them into the status.
    return take(known_measurements_, psnr_.measurements()) || news;
}

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
