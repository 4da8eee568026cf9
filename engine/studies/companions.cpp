#include "engine/studies/companions.h"

#include "engine/error.h"

#include <algorithm>
#include <exception>
#include <system_error>

namespace redraw {

std::vector<Racer> racers_of(const Status& status) {
    std::vector<Racer> racers{{.psnr = status.psnr,
                               .seconds = status.seconds,
                               .goes_on = status.step < status.total_steps,
                               .finished = status.finished_at}};
    if (status.step <= 0) racers[0].psnr = std::numeric_limits<float>::quiet_NaN();
    for (const auto& other : status.companions)
        racers.push_back(
            {.psnr = other->step > 0 ? other->psnr : std::numeric_limits<float>::quiet_NaN(),
             .seconds = other->seconds,
             .goes_on = other->goes_on,
             .finished = other->finished_at});
    return racers;
}

std::size_t Companions::going_on() const {
    return std::size_t(
        std::ranges::count_if(runs_, [](const auto& run) { return run->goes_on(); }));
}

bool Companions::train_until(double seconds) {
    CompanionRun* next = nullptr;
    for (const auto& run : runs_)
        if (run->goes_on() && (!next || run->seconds() < next->seconds())) next = run.get();
    return next && next->train_until(seconds);
}

bool Companions::update(bool training, const std::optional<Grid>& region) {
    bool news = false;
    for (const auto& run : runs_) news |= run->update(training, region);
    return news;
}

// What one disk refuses, another may take.
void Companions::commit() {
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

std::string Companions::close() {
    std::string elsewhere;
    for (const auto& run : runs_) {
        const std::string said = run->close();
        if (!said.empty())
            elsewhere += (elsewhere.empty() ? "" : " ") + run->name() + ", a rival: " + said;
    }
    runs_.clear();
    return elsewhere;
}

std::string Companions::commit_error() const {
    for (const auto& run : runs_)
        if (std::string error = run->commit_error(); !error.empty()) return error;
    return "";
}

bool Companions::has(const std::filesystem::path& run) const {
    std::error_code ignored;
    return std::ranges::any_of(runs_, [&](const auto& other) {
        return std::filesystem::equivalent(run, other->path(), ignored);
    });
}

std::filesystem::path Companions::compared() const {
    return empty() || racing() ? std::filesystem::path() : runs_.front()->path();
}

std::vector<std::shared_ptr<const Companion>> Companions::newest() const {
    std::vector<std::shared_ptr<const Companion>> all;
    for (const auto& run : runs_) all.push_back(run->newest());
    return all;
}

}  // namespace redraw
