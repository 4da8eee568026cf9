// Saves a run while it trains: every two seconds, less often where a save is slow.
#include "engine/seconds.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cstdlib>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kAutosaveSeconds = 2, kMostLost = 10;     // between two saves
constexpr double kSaveShare = 0.05, kMostSaveShare = 0.2;  // of the time

double autosave_interval() {
    // Tests that kill the program set a shorter one.
    static const char* const asked = std::getenv("REDRAW_COMMIT_SECONDS");
    static const double seconds = asked ? std::max(0.0, std::atof(asked)) : kAutosaveSeconds;
    return seconds;
}

}  // namespace

void Trainer::commit() {
    if (!run_.writable()) return;
    const Clock::time_point start = committed_ = Clock::now();
    const State state = on_any_device([this] { return backend().save(); });
    try {
        if (source_.first) run_.set_source(*source_.first, source_.second);
        source_.first.reset();
        run_.set_state(state, seconds_);
        run_.commit();
    } catch (const Error& error) {
        save_error_ = error.what();
        throw NotSaved(save_error_);
    }
    save_error_.clear();
    saved_step_ = state.step;
    committed_ = Clock::now();
    save_seconds_ = counted_seconds(seconds_since(start), save_seconds_);
}

double seconds_between_saves(double usual, double commit) {
    return std::max(usual,
                    std::min(commit / kSaveShare, std::max(kMostLost, commit / kMostSaveShare)));
}

void Trainer::autosave_if_due() {
    if (seconds_since(committed_) < seconds_between_saves(autosave_interval(), save_seconds_))
        return;
    try {
        commit();
    } catch (const NotSaved&) {  // save_error() reports it
    }
}

void Trainer::save_measured() {
    if (!run_.writable()) return;
    try {
        run_.commit();
    } catch (const Error&) {  // it can be measured again
    }
}

}  // namespace redraw
