#include "engine/tiles/tiling.h"

#include "engine/arithmetic.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/picture.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFirstKey = "redraw-tiles";
constexpr std::string_view kBeginning = "{\"redraw-tiles\":";
constexpr int kVersion = 1;
constexpr std::size_t kHexDigits = 8;            // of a checksum
constexpr std::uint64_t kLargestFile = 1 << 20;  // bytes: kMostTiles checksums, and the rest

int whole_number(const nlohmann::json& object, const char* key, int least, int most) {
    const auto found = object.find(key);
    if (found == object.end()) throw Error(fmt::format("it does not say its {}", key));
    if (found->is_number_integer() && *found >= least && *found <= most) return found->get<int>();
    throw Error(fmt::format("its {} is not between {} and {}", key, least, most));
}

std::string hex_of(const std::vector<std::uint32_t>& checksums) {
    std::string text;
    for (const std::uint32_t checksum : checksums) text += fmt::format("{:08x}", checksum);
    return text;
}

// Throws Error unless there is one for each of `count` tiles.
std::vector<std::uint32_t> checksums_in(const nlohmann::json& value, std::int64_t count) {
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    std::vector<std::uint32_t> checksums;
    if (text.size() == std::size_t(count) * kHexDigits)
        for (const char* at = text.data(); at != text.data() + text.size(); at += kHexDigits) {
            std::uint32_t checksum = 0;
            const auto [end, error] = std::from_chars(at, at + kHexDigits, checksum, 16);
            if (error == std::errc{} && end == at + kHexDigits) checksums.push_back(checksum);
        }
    if (std::ssize(checksums) != count) throw Error("its checksums are not one for each tile");
    return checksums;
}

}  // namespace

int TileAxis::count() const {
    return length <= longest ? 1 : divide_up(length - overlap, longest - overlap);
}

int TileAxis::begin(int tile) const {
    return int(std::int64_t(tile) * (length - overlap) / count());
}

int TileAxis::end(int tile) const {
    return tile + 1 == count() ? length : begin(tile + 1) + overlap;
}

double TileAxis::weight(int tile, double at) const {
    double weight = 1;
    if (tile > 0) weight = std::clamp((at - begin(tile)) / overlap, 0.0, 1.0);
    if (tile + 1 < count()) weight *= 1 - std::clamp((at - begin(tile + 1)) / overlap, 0.0, 1.0);
    return weight;
}

PixelRect Tiling::rect(TilePlace place) const {
    const TileAxis x = across(), y = down();
    const int left = x.begin(place.column), top = y.begin(place.row);
    return {left, top, x.end(place.column) - left, y.end(place.row) - top};
}

std::string tile_name(TilePlace place) {
    return fmt::format("tile-{:04}-{:04}", place.row, place.column);
}

std::optional<TilePlace> place_of_tile(std::string_view file_name) {
    const std::string name(file_name.substr(0, file_name.find('.')));
    TilePlace place;
    const bool read = std::sscanf(name.c_str(), "tile-%7d-%7d", &place.row, &place.column) == 2;
    if (!read || place.row < 0 || place.column < 0 || tile_name(place) != name) return std::nullopt;
    return place;
}

std::filesystem::path tile_run(const std::filesystem::path& join_file, TilePlace place) {
    return join_file.parent_path() / (tile_name(place) + ".redraw");
}

void validate(const Tiling& tiling) {
    // So that no place belongs to three tiles.
    if (tiling.overlap > tiling.tile / 4)
        throw Error(fmt::format("an overlap of {} pixels is more than a quarter of a tile of {}",
                                tiling.overlap, tiling.tile));
    if (tiling.count() > kMostTiles)
        throw Error(fmt::format("it is {} tiles; the limit is {}", tiling.count(), kMostTiles));
}

std::string to_json(const Tiling& tiling) {
    Json object = {{kFirstKey, kVersion},         {"picture", display_name(tiling.picture)},
                   {"width", tiling.width},       {"height", tiling.height},
                   {"channels", tiling.channels}, {"tile", tiling.tile},
                   {"overlap", tiling.overlap}};
    if (!tiling.checksums.empty()) object["checksums"] = hex_of(tiling.checksums);
    return object.dump() + "\n";
}

Tiling tiling_from_json(std::string_view text) {
    nlohmann::json object;
    try {
        object =
            parse_json(text, {.bytes = kLargestFile, .depth = 4, .containers = 16, .keys = 64});
    } catch (const Error&) {
        throw Error("it is damaged");
    }
    if (!object.is_object() || !object.contains(kFirstKey)) throw Error("it is damaged");
    if (object[kFirstKey].is_number_integer() && object[kFirstKey] > kVersion)
        throw Error("it is of a newer Redraw");
    whole_number(object, kFirstKey, kVersion, kVersion);
    Tiling tiling;
    if (const auto name = object.find("picture"); name != object.end() && name->is_string())
        tiling.picture = excerpt(name->get<std::string>(), 200);
    tiling.width = whole_number(object, "width", 1, kRowLimits.max_side);
    tiling.height = whole_number(object, "height", 1, kRowLimits.max_side);
    tiling.channels = whole_number(object, "channels", 1, 4);
    tiling.tile = whole_number(object, "tile", kSmallestTile, kLargestTile);
    tiling.overlap = whole_number(object, "overlap", 1, kLargestTile);
    validate(tiling);
    if (const auto sums = object.find("checksums"); sums != object.end())
        tiling.checksums = checksums_in(*sums, tiling.count());
    return tiling;
}

bool is_tiling_file(const std::filesystem::path& path) {
    try {
        const FileStream file(path);
        std::string head(kBeginning.size(), '\0');
        return file.read_at(0, head.data(), head.size()) == head.size() && head == kBeginning;
    } catch (const Error&) {
        return false;
    }
}

Tiling read_tiling(const std::filesystem::path& path) {
    const std::string text = read_text_file(path, kLargestFile);
    try {
        return tiling_from_json(text);
    } catch (const Error& error) {
        throw Error("Cannot open " + display_name(path.filename()) + ": " + error.what());
    }
}

}  // namespace redraw
