// Tests user presets: requested settings are kept, open settings stay open; and the presets folder.
#include "engine/data/batch_by_size.h"
#include "engine/data/own_preset.h"
#include "engine/error.h"
#include "engine/network/presets.h"
#include "engine/run/preset_files.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

using namespace redraw;

namespace {

constexpr PixelSize kOwnDrawing{200, 150}, kOwnPhotograph{6000, 4000};

Config learned_by(const char* preset, PixelSize picture, int side = 0) {
    Config config = preset_config(preset);
    config.data.train_size = {.longer_side = side};
    return with_batch_by_size(config, picture);
}

struct PresetHome {
    TemporaryFolder folder;
    PresetHome() { setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1); }
    ~PresetHome() { unsetenv("XDG_CONFIG_HOME"); }
};

}  // namespace

TEST_CASE("of every preset: used for the same picture it is what was kept, for another as open") {
    for (const Preset& preset : kPresets) {
        CAPTURE(preset.name);
        for (const PixelSize picture : {kOwnDrawing, kOwnPhotograph}) {
            const Config plain = learned_by(preset.name.data(), picture);
            const std::string open = preset_json(plain);
            CHECK(open == "{\n  \"preset\": \"" + std::string(preset.name) + "\"\n}\n");
            Config asked = plain;
            asked.network.layers = {24, 12};
            asked.schedule.lr_min = 1e-5;
            asked.schedule.seconds = 60;
            asked.schedule.epochs = 77;  // follows from the time and the machine's speed
            const std::string text = preset_json(asked);
            CHECK(text.find("77") == text.npos);
            CHECK(text.find("first_omega") == text.npos);
            CHECK(is_as_preset(asked, own_preset_from_json(text)));
            CHECK_FALSE(is_as_preset(plain, own_preset_from_json(text)));

            Config again = with_own_preset(plain, text, picture);
            again.schedule.epochs = asked.schedule.epochs;
            CHECK(again == asked);
            const PixelSize other = picture == kOwnDrawing ? kOwnPhotograph : kOwnDrawing;
            const Config elsewhere = with_own_preset(learned_by("siren", other), text, other);
            CHECK(elsewhere.data == learned_by(preset.name.data(), other).data);
            CHECK(elsewhere.schedule.lr_max ==
                  learned_by(preset.name.data(), other).schedule.lr_max);
            CHECK(elsewhere.network == asked.network);
            CHECK(is_as_preset(elsewhere, own_preset_from_json(text)));
        }
    }
}

TEST_CASE(
    "a picture's size, colours and seed are its own, and batches that were asked for are kept") {
    Config asked = learned_by("grid", kOwnPhotograph, 512);
    set_batch(asked, BatchMode::rows, 7);
    asked.by_size.batch = false;
    asked.data.channels = ChannelMode::gray;
    asked.seed = 9;
    const std::string text = preset_json(asked);
    Config from = learned_by("siren", kOwnDrawing, 100);
    from.data.channels = ChannelMode::color;
    from.seed = 4;
    const Config used = with_own_preset(from, text, kOwnDrawing);
    CHECK(used.data.train_size == from.data.train_size);
    CHECK(used.data.channels == ChannelMode::color);
    CHECK(used.seed == 4);
    CHECK(used.data.batch == BatchMode::rows);
    CHECK(used.data.batch_size == 7);

    // A requested full batch stays full, although the size would choose another batch.
    set_batch(asked, BatchMode::full, 0);
    const std::string full = preset_json(asked);
    CHECK(with_own_preset(from, full, kOwnPhotograph).data.batch == BatchMode::full);
    // A preset that leaves the batch open keeps the batch requested for the current picture.
    set_batch(from, BatchMode::random, 99);
    from.by_size.batch = false;
    CHECK(with_own_preset(from, R"({"preset": "grid"})", kOwnDrawing).data.batch_size == 99);
    const Config gray =
        with_own_preset(from, R"({"preset": "grid", "data": {"channels": "gray"}})", kOwnDrawing);
    CHECK(gray.data.batch_size == 99);
    CHECK(gray.data.channels == ChannelMode::gray);
}

