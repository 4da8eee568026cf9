// Trains small real runs, in seconds, for the tests of the doctor.
#pragma once

#include "engine/features/doctor/doctor.h"
#include "engine/features/doctor/findings.h"
#include "engine/network/presets.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <functional>
#include <string>

namespace doctor_runs {

using namespace redraw;
using redraw_test::ring;
using redraw_test::small_config;
using redraw_test::waves;

// With plain kernels on one thread, the findings do not depend on the machine's instruction sets or
// number of cores.
inline const BackendOptions kPlain{.kind = BackendKind::cpu,
                                   .precision = Precision::fp32,
                                   .instruction_set = InstructionSet::scalar,
                                   .threads = 1};

inline const BackendOptions kFast{.kind = BackendKind::cpu, .precision = Precision::fp32};

struct Patient {
    TemporaryFolder folder;
    Trainer trainer;
    Patient(const Image& picture, const Config& config, const BackendOptions& options = kPlain)
        : trainer(start_run(folder / "run.redraw", picture, "picture", config), options) {}

    void train_to(std::int64_t step) {
        while (!trainer.finished() && trainer.step() < step) trainer.advance(step - trainer.step());
    }
    std::optional<Diagnosis> diagnosis() { return diagnose(examine(trainer)); }
};

inline Config small_sines() {
    return small_config({32, 32, 32}, 400);
}

}  // namespace doctor_runs
