// SQLite behind two move-only handles. A database may come from anywhere, so it is opened with
// everything off that a hostile file could use, and every failure is an Error that names the file.
// One owner, one thread; a Statement must not outlive its Database.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

class Database {
public:
    enum class Mode {
        create,      // a file that nobody else knows yet: no journal on disk
        read_write,  // rollback journal, flushed at every commit
        read_only,   // reads, and rolls back what a killed writer left half done
        header_only  // takes no lock and reads no journal: good for what never changes
    };
    Database(std::filesystem::path path, Mode mode);

    const std::filesystem::path& path() const { return path_; }
    sqlite3* get() const { return handle_.get(); }

    void execute(const char* sql);  // one statement without rows
    std::int64_t integer(const char* sql) const;
    // True when it succeeded, false when another process holds the lock; throws otherwise.
    bool try_execute(const char* sql);
    void wait_for_locks(int milliseconds);
    bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

    [[noreturn]] void refuse(int code) const;  // Error for what SQLite returned
    [[noreturn]] void damaged() const;         // Error: what it holds cannot be

private:
    void harden(Mode mode);

    template <auto close>
    struct Closer {
        void operator()(auto* handle) const { close(handle); }
    };
    std::filesystem::path path_;
    std::unique_ptr<sqlite3, Closer<sqlite3_close>> handle_;
    friend class Statement;
};

class Statement {
public:
    Statement(const Database& database, const char* sql);

    // Parameters are numbered from 1. Text and blobs are not copied: they must live until the
    // statement has run.
    Statement& bind(int index, std::int64_t value);
    Statement& bind(int index, double value);  // NaN becomes NULL
    Statement& bind(int index, std::string_view text);
    Statement& bind(int index, std::span<const std::byte> blob);

    bool step();  // true: there is a row
    void run();   // to the end, and ready to be bound again

    // Columns are numbered from 0. Another type than asked for is a damaged file.
    std::int64_t integer(int column) const;
    double real(int column) const;  // NULL is NaN
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;  // until the next step()

private:
    void check(int code) const;
    void require_type(int column, int type) const;

    const Database& database_;
    std::unique_ptr<sqlite3_stmt, Database::Closer<sqlite3_finalize>> handle_;
};

}  // namespace redraw
