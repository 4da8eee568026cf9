// Checks that the doctor names the fault of small real runs, and is silent about healthy ones.
#include "engine/features/doctor/findings.h"
#include "engine/text/numbers.h"
#include "tests/support/doctor_runs.h"

using namespace redraw;
using namespace doctor_runs;

namespace {

struct Trouble {
    const char* name;
    Config config;
    Image picture;
    std::int64_t step;
    Condition condition;
    const char* says;  // part of the expected diagnosis
    std::string remedy;
    bool (*cures)(const Config&);
    bool restarts = true;
    BackendOptions options = kPlain;
};

Config changed(Config config, void (*spoil)(Config&)) {
    spoil(config);
    return config;
}

bool at_usual_rate(const Config& config) {
    return config.schedule.lr_max == 2e-3;
}

void stays_silent(Patient& patient) {
    CAPTURE(patient.trainer.step());
    const auto found = patient.diagnosis();
    CHECK_MESSAGE(!found, (found ? found->sentence : ""));
}

}  // namespace

TEST_CASE("what is wrong is named, with a remedy that can be followed") {
    const Config sines = small_sines();
    const Config relu = changed(sines, [](Config& c) {
        c.network.activation = Activation::relu;
        c.schedule.lr_max = 3;
    });
    const Trouble troubles[] = {
        {"a grid's rate",
         changed(preset_config("grid"), [](Config& c) { c.schedule.lr_max = 1e-6; }), waves(16, 16),
         150, Condition::rate_too_low, "1e-6", "Raise the rate to ",
         [](const Config& c) { return c.schedule.lr_max > 1e-3; }, false, kFast},
        {"scrambled sines", changed(sines, [](Config& c) { c.schedule.lr_max = 0.5; }), ring(), 200,
         Condition::rate_too_high, "", "Restart at a rate of 2e-3",
         [](const Config& c) { return at_usual_rate(c) && c.network.layers.size() == 3; }},
        {"one layer, which may turn as it likes",
         changed(sines,
                 [](Config& c) {
                     c.network.layers = {64};
                     c.schedule.lr_max = 1;
                 }),
         ring(), 150, Condition::rate_too_high, "jumps", "Lower the rate to 2e-3", at_usual_rate,
         false},
        {"small batches",
         changed({},
                 [](Config& c) {
                     c.data.batch = BatchMode::random;
                     c.data.batch_size = 128;
                     c.schedule.epochs = 60;
                 }),
         waves(), 250, Condition::rate_too_high, "", "",
         [](const Config& c) { return c.schedule.lr_max == 5e-4; }, true, kFast},
        {"dead", relu, ring(16, 12), 150, Condition::dead_layer, "Layer ",
         "Restart at a rate of 2e-3", at_usual_rate},
        {"saturated", changed(relu, [](Config& c) { c.network.activation = Activation::tanh; }),
         ring(16, 12), 150, Condition::saturated_layer, "", "", at_usual_rate},
        {"hidden omega", changed(sines, [](Config& c) { c.network.hidden_omega = 1000; }),
         ring(16, 12), 150, Condition::saturated_layer, "", "",
         [](const Config& c) { return c.network.hidden_omega == 30; }},
        {"hidden gain", changed(sines, [](Config& c) { c.network.hidden_gain = 50; }),
         waves(16, 16), 150, Condition::saturated_layer, "", "",
         [](const Config& c) { return c.network.hidden_gain == 1; }},
        {"noise between pixels that it learns well",
         changed(sines, [](Config& c) { c.network.first_omega = 300; }), waves(), 300,
         Condition::first_omega_high, "", "",
         [](const Config& c) { return c.network.first_omega == 30; }},
        {"blurred",
         changed(sines,
                 [](Config& c) {
                     c.network.layers = {24};
                     c.network.first_omega = 1;
                 }),
         waves(48, 48), 300, Condition::first_omega_low, "", "",
         [](const Config& c) { return c.network.first_omega == 30; }},
        {"one tone that does not move",
         changed(preset_config("tanh"),
                 [](Config& c) {
                     c.network.layers = {64, 64, 128, 64, 32, 32, 32};
                     c.schedule.epochs = 1000;
                 }),
         ring(16, 12), 150, Condition::one_tone, "", "Restart with sine activations",
         [](const Config& c) { return c.network.activation == Activation::sine; }, true, kFast},
    };
    for (const Trouble& trouble : troubles) {
        CAPTURE(trouble.name);
        Patient patient(trouble.picture, trouble.config, trouble.options);
        patient.train_to(trouble.step);
        const auto found = patient.diagnosis();
        REQUIRE(found);
        CAPTURE(found->sentence);
        CHECK(found->condition == trouble.condition);
        CHECK(found->sentence.find(trouble.says) != std::string::npos);
        CHECK(found->step == trouble.step);
        REQUIRE(found->remedy);
        CHECK(found->remedy->label.starts_with(trouble.remedy));
        CHECK(found->remedy->restarts == trouble.restarts);
        CHECK_NOTHROW(validate(found->remedy->config));
        CHECK(trouble.cures(found->remedy->config));
        CHECK_FALSE(trouble.cures(patient.trainer.config()));
        // The training loss is good and would not reveal that first omega is too high.
        if (trouble.condition == Condition::first_omega_high)
            CHECK(patient.trainer.last().batch_psnr > 30);
    }
}

