// What somebody else does to a run's file: its bytes, and SQL that its format knows nothing of.
#pragma once

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace run_samples {

inline const std::string kDamaged = "Cannot read a.redraw: it is damaged";

inline std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

inline void sql(const std::filesystem::path& path, const std::string& statements) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
    CHECK_MESSAGE(sqlite3_exec(db, statements.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK,
                  sqlite3_errmsg(db));
    sqlite3_close(db);
}

}  // namespace run_samples
