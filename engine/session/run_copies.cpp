#include "engine/session/run_copies.h"

#include "engine/data/batch_by_size.h"
#include "engine/drawing/method.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/seconds.h"

#include <utility>

namespace redraw {
namespace {

// Returns the result published for the network that learns to enlarge the picture: its progress
// and, once finished, the measured quality of each method, under the method names that exports use.
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

}  // namespace

void RunCopies::on(command::LearnEnlargement) {
    if (enlargement_) return;
    const Config config =
        with_preset(trainer_.config(), "enlarge", {picture_->width, picture_->height});
    enlargement_ = std::make_shared<Enlargement>(Image(*picture_), config, options_);
    enlarging_begun_ = Clock::now();
    report_.status.result<EnlargingMeasure>() = std::make_shared<const EnlargingMeasure>();
}

bool RunCopies::advance() {
    if (!enlargement_ || enlargement_->finished()) return false;
    auto& result = report_.status.result<EnlargingMeasure>();
    report_.guarded([&] {
        try {
            const bool done = enlargement_->advance();
            EnlargingMeasure now = measure_of(*enlargement_, done);
            now.seconds_left = seconds_left(enlarging_begun_, now.progress);
            result = std::make_shared<const EnlargingMeasure>(now);
        } catch (...) {
            result.reset();
            enlargement_.reset();
            throw;
        }
    });
    return true;  // even when it has ended: an export may have waited for the network
}

}  // namespace redraw
