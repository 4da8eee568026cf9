// Of a healthy run the Doctor says nothing, at any step; and looking changes no bit of it.
#include "engine/doctor/findings.h"
#include "tests/support/doctor_runs.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace doctor_runs;

namespace {

void stays_silent(Patient& patient) {
    CAPTURE(patient.trainer.step());
    const auto found = patient.diagnosis();
    CHECK_MESSAGE(!found, (found ? found->sentence : ""));
}

}  // namespace

TEST_CASE("presets raise nothing at any step") {
    for (const auto& [preset, coloured] : {std::pair{"siren", false},
                                           {"siren", true},
                                           {"lineart", false},
                                           {"grid", false},
                                           {"grid", true},
                                           {"fourier", true}}) {
        CAPTURE(std::string(preset));
        CAPTURE(coloured);
        Config config = preset_config(preset);
        config.schedule.epochs = 250;
        Patient patient(coloured ? waves(24, 24) : ring(16, 12), config, kFast);
        while (!patient.trainer.finished()) {
            // Every step from the first that counts on, then in turn.
            const std::int64_t before = patient.trainer.step();
            const bool each = before >= 99 && before < 104;
            patient.train_to(each ? before + 1 : before - before % 25 + 25);
            stays_silent(patient);
        }
        CHECK(patient.trainer.last().batch_psnr > 28);
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
        Patient patient(ring(), config, kFast);
        for (std::int64_t step = 50; step <= 400; step += 50) {
            patient.train_to(step);
            stays_silent(patient);
        }
    }
}

TEST_CASE("looking changes no bit of the run") {
    Config config = small_sines();
    config.schedule.epochs = 120;
    Patient watched(waves(16, 16), config), alone(waves(16, 16), config);
    CheckUp check_up;
    for (std::int64_t step = 10; step <= 120; step += 10) {
        watched.train_to(step);
        check_up.update(watched.trainer);
        watched.diagnosis();
    }
    alone.train_to(120);
    CHECK(watched.trainer.backend().save() == alone.trainer.backend().save());
}

TEST_CASE("what is too large to be looked at in passing is left alone") {
    Config config = small_sines();
    config.network.layers = {2600, 2600};
    CHECK(look_inside(config.network, 1, std::vector<float>(parameter_count(config.network, 1)))
              .empty());
}
