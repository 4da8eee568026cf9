#include "engine/session/status.h"

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

}  // namespace redraw
