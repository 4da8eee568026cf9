#include "engine/run/run_schema.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/file/file_stream.h"
#include "engine/file/paths.h"
#include "engine/run/sidecars.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

namespace redraw {

namespace {

constexpr int kOldestFormat = 2;

// SQLite keeps the text as it is given, so that it can be compared. Small columns come before the
// blobs: what stands behind a blob is found by walking through it.
struct Table {
    std::string_view name;
    const char* sql;
    int first = kOldestFormat;  // of the formats that have it
};
constexpr std::array<Table, 8> kTables{{
    {"run",
     "CREATE TABLE run (id INTEGER PRIMARY KEY, config TEXT NOT NULL, picture_name TEXT NOT NULL, "
     "width INTEGER NOT NULL, height INTEGER NOT NULL, channels INTEGER NOT NULL, "
     "keyframe_budget INTEGER NOT NULL, writer INTEGER NOT NULL, request TEXT NOT NULL, "
     "checksum INTEGER NOT NULL) STRICT"},
    {"target",
     "CREATE TABLE target (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, png BLOB NOT NULL) "
     "STRICT"},
    {"source",
     "CREATE TABLE source (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, png BLOB NOT NULL) "
     "STRICT"},
    {"metric",
     "CREATE TABLE metric (step INTEGER PRIMARY KEY, loss REAL, psnr REAL, "
     "learning_rate REAL, seconds REAL, checksum INTEGER NOT NULL) STRICT"},
    {"measured",
     "CREATE TABLE measured (step INTEGER PRIMARY KEY, psnr REAL NOT NULL, "
     "seconds REAL NOT NULL, whole INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT",
     3},
    {"keyframe",
     "CREATE TABLE keyframe (step INTEGER PRIMARY KEY, psnr REAL, base INTEGER, "
     "parameters_checksum INTEGER NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL) STRICT"},
    {"event",
     "CREATE TABLE event (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, kind TEXT NOT NULL, "
     "failed_step INTEGER NOT NULL, lr_max REAL NOT NULL, name TEXT NOT NULL, "
     "checksum INTEGER NOT NULL) STRICT"},
    {"state",
     "CREATE TABLE state (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, "
     "optimizer_step INTEGER NOT NULL, seconds REAL NOT NULL, checksum INTEGER NOT NULL, "
     "parameters BLOB NOT NULL, first_moment BLOB NOT NULL, second_moment BLOB NOT NULL) STRICT"},
}};

// Walking through every page takes a second a gigabyte; above this, each row's own checksum has to
// do.
constexpr std::int64_t kQuickCheckBytes = std::int64_t(1) << 30;

bool is_of(const Table& table, std::int64_t format) {
    return table.first <= format;
}

const char* sql_of(std::string_view name, std::int64_t format) {
    for (const Table& table : kTables)
        if (table.name == name && is_of(table, format)) return table.sql;
    return nullptr;
}

void check_tables(const Database& database, std::int64_t format) {
    Statement objects(database, "SELECT type, name, sql FROM sqlite_schema");
    std::size_t tables = 0;
    while (objects.step()) {
        const char* sql = sql_of(objects.text(1), format);
        if (objects.text(0) != "table" || sql == nullptr || objects.text(2) != sql)
            throw Error("Cannot open " + database.name() + ": it holds \"" +
                        excerpt(objects.text(1)) + "\", which is not part of a Redraw run");
        ++tables;
    }
    if (tables != std::size_t(std::ranges::count_if(
                      kTables, [&](const Table& table) { return is_of(table, format); })))
        database.damaged();
}

}  // namespace

void create_run_schema(Database& database, int format) {
    for (const Table& table : kTables)
        if (is_of(table, format)) database.execute(table.sql);
    database.trust_schema();
    database.execute(("PRAGMA application_id = " + std::to_string(kRunApplicationId)).c_str());
    database.execute(("PRAGMA user_version = " + std::to_string(format)).c_str());
}

int check_run_schema(const Database& database) {
    const std::string& name = database.name();
    if (database.integer("PRAGMA application_id") != kRunApplicationId)
        throw Error("Cannot open " + name + ": it is not a Redraw run");
    const std::int64_t format = database.integer("PRAGMA user_version");
    if (format > kRunFormat)
        throw Error("Cannot open " + name + ": it was made by a newer Redraw (format " +
                    std::to_string(format) + "; this one reads up to " +
                    std::to_string(kRunFormat) + ")");
    if (format == 1)
        throw Error("Cannot open " + name +
                    ": it is a run of format 1, which this version of Redraw no longer reads");
    if (format < kOldestFormat) database.damaged();
    check_tables(database, format);
    database.trust_schema();

    const std::int64_t bytes =
        database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size");
    if (bytes > kQuickCheckBytes) return int(format);
    Statement check(database, "PRAGMA quick_check(1)");
    if (!check.step() || check.text(0) != "ok") database.damaged();
    return int(format);
}

namespace {

// A link is followed, so that the file it names is replaced.
std::filesystem::path followed(const std::filesystem::path& path) {
    std::error_code error;
    auto target = std::filesystem::weakly_canonical(absolute_path(path), error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    if (error)
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_file_name(path) + ": " + errno_text(error.value()));
    return target;
}

// True for a journal whose writer ended before it had changed its file: SQLite fills in the first
// bytes just before that. Nothing is lost with it.
bool is_cold(const std::filesystem::path& journal) {
    const Descriptor file(
        open(journal.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
    char first = 0;
    return file.get() >= 0 && read(file.get(), &first, 1) >= 0 && first == 0;
}

}  // namespace

NewDatabase::NewDatabase(const std::filesystem::path& target)
    : target_(followed(target)), temporary_(temporary_name(target_.parent_path(), ".part")) {
    if (!target_.has_filename()) refuse("it names a folder, not a file");
    std::error_code ignored;
    if (!std::filesystem::is_directory(target_.parent_path(), ignored))
        refuse("there is no such folder");
    if (faccessat(AT_FDCWD, target_.parent_path().c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        refuse(errno_text(errno));  // SQLite would tell of the name it tries next
    if (const std::string why = why_sidecars_refused(target_); !why.empty()) refuse(why);
    // SQLite would play it back into the new file, whose changes it does not hold.
    const std::filesystem::path journal = target_.native() + "-journal";
    const bool replaces = access(target_.c_str(), F_OK) == 0;
    if (!replaces && is_cold(journal)) unlink(journal.c_str());
    if (access(journal.c_str(), F_OK) == 0) {
        const std::string name = display_name(journal.filename());
        refuse(replaces
                   ? name + " beside it says that another program is writing it, or was stopped"
                   : "delete " + name + " first, the journal of a run that is gone");
    }
    if (errno == ENAMETOOLONG) refuse(errno_text(errno));  // it could be made, and never written
    try {
        database_.emplace(temporary_, Database::Mode::create, target_);
    } catch (...) {  // after SQLite had made the file
        unlink(temporary_.c_str());
        throw;
    }
}

NewDatabase::~NewDatabase() {
    database_.reset();
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void NewDatabase::publish(Existing existing) {
    database_.reset();
    // A mask may forbid us to open it again: said while what it replaces is still there.
    if (faccessat(AT_FDCWD, temporary_.c_str(), R_OK | W_OK, AT_EACCESS) != 0)
        refuse(errno_text(errno));
    const int error = existing == Existing::refuse
                          ? rename_to_new(temporary_, target_)
                          : (std::rename(temporary_.c_str(), target_.c_str()) == 0 ? 0 : errno);
    if (error == EEXIST) refuse("there is already such a file");
    if (error != 0) refuse(errno_text(error));
    temporary_.clear();
    // The name has to reach the disk too; some file systems cannot flush a folder.
    const Descriptor folder(
        open(target_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() >= 0) fsync(folder.get());
}

void NewDatabase::refuse(const std::string& reason) const {
    throw Error(Error::Kind::not_writable,
                "Cannot write " + display_file_name(target_) + ": " + reason);
}

}  // namespace redraw
