#include "engine/session/status.h"

#include "engine/error.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/session/command.h"
#include "engine/stop.h"
#include "engine/text/numbers.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <exception>
#include <span>

namespace redraw {

std::vector<Racer> racers_of(const Status& status) {
    std::vector<Racer> racers{{.psnr = status.psnr,
                               .seconds = status.seconds,
                               .goes_on = status.step < status.total_steps,
                               .finished = status.finished_at}};
    if (status.step <= 0) racers[0].psnr = std::numeric_limits<float>::quiet_NaN();
    for (const auto& other : status.compared_runs)
        racers.push_back(
            {.psnr = other->step > 0 ? other->psnr : std::numeric_limits<float>::quiet_NaN(),
             .seconds = other->seconds,
             .goes_on = other->goes_on,
             .finished = other->finished_at});
    for (std::size_t i = 0; i < std::min(racers.size(), status.taught.runs.size()); ++i) {
        const auto& measures = status.taught.runs[i].measures;
        if (measures) racers[i].psnr = float((*measures).*status.taught.decides());
    }
    return racers;
}

void Report::fail(const std::string& error, Error::Kind kind) {
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
    } catch (const Error& error) {
        save_failed |= error.kind() == Error::Kind::not_saved;
        // The end of the program stops drawing, which is no error of the run.
        if (error.kind() != Error::Kind::cancelled || !drawing_is_stopped())
            fail(error.what(), error.kind());
    } catch (const std::exception& error) {
        // Reports exceptions of libraries too, so that training goes on.
        fail(sentence_of(error), Error::Kind::other);
    }
    due = true;
}

const Image& known_picture(const Status& status) {
    return status.picture ? *status.picture : *status.target;
}

bool has_larger_original(const Status& status) {
    return status.picture && (status.picture->width > status.target->width ||
                              status.picture->height > status.target->height);
}

bool learns_whole_in_tiles(const Status& status) {
    return has_larger_original(status) && !status.whole && status.view_only.empty() &&
           status.config.network.encoding != Encoding::window &&
           learned_in_tiles({status.picture->width, status.picture->height});
}

double whole_seconds(const Status& status) {
    // Speed of learning tiles (point pixels, one layer), relative to area pixels (measured).
    constexpr double kOfArea = 3.2;
    const Config& config = status.config;
    if (config.network.encoding != Encoding::grid || config.data.batch == BatchMode::full) return 0;
    const double speed = status.steps_per_second * config.data.batch_size *
                         (config.network.pixel == PixelModel::area ? kOfArea : 1);
    const double visits = command::LearnWhole{}.epochs * double(status.picture->pixel_count());
    return speed > 0 ? visits / speed : 0;
}

bool can_enlarge(const Status& status) {
    // Smaller pictures have too few examples to learn enlarging from (internal_examples.h).
    constexpr int kLeastSide = 8;
    const Image& picture = known_picture(status);
    return std::min(picture.width, picture.height) >= kLeastSide &&
           status.config.network.encoding != Encoding::window;
}

Method best_enlargement(const Status& status) {
    if (!can_enlarge(status) || status.psnr < kLikenessDecibels) return Method::network;
    constexpr std::size_t kMostUnasked = 1 << 23;  // pixels of a picture whose enlarging is learned
    const auto& enlarging = status.result<EnlargingMeasure>();
    if (!enlarging && known_picture(status).pixel_count() > kMostUnasked) return Method::lanczos;
    if (!enlarging || !enlarging->finished) return Method::enlarging;
    return enlarging->interpolation ? method_of(*enlarging->interpolation) : Method::enlarging;
}

}  // namespace redraw
