#include "engine/run/database.h"

#include "engine/error.h"
#include "engine/file/errno_text.h"
#include "engine/file/read_file.h"

#include <cmath>
#include <limits>
#include <sys/stat.h>

namespace redraw {
namespace {

std::string name_of_file(const std::filesystem::path& path) {
    return display_name(path.has_filename() ? path.filename() : path);
}

// Before SQLite sees it: opening a pipe would wait for its writer.
void require_regular_file(const std::filesystem::path& path) {
    struct stat status {};
    std::string reason;
    if (stat(path.c_str(), &status) != 0)
        reason = errno_text(errno);
    else if (S_ISDIR(status.st_mode))
        reason = "it is a folder";
    else if (!S_ISREG(status.st_mode))
        reason = "it is not a regular file";
    if (!reason.empty()) throw Error("Cannot open " + name_of_file(path) + ": " + reason);
}

// "file:/a%20b?immutable=1": the only way to ask for no locks.
std::string immutable_uri(const std::filesystem::path& path) {
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : path.native()) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || c == '/' || c == '.' || c == '-' || c == '_')
            uri += c;
        else
            (uri += '%') += {kHex[byte >> 4], kHex[byte & 15]};
    }
    return uri + "?immutable=1";
}

int open_flags(Database::Mode mode) {
    switch (mode) {
        case Database::Mode::create:
            return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE;
        case Database::Mode::header_only:
            return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
        default:  // for reading too: rolling back writes. SQLite falls back where it may not.
            return SQLITE_OPEN_READWRITE;
    }
}

}  // namespace

Database::Database(std::filesystem::path path, Mode mode)
    // Absolute: a name that begins with "file:" or ":" means something else to SQLite.
    : path_(std::filesystem::absolute(std::move(path))) {
    if (mode != Mode::create) require_regular_file(path_);
    const std::string name =
        mode == Mode::header_only ? immutable_uri(path_) : path_.native();
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(name.c_str(), &handle, open_flags(mode) | SQLITE_OPEN_NOMUTEX, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) refuse(code);
    harden(mode);
}

void Database::harden(Mode mode) {
    sqlite3* db = handle_.get();
    sqlite3_extended_result_codes(db, 1);
    const auto set = [&](int option, int value) { sqlite3_db_config(db, option, value, nullptr); };
    set(SQLITE_DBCONFIG_DEFENSIVE, 1);
    set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
    set(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
    set(SQLITE_DBCONFIG_ENABLE_VIEW, 0);
    set(SQLITE_DBCONFIG_DQS_DDL, 0);
    set(SQLITE_DBCONFIG_DQS_DML, 0);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1'000'000'000);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 10'000);
    sqlite3_limit(db, SQLITE_LIMIT_COLUMN, 32);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 10);
    sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 3);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 1);

    if (mode == Mode::header_only) return;
    wait_for_locks(5000);
    execute("PRAGMA cell_size_check = ON");
    execute("PRAGMA secure_delete = OFF");  // some builds overwrite what is deleted: twice the work
    execute("PRAGMA cache_size = -16000");
    if (mode == Mode::create) {
        execute("PRAGMA page_size = 8192");  // a keyframe is 200 KB or so
        execute("PRAGMA journal_mode = MEMORY");
    }
    execute("PRAGMA synchronous = FULL");
    if (mode == Mode::read_only) execute("PRAGMA query_only = ON");
}

void Database::execute(const char* sql) {
    Statement statement(*this, sql);
    while (statement.step()) {}  // a PRAGMA may answer with its new value
}

std::int64_t Database::integer(const char* sql) const {
    Statement statement(*this, sql);
    if (!statement.step()) damaged();
    return statement.integer(0);
}

bool Database::try_execute(const char* sql) {
    const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
    if ((code & 0xff) == SQLITE_BUSY) return false;
    if (code != SQLITE_OK) refuse(code);
    return true;
}

void Database::wait_for_locks(int milliseconds) {
    sqlite3_busy_timeout(handle_.get(), milliseconds);
}

void Database::refuse(int code) const {
    const std::string name = name_of_file(path_);
    const int system = handle_ ? sqlite3_system_errno(handle_.get()) : 0;
    switch (code & 0xff) {
        case SQLITE_FULL:
            throw Error("Cannot write " + name + ": " + errno_text(ENOSPC));
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw Error("Cannot use " + name + ": another program is using it");
        case SQLITE_NOTADB:
            throw Error("Cannot open " + name + ": it is not a Redraw run");
        case SQLITE_CORRUPT:
        case SQLITE_SCHEMA:
        case SQLITE_ERROR:  // a schema that does not hold what our statements ask for
            damaged();
        case SQLITE_READONLY:
            throw Error("Cannot write " + name + ": it is read-only");
        case SQLITE_NOMEM:
            throw std::bad_alloc();
        case SQLITE_CANTOPEN:
            throw Error("Cannot open " + name + ": " +
                        (system != 0 ? errno_text(system) : "permission denied"));
        case SQLITE_IOERR: {
            if (code == SQLITE_IOERR_SHORT_READ) damaged();
            const bool reading = code == SQLITE_IOERR_READ;
            throw Error((reading ? "Cannot read " : "Cannot write ") + name + ": " +
                        (system != 0 ? errno_text(system) : "input/output error"));
        }
        default:
            throw Error("Cannot use " + name + ": " + sqlite3_errstr(code));
    }
}

void Database::damaged() const {
    throw Error("Cannot open " + name_of_file(path_) + ": it is damaged");
}

Statement::Statement(const Database& database, const char* sql) : database_(database) {
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v2(database.get(), sql, -1, &handle, nullptr);
    handle_.reset(handle);
    check(code);
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) database_.refuse(code);
}

Statement& Statement::bind(int index, std::int64_t value) {
    check(sqlite3_bind_int64(handle_.get(), index, value));
    return *this;
}

Statement& Statement::bind(int index, double value) {
    check(sqlite3_bind_double(handle_.get(), index, value));
    return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
    check(sqlite3_bind_text64(handle_.get(), index, text.data(), text.size(), SQLITE_STATIC,
                              SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int index, std::span<const std::byte> blob) {
    // A null pointer would be NULL instead of a blob of no bytes.
    check(sqlite3_bind_blob64(handle_.get(), index, blob.empty() ? "" : (const void*)blob.data(),
                              blob.size(), SQLITE_STATIC));
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) database_.refuse(code);
    return false;
}

void Statement::run() {
    step();
    sqlite3_reset(handle_.get());
}

void Statement::require_type(int column, int type) const {
    if (sqlite3_column_type(handle_.get(), column) != type) database_.damaged();
}

std::int64_t Statement::integer(int column) const {
    require_type(column, SQLITE_INTEGER);
    return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const {
    if (sqlite3_column_type(handle_.get(), column) == SQLITE_NULL)
        return std::numeric_limits<double>::quiet_NaN();
    require_type(column, SQLITE_FLOAT);
    return sqlite3_column_double(handle_.get(), column);
}

std::string_view Statement::text(int column) const {
    require_type(column, SQLITE_TEXT);
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
    if (text == nullptr) database_.refuse(SQLITE_NOMEM);
    return {text, std::size_t(sqlite3_column_bytes(handle_.get(), column))};
}

std::span<const std::byte> Statement::blob(int column) const {
    require_type(column, SQLITE_BLOB);
    const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(handle_.get(), column));
    return {bytes, std::size_t(sqlite3_column_bytes(handle_.get(), column))};
}

}  // namespace redraw
