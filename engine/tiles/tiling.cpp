#include "engine/tiles/tiling.h"

#include "engine/batch/batch_plan.h"
#include "engine/batch/batch_view.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFirstKey = "redraw-tiles";
constexpr std::string_view kBeginning = "{\"redraw-tiles\":";
constexpr int kVersion = 1;
constexpr std::size_t kHexDigits = 8;            // length of a checksum
constexpr std::uint64_t kLargestFile = 1 << 20;  // bytes: kMostTiles checksums and the other fields

int whole_number(const nlohmann::json& object, const char* key, int least, int most) {
    const auto found = object.find(key);
    if (found == object.end()) throw Error(fmt::format("it lacks {}", key));
    if (found->is_number_integer() && *found >= least && *found <= most) return found->get<int>();
    throw Error(fmt::format("{} is not between {} and {}", key, least, most));
}

// Parses the checksums of a joining file. Throws Error unless there are exactly `count`.
std::vector<std::uint32_t> checksums_in(const nlohmann::json& value, std::int64_t count) {
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    std::vector<std::uint32_t> checksums;
    if (text.size() == std::size_t(count) * kHexDigits)
        for (const char* at = text.data(); at != text.data() + text.size(); at += kHexDigits) {
            std::uint32_t checksum = 0;
            const auto [end, error] = std::from_chars(at, at + kHexDigits, checksum, 16);
            if (error == std::errc{} && end == at + kHexDigits) checksums.push_back(checksum);
        }
    if (std::ssize(checksums) != count) throw Error("it does not have one checksum for each tile");
    return checksums;
}

constexpr int kMostLevel = 65535;

constexpr int kValuesAtOnce = 1 << 20;
constexpr const char* kRunExtension = ".redraw";

// Lists the tiles' files with this extension in a folder, in any order; empty if the folder does
// not exist.
std::vector<fs::path> files_of_tiles(const fs::path& folder, const char* extension) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const fs::path name = at->path().filename();
        if (name.extension() == extension && place_of_tile(name.native())) files.push_back(*at);
    }
    return files;
}

fs::path tile_picture(const fs::path& folder, TilePlace place) {
    return folder / (tile_name(place) + ".png");
}

// Adds a row of pixels to the checksum. First rounds values to `bit_depth` bits, as in the written
// tile. Hashes each pixel as 16-bit RGBA, least significant byte first, because a gray tile may be
// learned in colour. Ignores colours under alpha 0.
void add_row(Checksum& sum, const float* row, int width, int channels, int bit_depth) {
    const int most = (1 << bit_depth) - 1;
    std::vector<std::byte> bytes;
    bytes.reserve(std::size_t(width) * 8);
    for (int x = 0; x < width; ++x, row += channels) {
        const auto level = [&](int channel) {
            return quantise(float(quantise(row[channel], most)) / float(most), kMostLevel);
        };
        const int colours = channels >= 3 ? 3 : 1;
        std::array<int, 4> pixel{level(0), level(colours == 3 ? 1 : 0), level(colours - 1),
                                 channels > colours ? level(colours) : kMostLevel};
        if (pixel[3] == 0) pixel = {};
        for (const int value : pixel) {
            bytes.push_back(std::byte(value & 0xff));
            bytes.push_back(std::byte(value >> 8));
        }
    }
    sum.add(std::span<const std::byte>(bytes));
}

}  // namespace

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
    // Limits the overlap, or a pixel could belong to three tiles along an axis.
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
    if (!tiling.checksums.empty())
        object["checksums"] = fmt::format("{:08x}", fmt::join(tiling.checksums, ""));
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

std::uint32_t tile_checksum(const Image& tile) {
    Checksum sum;
    for (int y = 0; y < tile.height; ++y) add_row(sum, tile.row(y), tile.width, tile.channels, 16);
    return std::uint32_t(sum.value());
}

bool has_learned(const RunFile& run, std::uint32_t checksum, int channels) {
    if (const auto source = run.source()) return tile_checksum(*source) == checksum;
    return run.channels() != channels || tile_checksum(run.target()) == checksum;
}

PictureCut::PictureCut(const CutSpec& spec)
    : rows_(spec.picture),
      tiling_{.picture = rows_.name(),
              .width = rows_.width(),
              .height = rows_.height(),
              .channels = rows_.channels(),
              .tile = spec.tile,
              .overlap = spec.overlap},
      folder_(spec.folder),
      join_file_(spec.folder / (spec.picture.stem().native() + kJoinExtension)),
      tiles_(spec.folder / kTilesFolder),
      unfinished_(spec.folder / kPlanFolder / kTilesFolder) {
    try {
        validate(tiling_);
    } catch (const Error& error) {
        throw Error("Cannot cut " + rows_.name() + ": " + error.what());
    }
    make_folder(tiles_);
    lock_ = take_plan_lock(folder_);
    try {
        require_free(spec.replace);
        make_folder(unfinished_);
    } catch (...) {
        end();
        throw;
    }
    tiling_.checksums.resize(std::size_t(tiling_.count()));
}

