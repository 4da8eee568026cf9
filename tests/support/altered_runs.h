// Changes a run's file as another program may: byte by byte, or by SQL that is not of the format.
#pragma once

#include "engine/run/run_file.h"
#include "tests/support/error_kind.h"

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

// Returns the sentence that refuses opening or `read`, to readers and writers alike; empty: none.
template <class Read>
std::string refusal_to(const std::filesystem::path& path, const Read& read) {
    using redraw::RunFile;
    const auto said = [&](RunFile::Access access) {
        return redraw::error_of([&] { read(RunFile::open(path, access)); });
    };
    const std::string reader = said(RunFile::Access::read_only);
    CHECK(said(RunFile::Access::read_write) == reader);
    return reader;
}
inline std::string refusal_to_open(const std::filesystem::path& path) {
    return refusal_to(path, [](const redraw::RunFile&) {});
}

inline void sql(const std::filesystem::path& path, const std::string& statements) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
    CHECK_MESSAGE(sqlite3_exec(db, statements.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK,
                  sqlite3_errmsg(db));
    sqlite3_close(db);
}

// Writes `size` bytes of a number in the byte order of SQLite's files, big-endian.
inline void put_number(std::string& bytes, std::size_t at, std::uint32_t value, int size = 4) {
    for (int i = 0; i < size; ++i) bytes[at + std::size_t(i)] = char(value >> 8 * (size - 1 - i));
}

}  // namespace run_samples
