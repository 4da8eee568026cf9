// Handles failures of a trainer. Divergence: chooses the keyframe to roll back to. Too little
// memory: a new run uses a smaller batch. Device failure: continues on the CPU from the last save.
// Unwritable file: saves a copy elsewhere.
#include "engine/device/devices.h"
#include "engine/run/run_list.h"
#include "engine/text/display_name.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <limits>
#include <new>

namespace redraw {
namespace {

// The least steps to go back: exploding parameters grow over about ten steps before they are
// infinite.
constexpr std::int64_t kStepsBefore = 10;
// Tolerated dB below the best keyframe. A healthy run fluctuates by less; a run about to diverge
// falls much further.
constexpr float kAsGood = 3;

}  // namespace

int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step) {
    int count = 0;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (event->kind == EventKind::rolled_back)
            count += std::abs(event->failed_step - diverged_step) <= kHalvingsWithin;
        else if (event->kind != EventKind::resumed && !only_marks(event->kind))
            break;  // something else changed, so the count starts anew
    }
    return count;
}

std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats) {
    float best = -std::numeric_limits<float>::infinity();
    for (const Keyframe& keyframe : keyframes) best = std::max(best, keyframe.batch_psnr);
    const std::int64_t newest = diverged_step - (kStepsBefore << std::min(repeats, kMostHalvings));
    for (auto keyframe = keyframes.rbegin(); keyframe != keyframes.rend(); ++keyframe)
        if (keyframe->step <= newest && keyframe->batch_psnr >= best - kAsGood)
            return keyframe->step;
    return keyframes.empty() ? 0 : keyframes.front().step;
}

Trainer::Trainer(RunFile run, const BackendOptions& options,
                 const std::shared_ptr<Dataset>& dataset, const SmallerBatch& smaller)
    : run_(std::move(run)), options_(options), loop_{dataset} {
    Config asked = run_.request();
    asked.network = config().network;
    while (!loop_.backend) {
        try {
            take_backend();
        } catch (const std::bad_alloc&) {
            loop_.backend.reset();
            const std::optional<Config> next = smaller(asked);
            if (!next) throw;
            run_.set_config(asked = *next);
            dataset->batch = asked.data.batch;
            dataset->batch_size = asked.data.batch_size;
            batch_note_ = "There is too little memory for a larger batch. Each step uses " +
                          std::to_string(dataset->batch_pixels()) + " pixels.";
        }
    }
}

std::int64_t Trainer::advance(std::int64_t max_steps) {
    const std::int64_t begin = step();
    try {
        return advance_here(max_steps);
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
        return step() - begin;
    }
}

// Loads a state into the device. If the device fails, training continues on the CPU, unless the
// user chose the device: then throws Error.
void Trainer::load(const State& state) {
    try {
        backend().load(state);
    } catch (const DeviceFailed& failure) {
        if (options_.kind != BackendKind::automatic) throw Error(failure.what());
        leave_device(failure);
    }
}

void Trainer::leave_device(const DeviceFailed& failure) {
    BackendOptions on_cpu = options_;
    on_cpu.kind = BackendKind::cpu;
    if (backend().kind() == BackendKind::cuda)
        on_cpu.precision = Precision::automatic;  // the CPU may not support the device's precision
    const State state = run_.state().value();
    auto next =
        make_backend(on_cpu, config().network, config().optimizer, channels(), loop_.dataset);
    next->load(state);
    const std::int64_t failed_after = step();
    if (driver_record_ && !failure.fault().empty()) driver_record_->remember(failure.fault());
    driver_record_.reset();
    loop_.backend = std::move(next);
    options_ = on_cpu;
    device_choice_.clear();
    drawn_ = nullptr;  // destroyed with the device's backend
    draw_mosaic();
    if (!run_.mosaic()) go_back_to(state);
    // Forgets the device's pace: a burst sized by it would take too long on the CPU.
    loop_.step_seconds = 0;
    run_.add_event({.step = step(),
                    .kind = EventKind::device_left,
                    .failed_step = failed_after,
                    .name = backend().description()});
    device_note_ = std::string(failure.what()) + " Training continues on the CPU from step " +
                   std::to_string(step()) + ".";
}

std::string Trainer::rescue(const std::filesystem::path& path, const Image* picture) {
    if (run_.mosaic()) {                // saves leave out the run's own network, which has ended
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

}  // namespace redraw
