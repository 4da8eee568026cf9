// Trains the network that enlarges the picture of the open run.
#include "engine/session/run_exports.h"

#include "engine/data/batch_by_size.h"
#include "engine/drawing/method.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/seconds.h"

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

void RunExports::on(command::LearnEnlargement) {
    if (enlargement_) return;
    const Image& picture = picture_ ? *picture_ : *trainer_.target();
    const Config config =
        with_preset(trainer_.config(), "enlarge", {picture.width, picture.height});
    enlargement_ = std::make_shared<Enlargement>(Image(picture), config, options_);
    enlarging_begun_ = std::chrono::steady_clock::now();
    report_.status.result<EnlargingMeasure>() = std::make_shared<const EnlargingMeasure>();
}

bool RunExports::learn_enlarging() {
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
