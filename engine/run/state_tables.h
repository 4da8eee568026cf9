// The tables `state`, `mosaic` and `mosaic_tile` of a run file. Rows are checked when they are
// read; a wrong one makes the file damaged.
#pragma once

#include "engine/run/database.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

std::optional<SavedState> read_state(const Database& database, const RunHeader& header);
// Reads step and seconds. Does not read, and so does not check, the rest of the state, which may be
// a hundred megabytes.
std::optional<SavedState> read_state_head(const Database& database);
void write_state(Database& database, const State& state, double seconds);

// The mosaic of a run. read_mosaic() returns nothing if the file has none.
std::optional<Mosaic> read_mosaic(const Database& database, const RunHeader& header);
void write_mosaic(Database& database, const Mosaic& mosaic);
std::vector<MosaicTile> read_mosaic_tiles(const Database& database, const Mosaic& mosaic);
// `id`: the tile's place in the order in which the tiles were learned, from 1. `packed`: the tile's
// parameters, by pack() without a base.
void write_mosaic_tile(Database& database, std::int64_t id, const MosaicTile& tile,
                       std::span<const std::byte> packed);
// Returns a tile's parameters, packed. `count`: their number.
std::vector<std::byte> read_mosaic_parameters(const Database& database, std::int64_t id,
                                              std::size_t count);

}  // namespace redraw
