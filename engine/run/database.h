// Wraps SQLite in two move-only classes, Database and Statement. A database is untrusted: SQLite
// features that a hostile file could use are off, its sidecar files are checked, and the work of
// statements is limited. Failures are Errors that name the file, or std::bad_alloc. One owner, one
// thread; a Statement must not outlive its Database.
#pragma once

#include <sqlite3.h>
#include <zlib.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// Checks the sidecar files of a database (-journal, -wal, -shm) before SQLite plays them back,
// follows, deletes or waits for them. Returns why the database must not be opened
// ("a.redraw-journal beside it is a folder"), or empty. A journal must be one that Redraw can have
// left for this database. Throws Error if the disk cannot be read. Any thread.
std::string why_sidecars_refused(const std::filesystem::path& database);

// CRC-32 (zlib's) over the values of a database row in order: integers and reals as 8 bytes, least
// significant first; text and blobs as their bytes; NULL (NaN, an absent number) as nothing.
class Checksum {
public:
    template <class... Values>
    explicit Checksum(const Values&... values) {
        (add(values), ...);
    }
    Checksum& add(std::span<const std::byte> bytes) {
        if (bytes.empty()) return *this;  // a null pointer would reset the sum
        value_ = crc32_z(value_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
        return *this;
    }
    Checksum& add(std::string_view text) { return add(std::as_bytes(std::span(text))); }
    Checksum& add(std::int64_t value) { return add(std::as_bytes(std::span(&value, 1))); }
    Checksum& add(int value) { return add(std::int64_t(value)); }
    Checksum& add(const std::optional<std::int64_t>& value) { return value ? add(*value) : *this; }
    Checksum& add(double value) {
        return std::isnan(value) ? *this : add(std::as_bytes(std::span(&value, 1)));
    }
    std::int64_t value() const { return std::int64_t(value_); }

private:
    uLong value_ = crc32_z(0, nullptr, 0);
};

class Database {
public:
    enum class Mode {
        create,      // a new file that no other process knows; journal in memory
        read_write,  // rollback journal, flushed at every commit
        read_only,   // reads; also rolls back the unfinished transaction of a killed writer
    };
    // `shown`: the file name in error messages.
    Database(const std::filesystem::path& path, Mode mode, const std::filesystem::path& shown);
    Database(const std::filesystem::path& path, Mode mode) : Database(path, mode, path) {}

    // Throws Error if the path is not a readable regular file. Called before SQLite opens the file,
    // because opening a pipe would wait for its writer.
    static void require_regular_file(const std::filesystem::path& path);

    // Reads the first 100 bytes of a database, without a lock. Goes through SQLite: a process
    // loses all its POSIX locks on a file when it closes any descriptor of it ("How to corrupt an
    // SQLite database", 2.2). Returns nothing for a file that is shorter, irregular or unreadable.
    // Throws Error if the disk cannot be read.
    static std::optional<std::array<std::byte, 100>> file_header(const std::filesystem::path& path);

    const std::string& name() const { return name_; }  // file name for error messages
    sqlite3* get() const { return handle_.get(); }

    void execute(const char* sql);  // runs one statement; ignores its rows
    std::int64_t integer(const char* sql) const;
    // Runs a statement. False if another connection holds the lock; other failures throw Error.
    bool try_execute(const char* sql);
    void wait_for_locks(int milliseconds) { sqlite3_busy_timeout(get(), milliseconds); }
    // Raises the work limit of statements; called once the schema is checked. Until then a
    // statement may run only some thousand steps of SQLite's virtual machine.
    void trust_schema() const;
    // Returns true if any process holds the writer's lock; does not take the lock.
    bool has_writer() const;
    std::string why_not_writable() const;  // "it is read-only", "its folder ..."; or empty
    bool has_moved() const;                // the path now names another file or none
    // remember_disk() remembers the size and the first pages of the file as they are on disk, not
    // in SQLite's cache; is_as_remembered() compares. These pages hold SQLite's commit counter and
    // the run's last writer, so commits of other programs show up. Both functions throw Error if
    // the file cannot be read.
    void remember_disk() { remembered_ = on_disk(); }
    bool is_as_remembered() const { return !remembered_.gap && on_disk() == remembered_; }
    // Returns true if the file was emptied while a commit wrote to it: the commit's pages are
    // there, but pages that it did not change are empty. Throws Error if it cannot be read.
    bool has_gap() const { return on_disk().gap; }
    // Removes the journal of a writer that was killed before it changed the file, unless it is no
    // regular file. SQLite plays back any other journal when the lock is taken, but leaves such a
    // one until the next commit. Precondition: this object holds the writer's lock, so that no
    // living writer can own the journal.
    void remove_leftover_journal() const;
    bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