void PictureCut::end() {
    if (!lock_) return;
    open_.clear();
    std::error_code ignored;
    for (const fs::path& tile : files_of_tiles(unfinished_, ".png")) fs::remove(tile, ignored);
    fs::remove(unfinished_, ignored);
    if (!fs::exists(join_file_, ignored)) {
        fs::remove(tiles_, ignored);  // only if it is empty
        remove_plan_lock(folder_);
    }
    lock_.reset();
}

// Throws Error unless the folder may be used for this cut. Leftovers of a cut that was stopped are
// fine: tiles without a joining file (see tiling.h) and without runs.
void PictureCut::require_free(bool replace) const {
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == kJoinExtension &&
            at->path().filename() != join_file_.filename())
            throw Error(display_name(folder_) + " holds the tiles of another picture, " +
                        display_name(at->path().stem()) + ": " + rows_.name() +
                        " needs its own folder.");
    const std::vector<fs::path> runs = files_of_tiles(folder_, kRunExtension);
    if (!replace && fs::exists(join_file_, error))
        throw Error(display_name(join_file_) +
                    " already exists. Continue with its tiles, or cut them again with --force.");
    if (!replace && !runs.empty())
        throw Error(
            display_name(folder_) +
            " already holds runs of tiles. Choose another folder, or replace them with --force.");
    for (const fs::path& run : runs)
        if (status_of(run).state == PictureState::running)
            throw Error("Cannot replace " + display_name(run.filename()) +
                        ": another Redraw is learning it.");
}

bool PictureCut::advance() {
    if (next_row_ < tiling_.height) {
        const int values = tiling_.width * tiling_.channels;
        std::vector<float> row(static_cast<std::size_t>(values));
        for (int i = std::max(1, kValuesAtOnce / values); i > 0 && next_row_ < tiling_.height;
             --i) {
            rows_.read(row);
            open_tiles_at(next_row_);
            write(row.data(), next_row_++);
        }
        return false;
    }
    if (!std::exchange(in_place_, true)) put_in_place();
    if (!earlier_runs_.empty()) {
        remove_unless_learned(earlier_runs_.back());
        earlier_runs_.pop_back();
        return false;
    }
    const std::string json = to_json(tiling_);
    write_file_atomically(join_file_, std::as_bytes(std::span(json)));
    end();
    return true;
}

void PictureCut::open_tiles_at(int y) {
    const TileAxis down = tiling_.grid().down;
    if (next_tile_row_ == down.count() || down.begin(next_tile_row_) != y) return;
    for (int column = 0; column < tiling_.grid().across.count(); ++column) {
        const TilePlace place{next_tile_row_, column};
        const PixelRect rect = tiling_.rect(place);
        open_.push_back(
            {place, rect,
             open_image_writer(tile_picture(unfinished_, place), ImageFormat::png, rect.width,
                               rect.height, tiling_.channels, {.bit_depth = rows_.bit_depth()})});
    }
    ++next_tile_row_;
}

void PictureCut::write(const float* row, int y) {
    const auto channels = std::size_t(tiling_.channels);
    for (OpenTile& tile : open_) {
        const PixelRect& rect = tile.rect;
        const float* part = row + std::size_t(rect.x) * channels;
        tile.writer->write_rows({part, std::size_t(rect.width) * channels});
        add_row(tile.checksum, part, rect.width, tiling_.channels, rows_.bit_depth());
        if (y + 1 < rect.y + rect.height) continue;
        tile.writer->finish();
        tiling_.checksums[std::size_t(tiling_.index(tile.place))] =
            std::uint32_t(tile.checksum.value());
    }
    std::erase_if(open_,
                  [y](const OpenTile& tile) { return y + 1 == tile.rect.y + tile.rect.height; });
}

// Moves the new tiles into place. Deletes the old joining file first: until the new one exists,
// no file claims that these tiles and runs belong together.
void PictureCut::put_in_place() {
    std::error_code ignored;
    fs::remove(join_file_, ignored);
    for (const fs::path& tile : files_of_tiles(tiles_, ".png")) fs::remove(tile, ignored);
    for (std::int64_t i = 0; i < tiling_.count(); ++i) {
        const TilePlace place = tiling_.place(i);
        std::error_code error;
        fs::rename(tile_picture(unfinished_, place), tile_picture(tiles_, place), error);
        if (error)
            throw Error("Cannot write " + tile_name(place) + ".png: " + errno_text(error.value()));
    }
    earlier_runs_ = files_of_tiles(folder_, kRunExtension);
}

void PictureCut::remove_unless_learned(const fs::path& run) const {
    const TilePlace place = place_of_tile(run.filename().native()).value_or(TilePlace{-1, -1});
    try {
        const RunFile earlier = RunFile::open(run, RunFile::Access::read_only);
        const PixelRect rect = tiling_.has(place) ? tiling_.rect(place) : PixelRect{};
        if (tiling_.has(place) && earlier.picture_size() == PixelSize{rect.width, rect.height} &&
            has_learned(earlier, tiling_.checksums[std::size_t(tiling_.index(place))],
                        tiling_.learned_channels()))
            return;
    } catch (const Error&) {  // not a run, or a damaged one: worthless
    }
    std::error_code ignored;
    fs::path journal = run;
    journal += "-journal";
    for (const fs::path& gone : {run, journal, record_path(run)}) fs::remove(gone, ignored);
}

}  // namespace redraw
