#include "engine/session/run_copies.h"

#include "engine/data/batch_by_size.h"
#include "engine/drawing/method.h"
#include "engine/error.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/network/schedule.h"
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

void RunCopies::on(command::PreviewCoolDown) {
    on(command::DropCoolDown{});
    cool_down_ =
        std::make_shared<CoolDownCopy>(trainer_, as_the_run(), cool_down_epochs(trainer_.epoch()));
    report_.status.result<CoolDown>() = cool_down_->newest();
}

void RunCopies::on(command::DropCoolDown) {
    cool_down_.reset();
    report_.status.result<CoolDown>().reset();
}

BackendOptions RunCopies::as_the_run() const {
    BackendOptions options = options_;
    if (trainer_.backend().kind() == BackendKind::gl) options.kind = BackendKind::gl;
    return options;
}

void RunCopies::on(command::MeasureHeldOut) {
    on(command::DropHeldOut{});
    auto copy = std::make_shared<HeldOut>(trainer_.dataset().target, trainer_.run().request(),
                                          as_the_run());
    // Rejects a copy that fell back from "automatic" to the CPU, because that would take minutes
    // for seconds of GPU work.
    if (copy->backend().kind() != trainer_.backend().kind())
        throw Error("There is not enough memory for the test on hidden pixels.");
    held_out_ = std::move(copy);
    held_out_begun_ = Clock::now();
    report_.status.result<HeldOutMeasure>() = std::make_shared<const HeldOutMeasure>(
        HeldOutMeasure{.schedule = trainer_.config().schedule});
}

void RunCopies::on(command::DropHeldOut) {
    held_out_.reset();
    report_.status.result<HeldOutMeasure>().reset();
}

void RunCopies::on(command::LearnEnlargement) {
    if (enlargement_) return;
    const Config config =
        with_preset(trainer_.config(), "enlarge", {picture_->width, picture_->height});
    enlargement_ = std::make_shared<Enlargement>(Image(*picture_), config, options_);
    enlarging_begun_ = Clock::now();
    report_.status.result<EnlargingMeasure>() = std::make_shared<const EnlargingMeasure>();
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
    const auto& measure = report_.status.result<HeldOutMeasure>();
    if (!measure || asks_the_same(measure->schedule, trainer_.config().schedule)) return;
    on(command::DropHeldOut{});
    report_.due = true;
}

bool RunCopies::advance(bool notify) {
    Status& status = report_.status;
    bool more = advance(cool_down_, status.result<CoolDown>(), [&] {
        const bool done = cool_down_->advance();
        status.result<CoolDown>() = cool_down_->newest();
        return done;
    });
    more |= advance(held_out_, status.result<HeldOutMeasure>(), [&] {
        const bool done = held_out_->advance();
        HeldOutMeasure now = *status.result<HeldOutMeasure>();
        now.progress = held_out_->progress();
        now.seconds_left = seconds_left(held_out_begun_, now.progress);
        if (done) now.methods = held_out_->methods();
        status.result<HeldOutMeasure>() = std::make_shared<const HeldOutMeasure>(std::move(now));
        if (done && notify)
            give_notice(status, {"Tested on hidden pixels. " +
                                 verdict(status.result<HeldOutMeasure>()->methods)});
        return done;
    });
    auto learning = enlargement_ && !enlargement_->finished() ? enlargement_ : nullptr;
    // When training ends, asks for one more pass: an export may have waited for the network.
    more |= learning != nullptr;
    more |= advance(learning, status.result<EnlargingMeasure>(), [&] {
        const bool done = learning->advance();
        EnlargingMeasure now = measure_of(*learning, done);
        now.seconds_left = seconds_left(enlarging_begun_, now.progress);
        status.result<EnlargingMeasure>() = std::make_shared<const EnlargingMeasure>(now);
        return done;
    });
    if (!status.result<EnlargingMeasure>()) enlargement_.reset();
    return more;
}

}  // namespace redraw
