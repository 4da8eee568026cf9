// A run's budget of keyframes, which no program of ours changes, set as docs/file-format.md says.
#pragma once

#include "engine/run/checksum.h"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>

// `run` is open nowhere.
inline void set_keyframe_budget(const std::filesystem::path& run, std::int64_t bytes) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(run.c_str(), &db) == SQLITE_OK);
    const std::string budget = std::to_string(bytes);
    sqlite3_stmt* row = nullptr;
    sqlite3_prepare_v2(db,
                       ("SELECT config, picture_name, width, height, channels, " + budget +
                        ", writer, request FROM run")
                           .c_str(),
                       -1, &row, nullptr);
    REQUIRE(sqlite3_step(row) == SQLITE_ROW);
    redraw::Checksum sum;
    for (int i = 0; i < sqlite3_column_count(row); ++i)
        if (sqlite3_column_type(row, i) == SQLITE_INTEGER)
            sum.add(std::int64_t(sqlite3_column_int64(row, i)));
        else
            sum.add(std::string_view(reinterpret_cast<const char*>(sqlite3_column_text(row, i))));
    sqlite3_finalize(row);
    const std::string update = "UPDATE run SET keyframe_budget = " + budget +
                               ", checksum = " + std::to_string(sum.value());
    CHECK(sqlite3_exec(db, update.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
}
