// Tests files beside a run under SQLite's names: a killed writer's journal is played back, a
// foreign or damaged one is refused, and one that changes nothing is harmless.
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "tests/support/altered_runs.h"
#include "tests/support/error_kind.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <sqlite3.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cstdint>
#include <cstring>
#include <functional>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRunPage = 8192, kJournalSector = 512;

std::string journal_header(std::uint32_t pages, std::uint32_t page = kRunPage,
                           std::uint32_t records = 0, std::uint32_t sector = kJournalSector) {
    std::string header(kJournalSector, '\0');
    constexpr char kMagic[] = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7";
    header.replace(0, 8, kMagic, 8);
    put_number(header, 8, records);
    put_number(header, 16, pages);
    put_number(header, 20, sector);
    put_number(header, 24, page);
    return header;
}

struct KilledCommit {
    std::string run, journal;
};

// Returns a run and its journal, left by a writer that was killed while a commit lengthened the
// run. The journal has the former pages.
KilledCommit killed_in_a_commit(const fs::path& path) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
    const auto run = [&](const char* sql) {
        REQUIRE(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    };
    run("PRAGMA cache_size = 20");
    run("BEGIN");
    run("UPDATE run SET writer = 5");
    for (int i = 0; i < 40; ++i)
        run("INSERT INTO event VALUES (NULL, 0, '', 0, 0, hex(zeroblob(4000)), 0)");
    const KilledCommit killed{contents(path), contents(path.native() + "-journal")};
    run("ROLLBACK");
    sqlite3_close(db);
    return killed;
}

constexpr const char* kJournalRefused =
    "Cannot open a.redraw: a.redraw-journal beside it is not the journal of this run: move it away";

struct JournalBench {
    TemporaryFolder folder;
    fs::path path = folder / "a.redraw", journal = folder / "a.redraw-journal";
    std::string whole;

    JournalBench() {
        whole_run(path);
        whole = contents(path);
    }
    void put_beside(const std::string& bytes) { write(journal, bytes); }
    void check_refused() {
        const std::string run = contents(path), beside = contents(journal);
        CHECK(refusal_to_open(path) == kJournalRefused);
        CHECK_THROWS_AS(
            RunFile::create(path, small_config(), small_target(), "p", RunFile::Existing::replace),
            Error);
        CHECK(contents(path) == run);
        CHECK(contents(journal) == beside);
        fs::remove(journal);
    }
    void check_played_back() {
        CHECK(refusal_to_open(path).empty());
        CHECK(contents(path) == whole);
        fs::remove(journal);
    }
};

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

TEST_CASE_FIXTURE(JournalBench, "a journal whose size the run never had is refused") {
    const auto pages = std::uint32_t(whole.size() / kRunPage);
    for (const std::uint32_t stated : {0u, 1u, pages - 1, pages + 1, 0x7FFFFFFEu, 0xFFFFFFFFu}) {
        CAPTURE(stated);
        for (const std::uint32_t records : {0u, 1u, 0xFFFFFFFFu}) {
            put_beside(journal_header(stated, kRunPage, records));
            check_refused();
        }
    }
    for (const std::uint32_t page : {0u, 512u, 4096u, 65536u, 0xFFFFFFFFu}) {
        CAPTURE(page);
        put_beside(journal_header(pages, page));
        check_refused();
    }
    for (const std::uint32_t sector : {0u, 1u << 17}) {
        put_beside(journal_header(pages, kRunPage, 0, sector));
        check_refused();
    }
    put_beside("a diary");
    check_refused();
}

TEST_CASE_FIXTURE(JournalBench, "a journal that names another file is not played back") {
    const std::string name = folder / "precious";
    write(name, "a diary");
    std::string header = journal_header(std::uint32_t(whole.size() / kRunPage)), end(20, '\0');
    std::uint32_t sum = 0;
    for (const char c : name) sum += std::uint32_t(int(c));
    put_number(end, 4, std::uint32_t(name.size()));
    put_number(end, 8, sum);
    end.replace(12, 8, header.substr(0, 8));
    put_beside(header + end.substr(0, 4) + name + end.substr(4));
    check_refused();
    CHECK(contents(name) == "a diary");
}

TEST_CASE_FIXTURE(JournalBench, "a journal that changes nothing is no reason to refuse a run") {
    const auto pages = std::uint32_t(whole.size() / kRunPage);
    for (const std::string& bytes :
         {std::string(), std::string(3 * kRunPage, '\0'), journal_header(pages),
          journal_header(pages).substr(0, 4), journal_header(1).substr(0, 20)}) {
        CAPTURE(bytes.size());
        put_beside(bytes);
        check_played_back();
    }
}

TEST_CASE_FIXTURE(JournalBench, "what a killed commit left is played back, and nothing else") {
    const KilledCommit killed = killed_in_a_commit(path);
    REQUIRE(whole == contents(path));
    REQUIRE(killed.run.size() > whole.size());
    write(path, killed.run);
    put_beside(killed.journal);
    check_played_back();
    // The first record of the journal is damaged, or cut off.
    write(path, killed.run);
    std::string damaged = killed.journal;
    damaged[kJournalSector + 4 + kRunPage - 200] ^= 1;
    for (const std::string& bytes :
         {damaged, killed.journal.substr(0, kJournalSector + kRunPage)}) {
        put_beside(bytes);
        check_refused();
    }
}

TEST_CASE_FIXTURE(JournalBench, "the journal of an older commit, or of another run, is refused") {
    const KilledCommit old = killed_in_a_commit(path);
    {
        RunFile run = RunFile::open(path);
        for (const std::int64_t step : {12, 20, 30}) {
            train_to(run, step, step + 8);
            run.commit();
        }
    }
    put_beside(old.journal);
    check_refused();
}

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

TEST_CASE_FIXTURE(RunInFolder, "under a name that a link gives a run its own journal is seen") {
    whole_run(path);
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
        CHECK(reading(path).state() == state_of(9));
    }
}

// Tests a journal without header. SQLite writes the header just before it changes the run, so a
// writer killed before that leaves such a journal, which SQLite neither plays back nor deletes.
TEST_CASE("a journal that was never begun keeps nobody from a run") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.redraw", journal = folder / "a.redraw-journal";
    const std::vector<std::function<void()>> all{
        [&] {
            RunFile::create(path, small_config(), small_target(), "p", RunFile::Existing::replace);
        },
        [&] { RunFile::pack_in_place(path); },
        [&] { reading(path).copy_to(folder / "b.redraw"); },
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

TEST_CASE("a run whose journal a living writer owns is not replaced") {
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

// A pipe made between Redraw's check and SQLite's opening would otherwise be waited for forever.
TEST_CASE_FIXTURE(RunInFolder, "SQLite itself does not wait for a pipe") {
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
