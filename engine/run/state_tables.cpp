#include "engine/run/state_tables.h"

#include "engine/error.h"
#include "engine/image/picture.h"
#include "engine/network/config_json.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/run_tables.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

TileAxis read_axis(const Statement& row, int column) {
    const auto number = [&](int at) {
        const std::int64_t value = row.integer(at);
        return value >= 1 && value <= kRowLimits.max_side ? int(value) : 0;
    };
    return {number(column), number(column + 1), number(column + 2)};
}

std::int64_t checksum_of(const Mosaic& mosaic, std::string_view config) {
    const TileAxis &across = mosaic.tiles.across, &down = mosaic.tiles.down;
    return Checksum(across.length, across.longest, across.overlap, down.length, down.longest,
                    down.overlap, mosaic.seconds, config)
        .value();
}

}  // namespace

std::optional<SavedState> read_state(const Database& database, const RunHeader& header) {
    Statement row(database,
                  "SELECT step, optimizer_step, seconds, checksum, parameters, first_moment, "
                  "second_moment FROM state WHERE id = 1",
                  longest_blob(header.parameter_count()));
    if (!row.step()) return std::nullopt;
    const Checksum checksum(row.integer(0), row.integer(1), row.real(2), row.blob(4), row.blob(5),
                            row.blob(6));
    database.require(row.integer(3) == checksum.value());
    const std::size_t count = header.parameter_count();
    const bool adam = header.config.optimizer.kind == Optimizer::adam;
    SavedState saved{{}, row.real(2)};
    State& state = saved.state;
    state.step = row.integer(0);
    state.optimizer_step = row.integer(1);
    // The optimizer restarts its step count whenever its moments are reset.
    database.require(state.optimizer_step >= 0 && state.optimizer_step <= state.step &&
                     state.step <= RunFile::kLastStep && saved.seconds >= 0 &&
                     saved.seconds <= kMostSeconds);
    state.parameters = row.floats(4, count);
    const auto moments = [&](int column, std::size_t size) {
        return row.blob(column).empty() ? std::vector<float>(size) : row.floats(column, size);
    };
    state.first_moment = moments(5, count);
    state.second_moment = moments(6, adam ? count : 0);
    return saved;
}

std::optional<SavedState> read_state_head(const Database& database) {
    Statement row(database, "SELECT step, seconds FROM state WHERE id = 1");
    if (!row.step()) return std::nullopt;
    database.require(row.integer(0) >= 0 && row.integer(0) <= RunFile::kLastStep &&
                     row.real(1) >= 0 && row.real(1) <= kMostSeconds);
    return SavedState{{row.integer(0), 0, {}, {}, {}}, row.real(1)};
}

void write_state(Database& database, const State& state, double seconds) {
    const auto moments = [&](const std::vector<float>& values) {
        // Omits zeros, such as the moments of a finished run.
        const bool zeros = std::ranges::all_of(values, [](float value) { return value == 0; });
        return std::as_bytes(std::span(values).first(zeros ? 0 : values.size()));
    };
    const auto parameters = std::as_bytes(std::span(state.parameters));
    const auto first = moments(state.first_moment), second = moments(state.second_moment);
    const Checksum checksum(state.step, state.optimizer_step, seconds, parameters, first, second);
    // Deletes the old state first, so that the new row reuses its pages. REPLACE with a row of
    // another length would take new pages and leave the file large enough for two states.
    database.execute("DELETE FROM state");
    Statement(database, "INSERT INTO state VALUES (1, ?, ?, ?, ?, ?, ?, ?)", kLongestBlob)
        .run(state.step, state.optimizer_step, seconds, checksum.value(), parameters, first,
             second);
}

std::optional<Mosaic> read_mosaic(const Database& database, const RunHeader& header) {
    Statement row(database,
                  "SELECT width, tile_width, overlap_across, height, tile_height, overlap_down, "
                  "seconds, config, checksum FROM mosaic WHERE id = 1");
    if (!row.step()) return std::nullopt;
    Mosaic mosaic{{read_axis(row, 0), read_axis(row, 3)}, {}, row.real(6)};
    database.require(row.integer(8) == checksum_of(mosaic, row.text(7)));
    try {
        mosaic.config = config_from_json(row.text(7));
        mosaic.config.by_size = {};
    } catch (const Error&) {
        database.damaged();
    }
    database.require(is_possible(mosaic, header.channels));
    return mosaic;
}

void write_mosaic(Database& database, const Mosaic& mosaic) {
    const TileAxis &across = mosaic.tiles.across, &down = mosaic.tiles.down;
    const std::string config = to_json(mosaic.config);
    Statement(database, "INSERT OR REPLACE INTO mosaic VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(across.length, across.longest, across.overlap, down.length, down.longest, down.overlap,
             mosaic.seconds, config, checksum_of(mosaic, config));
}

std::vector<MosaicTile> read_mosaic_tiles(const Database& database, const Mosaic& mosaic) {
    Statement row(database,
                  "SELECT id, tile, steps, seconds, psnr, parameters_checksum, checksum "
                  "FROM mosaic_tile ORDER BY id");
    std::vector<MosaicTile> tiles;
    std::vector<char> learned(std::size_t(mosaic.tiles.count()));
    while (row.step()) {
        MosaicTile& tile = tiles.emplace_back();
        std::int64_t id = 0, parameters = 0;  // checksum of the parameters
        row.read(id, tile.tile, tile.steps, tile.seconds, tile.psnr, parameters);
        database.require(id == std::int64_t(tiles.size()) && tile.tile >= 0 &&
                         tile.tile < mosaic.tiles.count() && tile.steps >= 1 &&
                         tile.steps <= RunFile::kLastStep / kMostMosaicTiles && tile.seconds >= 0 &&
                         tile.seconds <= kMostSeconds && tile.psnr >= 0 &&
                         !std::exchange(learned[std::size_t(tile.tile)], char(1)));
    }
    return tiles;
}

void write_mosaic_tile(Database& database, std::int64_t id, const MosaicTile& tile,
                       std::span<const std::byte> packed) {
    const std::int64_t sum = Checksum(packed).value();
    Statement(database, "INSERT INTO mosaic_tile VALUES (?, ?, ?, ?, ?, ?, ?, ?)", kLongestBlob)
        .run(id, tile.tile, tile.steps, tile.seconds, tile.psnr, sum,
             Checksum(id, tile.tile, tile.steps, tile.seconds, tile.psnr, sum).value(), packed);
}

std::vector<std::byte> read_mosaic_parameters(const Database& database, std::int64_t id,
                                              std::size_t count) {
    Statement row(database, "SELECT parameters_checksum, parameters FROM mosaic_tile WHERE id = ?",
                  longest_blob(count));
    row.bind(1, id);
    database.require(row.step());
    const std::span<const std::byte> packed = row.blob(1);
    database.require(row.integer(0) == Checksum(packed).value());
    return {packed.begin(), packed.end()};
}

}  // namespace redraw
