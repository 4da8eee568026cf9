#include "engine/network/config.h"
#include "engine/error.h"
#include "engine/network/presets.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>

using namespace redraw;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

// The sentence a change to the defaults is refused with; empty when it is accepted.
std::string refusal(const std::function<void(Config&)>& change) {
    Config config;
    change(config);
    try {
        validate(config);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool names(const std::string& sentence, const std::string& part) {
    return sentence.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every preset is valid") {
    for (const Preset& preset : kPresets) CHECK_NOTHROW(validate(preset_config(preset.name)));
}

TEST_CASE("a refusal names the field, the value and what is allowed") {
    CHECK(refusal([](Config& c) { c.schedule.lr_max = -1; }) ==
          "schedule.lr_max is -1; it must be above 0 and at most 100.");
    CHECK(refusal([](Config& c) {
              c.network.layers = {128, 5000};
          }) == "network.layers[1] is 5000; it must be between 1 and 4096.");
    CHECK(refusal([](Config& c) { c.schedule = {.lr_max = 0.1, .lr_min = 0.2}; }) ==
          "schedule.lr_min is 0.2; it must be at least 0 and at most lr_max (0.1).");
    CHECK(refusal([](Config& c) { c.optimizer.loss = Loss::bce; }) ==
          "optimizer.loss is bce, which needs an output between 0 and 1: set network.output to "
          "sigmoid.");
    CHECK(names(refusal([](Config& c) { c.network.layers.assign(64, 4096); }),
                "1057 million parameters and need 16.9 GB"));
    CHECK(names(refusal([](Config& c) { c.preset = "nonsense"; }), "siren, "));
}

TEST_CASE("values at the edge are accepted and just beyond are not") {
    const auto accepted = [](const std::function<void(Config&)>& change) {
        return refusal(change).empty();
    };
    CHECK(accepted([](Config& c) { c.schedule.epochs = 0; }));  // the untrained drawing
    CHECK(accepted([](Config& c) { c.schedule.epochs = std::int64_t(1) << 40; }));
    CHECK_FALSE(accepted([](Config& c) { c.schedule.epochs = (std::int64_t(1) << 40) + 1; }));
    CHECK_FALSE(accepted([](Config& c) { c.schedule.epochs = -1; }));
    CHECK_FALSE(accepted([](Config& c) { c.schedule.epoch_offset = -1; }));
    CHECK_FALSE(accepted([](Config& c) { c.schedule.warmup_epochs = -0.5; }));
    CHECK_FALSE(accepted([](Config& c) { c.schedule.restart_epochs = -1; }));
    CHECK_FALSE(accepted([](Config& c) { c.schedule.restart_multiplier = 0; }));
    CHECK(accepted([](Config& c) { c.schedule.lr_min = c.schedule.lr_max; }));
    for (const double bad : {0.0, -1.0, 101.0, 1e30, kNan, kInfinity})
        CHECK_FALSE(accepted([&](Config& c) { c.schedule.lr_max = bad; }));
    for (const double bad : {-1e-9, kNan, -kInfinity})
        CHECK_FALSE(accepted([&](Config& c) { c.schedule.lr_min = bad; }));
    for (const double bad : {-0.1, 1.0, kNan}) {
        CHECK_FALSE(accepted([&](Config& c) { c.optimizer.beta1 = bad; }));
        CHECK_FALSE(accepted([&](Config& c) { c.optimizer.beta2 = bad; }));
        CHECK_FALSE(accepted([&](Config& c) { c.optimizer.momentum = bad; }));
    }
    CHECK(accepted([](Config& c) { c.optimizer.beta1 = 0; }));
    CHECK_FALSE(accepted([](Config& c) { c.optimizer.epsilon = 0; }));
    CHECK(accepted([](Config& c) { c.network.first_omega = 10000; }));
    for (const double bad : {-1.0, 10001.0, kNan, kInfinity})
        CHECK_FALSE(accepted([&](Config& c) { c.network.first_omega = bad; }));
    for (const double bad : {0.0, 101.0, kNan})
        CHECK_FALSE(accepted([&](Config& c) { c.network.hidden_gain = bad; }));
    CHECK_FALSE(accepted([](Config& c) { c.network.hidden_omega = 0; }));
    CHECK_FALSE(accepted([](Config& c) { c.network.layers = {}; }));
    CHECK_FALSE(accepted([](Config& c) { c.network.layers.assign(65, 8); }));
    CHECK_FALSE(accepted([](Config& c) { c.network.layers = {0}; }));
    CHECK(accepted([](Config& c) { c.network.layers = {1}; }));
    CHECK(accepted([](Config& c) { c.network.layers.assign(4, 4096); }));
    CHECK_FALSE(accepted([](Config& c) { c.network.layers.assign(5, 4096); }));
}

TEST_CASE("sizes and batches belong together") {
    const auto sized = [](TrainSize size) {
        DataSpec spec;
        spec.train_size = size;
        return spec;
    };
    const auto batched = [](BatchMode mode, int size) {
        DataSpec spec;
        spec.batch = mode;
        spec.batch_size = size;
        return spec;
    };
    const auto data = [](DataSpec spec) { return refusal([&](Config& c) { c.data = spec; }); };
    CHECK(data(sized({0, 0, 0})) == "");
    CHECK(data(sized({200, 16384, 1})) == "");
    CHECK(names(data(sized({16385, 0, 0})), "longer_side is 16385"));
    CHECK(names(data(sized({200, -5, 5})), "width is -5"));
    CHECK(names(data(sized({200, 100, 0})), "100x0; width and height"));
    CHECK(names(data(batched(BatchMode::full, 4)), "batch_size is 4"));
    CHECK(names(data(batched(BatchMode::random, 0)), "batch_size is 0"));
    CHECK(data(batched(BatchMode::random, 4096)) == "");
    CHECK(data(batched(BatchMode::rows, 1)) == "");
    CHECK(names(data(batched(BatchMode::rows, -1)), "batch_size is -1"));
}

TEST_CASE("the steps of the longest run fit into 64 bits") {
    const std::string sentence = refusal([](Config& c) {
        c.data.batch = BatchMode::random;
        c.data.batch_size = 1;
        c.schedule.epochs = std::int64_t(1) << 40;
    });
    CHECK(names(sentence, "schedule.epochs is 1099511627776"));
}
