// Tests the studio's settings file, its lookups of files on threads, and the place and scale of its
// window.
#include "app/desktop/window_place.h"
#include "app/library/file_lookup.h"
#include "app/studio/preferences_file.h"
#include "tests/support/dropped_files.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <future>
#include <iterator>
#include <limits>

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

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

FileLookup folder_at(std::uint64_t serial, const fs::path& path) {
    return {serial, FolderLookup{path}};
}

const MonitorArea kMonitors[] = {{0, 27, 1920, 1053}, {1920, 0, 2560, 1440}};

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
    settings.open = {"/runs/a.redraw", 2.5, 100, 60};
    settings.queue = {"/photos-2x", true, 3};
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
    settings.queue = {"/photos-2x", true, 3};
    const TemporaryFolder folder;
    REQUIRE(save_settings(folder / "settings.json", settings) == "");
    std::ifstream file(folder / "settings.json");
    const auto saved = nlohmann::json::parse(file);
    for (const auto& [name, value] : saved.items())
        for (const char* wrong : {"5", "-1e300", "true", "null", "\"x\"", "[]", "{}", "[[{}]]"}) {
            CAPTURE(name);
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

TEST_CASE("a folder lists folders first and the files that are wanted") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "zoo");
    for (const char* name : {"b.PNG", "A.webp", "notes.txt", ".hidden.png", "run.redraw"})
        std::ofstream(folder / name) << "xy";
    FolderLookup asked{folder.path()};
    const FolderListing all = list_folder(asked);
    REQUIRE(all.entries.size() == 4);
    CHECK(all.entries[0].name == "zoo");
    CHECK(all.entries[0].folder);
    CHECK(all.entries[1].name == "A.webp");
    CHECK(all.entries[1].size == 2);
    CHECK(all.entries[2].name == "b.PNG");
    asked.extensions = {".webp"};
    CHECK(list_folder(asked).entries.size() == 2);
    asked.all_files = true;
    CHECK(list_folder(asked).entries.size() == 5);
    asked.folders_only = true;
    CHECK(list_folder(asked).entries.size() == 1);
}

TEST_CASE("the nearest folder that exists is listed, names that are not UTF-8 among the others") {
    const TemporaryFolder folder;
    std::ofstream(folder / "\xff\xfe bad.png") << "x";
    const FolderListing found = list_folder({folder / "not" / "there"});
    CHECK(found.folder == folder.path());
    REQUIRE(found.entries.size() == 1);
    CHECK(found.entries[0].name.find('\xff') == std::string::npos);
    CHECK(list_folder({}).folder == fs::current_path());
}

TEST_CASE("a path is nothing, a file or a folder") {
    const DroppedFiles files;
    CHECK(kinds_of({{files.folder.path(), files.text, files.folder / "gone"}}) ==
          PathKinds{PathKind::folder, PathKind::file, PathKind::nothing});
}

TEST_CASE("what was dropped is listed by what it is, not by what it is called") {
    const DroppedFiles files;
    const DropListing found =
        list_dropped({{files.first, files.text, files.second, files.folder / "gone.png"}});
    REQUIRE(found.files.size() == 4);
    CHECK(found.files[0].kind == "PNG");
    CHECK(found.files[0].size == fs::file_size(files.first));
    CHECK(found.files[2].kind == "BMP");
    for (const std::size_t place : {0, 1, 2, 3})
        CHECK(found.files[place].picture == (place == 0 || place == 2));
    CHECK_FALSE(found.more);
    CHECK(list_dropped({{files.text}}).one_file);
}

TEST_CASE("a folder stands for its pictures, and a full one for the first of them") {
    const DroppedFiles files;
    const DropListing found = list_dropped({{files.folder.path()}});
    REQUIRE(found.files.size() == 2);  // the text file is left out
    CHECK(found.files[0].name == "a.bmp");
    CHECK_FALSE(found.one_file);
    for (int i = 0; i < int(kMostDropped) + 20; ++i)
        fs::copy_file(files.first, files.folder / ("copy " + std::to_string(i)));
    const DropListing full = list_dropped({{files.folder.path()}});
    CHECK(full.files.size() == kMostDropped);
    CHECK(full.more);
}

