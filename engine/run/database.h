// SQLite behind two move-only handles. A database may come from anywhere, so it is opened with
// everything off that a hostile file could use (DatabaseGuard has what SQLite leaves on), and
// every failure is an Error that names the file.
// One owner, one thread; a Statement must not outlive its Database.
#pragma once

#include <sqlite3.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

// Keeps a file from making SQLite do anything but return rows: a list of all that a statement may
// do, and a limit on its work. SQLite reads a database's schema, and runs parts of it (the
// statistics of ANALYZE, as an expression), before anybody can check it; so the guard is set before
// the first statement. Used by Database only.
class DatabaseGuard {
public:
    // `creating`: tables may be made. The guard must live as long as the connection.
    DatabaseGuard(sqlite3* connection, bool creating);

    // A statement begins: it may take its number of steps of SQLite's machine anew.
    void begin() { work_->left = work_->allowed; }
    // The schema is the one we know: from now on as many steps as the largest run needs.
    void trust_schema();
    bool trusts_schema() const { return trusted_; }

private:
    struct Work {
        int allowed, left;  // thousands of steps
    };
    std::unique_ptr<Work> work_;  // SQLite keeps its address
    bool trusted_;                // a new database's from the start: it is ours
};

class Database {
public:
    enum class Mode {
        create,      // a file that nobody else knows yet: its journal stays in memory
        read_write,  // rollback journal, flushed at every commit
        read_only,   // reads, and rolls back what a killed writer left half done
    };
    // `shown` is what errors call it.
    Database(const std::filesystem::path& path, Mode mode, const std::filesystem::path& shown);
    Database(const std::filesystem::path& path, Mode mode) : Database(path, mode, path) {}

    // Throws Error. Asked before SQLite sees a file: opening a pipe would wait for its writer.
    static void require_regular_file(const std::filesystem::path& path);

    // The first 100 bytes of a database, without a lock. Through SQLite, because a process loses
    // all its POSIX locks on a file when it closes any descriptor of it ("How to corrupt an SQLite
    // database", 2.2). Nothing when there are fewer, or no such regular file. Throws Error when the
    // disk cannot be read.
    static std::optional<std::array<std::byte, 100>> file_header(const std::filesystem::path& path);

    const std::string& name() const { return name_; }  // for messages
    sqlite3* get() const { return handle_.get(); }

    void execute(const char* sql);  // one statement without rows
    std::int64_t integer(const char* sql) const;
    // True when it succeeded, false when another process holds the lock; throws otherwise.
    bool try_execute(const char* sql);
    void wait_for_locks(int milliseconds);
    // The schema was compared with ours: rows may be read. Until then a statement gets hardly any
    // time.
    void trust_schema() const { guard_->trust_schema(); }
    // Somebody has the writer's lock, in any process. Only asked after, never taken.
    bool has_writer() const;
    std::string why_not_writable() const;  // the file, or its folder for the journal; or empty
    bool has_moved() const;                // its name is another file's by now, or nobody's
    // The file's state on disk, past SQLite's cache. SQLite counts its commits in the first bytes,
    // and a run names its last writer after them, so any other program that writes to the file
    // changes this.
    struct OnDisk {
        std::int64_t bytes = 0;
        std::int64_t beginning = 0;  // a checksum
        bool operator==(const OnDisk&) const = default;
    };
    OnDisk on_disk() const;
    bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

    [[noreturn]] void refuse(int code) const;  // Error for what SQLite returned
    [[noreturn]] void damaged() const;         // Error: what it holds cannot be

    template <auto close>
    struct Closer {
        void operator()(auto* handle) const { close(handle); }
    };

private:
    friend class Statement;
    void harden(Mode mode);

    std::string name_;
    mutable int unreadable_ = 0;            // errno of the last read that failed; 0: none did
    std::unique_ptr<DatabaseGuard> guard_;  // goes after the connection
    std::unique_ptr<sqlite3, Closer<sqlite3_close>> handle_;
};

// Bytes of the longest text that a run holds, with room; and of the longest blob, SQLite's own
// limit.
inline constexpr int kLongestText = 1 << 21;
inline constexpr int kLongestBlob = 1'000'000'000;

class Statement {
public:
    // `longest`: bytes. A text or blob above it, which a file of a few pages can claim to hold, is
    // a damaged file before there is memory for it.
    Statement(const Database& database, const char* sql, int longest = kLongestText);

    // Parameters are numbered from 1. Text and blobs are not copied: they must live until the
    // statement has run.
    Statement& bind(int index, std::int64_t value);
    Statement& bind(int index, int value) { return bind(index, std::int64_t(value)); }
    Statement& bind(int index, const std::optional<std::int64_t>& value);  // absent: NULL
    Statement& bind(int index, double value);                              // NaN becomes NULL
    Statement& bind(int index, std::string_view text);
    Statement& bind(int index, std::span<const std::byte> blob);

    bool step();  // true: there is a row
    void reset();
    // With these as its first parameters, to the end; then ready to be bound again.
    template <class... Values>
    void run(const Values&... values) {
        [[maybe_unused]] int index = 0;
        (bind(++index, values), ...);
        step();
        reset();
    }

    // Columns are numbered from 0. Another type than asked for is a damaged file.
    std::int64_t integer(int column) const;
    std::optional<std::int64_t> integer_or_null(int column) const;
    double real(int column) const;  // NULL is NaN
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;  // until the next step()

private:
    void check(int code) const;
    void require_type(int column, int type) const;

    const Database& database_;
    int longest_;
    std::unique_ptr<sqlite3_stmt, Database::Closer<sqlite3_finalize>> handle_;
};

}  // namespace redraw
