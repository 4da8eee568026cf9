// Tests resets of the device and lack of memory, both injected: training continues on the CPU from
// the last saved state, and the next backend works.
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/doctor_runs.h"
#include "tests/support/opengl.h"
#include "tests/support/tested_backends.h"

using namespace redraw_test;

TEST_CASE("after a reset a backend is unusable, and the next one continues from a saved state") {
    if (!opengl_is_there()) return;
    const NetworkSpec network = network_of({9, 20}, Activation::sine);
    const auto dataset = noise_picture(13, 9, 3);
    const State start = random_state(network, 3);
    const auto backend = loaded(kGl, network, {}, 3, dataset, start);
    train_at(*backend, {1e-2f});
    const State saved = backend->save();
    train_at(*backend, {1e-2f});
    const State wanted = backend->save();
    {
        const InjectedReset reset(1);
        CHECK_THROWS_AS(train_at(*backend, {1e-2f}), DeviceFailed);
    }
    CHECK_THROWS_AS(train_at(*backend, {1e-2f}), DeviceFailed);
    CHECK_THROWS_AS(backend->save(), DeviceFailed);
    CHECK_THROWS_AS(backend->render(dataset->grid, whole(dataset->grid), {}), DeviceFailed);
    const auto next = loaded(kGl, network, {}, 3, dataset, saved);
    train_at(*next, {1e-2f});
    CHECK(next->save() == wanted);
}

TEST_CASE("a render without memory fails alone, a step without memory ends the backend") {
    if (!opengl_is_there()) return;
    const NetworkSpec network = network_of({8}, Activation::relu);
    const auto dataset = noise_picture(13, 9, 1);
    const auto backend = loaded(kGl, network, {}, 1, dataset, random_state(network, 1));
    const auto drawn = [&] { return backend->render(dataset->grid, whole(dataset->grid), {}); };
    const Image before = drawn()->on_host();
    {
        const InjectedLackOfMemory lack;
        CHECK_THROWS_AS(drawn(), Error);
    }
    CHECK(drawn()->on_host() == before);
    {
        const InjectedLackOfMemory lack;
        CHECK_THROWS_AS(train_at(*backend, {1e-2f}), DeviceFailed);
    }
    CHECK_THROWS_AS(drawn(), DeviceFailed);
    const InjectedLackOfMemory lack;
    CHECK_THROWS_AS(make(kGl, network, {}, 1, dataset), Error);
}

TEST_CASE("whichever call finds the device reset, the run ends on the CPU") {
    if (!opengl_is_there()) return;
    const TemporaryFolder folder;
    Config config;
    config.network.layers = {12, 12};
    config.schedule.epochs = 12;
    for (const int call : {3, 7, 12}) {
        CAPTURE(call);
        Trainer trainer(start_run(folder / (std::to_string(call) + ".redraw"), doctor_runs::ring(),
                                  "ring", config),
                        {BackendKind::gl});
        CHECK(trainer.backend().kind() == BackendKind::gl);
        trainer.advance(2);
        trainer.commit();
        const InjectedReset reset(call);
        for (int i = 0; !trainer.finished(); ++i) {
            trainer.advance(1);
            if (i % 3 == 0) trainer.commit();
        }
        CHECK(trainer.step() == 12);
        CHECK(trainer.backend().kind() == BackendKind::cpu);
        CHECK_FALSE(trainer.device_note().empty());
    }
}
