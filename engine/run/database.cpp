#include "engine/run/database.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/system/atomic_file.h"
#include "engine/system/database_files.h"
#include "engine/text/display_name.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>

namespace redraw {
namespace {

std::string why_not_readable(const std::filesystem::path& path) {
    const FileStatus status = file_status(path);
    if (status.error != 0) return errno_text(status.error);
    if (status.kind == FileStatus::Kind::folder) return "it is a folder";
    if (status.kind != FileStatus::Kind::file) return "it is not a regular file";
    const int error = access_error(path, FileUse::read);
    return error == 0 ? "" : errno_text(error);
}

sqlite3_file* file_of(sqlite3* database) {
    sqlite3_file* file = nullptr;
    const int found = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return found == SQLITE_OK && file != nullptr && file->pMethods != nullptr ? file : nullptr;
}

}  // namespace

Database::Database(const std::filesystem::path& path, Mode mode, const std::filesystem::path& shown)
    : name_(display_file_name(shown)) {
    if (mode != Mode::create) {
        require_regular_file(path);
        if (const std::string why = why_sidecars_refused(path); !why.empty())
            throw Error("Cannot open " + name_ + ": " + why);
    }
    never_wait_for_files();
    // Opens the file for writing even for readers: they may have to roll back the unfinished
    // transaction of a killed writer. SQLite itself falls back to read-only.
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                      (mode == Mode::create ? SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE : 0);
    // Makes the path absolute: SQLite interprets names that begin with "file:" or ":". Follows
    // links, because on Windows SQLite would name the journal after a link.
    std::error_code ignored;
    const std::string file = followed_path(absolute_path(path), ignored).string();
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) refuse(code);
    guard(mode == Mode::create);
    harden(mode);
}

void Database::require_regular_file(const std::filesystem::path& path) {
    const std::string reason = why_not_readable(path);
    if (reason.empty()) return;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) || ignored)
        throw Error("Cannot open " + display_file_name(path) + ": " + reason);
    if (is_address(path.string())) throw Error(address_refused(path.string()));
    throw Error("Cannot open " + display_name(path) + ": " + reason);  // its folder may be missing
}

std::optional<std::array<std::byte, 100>> Database::file_header(const std::filesystem::path& path) {
    if (!why_not_readable(path).empty()) return std::nullopt;
    never_wait_for_files();
    // Opens with the URI option immutable=1, so that SQLite takes no locks.
    const std::string uri =
        "file:" + percent_encoded(absolute_path(path).string()) + "?immutable=1";
    constexpr int kFlags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    sqlite3* handle = nullptr;
    const int opened = sqlite3_open_v2(uri.c_str(), &handle, kFlags, nullptr);
    const std::unique_ptr<sqlite3, Closer<sqlite3_close>> owner(handle);
    if (opened == SQLITE_NOMEM) throw std::bad_alloc();  // nothing is wrong with the file
    const auto unreadable = [&](int error) {
        return Error("Cannot read " + display_file_name(path) + ": " + errno_text(error));
    };
    if ((opened & 0xff) == SQLITE_IOERR) throw unreadable(EIO);
    sqlite3_file* file = opened == SQLITE_OK ? file_of(handle) : nullptr;
    if (file == nullptr) return std::nullopt;
    std::array<std::byte, 100> header;
    const int read = file->pMethods->xRead(file, header.data(), int(header.size()), 0);
    if (read == SQLITE_OK) return header;
    if (const int error = disk_error(handle); read != SQLITE_IOERR_SHORT_READ && error != 0)
        throw unreadable(error);
    return std::nullopt;
}

