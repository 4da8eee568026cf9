// Saves a run while it trains: every two seconds, less often where a save is slow; elsewhere if its
// file cannot be written.
#include "engine/run/run_list.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cstdlib>

namespace redraw {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
// Seconds between two saves: usually kAutosaveSeconds, at most kMostLost unless saves are slow.
constexpr double kAutosaveSeconds = 2, kMostLost = 10;
constexpr double kSaveShare = 0.05, kMostSaveShare = 0.2;  // share of time for saves: wanted, most

// Unsaved keyframes may take kMostUnsaved bytes, but always as many as kLeastUnsaved keyframes. A
// large network's first steps, many of which are kept, would otherwise take hundreds of megabytes.
constexpr std::size_t kMostUnsaved = 128 << 20, kLeastUnsaved = 4;

double autosave_interval() {
    // Allows tests to set another interval.
    static const char* const asked = std::getenv("REDRAW_COMMIT_SECONDS");
    static const double seconds = asked ? std::max(0.0, std::atof(asked)) : kAutosaveSeconds;
    return seconds;
}

}  // namespace

void Trainer::commit() {
    if (!run_.writable()) return;
    drop_moments_if_finished();
    save_state();
}

// A run that has made a step holds its picture, so every save waits for it.
void Trainer::take_encoded_source() {
    if (!encoded_source_.valid()) return;
    try {
        run_.set_source(encoded_source_.get());
    } catch (...) {
        keep_source(source_.first, source_.second);
        throw;
    }
    if (!run_.planned_mosaic()) source_.first.reset();
}

void Trainer::save_state() {
    if (!run_.writable()) return;
    const Clock::time_point start = committed_ = Clock::now();
    try {
        take_encoded_source();
        keep_run_goal();
        if (!mosaic_)  // with a mosaic the saved state stays
            run_.set_state(
                on_any_device([this] { return own_.state(run_, saved_step_, finished()); }),
                seconds_);
        run_.commit([this](int items, const auto& work) { backend().share_out(items, work); });
        device_->has_trained();
    } catch (const Error& error) {
        save_error_ = error.what();
        throw Error(Error::Kind::not_saved, save_error_);
    }
    save_error_.clear();
    saved_step_ = learning().saved_step();
    committed_ = Clock::now();
    save_seconds_ = counted_seconds(seconds_since(start), save_seconds_);
}

double seconds_between_saves(double usual, double commit) {
    return std::max(usual,
                    std::min(commit / kSaveShare, std::max(kMostLost, commit / kMostSaveShare)));
}

void Trainer::autosave_if_due() {
    if (encoded_source_.valid() && autosave_interval() > 0 &&
        encoded_source_.wait_for(0s) == std::future_status::timeout)
        return;
    const bool many = run_.unsaved_bytes() >
                      std::max(kMostUnsaved, kLeastUnsaved * sizeof(float) * parameter_count());
    if (!(many && run_.writable() && save_error_.empty()) &&
        seconds_since(committed_) < seconds_between_saves(autosave_interval(), save_seconds_))
        return;
    try {
        save_state();         // keeps the moments: a time limit may still lengthen the run
    } catch (const Error&) {  // save_error() reports the failure
    }
}

void Trainer::save_measured() {
    if (!run_.writable()) return;
    try {
        run_.commit();
    } catch (const Error&) {  // a lost measurement can be repeated
    }
}

std::string Trainer::rescue(const std::filesystem::path& path, const Image* picture) {
    if (mosaic_) {                      // saves leave out the run's own network, which has ended
        double own_seconds = seconds_;  // whoever opens the copy adds those of its tiles
        for (const MosaicTile& tile : run_.mosaic_tiles()) own_seconds -= tile.seconds;
        run_.set_state(on_any_device([this] { return backend().save(); }),
                       std::max(0.0, own_seconds));
    }
    return run_.rescue(path, dataset().target, picture);
}

std::string Trainer::save_or_rescue(const Image* picture) {
    try {
        commit();
        return "";
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::not_saved) throw;
        try {
            const std::filesystem::path copy = new_run_path(run_.picture_name());
            const std::string missing = rescue(copy, picture);
            return std::string(error.what()) + "; everything" +
                   (missing.empty() ? "" : " but " + missing) + " is saved in " +
                   display_name(copy) + " instead.";
        } catch (const std::exception&) {
            throw error;  // the copy cannot be saved either
        }
    }
}

void Trainer::keep_source(std::shared_ptr<const Image> picture, int bit_depth) {
    if (!picture || picture.get() == &dataset().target) return;
    source_ = {std::move(picture), bit_depth};
    // Const, so that it is copied: libstdc++ uses what it moved from again if no thread starts.
    const auto encode = [of = source_] { return RunFile::encoded_source(*of.first, of.second); };
    encoded_source_ = std::async(encode);
}

}  // namespace redraw
