#include "engine/tiles/picture_cut.h"

#include "engine/batch/batch_plan.h"
#include "engine/batch/batch_view.h"
#include "engine/batch/picture_record.h"
#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/image/image_writer.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace redraw {
namespace {

constexpr int kMostLevel = 65535;

namespace fs = std::filesystem;

constexpr int kValuesAtOnce = 1 << 20;
constexpr const char* kRunExtension = ".redraw";

// Files of tiles in a folder, in any order; a folder that is not there has none.
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

}  // namespace

// Adds red, green, blue and alpha of 16 bits, least significant byte first: a gray pixel may have
// been learned in colour. Colours under alpha 0 do not count.
void TileChecksum::add_row(const float* row, int width, int channels, int bit_depth) {
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
    sum_.add(std::span<const std::byte>(bytes));
}

std::uint32_t tile_checksum(const Image& tile) {
    TileChecksum sum;
    for (int y = 0; y < tile.height; ++y) sum.add_row(tile.row(y), tile.width, tile.channels, 16);
    return sum.value();
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
    make_folder(folder_ / kPlanFolder);
    lock_ = FileLock::take(plan_lock(folder_));
    if (!lock_)
        throw Error("Another Redraw cuts or plans pictures in " + display_name(folder_) + ".");
    require_free(spec.replace);
    make_folder(unfinished_);
    tiling_.checksums.resize(std::size_t(tiling_.count()));
}

PictureCut::~PictureCut() {
    end();
}

void PictureCut::end() {
    if (!lock_) return;
    open_.clear();
    std::error_code ignored;
    for (const fs::path& tile : files_of_tiles(unfinished_, ".png")) fs::remove(tile, ignored);
    fs::remove(unfinished_, ignored);
    lock_.reset();
}

// Tiles without a joining file and without runs are what is left of a cut that was stopped.
void PictureCut::require_free(bool replace) const {
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == kJoinExtension &&
            at->path().filename() != join_file_.filename())
            throw Error(display_name(folder_) + " holds the tiles of another picture, " +
                        display_name(at->path().stem()) + ": " + rows_.name() +
                        " needs a folder of its own.");
    const std::vector<fs::path> runs = files_of_tiles(folder_, kRunExtension);
    if (!replace && fs::exists(join_file_, error))
        throw Error(display_name(join_file_) +
                    " exists already: go on with its tiles, or cut them anew with --force.");
    if (!replace && !runs.empty())
        throw Error(display_name(folder_) +
                    " holds runs of tiles already: choose another folder, or replace them with "
                    "--force.");
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
    const TileAxis down = tiling_.down();
    if (next_tile_row_ == down.count() || down.begin(next_tile_row_) != y) return;
    for (int column = 0; column < tiling_.across().count(); ++column) {
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
        tile.checksum.add_row(part, rect.width, tiling_.channels, rows_.bit_depth());
        if (y + 1 < rect.y + rect.height) continue;
        tile.writer->finish();
        tiling_.checksums[std::size_t(tiling_.index(tile.place))] = tile.checksum.value();
    }
    std::erase_if(open_,
                  [y](const OpenTile& tile) { return y + 1 == tile.rect.y + tile.rect.height; });
}

// The joining file goes first: until the new one is there, nothing says that tiles and runs belong
// together.
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
    } catch (const Error&) {  // no run, or a damaged one: nothing could be drawn of it
    }
    std::error_code ignored;
    fs::path journal = run;
    journal += "-journal";
    for (const fs::path& gone : {run, journal, record_path(run)}) fs::remove(gone, ignored);
}

double PictureCut::progress() const {
    return double(next_row_) / tiling_.height;
}

}  // namespace redraw