TEST_CASE(
    "a rate, epochs and a warm-up that were asked for are named, also as the preset has them") {
    Config asked = learned_by("siren", kOwnPhotograph);
    const Schedule plain = preset_config("siren").schedule;
    asked.schedule = plain;
    asked.by_size = {.batch = true};
    const std::string text = preset_json(asked);
    const BySize left = own_preset_from_json(text).config.by_size;
    CHECK(left == BySize{.batch = true});
    const Config used = with_own_preset(learned_by("grid", kOwnPhotograph), text, kOwnPhotograph);
    CHECK(used.data.batch == BatchMode::stratified);
    CHECK(used.schedule == plain);
    CHECK(with_train_size(used, {.longer_side = 40}, kOwnPhotograph).schedule == plain);
}

TEST_CASE("the time stays the picture's unless the preset has one") {
    Config from = learned_by("siren", kOwnDrawing);
    from.schedule.seconds = 30;
    for (const auto& [preset, seconds] : {std::pair{R"({"preset": "grid"})", 30.0},
                                          {R"({"schedule": {"epochs": 5}})", 0.0},
                                          {R"({"schedule": {"seconds": 9}})", 9.0}})
        CHECK(with_own_preset(from, preset, kOwnDrawing).schedule.seconds == seconds);
}

TEST_CASE("damaged presets are refused with the place") {
    for (const auto& [text, reason] : {std::pair{"", "not JSON"},
                                       {R"({"preset": "auto"})", "auto"},
                                       {R"({"preset": "none"})", "siren"},
                                       {R"({"network": {"layers": [0]}})", "layer"},
                                       {R"({"weights": []})", "no such setting"}})
        CHECK_THROWS_WITH_AS(own_preset_from_json(text), doctest::Contains(reason), Error);
}

TEST_CASE("presets are files of their name") {
    const PresetHome home;
    CHECK(preset_files().empty());
    write_preset_file(preset_path("Lions"), "{}");
    write_preset_file(preset_path("ants, fine"), R"({"preset": "grid"})");
    std::ofstream(presets_folder() / "notes.txt") << "no preset";
    std::filesystem::create_directory(presets_folder() / "folder.redraw-preset.json");
    REQUIRE(preset_files().size() == 2);
    CHECK(preset_name_of(preset_files()[0]) == "ants, fine");
    CHECK(read_preset_file(*find_preset("Lions")) == "{}");
    CHECK_FALSE(find_preset("lion"));

    const auto renamed = rename_preset(*find_preset("Lions"), "Tigers");
    CHECK(preset_name_of(renamed) == "Tigers");
    CHECK_FALSE(find_preset("Lions"));
    CHECK_THROWS_AS(rename_preset(renamed, "ants, fine"), Error);
    CHECK_THROWS_AS(rename_preset(renamed, "Siren"), Error);

    CHECK(import_preset("Tigers", "{}") == renamed);  // an equal preset is not imported twice
    CHECK(preset_name_of(import_preset("Tigers", "{ }")) == "Tigers (2)");
    CHECK(preset_name_of(import_preset("siren", "{}")) == "siren (2)");
    CHECK(preset_name_of(import_preset("../../etc/x", "{}")) == "_.._etc_x");
    CHECK(preset_name_of(import_preset("..", "{}")) == "Preset");
    const std::string longest = preset_name_of(import_preset(std::string(400, 'x') + "ü", "{}"));
    CHECK(longest.size() <= kLongestPresetName);
    for (const char* name : {"", "  ", "GRID", "auto", "a/b", ".x", "a\nb", " a", "a "})
        CHECK_FALSE(why_no_preset_name(name).empty());
    CHECK(why_no_preset_name("Löwen & co (3)").empty());
    CHECK(is_preset_file("x.JSON"));
    CHECK_FALSE(is_preset_file(".json"));
}