TEST_CASE("a rate far too low is raised to the usual one, and that helps") {
    Config config = small_sines();
    config.schedule.lr_max = 1e-6;
    Patient patient(ring(16, 12), config);
    patient.train_to(150);
    const auto found = patient.diagnosis();
    REQUIRE(found);
    CHECK(found->condition == Condition::rate_too_low);
    CHECK(found->sentence.find("1e-6") != std::string::npos);
    REQUIRE(found->remedy);
    CHECK(found->remedy->label == "Raise the rate to 2e-3");
    CHECK_FALSE(found->remedy->restarts);
    patient.trainer.set_schedule(found->remedy->config.schedule);
    CHECK_FALSE(patient.diagnosis());  // gives the new rate time to have an effect
    patient.train_to(300);
    CHECK_FALSE(patient.diagnosis());
    CHECK(patient.trainer.last().batch_psnr > 25);
}

TEST_CASE("a picture of one tone is none that does not move") {
    Patient grey(make_image(16, 16, 1, 0.5f), small_sines());
    grey.train_to(100);
    CHECK_FALSE(grey.diagnosis());
}

TEST_CASE("numbers are said as they are typed") {
    for (const auto& [value, text] : {std::pair{5e-4, "5e-4"},
                                      {1.5e-6, "1.5e-6"},
                                      {9.99e-4, "1e-3"},
                                      {0.02, "0.02"},
                                      {30.0, "30"},
                                      {1000.0, "1000"}})
        CHECK(short_number(value) == text);
}

TEST_CASE("presets raise nothing at any step") {
    for (const auto& way : {std::pair{"siren", false},
                            {"siren", true},
                            {"lineart", false},
                            {"grid", false},
                            {"grid", true},
                            {"fourier", true}}) {
        const char* preset = way.first;
        const bool coloured = way.second;
        INFO(std::string(preset) << ' ' << coloured);
        Config config = preset_config(preset);
        config.schedule.epochs = 250;
        Patient patient(coloured ? waves(24, 24) : ring(16, 12), config, kFast);
        while (!patient.trainer.finished()) {
            // Checks every step around 100, the first that is diagnosed, and otherwise every 25th.
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
    CHECK(look_inside(config.network, 1, std::vector<float>(parameter_count(config.network, 1)),
                      picture_grid(16, 16))
              .empty());
}

TEST_CASE("layers are examined within the picture only") {
    // One ReLU neuron that answers above the middle third of the square's height only.
    NetworkSpec network;
    network.layers = {1};
    network.activation = Activation::relu;
    const std::vector<float> answers_at_the_top = {0, -1, -0.4f, 1, 0};  // w_x, w_y, b, w, b
    const auto idle = [&](const Grid& grid) {
        return look_inside(network, 1, answers_at_the_top, grid).at(0).idle;
    };
    CHECK(idle(picture_grid(16, 16)) == 0);
    CHECK(idle(picture_grid(48, 16)) == 1);
}
