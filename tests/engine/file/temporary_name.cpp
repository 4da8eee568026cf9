// Checks that Redraw, when it writes to a folder, removes the temporary files that killed Redraw
// processes left there, and nothing else.
#include "engine/system/atomic_file.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <fstream>
#include <string>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

// Returns a temporary name of a process of this machine that has ended.
std::string name_of_the_dead(const fs::path& folder, const char* extension) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    REQUIRE(waitpid(child, nullptr, 0) == child);
    std::string name = temporary_name(folder, extension).filename();
    const std::string ours = "-" + std::to_string(getpid()) + "-";
    return name.replace(name.find(ours), ours.size(), "-" + std::to_string(child) + "-");
}

void touch(const fs::path& path, std::chrono::hours ago = std::chrono::hours(0)) {
    std::ofstream(path) << "half";
    fs::last_write_time(path, fs::file_time_type::clock::now() - ago);
}

}  // namespace

TEST_CASE("names are hidden and differ, also from what is there") {
    const TemporaryFolder folder;
    const fs::path first = temporary_name(folder.path(), ".part");
    CHECK(first.parent_path() == folder.path());
    CHECK(first.filename().native().starts_with(".redraw-"));
    CHECK(first.extension() == ".part");
    CHECK(temporary_name(folder.path(), ".part") != first);
}

TEST_CASE("what the dead left goes at the first name in a folder") {
    const TemporaryFolder folder, elsewhere;
    const fs::path part = folder / name_of_the_dead(elsewhere.path(), ".part"),
                   frames = folder / name_of_the_dead(elsewhere.path(), ".frames");
    touch(part);
    fs::create_directory(frames);
    touch(frames / "frame-0001.png");
    temporary_name(folder.path(), ".part");
    CHECK_FALSE(fs::exists(part));
    CHECK_FALSE(fs::exists(frames));
}

TEST_CASE("what belongs to the living, to other places and to others stays") {
    const TemporaryFolder folder, elsewhere;
    const fs::path ours = folder / temporary_name(elsewhere.path(), ".part").filename();
    const std::string dead = name_of_the_dead(elsewhere.path(), ".part");
    const fs::path kept[] = {ours,
                             folder / ".redraw-0badcafe-1-1.part",  // a process of another machine
                             folder / (dead + "s"),
                             folder / ("x" + dead),
                             folder / ".redraw-1-1.part",
                             folder / ".redraw-.part",
                             folder / ".redraw-0badcafe--1-1.part",
                             folder / "lion.redraw"};
    for (const fs::path& path : kept) touch(path);
    const fs::path forgotten = folder / ".redraw-0badcafe-1-2.part";
    touch(forgotten, std::chrono::hours(25));
    remove_abandoned(folder.path());
    for (const fs::path& path : kept) {
        CAPTURE(path);
        CHECK(fs::exists(path));
    }
    CHECK_FALSE(fs::exists(forgotten));
}

TEST_CASE("a folder that is not there is no error") {
    const TemporaryFolder folder;
    CHECK_NOTHROW(remove_abandoned(folder / "nowhere"));
}
