#include "engine/network/config_json.h"
#include "engine/network/presets.h"
#include "tests/support/error_kind.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace redraw;

namespace {

std::string indented(const Config& config, int by) {
    return nlohmann::ordered_json::parse(to_json(config)).dump(by);
}

std::string refusal(const std::string& text) {
    return error_of([&] { config_from_json(text); });
}

void refused_for(const std::string& text, const std::string& reason) {
    CHECK_THROWS_WITH_AS(config_from_json(text), doctest::Contains(reason.c_str()), Error);
}

Config random_config(std::mt19937_64& random) {
    const auto real = [&](double low, double high) {
        return std::uniform_real_distribution(low, high)(random);
    };
    const auto whole = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution(low, high)(random);
    };
    const auto any = [&](auto& field) {
        const auto& all = kNames<std::remove_reference_t<decltype(field)>>;
        field = all[random() % std::size(all)].value;
    };
    Config c;
    c.preset = kPresets[random() % kPresets.size()].name;
    c.network.layers.assign(std::size_t(whole(1, 8)), int(whole(1, 512)));
    any(c.network.activation);
    any(c.network.encoding);
    any(c.network.output);
    c.network.first_omega = real(0, 100);
    c.network.hidden_omega = real(1, 100);
    c.network.hidden_gain = real(0.1, 10);
    any(c.optimizer.kind);
    any(c.optimizer.loss);
    if (c.optimizer.loss == Loss::bce) c.network.output = OutputMap::sigmoid;
    c.optimizer.beta1 = real(0, 0.999);
    c.optimizer.beta2 = real(0, 0.999);
    c.optimizer.epsilon = real(1e-12, 1e-3);
    c.optimizer.momentum = real(0, 0.99);
    c.schedule = {real(1e-3, 10), real(0, 1e-3), real(0, 1e9),   real(0, 1e7), whole(0, 1 << 30),
                  real(0, 1e9),   real(0, 1000), whole(0, 1000), real(1, 3)};
    c.data.train_size = {int(whole(0, 16384)), int(whole(1, 16384)), int(whole(1, 16384))};
    any(c.data.channels);
    any(c.data.batch);
    c.data.batch_size = c.data.batch == BatchMode::full ? 0 : int(whole(1, 16384));
    c.network.window.radius = real(1, 4.5);
    any(c.network.window.tones);
    c.network.window.made_by = {real(0, 1), real(0, 1), real(0, 1)};
    if (c.network.encoding == Encoding::window) {
        c.network.output = OutputMap::linear;
        c.optimizer.loss = Loss::mse;
        c.data.batch = BatchMode::random;
        c.data.batch_size = 256;
    }
    c.seed = random();
    return c;
}

}  // namespace

TEST_CASE("any configuration comes back exactly") {
    std::mt19937_64 random(7);
    for (int i = 0; i < 500; ++i) {
        const Config config = random_config(random);
        REQUIRE(config_from_json(to_json(config)) == config);
        REQUIRE(config_from_json(indented(config, 2)) == config);
    }
}

TEST_CASE("a precision is written where somebody chose one") {
    Config config;
    CHECK(to_json(config).find("precision") == std::string::npos);
    CHECK(config_from_json(to_json(config)) == config);
    config.precision = Precision::bf16;
    CHECK(to_json(config).find("\"precision\":\"bf16\"") != std::string::npos);
    CHECK(config_from_json(to_json(config)) == config);
    CHECK_THROWS_AS(config_from_json("{\"precision\": \"fp8\"}"), Error);
}

TEST_CASE("a request says what it leaves to the picture's size; else what it names was chosen") {
    CHECK(config_from_json(R"({"preset": "grid"})").by_size == kAllBySize);
    const auto left = [](const char* text) { return config_from_json(text).by_size; };
    CHECK(left(R"({"preset": "grid", "data": {"batch_size": 0}})") ==
          BySize{false, true, true, true});
    CHECK(left(R"({"preset": "grid", "schedule": {"lr_max": 1, "epochs": 2}})") ==
          BySize{true, false, false, true});
    CHECK(left(R"({"preset": "grid", "schedule": {"warmup_epochs": 1, "seconds": 2}})") ==
          BySize{true, true, true, false});
    for (const BySize some : {BySize{}, kAllBySize, BySize{true, false, true, false}}) {
        Config request = preset_config("grid");
        request.by_size = some;
        CHECK(request_from_json(request_to_json({.config = request})) ==
              Request{.config = request});
    }
    const Request asked{preset_config("grid"),
                        {.psnr = 40.25,
                         .seconds = 0.5,
                         .drawing = "4x \"\x01",
                         .whole = true,
                         .sampled_step = 12,
                         .reached_step = 9,
                         .sampled_psnr = 39.75,
                         .sample_error = -0.125}};
    CHECK(request_from_json(request_to_json(asked)) == asked);
    for (const char* wrong : {"[]", R"({"psnr": "40"})", R"({"seconds": null})", R"({"more": 1})",
                              R"({"drawing": "0123456789012345678901234567890123"})"})
        CHECK_THROWS_AS(request_from_json(std::string(R"({"goal": )") + wrong + "}"), Error);
    CHECK_THROWS_AS(config_from_json(R"({"goal": {"psnr": 40}})"), Error);
    CHECK_THROWS_AS(config_from_json(R"({"by_size": {"batch": 1}})"), Error);
    CHECK_THROWS_AS(config_from_json(R"({"by_size": {"rate": true}})"), Error);
}