void Database::harden(Mode mode) {
    sqlite3* db = handle_.get();
    sqlite3_extended_result_codes(db, 1);
    constexpr std::pair<int, int> kSettings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_DQS_DML, 0}};
    for (const auto& [setting, value] : kSettings) sqlite3_db_config(db, setting, value, nullptr);
    constexpr std::pair<int, int> kLimits[] = {
        {SQLITE_LIMIT_LENGTH, kLongestText},  // raised for a Statement with long blobs
        {SQLITE_LIMIT_SQL_LENGTH, 10'000},   {SQLITE_LIMIT_COLUMN, 32},
        {SQLITE_LIMIT_EXPR_DEPTH, 10},       {SQLITE_LIMIT_COMPOUND_SELECT, 3},
        {SQLITE_LIMIT_ATTACHED, 0},          {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_FUNCTION_ARG, 1},      {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 32},  {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (const auto& [limit, most] : kLimits) sqlite3_limit(db, limit, most);

    wait_for_locks(5000);
    execute("PRAGMA cell_size_check = ON");
    execute("PRAGMA mmap_size = 0");        // a mapped file that shrinks raises SIGBUS
    execute("PRAGMA secure_delete = OFF");  // some builds overwrite deleted rows
    execute("PRAGMA cache_size = -16000");
    if (mode == Mode::create) {
        execute("PRAGMA page_size = 8192");  // a keyframe often has 200 KB
        execute("PRAGMA journal_mode = MEMORY");
        execute("PRAGMA auto_vacuum = INCREMENTAL");
    }
    // Uses no WAL: a run is one file that can be copied, mailed and read from a read-only folder.
    if (mode == Mode::read_write) execute("PRAGMA journal_mode = DELETE");
    execute("PRAGMA synchronous = FULL");
    if (mode == Mode::read_only) execute("PRAGMA query_only = ON");
}

void Database::execute(const char* sql) {
    Statement statement(*this, sql);
    while (statement.step()) {
    }  // a PRAGMA may return its new value as a row
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

bool Database::has_writer() const {
    sqlite3_file* file = file_of(handle_.get());
    int held = 0;
    return file != nullptr && file->pMethods->xCheckReservedLock(file, &held) == SQLITE_OK &&
           held != 0;
}

bool Database::has_moved() const {
    int moved = 0;
    sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved != 0;
}

Database::OnDisk Database::on_disk() const {
    // Reads SQLite's header, its map of the pages and the table `run`: the first three pages. The
    // fourth is the root of the table `target`; it begins with its kind, which is not 0.
    std::array<std::byte, 3 * 8192 + 1> beginning;
    sqlite3_file* file = file_of(handle_.get());
    sqlite3_int64 bytes = 0;
    int code = file == nullptr ? SQLITE_IOERR : file->pMethods->xFileSize(file, &bytes);
    if (code == SQLITE_OK)
        code = file->pMethods->xRead(file, beginning.data(), int(beginning.size()), 0);
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) refuse(code);  // a short read adds 0s
    const std::byte size = beginning[16];  // of a page; other programs may have changed it
    return {
        bytes, Checksum(std::span(beginning).first(3 * 8192)).value(),
        beginning.back() == std::byte{0} && (size == std::byte{8192 >> 8} || size == std::byte{0})};
}

std::string Database::why_not_writable() const {
    const std::filesystem::path file = sqlite3_db_filename(handle_.get(), "main");
    if (sqlite3_db_readonly(handle_.get(), "main") != 0) return "it is read-only";
    if (access_error(file.parent_path(), FileUse::make_files) != 0)
        return "its folder is read-only";
    return "";
}

void Database::refuse(int code) const {
    const int system = handle_ ? call_error(handle_.get()) : 0;
    const int kind = code & 0xff;
    if (handle_ && (kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR))
        if (const char* file = sqlite3_db_filename(handle_.get(), "main"); file && *file)
            if (const std::string why = why_sidecars_refused(file); !why.empty())
                throw Error("Cannot open " + name_ + ": " + why);
    const auto not_writable = [this](const std::string& reason) {
        return Error(Error::Kind::not_writable, "Cannot write " + name_ + ": " + reason);
    };
    switch (kind) {
        case SQLITE_FULL:
            throw Error(Error::Kind::not_writable, "The disk is full: “" +
                                                       name_.substr(0, name_.rfind(".redraw")) +
                                                       "” could not be saved");
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw Error("Cannot use " + name_ + ": another program is using it");
        case SQLITE_NOTADB:
            throw Error("Cannot open " + name_ + ": it is not a Redraw run");
        case SQLITE_CORRUPT:
        case SQLITE_SCHEMA:
        case SQLITE_ERROR:      // the schema does not match our statements
        case SQLITE_AUTH:       // the schema does more than hold rows
        case SQLITE_INTERRUPT:  // a statement exceeded the limit of work
            damaged();
        case SQLITE_READONLY:
            throw not_writable(code == SQLITE_READONLY_DBMOVED ? "it was moved or deleted meanwhile"
                                                               : "it is read-only");
        case SQLITE_NOMEM:
            // SQLite also reports "out of memory" for some damaged schemas.
            if (work_ && !work_->schema_trusted)
                throw Error("Cannot open " + name_ +
                            ": it is damaged, or there is not enough memory for it");
            throw std::bad_alloc();
        case SQLITE_CANTOPEN:
            throw Error("Cannot open " + name_ + ": " +
                        (system != 0 ? errno_text(system) : "permission denied"));
        case SQLITE_IOERR: {
            if (code == SQLITE_IOERR_SHORT_READ) damaged();
            const bool reading = code == SQLITE_IOERR_READ || code == SQLITE_IOERR_CORRUPTFS;
            const int file = file_error(handle_.get());
            const int error = file != 0 ? file : system;
            const std::string why = error != 0 ? errno_text(error) : "input/output error";
            if (!reading) throw not_writable(why);
            unreadable_ = error != 0 ? error : EIO;
            throw Error("Cannot read " + name_ + ": " + why);
        }
        default:
            throw Error("Cannot use " + name_ + ": " + sqlite3_errstr(code));
    }
}

void Database::damaged() const {
    // SQLite reports the database itself as damaged after it could not read the journal, and a
    // check of the database finds damage where the disk could not be read.
    int now = disk_error(handle_.get());
    if (sqlite3_file* file = file_of(handle_.get()); file && now == 0) {
        // SQLite may have forgotten the error; a disk that fails still fails.
        std::array<char, 100> head;
        const int read = file->pMethods->xRead(file, head.data(), int(head.size()), 0);
        if (read != SQLITE_OK && read != SQLITE_IOERR_SHORT_READ) now = disk_error(handle_.get());
    }
    if (now != 0) unreadable_ = now;
    if (unreadable_ != 0) throw Error("Cannot read " + name_ + ": " + errno_text(unreadable_));
    throw Error("Cannot read " + name_ + ": it is damaged");
}

Statement::Statement(const Database& database, const char* sql, int longest)
    : database_(database), longest_(longest) {
    database.work_->left = database.work_->allowed;
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v2(database.get(), sql, -1, &handle, nullptr);
    handle_.reset(handle);
    check(code);
}

void Statement::bind(int index, std::string_view text) {
    check(sqlite3_bind_text64(get(), index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind(int index, std::span<const std::byte> blob) {
    sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, longest_);
    // Binds "" because SQLite turns a null pointer into NULL instead of an empty blob.
    check(sqlite3_bind_blob64(get(), index, blob.empty() ? "" : (const void*)blob.data(),
                              blob.size(), SQLITE_STATIC));
}

bool Statement::step() {
    sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, longest_);
    const int code = sqlite3_step(get());
    sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, kLongestText);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_TOOBIG && sqlite3_stmt_readonly(get()) != 0) database_.damaged();
    if (code != SQLITE_DONE) database_.refuse(code);
    return false;
}

std::int64_t Statement::integer(int column) const {
    require_type(column, SQLITE_INTEGER);
    return sqlite3_column_int64(get(), column);
}

void Statement::get(int column, std::optional<std::int64_t>& value) const {
    value.reset();
    if (sqlite3_column_type(get(), column) != SQLITE_NULL) value = integer(column);
}

double Statement::real(int column) const {
    if (sqlite3_column_type(get(), column) == SQLITE_NULL)
        return std::numeric_limits<double>::quiet_NaN();
    require_type(column, SQLITE_FLOAT);
    return sqlite3_column_double(get(), column);
}

void Statement::get(int column, bool& value) const {
    const std::int64_t number = integer(column);
    database_.require(number == 0 || number == 1);
    value = number != 0;
}

// Reads a real into a float. Such values were written from floats, so a finite real beyond a
// float's range is damage.
void Statement::get(int column, float& value) const {
    const double number = real(column);
    database_.require(!std::isfinite(number) ||
                      std::abs(number) <= double(std::numeric_limits<float>::max()));
    value = float(number);
}

std::string_view Statement::text(int column) const {
    require_type(column, SQLITE_TEXT);
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(get(), column));
    if (text == nullptr) database_.refuse(SQLITE_NOMEM);
    return {text, std::size_t(sqlite3_column_bytes(get(), column))};
}

std::span<const std::byte> Statement::blob(int column) const {
    require_type(column, SQLITE_BLOB);
    const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(get(), column));
    return {bytes, std::size_t(sqlite3_column_bytes(get(), column))};
}

std::vector<float> Statement::floats(int column, std::size_t count) const {
    const std::span<const std::byte> bytes = blob(column);
    database_.require(bytes.size() == count * sizeof(float));
    std::vector<float> values(count);
    if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    database_.require(all_finite(values));
    return values;
}

}  // namespace redraw
