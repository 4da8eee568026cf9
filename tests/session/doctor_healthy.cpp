// Of a healthy run the Doctor says nothing, at any step; and looking changes no bit of it.
#include "engine/doctor/check_up.h"
#include "tests/support/doctor_runs.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace doctor_runs;

TEST_CASE("presets raise nothing at any step") {
    for (const char* preset : {"siren", "lineart", "grid", "fourier"})
        for (const bool coloured : {false, true}) {
            CAPTURE(preset);
            CAPTURE(coloured);
            Config config = preset_config(preset);
            config.schedule.epochs = 250;
            Patient patient(coloured ? waves() : ring(), config, kFast);
            while (!patient.trainer.finished()) {
                // Every step from the first that counts on, then in turn.
                const std::int64_t before = patient.trainer.step();
                const bool each = before >= 99 && before < 140;
                patient.train_to(each ? before + 1 : before - before % 10 + 10);
                const std::int64_t step = patient.trainer.step();
                const auto found = patient.diagnosis();
                CAPTURE(step);
                CHECK_MESSAGE(!found, (found ? found->sentence : ""));
            }
            CHECK(patient.trainer.last().batch_psnr > 30);
        }
}

TEST_CASE("a tenth of the rate, a narrow network and a short run are choices, not faults") {
    const std::function<void(Config&)> choices[] = {
        [](Config& config) { config.schedule.lr_max = 2e-4; },
        [](Config& config) { config.network.layers = {12}; },
        [](Config& config) { config.schedule.epochs = 110; },
        [](Config& config) { config.network.first_omega = 12; },
        [](Config& config) { config.schedule.restart_epochs = 60; }};
    for (const auto& choose : choices) {
        Config config = small_sines();
        choose(config);
        CAPTURE(&choose - choices);
        Patient patient(ring(), config);
        for (std::int64_t step = 50; step <= 400; step += 25) {
            patient.train_to(step);
            const auto found = patient.diagnosis();
            CHECK_MESSAGE(!found, (found ? found->sentence : ""));
        }
    }
}

TEST_CASE("looking changes no bit of the run") {
    Config config = small_sines();
    config.schedule.epochs = 150;
    Patient watched(waves(), config), alone(waves(), config);
    CheckUp check_up;
    for (std::int64_t step = 10; step <= 150; step += 10) {
        watched.train_to(step);
        check_up.update(watched.trainer);
        watched.diagnosis();
    }
    alone.train_to(150);
    CHECK(watched.trainer.backend().save() == alone.trainer.backend().save());
}

TEST_CASE("what is too large to be looked at in passing is left alone") {
    Config config = small_sines();
    config.network.layers = {2600, 2600};
    CHECK(look_inside(config.network, 1, std::vector<float>(parameter_count(config.network, 1)))
              .empty());
}