    [[noreturn]] void refuse(int code) const;  // throws the Error for this SQLite result code
    [[noreturn]] void damaged() const;         // throws Error: the contents are not valid
    void require(bool whole) const {
        if (!whole) damaged();
    }

    template <auto close>
    struct Closer {
        void operator()(auto* handle) const { close(handle); }
    };

private:
    friend class Statement;
    struct OnDisk {
        std::int64_t bytes = 0;
        std::int64_t beginning = 0;  // checksum of the first bytes of the file
        bool gap = false;            // a page that commits never empty is empty
        bool operator==(const OnDisk&) const = default;
    };
    OnDisk on_disk() const;
    void harden(Mode mode);
    // Sets which actions a statement may take, and limits its work. Called before the first
    // statement, with which SQLite reads and partly runs the unchecked schema, such as its
    // statistics (ANALYZE). `creating`: allows creating tables.
    void guard(bool creating);

    std::string name_;
    mutable int unreadable_ = 0;  // errno of the last failed read; 0: none failed
    OnDisk remembered_;
    struct Work {
        int allowed, left;  // virtual machine steps of a statement, in thousands
        bool schema_trusted;
    };
    std::unique_ptr<Work> work_;  // declared before handle_: SQLite keeps its address
    std::unique_ptr<sqlite3, Closer<sqlite3_close>> handle_;
};

// Limits in bytes: kLongestText exceeds the longest text of a run; kLongestBlob is SQLite's default
// limit.
inline constexpr int kLongestText = 1 << 21;
inline constexpr int kLongestBlob = 1'000'000'000;

class Statement {
public:
    // `longest`: limit in bytes of a text or blob. A longer one in the file is reported as damage
    // before memory is allocated for it, because a tiny file can claim to hold a huge value.
    Statement(const Database& database, const char* sql, int longest = kLongestText);

    // Parameters are numbered from 1. Text and blobs are not copied: they must live until the
    // statement has run.
    void bind(int index, std::int64_t value) { check(sqlite3_bind_int64(get(), index, value)); }
    void bind(int index, int value) { bind(index, std::int64_t(value)); }
    void bind(int index, const std::optional<std::int64_t>& value) {
        check(value ? sqlite3_bind_int64(get(), index, *value) : sqlite3_bind_null(get(), index));
    }
    void bind(int index, double value) {  // NaN becomes NULL
        check(sqlite3_bind_double(get(), index, value));
    }
    void bind(int index, std::string_view text);
    void bind(int index, std::span<const std::byte> blob);

    bool step();  // true: a row is available
    void reset() { sqlite3_reset(get()); }
    // Binds the values as the first parameters, runs a statement without rows and resets it.
    template <class... Values>
    void run(const Values&... values) {
        [[maybe_unused]] int index = 0;
        (bind(++index, values), ...);
        step();
        reset();
    }

    // Like run(), for a row whose last column is the checksum of the other values; computes and
    // binds the checksum.
    template <class... Values>
    void write(const Values&... values) {
        run(values..., Checksum(values...).value());
    }

    // Columns are numbered from 0. A value of another type counts as damage: throws Error.
    std::int64_t integer(int column) const;
    double real(int column) const;  // NULL becomes NaN
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;  // valid until step() or reset()
    // Reads a blob of exactly `count` finite floats.
    std::vector<float> floats(int column, std::size_t count) const;
    // Reads a column into `value`, whose type must match the column's.
    void get(int column, std::int64_t& value) const { value = integer(column); }
    void get(int column, std::optional<std::int64_t>& value) const;  // NULL: absent
    void get(int column, bool& value) const;
    void get(int column, float& value) const;
    void get(int column, double& value) const { value = real(column); }
    void get(int column, std::string& value) const { value = text(column); }
    // Reads the first columns into `values`. The column after them must hold the checksum of these
    // values.
    template <class... Values>
    void read(Values&... values) const {
        int column = 0;
        (get(column++, values), ...);
        database_.require(integer(column) == Checksum(values...).value());
    }

private:
    sqlite3_stmt* get() const { return handle_.get(); }
    void check(int code) const {
        if (code != SQLITE_OK) database_.refuse(code);
    }
    void require_type(int column, int type) const {
        database_.require(sqlite3_column_type(get(), column) == type);
    }

    const Database& database_;
    int longest_;
    std::unique_ptr<sqlite3_stmt, Database::Closer<sqlite3_finalize>> handle_;
};

}  // namespace redraw
