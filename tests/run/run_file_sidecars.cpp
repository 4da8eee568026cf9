// Files beside a run under SQLite's names: only regular ones are opened.
#include "engine/drawing/run_summary.h"
#include "engine/run/run_file.h"
#include "tests/support/error_kind.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <unistd.h>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

void make_socket(const fs::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(path.native().size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.c_str(), path.native().size());
    const int socket_end = socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(bind(socket_end, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    close(socket_end);
}

struct Odd {
    const char* said;
    std::function<void(const fs::path&)> make;
};

const std::vector<Odd>& odd_files() {
    static const std::vector<Odd> all{
        {"not a regular file",
         [](const fs::path& path) { REQUIRE(mkfifo(path.c_str(), 0600) == 0); }},
        {"not a regular file", make_socket},
        {"a folder", [](const fs::path& path) { fs::create_directory(path); }},
        {"a link",
         [](const fs::path& path) {
             std::ofstream(path.parent_path() / "precious") << "years of work";
             fs::create_symlink("precious", path);
         }},
        {"a link", [](const fs::path& path) { fs::create_symlink("nowhere", path); }},
    };
    return all;
}

}  // namespace

TEST_CASE("what is no regular file beside a run is refused at once, by its own name") {
    for (const char* ending : {"-journal", "-wal", "-shm"})
        for (const Odd& odd : odd_files()) {
            const TemporaryFolder folder;
            const fs::path path = folder / "a.redraw", beside = path.native() + ending;
            whole_run(path);
            odd.make(beside);
            const std::string said = std::string("Cannot open a.redraw: a.redraw") + ending +
                                     " beside it is " + odd.said;
            for (const auto access : {RunFile::Access::read_only, RunFile::Access::read_write,
                                      RunFile::Access::prefer_write})
                CHECK(error_of([&] { RunFile::open(path, access); }) == said);
            CHECK(error_of([&] { read_run_summary(path); }) == said);
            CHECK(error_of([&] { RunFile::open(path.parent_path() / "." / "a.redraw"); }) == said);
            CHECK(error_of([&] {
                      RunFile::create(path, small_config(), small_target(), "p",
                                      RunFile::Existing::replace);
                  }).find("a.redraw: a.redraw" + std::string(ending) + " beside it is ") !=
                  std::string::npos);
            CHECK(is_run_file(path));
            CHECK(fs::symlink_status(beside).type() != fs::file_type::not_found);
            if (fs::exists(folder / "precious")) CHECK(fs::file_size(folder / "precious") == 13);
            fs::remove(beside);
            RunFile::open(path);
        }
}

TEST_CASE("a run in a folder, under a name that a link gives it: its own journal is looked at") {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    fs::create_symlink("a.redraw", folder / "b.redraw");
    REQUIRE(mkfifo((folder / "a.redraw-journal").c_str(), 0600) == 0);
    CHECK(error_of([&] { RunFile::open(folder / "b.redraw"); }) ==
          "Cannot open b.redraw: a.redraw-journal beside it is not a regular file");
}

TEST_CASE("what comes to lie there while the run is written is said, and in vain no longer") {
    for (const Odd& odd : odd_files()) {
        CAPTURE(odd.said);
        const TemporaryFolder folder;
        const fs::path path = folder / "a.redraw", beside = folder / "a.redraw-journal";
        RunFile run = committed_run(path, 5);
        odd.make(beside);
        train_to(run, 5, 9);
        for (int i = 0; i < 2; ++i)
            CHECK(error_of([&] { run.commit(); }) ==
                  std::string("Cannot open a.redraw: a.redraw-journal beside it is ") + odd.said);
        if (fs::exists(folder / "precious")) CHECK(fs::file_size(folder / "precious") == 13);
        fs::remove(beside);
        run.commit();
        CHECK(RunFile::open(path, RunFile::Access::read_only).state() == state_of(9));
    }
}

// SQLite neither plays it back nor takes it away: its first bytes are filled in just before the run
// changes. A writer that was killed in its first commit leaves one.
TEST_CASE("a journal that was never begun keeps nobody from replacing, packing or copying a run") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw", journal = folder / "a.redraw-journal";
    const std::vector<std::function<void()>> all{
        [&] {
            RunFile::create(path, small_config(), small_target(), "p", RunFile::Existing::replace);
        },
        [&] { RunFile::pack_in_place(path); },
        [&] { RunFile::open(path, RunFile::Access::read_only).copy_to(folder / "b.redraw"); },
        [&] { RunFile::open(folder / "b.redraw").copy_to(path); },
        [&] { RunFile::open(path); },
        [&] {
            fs::remove(path);
            RunFile::create(path, small_config(), small_target(), "p");
        },
    };
    for (const std::size_t bytes : {std::size_t(0), std::size_t(512), std::size_t(33312)})
        for (const auto& act : all) {
            fs::remove(path);
            fs::remove(folder / "b.redraw");
            whole_run(path);
            whole_run(folder / "b.redraw");
            std::ofstream(journal) << std::string(bytes, '\0');
            std::ofstream(folder / "b.redraw-journal") << std::string(bytes, '\0');
            CHECK(error_of(act) == "");
            CHECK(is_run_file(path));
            RunFile::open(path);
            CHECK_FALSE(fs::exists(journal));
        }
}

TEST_CASE("a run whose journal a living writer owns is not replaced, and the journal stays") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw", journal = folder / "a.redraw-journal";
    const RunFile writer = small_run(path);
    std::ofstream(journal) << std::string(512, '\0');
    CHECK(error_of([&] {
              RunFile::create(path, small_config(), small_target(), "p",
                              RunFile::Existing::replace);
          }) == "Cannot replace a.redraw: it is open in another Redraw");
    CHECK(error_of([&] { RunFile::pack_in_place(path); }) ==
          "Cannot open a.redraw: it is open in another Redraw");
    CHECK(fs::exists(journal));
}

// Put there between our look and SQLite's opening, it would be waited for for ever.
TEST_CASE("SQLite itself does not wait for a pipe") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw";
    whole_run(path);
    REQUIRE(mkfifo((folder / "a.redraw-journal").c_str(), 0600) == 0);
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    CHECK(sqlite3_exec(database, "SELECT * FROM run", nullptr, nullptr, nullptr) != SQLITE_OK);
    CHECK(sqlite3_exec(database, "DELETE FROM run", nullptr, nullptr, nullptr) != SQLITE_OK);
    sqlite3_close(database);
    sqlite3* pipe = nullptr;
    CHECK(sqlite3_open((folder / "a.redraw-journal").c_str(), &pipe) != SQLITE_OK);
    sqlite3_close(pipe);
    fs::remove(folder / "a.redraw-journal");
    RunFile::open(path);
}