TEST_CASE("missing keys keep what the base says, and a preset comes before the rest") {
    Config base;
    base.network.layers = {7};
    base.data.train_size.longer_side = 33;
    base.seed = 9;
    CHECK(config_from_json("{}", base) == base);

    const Config changed = config_from_json(R"({"schedule": {"epochs": 12}})", base);
    CHECK(changed.schedule.epochs == 12);
    CHECK(changed.schedule.lr_max == base.schedule.lr_max);
    CHECK(changed.network == base.network);

    // The order of the keys does not matter.
    const Config tanh = config_from_json(R"({"schedule": {"epochs": 12}, "preset": "tanh"})", base);
    CHECK(tanh.network == preset_config("tanh").network);
    CHECK(tanh.schedule.epochs == 12);
    CHECK(tanh.schedule.lr_max == preset_config("tanh").schedule.lr_max);
    CHECK(tanh.data == base.data);
    const Config enlarge = config_from_json(R"({"preset": "enlarge"})", base);
    CHECK(enlarge.data == preset_config("enlarge").data);
    CHECK(tanh.seed == 9);
}

TEST_CASE("wrong keys, types and values are refused by name") {
    refused_for(R"({"sheduel": {}})", "sheduel: there is no such setting");
    refused_for(R"({"network": {"width": 3}})", "network.width: there is no such setting");
    refused_for(R"({"network": {"layers": [8, 8, "x"]}})", "network.layers[2]: it must be a whole");
    refused_for(R"({"network": {"layers": 8}})", "network.layers: it must be a list");
    refused_for(R"({"network": {"layers": [1.5]}})", "network.layers[0]");
    refused_for(R"({"network": {"layers": [99999999999]}})", "network.layers[0]");
    refused_for(R"({"network": {"activation": "swish"}})",
                "network.activation: it must be one of sine, tanh");
    refused_for(R"({"network": {"activation": 3}})", "network.activation");
    refused_for(R"({"schedule": {"lr_max": "0.1"}})", "schedule.lr_max: it must be a number");
    refused_for(R"({"schedule": {"lr_max": null}})", "schedule.lr_max: it must be a number");
    refused_for(R"({"schedule": {"epoch_offset": 18446744073709551615}})",
                "schedule.epoch_offset: it must");
    refused_for(R"({"schedule": []})", "schedule: it must be an object");
    refused_for(R"({"seed": -1})", "seed: it must be a whole number between 0");
    refused_for(R"({"preset": "none"})", "none");
    refused_for(R"({"preset": 1})", "preset: it must be a text");
    refused_for(R"({"schedule": {"lr_max": 1000}})", "schedule.lr_max is 1000");
    refused_for(R"({"seed": 1, "seed": 2})", "seed is given twice");
    refused_for("[]", "it must be an object");
    refused_for("3", "it must be an object");
}

TEST_CASE("text that is not JSON, or too much of it, is refused before it is built") {
    refused_for("", "it is not JSON");
    refused_for("{", "it is not JSON");
    refused_for(R"({"schedule": {"lr_max": NaN}})", "it is not JSON");
    refused_for(R"({"schedule": {"lr_max": 1e999}})", "it is not JSON");
    refused_for("{\"seed\": 1}\xff", "it is not JSON");
    refused_for(std::string(2 << 20, ' '), "the limit is");
    refused_for(std::string(1'000'000, '['), "nested too deep");
    std::string lists = "[[]";
    for (int i = 0; i < 300'000; ++i) lists += ",[]";
    refused_for(lists + "]", "too many lists");
    // Every beginning of a valid configuration text must be refused.
    const std::string good = to_json(Config{});
    for (std::size_t length = 0; length < good.size(); ++length)
        REQUIRE(refusal(good.substr(0, length)) != "");
}

TEST_CASE("a sentence repeats no more of a long text than says which") {
    const std::string longest(900'000, 'a');
    for (const std::string& text :
         {"{\"" + longest + "\": 1}", "{\"" + longest + "\": 1, \"" + longest.substr(1) + "\": 2}",
          "{\"preset\": \"" + longest + "\"}", "\"" + longest,
          "{\"\xC3\xA9" + longest + "\": 1}"}) {
        CHECK(refusal(text).size() > 20);
        CHECK(refusal(text).size() < 500);
    }
    std::string names = "{\"0\": 0";
    for (int i = 1; i < 20'000; ++i) names += ", \"" + std::to_string(i) + "\": 0";
    refused_for(names + "}", "too many names");
}

TEST_CASE("a damaged text never does more than be refused") {
    std::mt19937 random(3);
    const std::string good = indented(preset_config("tanh"), 1);
    for (int i = 0; i < 3000; ++i) {
        std::string text = good;
        for (int k = 0; k < 3; ++k) text[random() % text.size()] = char(random() % 256);
        try {
            validate(config_from_json(text));
        } catch (const Error& error) {
            REQUIRE(std::string(error.what()).size() > 0);
        }
    }
}

TEST_CASE("a configuration file is named in what is wrong with it") {
    const TemporaryFolder folder;
    const auto path = folder / "redraw-config.json";
    std::ofstream(path) << R"({"seed": 5})";
    CHECK(read_config(path).seed == 5);
    std::ofstream(path) << R"({"sead": 5})";
    CHECK_THROWS_WITH_AS(read_config(path),
                         "Cannot use redraw-config.json: sead: there is no such setting", Error);
    std::filesystem::remove(path);
    CHECK_THROWS_AS(read_config(path), Error);
}
