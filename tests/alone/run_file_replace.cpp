// Two processes create or replace the same run file at once. Hooks around rename() let
// one process act at the moment most dangerous to the other.
#include "engine/run/run_file.h"
#include "tests/support/error_kind.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// Actions to run once, just before and just after the next rename() of a new run into place.
std::function<void()> before_naming, after_naming;

void now(std::function<void()>& moment) {
    if (const auto action = std::exchange(moment, {})) action();
}

constexpr const char* kNames[] = {"first", "second", "old"};

Config config_of(int who) {
    Config config = small_config();
    config.seed = std::uint64_t(who);
    return config;
}

RunFile make(const fs::path& path, int who, RunFile::Existing existing) {
    const RunFile::Start start{fresh_state(parameters_of(who, small_count()), Optimizer::adam),
                               EventKind::started, config_of(who).network};
    return RunFile::create(path, config_of(who), small_target(), kNames[who], existing, start);
}

// Performs `act` on the run in another process; returns its error, or "" on success. The process is
// the test program started anew, because a forked child would inherit SQLite's table of this
// process's file locks and believe that it holds them.
std::string elsewhere(const std::string& act, const fs::path& path) {
    setenv("REDRAW_TEST_ACT", act.c_str(), 1);
    setenv("REDRAW_TEST_RUN", path.c_str(), 1);
    const std::string said = path.native() + ".said";
    setenv("REDRAW_TEST_SAID", said.c_str(), 1);
    const std::string self = fs::read_symlink("/proc/self/exe");
    const std::string command =
        "'" + self + "' --no-skip -tc='in another process' > /dev/null 2>&1";
    const int status = std::system(command.c_str());
    unsetenv("REDRAW_TEST_ACT");
    REQUIRE(status == 0);
    char text[500] = "";
    FILE* file = std::fopen(said.c_str(), "r");
    if (file != nullptr) {
        if (!std::fgets(text, sizeof text, file)) text[0] = 0;
        std::fclose(file);
        fs::remove(said);
    }
    return text;
}

// Checks that the file is the complete run of one creator and alone in its folder; returns the
// creator's name.
std::string owner(const fs::path& path) {
    CHECK(std::distance(fs::directory_iterator(path.parent_path()), {}) == 1);
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    REQUIRE(run.events().size() == 1);
    const auto who = run.config().seed;
    CHECK(run.picture_name() == kNames[who]);
    CHECK(run.state()->parameters == parameters_of(std::int64_t(who), small_count()));
    CHECK(run.parameters_at(0) == run.state()->parameters);
    return kNames[who];
}

}  // namespace

extern "C" {
int __real_rename(const char*, const char*);
int __real_renameat2(int, const char*, int, const char*, unsigned);
int __wrap_rename(const char* from, const char* to) {
    now(before_naming);
    const int result = __real_rename(from, to);
    now(after_naming);
    return result;
}
int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to,
                     unsigned flags) {
    now(before_naming);
    const int result = __real_renameat2(from_folder, from, to_folder, to, flags);
    now(after_naming);
    return result;
}
}

TEST_CASE("in another process" * doctest::skip()) {
    const char* act = std::getenv("REDRAW_TEST_ACT");
    const char* path = std::getenv("REDRAW_TEST_RUN");
    if (act == nullptr || path == nullptr) return;
    const std::string said = error_of([&] {
        if (std::string(act) == "replace") make(path, 1, RunFile::Existing::replace);
        if (std::string(act) == "make") make(path, 1, RunFile::Existing::refuse);
        if (std::string(act) == "open") RunFile::open(path);
        if (std::string(act) == "delete") fs::remove(path);
    });
    FILE* file = std::fopen(std::getenv("REDRAW_TEST_SAID"), "w");
    REQUIRE(file != nullptr);
    std::fputs(said.c_str(), file);
    std::fclose(file);
}

TEST_CASE("while a run is being replaced nobody else replaces or opens it") {
    for (const char* act : {"replace", "open"}) {
        CAPTURE(act);
        const TemporaryFolder folder;
        const fs::path path = folder / "a.redraw";
        make(path, 2, RunFile::Existing::refuse);
        std::string theirs;
        before_naming = [&] { theirs = elsewhere(act, path); };
        CHECK(error_of([&] { make(path, 0, RunFile::Existing::replace); }) == "");
        CHECK(theirs.ends_with("a.redraw: it is open in another Redraw"));
        CHECK(owner(path) == "first");
    }
}

TEST_CASE("two that replace a run one right after the other: the later one has it") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    make(path, 2, RunFile::Existing::refuse);
    std::string theirs = "nothing";
    after_naming = [&] { theirs = elsewhere("replace", path); };
    const std::string ours = error_of([&] { make(path, 0, RunFile::Existing::replace); });
    CHECK(theirs == "");
    CHECK(ours == "Cannot open a.redraw: it was replaced just now");
    CHECK(owner(path) == "second");
}

TEST_CASE("a run that somebody else opens, or deletes, as soon as it is there") {
    for (const auto existing : {RunFile::Existing::refuse, RunFile::Existing::replace}) {
        const TemporaryFolder folder;
        const fs::path path = folder / "a.redraw";
        after_naming = [&] {
            CHECK(elsewhere("open", path) == "");  // the other process opens and closes it
        };
        CHECK(error_of([&] { make(path, 0, existing); }) == "");
        CHECK(owner(path) == "first");
        fs::remove(path);
        after_naming = [&] { elsewhere("delete", path); };
        CHECK(error_of([&] { make(path, 0, existing); }) ==
              "Cannot open " + path.string() + ": no such file");
        CHECK(fs::is_empty(folder.path()));
    }
}

TEST_CASE("a run that somebody else holds as soon as it is there stays") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    std::optional<RunFile> theirs;
    after_naming = [&] { theirs.emplace(RunFile::open(path)); };
    CHECK(error_of([&] { make(path, 0, RunFile::Existing::refuse); }) ==
          "Cannot open a.redraw: it is open in another Redraw");
    theirs.reset();
    CHECK(owner(path) == "first");
}

TEST_CASE("two that make a run where there is none: who comes first has it, forced or not") {
    for (const char* act : {"make", "replace"})
        for (const auto existing : {RunFile::Existing::refuse, RunFile::Existing::replace}) {
            CAPTURE(act);
            const TemporaryFolder folder;
            const fs::path path = folder / "a.redraw";
            before_naming = [&] { CHECK(elsewhere(act, path) == ""); };
            CHECK(error_of([&] { make(path, 0, existing); }) ==
                  "Cannot write a.redraw: there is already such a file");
            CHECK(owner(path) == "second");
        }
}

TEST_CASE("an old run stays where the new one could not be opened again") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    make(path, 2, RunFile::Existing::refuse);
    fs::permissions(folder.path(), fs::perms(0777));
    fs::permissions(path, fs::perms(0666));
    const pid_t child = fork();
    if (child == 0) {  // runs as nobody, as root may open any file
        if (getuid() == 0 && setuid(65534) != 0) _exit(2);
        umask(0777);
        const std::string said = error_of([&] { make(path, 0, RunFile::Existing::replace); });
        _exit(said == "Cannot write a.redraw: permission denied" ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    CHECK(owner(path) == "old");
}
