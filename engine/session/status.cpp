#include "engine/session/status.h"

#include "engine/error.h"
#include "engine/training/trainer.h"

#include <exception>

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

void Report::fail(const std::string& error, ErrorKind kind) {
    status.error = error;
    status.error_kind = kind;
    at_once = true;
}

void Report::dismiss() {
    status.error.clear();
    give_notice(status, {});
}

void Report::guarded(const std::function<void()>& action) {
    try {
        action();
    } catch (const Diverged& error) {
        fail(error.what(), ErrorKind::diverged);
    } catch (const NotSaved& error) {
        save_failed = true;
        fail(error.what(), ErrorKind::not_saved);
    } catch (const std::exception& error) {  // of libraries too: training goes on
        fail(sentence_of(error), ErrorKind::other);
    }
    due = true;
}

}  // namespace redraw
