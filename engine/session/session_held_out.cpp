// A copy of the run's network that learns a quarter of the picture beside the run, to be held
// against plain interpolation (held_out.h).
#include "engine/error.h"
#include "engine/session/session_loop.h"

#include <utility>

namespace redraw {

void SessionLoop::measure_held_out() {
    drop_held_out();
    const Trainer& now = trainer();
    auto copy = std::make_unique<HeldOut>(now.dataset().target, now.run().request(), options_);
    // "automatic" falls back to a processor that would need minutes for what takes seconds here.
    if (copy->backend().kind_name() != now.backend().kind_name())
        throw Error("There is not enough memory for a copy of the network that learns " +
                    std::string(what_a_copy_learns(now.config().network)) + ".");
    held_out_ = std::move(copy);
    held_out_begun_ = Clock::now();
    status_.held_out =
        std::make_shared<const HeldOutMeasure>(HeldOutMeasure{.schedule = now.config().schedule});
}

void SessionLoop::drop_held_out() {
    held_out_.reset();
    status_.held_out.reset();
}

// False when there is nothing more to do at once.
bool SessionLoop::advance_held_out() {
    // Whoever changed it: what was measured is no longer what the run's settings would give.
    if (status_.held_out && status_.held_out->schedule != trainer_->config().schedule) {
        drop_held_out();
        report_due_ = true;
    }
    if (!held_out_ || (running_ && Clock::now() < rest_until_)) return false;  // quiet mode rests
    bool done = true;                                                          // also when it fails
    guarded([&] {
        try {
            done = held_out_->advance();
        } catch (...) {
            status_.held_out.reset();
            throw;
        }
        HeldOutMeasure now = *status_.held_out;
        now.progress = held_out_->progress();
        const double spent = std::chrono::duration<double>(Clock::now() - held_out_begun_).count();
        now.seconds_left = now.progress > 0 ? spent * (1 - now.progress) / now.progress : 0;
        if (done) now.methods = held_out_->result().methods;
        status_.held_out = std::make_shared<const HeldOutMeasure>(std::move(now));
        // The export sheet, where it was asked for, may be closed by now; open, it says so itself.
        if (done && !look_.export_size)
            status_.notice = "Measured on held-out pixels. " + verdict(status_.held_out->methods);
    });
    if (done) held_out_.reset();  // its memory; what it measured stays in the status
    return !done;
}

}  // namespace redraw
