// A killed writer's rollback journal is played back; any other is refused.
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "tests/support/altered_runs.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRunPage = 8192, kJournalSector = 512;

void put_number(std::string& bytes, std::size_t at, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes[at++] = char(value >> shift & 0xFF);
}

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

// In the middle of a commit that makes the run longer: as it is, and what it was is in the journal.
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

}  // namespace

TEST_CASE("a journal whose size the run never had is refused, and the run keeps its size") {
    JournalBench bench;
    const auto pages = std::uint32_t(bench.whole.size() / kRunPage);
    for (const std::uint32_t stated : {0u, 1u, pages - 1, pages + 1, 0x7FFFFFFEu, 0xFFFFFFFFu}) {
        CAPTURE(stated);
        for (const std::uint32_t records : {0u, 1u, 0xFFFFFFFFu}) {
            bench.put_beside(journal_header(stated, kRunPage, records));
            bench.check_refused();
        }
    }
    for (const std::uint32_t page : {0u, 512u, 4096u, 65536u, 0xFFFFFFFFu}) {
        CAPTURE(page);
        bench.put_beside(journal_header(pages, page));
        bench.check_refused();
    }
    for (const std::uint32_t sector : {0u, 1u << 17}) {
        bench.put_beside(journal_header(pages, kRunPage, 0, sector));
        bench.check_refused();
    }
    bench.put_beside("a diary");
    bench.check_refused();
}

TEST_CASE("a journal that changes nothing is no reason to refuse a run") {
    JournalBench bench;
    const auto pages = std::uint32_t(bench.whole.size() / kRunPage);
    for (const std::string& bytes :
         {std::string(), std::string(3 * kRunPage, '\0'), journal_header(pages),
          journal_header(pages).substr(0, 4), journal_header(1).substr(0, 20)}) {
        CAPTURE(bytes.size());
        bench.put_beside(bytes);
        bench.check_played_back();
    }
}

TEST_CASE("what a killed commit left is played back, and nothing else is in its place") {
    JournalBench bench;
    const KilledCommit killed = killed_in_a_commit(bench.path);
    REQUIRE(bench.whole == contents(bench.path));
    REQUIRE(killed.run.size() > bench.whole.size());
    write(bench.path, killed.run);
    bench.put_beside(killed.journal);
    bench.check_played_back();

    // Its first record is damaged, or missing.
    write(bench.path, killed.run);
    std::string damaged = killed.journal;
    damaged[kJournalSector + 4 + kRunPage - 200] ^= 1;
    for (const std::string& bytes :
         {damaged, killed.journal.substr(0, kJournalSector + kRunPage)}) {
        bench.put_beside(bytes);
        bench.check_refused();
    }
}

TEST_CASE("the journal of an older commit, or of another run of that name, is refused") {
    JournalBench bench;
    const KilledCommit old = killed_in_a_commit(bench.path);
    {
        RunFile run = RunFile::open(bench.path);
        for (const std::int64_t step : {12, 20, 30}) {
            train_to(run, step, step + 8);
            run.commit();
        }
    }
    bench.put_beside(old.journal);
    bench.check_refused();
}
