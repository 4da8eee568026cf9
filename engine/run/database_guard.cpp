// Guards SQLite against a hostile database file and hostile files beside it.
#include "engine/run/database.h"

#include "engine/arithmetic.h"
#include "engine/file/read_file.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <algorithm>

namespace redraw {
namespace {

// SQLite calls the progress check after this many virtual machine steps. A row takes about ten
// steps.
constexpr int kStepsPerLook = 1000;
constexpr int kSchemaLooks = 3;    // limit in progress checks; reading the schema takes under one
constexpr int kRowLooks = 20'000;  // limit in progress checks, about a second; runs need up to 1 %

// Authorizer callback: allows only the kinds of actions that Redraw's own statements take.
// `inside`: the trigger or view that makes the request.
int authorise(void* creating, int action, const char* first, const char* second, const char*,
              const char* inside) {
    if (inside != nullptr) return SQLITE_DENY;
    constexpr int kAlways[] = {SQLITE_SELECT, SQLITE_INSERT,      SQLITE_UPDATE,
                               SQLITE_DELETE, SQLITE_TRANSACTION, SQLITE_PRAGMA};
    const bool ours =
        std::ranges::find(kAlways, action) != std::end(kAlways) ||
        (action == SQLITE_READ && !std::string_view(first).starts_with("sqlite_stat")) ||
        (action == SQLITE_FUNCTION && std::string_view(second) == "count") ||
        (action == SQLITE_CREATE_TABLE && creating != nullptr);
    return ours ? SQLITE_OK : SQLITE_DENY;
}

std::string kind_of(FileStatus::Kind kind) {
    if (kind == FileStatus::Kind::link) return "a link";
    if (kind == FileStatus::Kind::folder) return "a folder";
    return "not a regular file";
}

// Constants of a rollback journal: section 3 of SQLite's "Database File Format". Integers in a
// journal are big-endian.
constexpr std::array<unsigned char, 8> kJournalMagic{0xD9, 0xD5, 0x05, 0xF9,
                                                     0x20, 0xA1, 0x63, 0xD7};
constexpr std::size_t kJournalHeader = 28,
                      kRecordNumbers = 8;  // bytes of a record's page number and checksum

std::uint32_t big_endian_at(std::span<const unsigned char> bytes, std::size_t at) {
    return big_endian(std::as_bytes(bytes.subspan(at, 4)));
}

bool read_all(const Descriptor& file, std::uint64_t at, std::span<unsigned char> into) {
    return read_at(file.get(), at, into.data(), into.size()) == into.size();
}

// The properties of a database file with which its journal is compared.
struct DatabaseState {
    std::uint64_t bytes = 0;
    std::uint32_t page = 0;     // bytes
    std::uint32_t commits = 0;  // SQLite's change counter: one per commit
};

// Reads a database file's size, page size and commit counter. Returns nothing if the file is
// missing, too short for a database, or cannot be opened.
std::optional<DatabaseState> database_state(const std::filesystem::path& database) {
    const auto header = Database::file_header(database);
    const FileStatus status = file_status(database);
    if (!header || status.error != 0) return std::nullopt;
    const std::span bytes(*header);
    const std::uint32_t page = big_endian(bytes.subspan(16, 2));
    return DatabaseState{status.bytes, page == 1 ? 65536 : page, big_endian(bytes.subspan(24, 4))};
}

struct JournalHeader {
    std::uint32_t records, nonce, pages, sector, page;
};

std::optional<JournalHeader> journal_header(const Descriptor& journal, std::uint64_t at) {
    std::array<unsigned char, kJournalHeader> bytes{};
    if (!read_all(journal, at, bytes) ||
        !std::equal(kJournalMagic.begin(), kJournalMagic.end(), bytes.begin()))
        return std::nullopt;
    return JournalHeader{big_endian_at(bytes, 8), big_endian_at(bytes, 12),
                         big_endian_at(bytes, 16), big_endian_at(bytes, 20),
                         big_endian_at(bytes, 24)};
}

bool has_whole_first_record(const Descriptor& journal, const JournalHeader& header) {
    std::vector<unsigned char> record(header.page + kRecordNumbers);
    if (header.records == 0 || !read_all(journal, header.sector, record)) return false;
    const std::uint32_t number = big_endian_at(record, 0);
    std::uint32_t sum = header.nonce;
    for (std::size_t i = header.page - 200; i > 0 && i < header.page; i -= 200)
        sum += record[4 + i];
    return number > 0 && number <= header.pages && sum == big_endian_at(record, 4 + header.page);
}

// Returns the commit counter that the journal would restore; nothing if it finds no copy of the
// database's first page. A journal's pages lie in segments, each with its own header.
std::optional<std::uint32_t> commits_in(const Descriptor& journal, const JournalHeader& first) {
    constexpr std::size_t kCounter = 24;  // offset of the counter in page 1
    const std::uint64_t record = first.page + kRecordNumbers;
    std::array<unsigned char, 4> number{};
    std::uint64_t at = 0;
    std::uint32_t left = first.pages;  // records left to read: one per page at most
    for (std::optional segment = first; segment; segment = journal_header(journal, at)) {
        at += first.sector;
        for (std::uint32_t i = 0; i < segment->records; ++i, --left, at += record) {
            if (left == 0 || !read_all(journal, at, number)) return std::nullopt;
            const std::uint32_t page = big_endian_at(number, 0);
            if (page == 0) return std::nullopt;
            if (page == 1 && read_all(journal, at + 4 + kCounter, number))
                return big_endian_at(number, 0);
        }
        if (segment->records == 0) break;
        at = (at + first.sector - 1) / first.sector * first.sector;
    }
    return std::nullopt;
}

// Checks for the name of a second file at the end of the journal: name, length, checksum, magic.
// SQLite writes it only for transactions over several databases, which Redraw never has.
bool names_another_file(const Descriptor& journal) {
    std::array<unsigned char, kJournalMagic.size()> end{};
    const std::uint64_t size = file_status(journal.get()).bytes;
    return size > end.size() && read_all(journal, size - end.size(), end) && end == kJournalMagic;
}

// Checks a rollback journal before SQLite plays it back: playback resizes the database and
// overwrites its pages, and a journal does not name its database.
// Returns false if a killed Redraw cannot have left the journal beside `database`, for example
// because of another page size, an impossible database size, a missing or damaged first record,
// pages of another commit or database, or the name of a second file, which SQLite would delete.
// Else returns true, also if nothing is played back: no journal, an empty one, one that begins with
// 0 (its writer was killed before the first flush), or no database. Throws Error if the disk cannot
// be read. Another process may commit meanwhile.
bool is_journal_of(const std::filesystem::path& path, const std::filesystem::path& database) {
    const Descriptor journal = open_to_read(path, Links::not_followed);
    if (names_another_file(journal)) return false;
    std::array<unsigned char, kJournalMagic.size()> magic{};
    if (!read_all(journal, 0, std::span(magic).first(1)) || magic[0] == 0) return true;
    // Reads the size and commit counter of the database before and after the journal: another
    // process may commit meanwhile.
    const auto before = database_state(database);
    if (!before) return true;
    const std::size_t read = read_at(journal.get(), 0, magic.data(), magic.size());
    if (!std::equal(magic.begin(), magic.begin() + std::ptrdiff_t(read), kJournalMagic.begin()))
        return false;
    const auto found = journal_header(journal, 0);
    if (!found) return true;  // truncated: SQLite plays nothing back
    const auto after = database_state(database);
    if (!after) return true;
    const JournalHeader& header = *found;
    const std::uint64_t size = std::uint64_t(header.pages) * header.page;
    constexpr std::uint32_t kLargestSector = 65536;
    if (header.page != after->page || header.sector < kJournalHeader ||
        header.sector > kLargestSector || header.pages == 0 || size > after->bytes)
        return false;
    // SQLite enlarges the database only after the journal holds a complete first record.
    if (size < before->bytes && !has_whole_first_record(journal, header)) return false;
    // Each commit adds 1 to the counter: the journal belongs to the last or an unfinished commit.
    const auto commits = commits_in(journal, header);
    return !commits || *commits + 1 - before->commits <= after->commits + 1 - before->commits;
}

}  // namespace

void Database::guard(bool creating) {
    // A database that this process creates is trusted from the start.
    work_ = std::make_unique<Work>(Work{kSchemaLooks, kSchemaLooks, creating});
    sqlite3_set_authorizer(get(), authorise, creating ? work_.get() : nullptr);
    sqlite3_progress_handler(
        get(), kStepsPerLook, [](void* work) { return int(--static_cast<Work*>(work)->left < 0); },
        work_.get());
}

void Database::trust_schema() const {
    *work_ = {kRowLooks, kRowLooks, true};
}

std::string why_sidecars_refused(const std::filesystem::path& database) {
    std::error_code ignored;
    const std::filesystem::path real = followed_path(database, ignored);
    for (const char* ending : {"-journal", "-wal", "-shm"}) {
        const std::filesystem::path beside = real.string() + ending;
        const FileStatus status = file_status(beside, Links::not_followed);
        if (status.error != 0 || status.kind == FileStatus::Kind::file) continue;
        return display_name(beside.filename()) + " beside it is " + kind_of(status.kind);
    }
    const std::filesystem::path journal = real.string() + "-journal";
    if (!is_journal_of(journal, real))
        return display_name(journal.filename()) +
               " beside it is not the journal of this run: move it away";
    return "";
}

// Anything else of that name is refused by why_sidecars_refused() when a journal is needed.
void Database::remove_leftover_journal() const {
    const std::filesystem::path journal =
        std::string(sqlite3_db_filename(get(), "main")) + "-journal";
    std::error_code ignored;
    if (file_status(journal, Links::not_followed).kind == FileStatus::Kind::file)
        std::filesystem::remove(journal, ignored);
}

}  // namespace redraw
