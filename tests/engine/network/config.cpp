#include "engine/network/config.h"
#include "engine/network/presets.h"
#include "tests/support/error_kind.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace redraw;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

using Change = std::function<void(Config&)>;

// Returns the message with which a change to the defaults is refused; empty if it is accepted.
std::string refusal(const Change& change) {
    Config config;
    change(config);
    return error_of([&] { validate(config); });
}

bool names(const std::string& sentence, const std::string& part) {
    return sentence.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every preset is valid") {
    for (const Preset& preset : kPresets) CHECK_NOTHROW(validate(preset_config(preset.name)));
}

TEST_CASE("a refusal names the field, the value and what is allowed") {
    const std::pair<Change, const char*> all[] = {
        {[](Config& c) { c.schedule.lr_max = -1; }, "schedule.lr_max is -1; "},
        {[](Config& c) {
             c.network.layers = {128, 5000};
         },
         "network.layers[1] is 5000; it must be between 1 and 4096."},
        {[](Config& c) { c.schedule = {.lr_max = 0.1, .lr_min = 0.2}; }, "at most lr_max (0.1)"},
        {[](Config& c) { c.optimizer.loss = Loss::bce; }, "optimizer.loss is bce, "},
        {[](Config& c) { c.network.layers.assign(64, 4096); }, "1057 million parameters"},
        {[](Config& c) { c.preset = "nonsense"; }, "siren, "}};
    for (const auto& [change, part] : all) CHECK(names(refusal(change), part));
}

TEST_CASE("values at the edge are accepted and just beyond are not") {
    const Change accepted[] = {[](Config& c) { c.schedule.epochs = 0; },  // stays untrained
                               [](Config& c) { c.schedule.epochs = std::int64_t(1) << 40; },
                               [](Config& c) { c.schedule.lr_min = c.schedule.lr_max; },
                               [](Config& c) { c.optimizer.beta1 = 0; },
                               [](Config& c) { c.network.first_omega = 10000; },
                               [](Config& c) { c.network.layers = {1}; },
                               [](Config& c) { c.network.layers.assign(4, 4096); }};
    for (const Change& change : accepted) CHECK(refusal(change).empty());
    const Change refused[] = {[](Config& c) { c.schedule.epochs = (std::int64_t(1) << 40) + 1; },
                              [](Config& c) { c.schedule.epochs = -1; },
                              [](Config& c) { c.schedule.epoch_offset = -1; },
                              [](Config& c) { c.schedule.warmup_epochs = -0.5; },
                              [](Config& c) { c.schedule.restart_epochs = -1; },
                              [](Config& c) { c.schedule.restart_multiplier = 0; },
                              [](Config& c) { c.optimizer.epsilon = 0; },
                              [](Config& c) { c.network.hidden_omega = 0; },
                              [](Config& c) { c.network.layers = {}; },
                              [](Config& c) { c.network.layers = {0}; },
                              [](Config& c) { c.network.layers.assign(65, 8); },
                              [](Config& c) { c.network.layers.assign(5, 4096); }};
    for (const Change& change : refused) CHECK_FALSE(refusal(change).empty());
    const std::pair<std::function<double&(Config&)>, std::vector<double>> numbers[] = {
        {[](Config& c) -> double& { return c.schedule.lr_max; },
         {0.0, -1.0, 101.0, 1e30, kNan, kInfinity}},
        {[](Config& c) -> double& { return c.schedule.lr_min; }, {-1e-9, kNan, -kInfinity}},
        {[](Config& c) -> double& { return c.optimizer.beta1; }, {-0.1, 1.0, kNan}},
        {[](Config& c) -> double& { return c.optimizer.beta2; }, {-0.1, 1.0, kNan}},
        {[](Config& c) -> double& { return c.optimizer.momentum; }, {-0.1, 1.0, kNan}},
        {[](Config& c) -> double& { return c.network.first_omega; },
         {-1.0, 10001.0, kNan, kInfinity}},
        {[](Config& c) -> double& { return c.network.hidden_gain; }, {0.0, 101.0, kNan}}};
    for (const auto& [number, bad] : numbers)
        for (const double value : bad)
            CHECK_FALSE(refusal([value, &at = number](Config& c) { at(c) = value; }).empty());
}

TEST_CASE("sizes and batches belong together") {
    const auto sized = [](TrainSize size) {
        return refusal([&](Config& c) { c.data.train_size = size; });
    };
    const auto batched = [](BatchMode mode, int size) {
        return refusal([&](Config& c) { c.data.batch = mode, c.data.batch_size = size; });
    };
    CHECK(sized({0, 0, 0}) == "");
    CHECK(sized({200, 16384, 1}) == "");
    CHECK(names(sized({16385, 0, 0}), "longer_side is 16385"));
    CHECK(names(sized({200, -5, 5}), "width is -5"));
    CHECK(names(sized({200, 100, 0}), "100x0; width and height"));
    CHECK(names(batched(BatchMode::full, 4), "batch_size is 4"));
    CHECK(names(batched(BatchMode::random, 0), "batch_size is 0"));
    CHECK(batched(BatchMode::random, 4096) == "");
    CHECK(batched(BatchMode::rows, 1) == "");
    CHECK(names(batched(BatchMode::rows, -1), "batch_size is -1"));
}

TEST_CASE("the steps of the longest run fit into 64 bits") {
    const std::string sentence = refusal([](Config& c) {
        c.data.batch = BatchMode::random;
        c.data.batch_size = 1;
        c.schedule.epochs = std::int64_t(1) << 40;
    });
    CHECK(names(sentence, "schedule.epochs is 1099511627776"));
}
