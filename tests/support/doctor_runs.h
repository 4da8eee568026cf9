// Small pictures and real small runs for the tests of the Doctor: seconds, on the plain kernels.
#pragma once

#include "engine/doctor/doctor.h"
#include "engine/network/presets.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <functional>
#include <string>

namespace doctor_runs {

using namespace redraw;

inline Image ring(int side = 32) {
    Image image = make_image(side, side * 3 / 4, 1, 1.0f);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < side; ++x) {
            const double r = std::hypot(x - side / 2.0, y - image.height / 2.0) / side;
            if (r > 0.2 && r < 0.3) image.row(y)[x] = 0.0f;
        }
    return image;
}

// Waves under a chequerboard, in colour.
inline Image waves(int side = 32) {
    Image image = make_image(side, side, 3);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            for (int c = 0; c < 3; ++c)
                image.row(y)[x * 3 + c] =
                    float(0.5 + 0.2 * std::sin(x * 0.3 + c) + 0.2 * std::cos(y * 0.17 * (c + 1)) +
                          ((x / 8 + y / 8) % 2 ? 0.08 : -0.08));
    return image;
}

// Every sign of every neuron at every step is the same on the plain kernels of every machine.
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
    Config config;
    config.network.layers = {32, 32, 32};
    config.schedule.epochs = 400;
    return config;
}

}  // namespace doctor_runs
