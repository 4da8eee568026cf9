#include "engine/session/run_copies.h"

#include "engine/data/batch_by_size.h"
#include "engine/error.h"
#include "engine/network/presets.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"

#include <string>
#include <utility>

namespace redraw {
namespace {

// Under the names that an export has for the methods.
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
        std::make_shared<CoolDownCopy>(trainer_, options_, cool_down_epochs(trainer_.epoch()));
    report_.status.cool_down = cool_down_->newest();
}

void RunCopies::on(command::DropCoolDown) {
    cool_down_.reset();
    report_.status.cool_down.reset();
}

void RunCopies::on(command::MeasureHeldOut) {
    on(command::DropHeldOut{});
    auto copy =
        std::make_shared<HeldOut>(trainer_.dataset().target, trainer_.run().request(), options_);
    // "automatic" falls back to a processor that would need minutes for what takes seconds here.
    if (copy->backend().kind_name() != trainer_.backend().kind_name())
        throw Error("There is not enough memory for a copy of the network that learns " +
                    std::string(what_a_copy_learns(trainer_.config().network)) + ".");
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

// A part of what a copy does. One that fails is dropped; the run finds out by itself about a device
// that is gone.
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
    if (done) work.reset();  // its memory; what it drew or measured stays in the status
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
            give_notice(status,
                        {"Measured on held-out pixels. " + verdict(status.held_out->methods)});
        return done;
    });
    auto learning = enlargement_ && !enlargement_->finished() ? enlargement_ : nullptr;
    more |= learning != nullptr;  // once more at the end: what waits for it can be drawn
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

}  // namespace redraw