TEST_CASE("a dead disk blocks neither the next question nor the window, nor its end") {
    std::promise<void> back;
    const std::shared_future<void> dead = back.get_future().share();
    std::atomic<int> blocked = 0, returned = 0, changes = 0;
    {
        FileLookups lookups([&] { ++changes; },
                            [&, dead](const FileLookup& asked) {
                                const auto* of = std::get_if<FolderLookup>(&asked.question);
                                if (!of || of->folder != "/dead")
                                    return LookupAnswer{asked.serial, FolderListing{}};
                                ++blocked;
                                dead.wait();
                                ++returned;
                                return LookupAnswer{asked.serial, FolderListing{}};
                            });
        const auto answered = [&](std::size_t kind, std::uint64_t serial) {
            return eventually([&] {
                const auto answer = lookups.answers()[kind];
                return answer && answer->serial == serial;
            });
        };
        lookups.ask(folder_at(1, "/dead"));
        lookups.ask({2, PathsLookup{{"a"}}});
        CHECK(answered(1, 2));
        CHECK_FALSE(lookups.answers()[0]);
        lookups.ask(folder_at(3, "/"));
        CHECK(answered(0, 3));
        // When all threads are blocked, the newest lookup waits until one of them returns.
        for (int i = 0; i < FileLookups::kMostThreads; ++i) {
            lookups.ask(folder_at(4 + std::uint64_t(i), "/dead"));
            if (i + 2 <= FileLookups::kMostThreads)
                REQUIRE(eventually([&] { return blocked == i + 2; }));
        }
        lookups.ask(folder_at(20, "/"));
        CHECK(lookups.answers()[0]->serial == 3);
        CHECK(changes == 2);
    }  // the destructor returns although threads are blocked
    CHECK(returned == 0);
    back.set_value();
    CHECK(eventually([&] { return returned == FileLookups::kMostThreads; }));
    CHECK(changes == 2);  // answers after the destructor are not reported
}

TEST_CASE("a thread that comes back takes the newest question that waits, and its own is too old") {
    std::promise<void> back;
    const std::shared_future<void> dead = back.get_future().share();
    std::atomic<int> blocked = 0;
    FileLookups lookups([] {},
                        [&, dead](const FileLookup& asked) {
                            ++blocked;
                            dead.wait();
                            return LookupAnswer{asked.serial, PathKinds{}};
                        });
    for (int i = 0; i < FileLookups::kMostThreads; ++i) {
        lookups.ask({std::uint64_t(i) + 1, PathsLookup{}});
        REQUIRE(eventually([&] { return blocked == i + 1; }));
    }
    for (const std::uint64_t serial : {20, 21}) lookups.ask({serial, PathsLookup{}});
    CHECK(blocked == FileLookups::kMostThreads);
    back.set_value();
    CHECK(eventually([&] {
        const auto answer = lookups.answers()[1];
        return answer && answer->serial == 21;
    }));
    // Lookup 20 never ran, because lookup 21 replaced it.
    CHECK(eventually([&] { return blocked == FileLookups::kMostThreads + 1; }));
}

TEST_CASE("a window that can be taken hold of stays where it was") {
    for (const WindowPlace place :
         {WindowPlace{100, 100, 1440, 900}, WindowPlace{2000, 300, 1440, 900},
          WindowPlace{1700, 27, 1440, 900},    // lies across both monitors
          WindowPlace{1800, 1000, 1440, 900},  // reaches below its monitor
          WindowPlace{-1, -1, 1440, 900, true}})
        CHECK(within_sight(place, kMonitors) == place);
}

TEST_CASE("one outside all monitors comes to the nearest") {
    CHECK(within_sight({6000, 200, 1440, 900}, kMonitors) == WindowPlace{3040, 200, 1440, 900});
    CHECK(within_sight({300, 2000, 1440, 900}, kMonitors) == WindowPlace{300, 180, 1440, 900});
    CHECK(within_sight({4470, 0, 1440, 900}, kMonitors) == WindowPlace{3040, 0, 1440, 900});
}

TEST_CASE("none is larger than its monitor, and without monitors nothing changes") {
    CHECK(within_sight({0, 27, 2500, 3000}, kMonitors).width == 1920);
    CHECK(within_sight({2000, 100, 4000, 3000}, kMonitors).height == 1440);
    CHECK(within_sight({-1, -1, 4000, 3000}, kMonitors).height == 1053);
    CHECK(within_sight({9000, 1, 10, 10}, {}) == WindowPlace{9000, 1, 10, 10});
}

TEST_CASE("a large monitor without a scale gets one") {
    CHECK(legible_scale(1, 2160) == 1.5f);
    CHECK(legible_scale(1, 1440) == 1);
    CHECK(legible_scale(1, 0) == 1);
    CHECK(legible_scale(2, 2160) == 2);  // a scale that the desktop sets is kept
    CHECK(legible_scale(1.25f, 2160) == 1.25f);
}

TEST_CASE("a desktop's scale that is none is 1") {
    CHECK(sane_scale(1.5f, 1.25f) == 1.5f);
    CHECK(sane_scale(0.25f, 0) == 0.25f);
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    constexpr float kEndless = std::numeric_limits<float>::infinity();
    for (const float scale : {0.0f, 0.1f, -2.0f, kNone, kEndless, -kEndless})
        CHECK(sane_scale(scale, scale) == 1);
}
