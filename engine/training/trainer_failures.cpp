// Handles failures of a trainer. Out of memory: a new run takes a smaller batch before it refuses.
// Device: training continues on the CPU from the last save. Run file: everything is saved
// elsewhere.
#include "engine/device/devices.h"
#include "engine/run/folders.h"
#include "engine/text/display_name.h"
#include "engine/training/trainer.h"

#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

namespace redraw {

Trainer::Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<Dataset> dataset,
                 const SmallerBatch& smaller)
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
            batch_note_ = "There is too little memory for a larger batch: it learns " +
                          std::to_string(dataset->batch_pixels()) + " pixels a step.";
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

// If the user chose the device explicitly, a failure here is an error, since nothing is lost yet;
// otherwise training continues on the CPU.
void Trainer::load(const State& state) {
    try {
        backend().load(state);
    } catch (const DeviceFailed& failure) {
        if (options_.kind == BackendKind::cuda) throw Error(failure.what());
        leave_device(failure);
    }
}

void Trainer::leave_device(const DeviceFailed& failure) {
    BackendOptions on_cpu = options_;
    on_cpu.kind = BackendKind::cpu;
    on_cpu.precision = Precision::automatic;  // the device's need not be the CPU's
    const State state = run_.state().value();
    auto next =
        make_backend(on_cpu, config().network, config().optimizer, channels(), loop_.dataset);
    next->load(state);
    const std::int64_t failed_after = step();
    loop_.backend = std::move(next);
    options_ = on_cpu;
    go_back_to(state);
    loop_.step_seconds = 0;  // a burst measured on the device would take long here
    run_.add_event({.step = step(),
                    .kind = EventKind::device_left,
                    .failed_step = failed_after,
                    .name = backend().description()});
    device_note_ = std::string(failure.what()) + " Training goes on on the CPU from step " +
                   std::to_string(step()) + ".";
}

State Trainer::saved_state() {
    try {
        return backend().save();
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
        return backend().save();
    }
}

std::string Trainer::save_or_rescue(const Image* picture) {
    try {
        commit();
        return "";
    } catch (const NotSaved& error) {
        try {
            const std::filesystem::path copy = new_run_path(run_.picture_name());
            const std::string missing = run_.rescue(copy, dataset().target, picture);
            return std::string(error.what()) + "; everything" +
                   (missing.empty() ? "" : " but " + missing) + " is saved in " +
                   display_name(copy) + " instead.";
        } catch (const std::exception&) {
            throw error;  // no space there either
        }
    }
}

}  // namespace redraw
