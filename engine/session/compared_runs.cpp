#include "engine/session/compared_runs.h"

#include "engine/error.h"
#include "engine/session/open_run.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace redraw {
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
    report_.status.compared_runs.clear();
    for (const auto& run : runs_) report_.status.compared_runs.push_back(run->newest());
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

void OpenRun::on(const command::CompareWith& asked) {
    if (is(asked.run))
        throw Error("That run is already open. Choose another one to compare it with.");
    if (compared_.has(asked.run)) on(command::LeaveComparison{});
    ComparedRuns::Runs one;
    one.push_back(std::make_unique<ComparedRun>(asked.run, *trainer_, options_));
    on(command::LeaveComparison{});
    compared_.take(std::move(one));
}

void OpenRun::on(command::LeaveComparison) {
    std::string elsewhere;
    leave_compared(elsewhere);
    if (!elsewhere.empty()) give_notice(report_.status, {elsewhere});
}

void OpenRun::leave_compared(std::string& elsewhere) {
    if (ended()) running_ = false;
    diverged_ = may_diverge_ = false;
    report_.status.taught = {};
    if (compared_.empty()) return;
    jobs().clear();  // usually empty already: SessionLoop lets exports finish first
    const std::string others = compared_.close();
    elsewhere += (elsewhere.empty() || others.empty() ? "" : " ") + others;
    trainer_->set_goal(std::nullopt);
}

}  // namespace redraw
