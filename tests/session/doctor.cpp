// What is wrong is named, by real small runs in which it goes wrong; test_doctor_healthy.cpp has
// the others.
#include "engine/text/numbers.h"
#include "tests/support/doctor_runs.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace doctor_runs;

namespace {

// What the Doctor says at `step`; the remedy must be one that can be followed.
Diagnosis said_at(std::int64_t step, const Image& picture, const Config& config,
                  const BackendOptions& options = kPlain) {
    Patient patient(picture, config, options);
    patient.train_to(step);
    REQUIRE(patient.trainer.step() == step);
    const auto found = patient.diagnosis();
    REQUIRE(found);
    CAPTURE(found->sentence);
    CHECK(found->sentence.back() == '.');
    CHECK(found->step == step);
    REQUIRE(found->remedy);
    CHECK_NOTHROW(validate(found->remedy->config));
    CHECK(found->remedy->config != patient.trainer.config());
    return *found;
}

Config relu(double rate) {
    Config config = small_sines();
    config.network.activation = Activation::relu;
    config.schedule.lr_max = rate;
    return config;
}

}  // namespace

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
    CHECK_FALSE(patient.diagnosis());  // it is given time
    patient.train_to(300);
    CHECK_FALSE(patient.diagnosis());
    CHECK(patient.trainer.last().batch_psnr > 25);

    Config grid = preset_config("grid");
    grid.schedule.lr_max = 1e-6;
    CHECK(said_at(150, waves(16, 16), grid, kFast).condition == Condition::rate_too_low);
}

TEST_CASE("a rate too high is lowered; sines that it has scrambled start again") {
    Config config = small_sines();
    config.schedule.lr_max = 0.5;
    const Diagnosis sines = said_at(200, ring(), config);
    CHECK(sines.condition == Condition::rate_too_high);
    CHECK(sines.remedy->label == "Start again at 2e-3");
    CHECK(sines.remedy->restarts);
    CHECK(sines.remedy->config.network.layers == config.network.layers);

    config.network.layers = {64};  // reads the coordinates, and may turn as it likes
    config.schedule.lr_max = 1;
    const Diagnosis jumps = said_at(150, ring(), config);
    CHECK(jumps.condition == Condition::rate_too_high);
    CHECK(jumps.sentence.find("jumps") != std::string::npos);
    CHECK(jumps.remedy->label == "Lower the rate to 2e-3");
    CHECK_FALSE(jumps.remedy->restarts);
}

TEST_CASE("the usual rate is too high for small batches: a quarter of it is advised") {
    Config config;
    config.data.batch = BatchMode::random;
    config.data.batch_size = 128;
    config.schedule.epochs = 60;
    const Diagnosis found = said_at(250, waves(), config, kFast);
    CHECK(found.condition == Condition::rate_too_high);
    CHECK(found.remedy->config.schedule.lr_max == 5e-4);
}

TEST_CASE("dead and saturated layers are named by their number") {
    const Diagnosis dead = said_at(150, ring(16, 12), relu(3));
    CHECK(dead.condition == Condition::dead_layer);
    CHECK(dead.sentence.starts_with("Layer "));
    CHECK(dead.remedy->label == "Start again at 2e-3");

    Config bounded = relu(3);
    bounded.network.activation = Activation::tanh;
    CHECK(said_at(150, ring(16, 12), bounded).condition == Condition::saturated_layer);
}

TEST_CASE("a hidden omega or gain that turns the sines many times") {
    Config omega = small_sines();
    omega.network.hidden_omega = 1000;
    const Diagnosis found = said_at(150, ring(16, 12), omega);
    CHECK(found.condition == Condition::saturated_layer);
    CHECK(found.remedy->config.network.hidden_omega == 30);
    CHECK(found.remedy->restarts);

    Config gain = small_sines();
    gain.network.hidden_gain = 50;
    CHECK(said_at(150, waves(16, 16), gain).remedy->config.network.hidden_gain == 1);
}

TEST_CASE("a first omega too high draws noise between pixels that it learns well") {
    Config config = small_sines();
    config.network.first_omega = 300;
    Patient patient(waves(), config);
    patient.train_to(300);
    CHECK(patient.trainer.last().batch_psnr > 30);  // the loss alone would never say it
    const auto found = patient.diagnosis();
    REQUIRE(found);
    CHECK(found->condition == Condition::first_omega_high);
    CHECK(found->remedy->config.network.first_omega == 30);
    CHECK(found->remedy->restarts);
}

TEST_CASE("a first omega too low stays blurred") {
    Config config = small_sines();
    config.network.layers = {24};
    config.network.first_omega = 1;
    const Diagnosis found = said_at(300, waves(48, 48), config);
    CHECK(found.condition == Condition::first_omega_low);
    CHECK(found.remedy->config.network.first_omega == 30);
}

TEST_CASE("one tone that does not move; the picture may be one itself") {
    Config config = preset_config("tanh");
    config.network.layers = {64, 64, 128, 64, 32, 32, 32};
    config.schedule.epochs = 1000;
    const Diagnosis found = said_at(150, ring(16, 12), config, kFast);
    CHECK(found.condition == Condition::one_tone);
    CHECK(found.remedy->config.network.activation == Activation::sine);
    CHECK(found.remedy->label == "Start again with sines");

    Patient grey(make_image(16, 16, 1, 0.5f), small_sines());
    grey.train_to(100);
    CHECK_FALSE(grey.diagnosis());
}

TEST_CASE("numbers are said as they are typed") {
    CHECK(short_number(5e-4) == "5e-4");
    CHECK(short_number(1.5e-6) == "1.5e-6");
    CHECK(short_number(9.99e-4) == "1e-3");
    CHECK(short_number(0.02) == "0.02");
    CHECK(short_number(30) == "30");
    CHECK(short_number(1000) == "1000");
}
