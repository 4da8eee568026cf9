#include "app/studio/preferences_file.h"

#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace redraw;
using namespace redraw::ui;

namespace {

LoadedSettings loaded_from(const std::string& text) {
    const TemporaryFolder folder;
    std::ofstream(folder / "settings.json") << text;
    LoadedSettings loaded = load_settings(folder / "settings.json");
    CHECK(std::filesystem::exists(folder / "settings.json.bad") == !loaded.note.empty());
    return loaded;
}

std::string nested(std::size_t depth) {
    return "{\"window\": " + std::string(depth, '[') + std::string(depth, ']') + "}";
}

}  // namespace

TEST_CASE("what is kept is read again") {
    const TemporaryFolder folder;
    StudioSettings settings;
    settings.preferences.theme = ThemeKind::light;
    settings.preferences.text_percent = 125;
    settings.preferences.open_folder = "/tmp";
    settings.preferences.lessons_done = {"04-which-wave", "one of another version"};
    settings.place = {10, 20, 1000, 700, true};
    settings.mode = ViewMode::wipe;
    settings.open = {"/runs/a.redraw", {2.5, 100, 60}};
    settings.batch = {"/photos-2x", true, 3};
    CHECK(save_settings(folder / "settings.json", settings) == "");
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    CHECK(loaded.note == "");
    CHECK(loaded.settings == settings);
}

TEST_CASE("a file that is no settings starts from the defaults and is kept") {
    for (const std::string& text : {std::string(), std::string("{"), std::string("[]"),
                                    std::string("7"), std::string("{\"view\": 1, \"view\": 2}"),
                                    nested(17), nested(30'000), std::string(65'537, ' ')}) {
        CAPTURE(text.size());
        const LoadedSettings loaded = loaded_from(text);
        CHECK(loaded.settings == StudioSettings());
        CHECK(loaded.note != "");
    }
}

TEST_CASE("a damaged file is set aside beside older ones") {
    const TemporaryFolder folder;
    for (const char* text : {"first", "second", "third"}) {
        std::ofstream(folder / "settings.json") << text;
        CHECK(load_settings(folder / "settings.json").may_save);
    }
    const auto text_of_file = [&](const char* name) {
        std::ifstream file(folder / name);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    CHECK(text_of_file("settings.json.bad") == "first");
    CHECK(text_of_file("settings.json.bad2") == "second");
    CHECK(text_of_file("settings.json.bad3") == "third");
}

TEST_CASE("a file that cannot be read stays, and is not replaced") {
    const TemporaryFolder folder;
    // A folder in the file's place, because root can read any file.
    std::filesystem::create_directory(folder / "settings.json");
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    CHECK_FALSE(loaded.may_save);
    CHECK(loaded.note != "");
    CHECK(loaded.settings == StudioSettings());
    CHECK(std::filesystem::is_directory(folder / "settings.json"));
    CHECK_FALSE(std::filesystem::exists(folder / "settings.json.bad"));
}

TEST_CASE("choices are kept by name") {
    const TemporaryFolder folder;
    StudioSettings settings;
    settings.preferences.timelapse_pace = Pace::change;
    settings.preferences.pixel_values = PixelValues::hex;
    settings.preferences.replay_birth = false;
    settings.mode = ViewMode::side_by_side;
    CHECK(save_settings(folder / "settings.json", settings) == "");
    std::ifstream file(folder / "settings.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.find("\"timelapse_pace\": \"change\"") != std::string::npos);
    CHECK(text.find("\"view\": \"side by side\"") != std::string::npos);
    CHECK(text.find("\"pixel_values\": \"hex\"") != std::string::npos);
    CHECK(settings_from_json(text) == settings);
    const StudioSettings unknown =
        settings_from_json(R"({"view": "cinema", "theme": "blue", "timelapse_pace": 0})");
    CHECK(unknown == StudioSettings());
    CHECK(settings_from_json(R"({"lessons_done": [1, "a"]})").preferences.lessons_done ==
          std::set<std::string>{"a"});
}

TEST_CASE("a value of another kind costs only itself") {
    StudioSettings settings;  // nothing as by default, so that each value that is lost shows
    settings.preferences.theme = ThemeKind::light;
    settings.preferences.log_epochs = !settings.preferences.log_epochs;
    settings.preferences.text_percent = 125;
    settings.preferences.timelapse_speed = 2;
    settings.preferences.lessons_done = {"04-which-wave"};
    settings.preferences.export_folder = "/tmp";
    settings.place = {10, 20, 1000, 700, true};
    settings.mode = ViewMode::wipe;
    settings.batch = {"/photos-2x", true, 3};
    const TemporaryFolder folder;
    REQUIRE(save_settings(folder / "settings.json", settings) == "");
    std::ifstream file(folder / "settings.json");
    const auto saved = nlohmann::json::parse(file);
    for (const auto& [name, value] : saved.items())
        for (const char* wrong : {"5", "-1e300", "true", "null", "\"x\"", "[]", "{}", "[[{}]]"}) {
            const std::string key = name;  // clang captures no structured binding
            CAPTURE(key);
            CAPTURE(wrong);
            nlohmann::json changed = saved, without = saved;
            changed[name] = nlohmann::json::parse(wrong);
            without.erase(name);
            if (changed[name].type() == value.type() ||
                (changed[name].is_number() && value.is_number()))
                continue;
            const LoadedSettings loaded = loaded_from(changed.dump());
            CHECK(loaded.note == "");
            CHECK(loaded.settings == settings_from_json(without.dump()));
        }
    const StudioSettings one =
        settings_from_json(R"({"keys": {"step": "F7"}, "window": {"x": "left", "width": 800}})");
    CHECK(one.place.width == 800);
    CHECK(one.place.x == StudioSettings().place.x);
}

TEST_CASE("numbers out of range are brought into it") {
    for (const char* number : {"1e300", "-1e300", "9223372036854775807", "-5"}) {
        const std::string value = number;
        const LoadedSettings loaded =
            loaded_from("{\"text_percent\": " + value + ", \"view\": " + value +
                        ", \"smoothing\": " + value + ", \"training_percent\": " + value +
                        ", \"window\": {\"x\": " + value + ", \"width\": " + value + "}}");
        CHECK(loaded.note == "");
        const bool low = value.front() == '-';
        CHECK(loaded.settings.preferences.text_percent == (low ? 75 : 250));
        CHECK(loaded.settings.preferences.smoothing == (low ? 0 : 1));
        CHECK(loaded.settings.preferences.training_percent == 100);
        CHECK(loaded.settings.mode == StudioSettings().mode);  // a number is no view
        CHECK(loaded.settings.place.x == (low ? -1 : 32000));
        CHECK(loaded.settings.place.width == (low ? 0 : 16384));
    }
}
