#include "engine/error.h"
#include "engine/run/folders.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

// The environment as a test wants it; what it was comes back.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old, was_set_ = true;
        value ? setenv(name, value, 1) : unsetenv(name);
    }
    ~Variable() { was_set_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }

private:
    const char* name_;
    std::string old_;
    bool was_set_ = false;
};

void touch(const fs::path& path) {
    std::ofstream(path) << "x";
}

}  // namespace

TEST_CASE("runs and settings live where XDG says") {
    const TemporaryFolder folder;
    const Variable home("HOME", (folder / "home").c_str());
    {
        const Variable data("XDG_DATA_HOME", (folder / "data").c_str());
        const Variable config("XDG_CONFIG_HOME", (folder / "config").c_str());
        CHECK(runs_folder() == folder / "data" / "redraw" / "runs");
        CHECK(fs::is_directory(folder / "data/redraw/runs"));
        CHECK(config_folder() == folder / "config" / "redraw");
        CHECK(fs::is_directory(folder / "config/redraw"));
    }
    for (const char* ignored : {"", "relative/path"}) {
        const Variable data("XDG_DATA_HOME", ignored);
        const Variable config("XDG_CONFIG_HOME", ignored);
        CHECK(runs_folder() == folder / "home/.local/share/redraw/runs");
        CHECK(config_folder() == folder / "home/.config/redraw");
    }
}

TEST_CASE("no home, or one that cannot be used, is a sentence") {
    const TemporaryFolder folder;
    const Variable data("XDG_DATA_HOME", nullptr);
    {
        const Variable home("HOME", nullptr);
        CHECK_THROWS_WITH_AS(runs_folder(),
                             "There is no home folder to keep files in: set HOME or XDG_DATA_HOME.",
                             Error);
        CHECK(recent_runs().empty());
    }
    touch(folder / "file");
    const Variable home("HOME", (folder / "file").c_str());
    CHECK_THROWS_AS(runs_folder(), Error);
    CHECK(recent_runs().empty());
}

TEST_CASE("a new run gets a name that nothing has, by its picture and the time") {
    const TemporaryFolder folder;
    for (int i = 0; i < 4; ++i) {
        const fs::path path = new_run_path("lion-200.png", folder.path());
        CHECK(path.parent_path() == folder.path());
        CHECK(path.filename().string().starts_with("lion-200 20"));
        CHECK(path.extension() == ".redraw");
        CHECK_FALSE(fs::exists(path));
        touch(path);
    }
    CHECK(recent_runs(folder.path()).size() == 4);
    for (const RecentRun& run : recent_runs(folder.path())) CHECK(run.picture_name == "lion-200");
    // Names that only look like ours stay whole.
    for (const char* name : {"a (2)", "b 2026-11-21", " 2026-11-21 14-03-22", "c 2026-11-21 14:03"})
        touch(folder / (std::string(name) + ".redraw"));
    std::vector<std::string> names;
    for (const RecentRun& run : recent_runs(folder.path()))
        if (run.picture_name != "lion-200") names.push_back(run.picture_name);
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{" 2026-11-21 14-03-22", "a (2)", "b 2026-11-21",
                                            "c 2026-11-21 14:03"});
}

TEST_CASE("any picture name makes a file name that can be written") {
    const TemporaryFolder folder;
    std::string accents, mixed = "a";
    for (int i = 0; i < 300; ++i) accents += "é", mixed += "漢";
    for (const std::string& name :
         {std::string(), std::string("."), std::string(".."), std::string("../../etc/passwd"),
          std::string("a/b\\c:d*e?f\"g<h>i|j.png"), std::string(".hidden.png"),
          std::string("new\nline.png"), std::string("\xff\xfe.png"), accents, mixed,
          std::string(4000, 'x'), std::string("  spaces  .png"), std::string(".png")}) {
        const fs::path path = new_run_path(name, folder.path());
        CAPTURE(path);
        CHECK(path.parent_path() == folder.path());
        CHECK(path.filename().string().size() <= 160);
        CHECK(path.filename().string()[0] != '.');
        touch(path);
        CHECK(fs::exists(path));
    }
    // Cut between characters, not inside one: the name is shown as it is written.
    for (const RecentRun& run : recent_runs(folder.path()))
        CHECK(run.picture_name.find("\\x") == std::string::npos);
}

TEST_CASE("recent runs are the newest first, and only runs") {
    const TemporaryFolder folder;
    const auto now = fs::file_time_type::clock::now();
    for (int i = 0; i < 5; ++i) {
        const fs::path path = folder / (std::string("p") + char('0' + i) + ".redraw");
        touch(path);
        fs::last_write_time(path, now - std::chrono::hours((i * 2) % 5));
    }
    touch(folder / "p.redraw-journal");
    touch(folder / ".redraw-1-1.part");
    fs::create_directory(folder / "folder.redraw");
    fs::create_symlink(folder / "nothing", folder / "dangling.redraw");
    const auto runs = recent_runs(folder.path());
    REQUIRE(runs.size() == 5);
    for (std::size_t i = 1; i < runs.size(); ++i) CHECK(runs[i - 1].modified > runs[i].modified);
    CHECK(runs[0].picture_name == "p0");
    CHECK(recent_runs(folder / "missing").empty());
}
