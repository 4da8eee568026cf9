// Identifies an SQLite database as a Redraw run: its marks in the header and its exact tables
// (docs/file-format.md).
#pragma once

#include "engine/run/database.h"

#include <cstdint>

namespace redraw {

inline constexpr std::int32_t kRunApplicationId = 0x52647277;  // "Rdrw"
inline constexpr int kRunFormat = 3;                           // the newest; in user_version

// In an empty database, inside a transaction.
void create_run_schema(Database& database, int format = kRunFormat);

// The run's format. Throws Error unless the database is a run of one that we know, whole, with its
// tables and nothing else: a trigger or a view in it was not put there by Redraw.
int check_run_schema(const Database& database);

}  // namespace redraw
