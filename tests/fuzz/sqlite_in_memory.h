// An SQLite database in memory, opened from given bytes without the engine's checks. Used to change
// runs for the fuzzer.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace redraw::fuzz {

class InMemory {
public:
    InMemory(const std::uint8_t* data, std::size_t size) {
        sqlite3* connection = nullptr;
        sqlite3_open(":memory:", &connection);
        connection_.reset(connection);
        auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(size + 1));
        if (size > 0) std::memcpy(copy, data, size);
        opened_ = sqlite3_deserialize(
                      connection, "main", copy, sqlite3_int64(size), sqlite3_int64(size),
                      SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) == SQLITE_OK;
        // Limits SQLite's work, which a damaged file can make endless.
        sqlite3_progress_handler(
            connection, 1000, [](void* left) { return int(--*static_cast<int*>(left) < 0); },
            &left_);
        opened_ = opened_ && execute("PRAGMA journal_mode = OFF") &&
                  integer("SELECT count(*) FROM sqlite_master") > 0;
    }
    InMemory(const InMemory&) = delete;
    InMemory& operator=(const InMemory&) = delete;

    bool opened() const { return opened_; }
    bool execute(const std::string& sql) const {
        return sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }

    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;
    Statement prepare(const std::string& sql) const {  // null if the SQL is invalid
        sqlite3_stmt* statement = nullptr;
        sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &statement, nullptr);
        return Statement(statement);
    }
    std::int64_t integer(const std::string& sql) const {  // 0 if there is no value
        const Statement statement = prepare(sql);
        if (!statement || sqlite3_step(statement.get()) != SQLITE_ROW) return 0;
        return sqlite3_column_int64(statement.get(), 0);
    }

    // Writes the database as a file. Returns its size; 0 if it exceeds `room`.
    std::size_t write_to(std::uint8_t* data, std::size_t room) const {
        sqlite3_int64 size = 0;
        const std::unique_ptr<unsigned char, void (*)(void*)> file(
            sqlite3_serialize(connection_.get(), "main", &size, 0), sqlite3_free);
        if (!file || size <= 0 || std::size_t(size) > room) return 0;
        std::memcpy(data, file.get(), std::size_t(size));
        return std::size_t(size);
    }

private:
    struct Close {
        void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
    };
    int left_ = 200;  // thousands of SQLite's virtual machine steps left
    bool opened_ = false;
    std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace redraw::fuzz
