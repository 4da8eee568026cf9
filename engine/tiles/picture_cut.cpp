#include "engine/tiles/picture_cut.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr int kValuesAtOnce = 1 << 20;

}  // namespace

PictureCut::PictureCut(const CutSpec& spec)
    : rows_(spec.picture),
      tiling_{.picture = rows_.name(),
              .width = rows_.width(),
              .height = rows_.height(),
              .channels = rows_.channels(),
              .tile = spec.tile,
              .overlap = spec.overlap},
      join_file_(spec.folder / (spec.picture.stem().native() + kJoinExtension)),
      tiles_(spec.folder / kTilesFolder) {
    try {
        validate(tiling_);
    } catch (const Error& error) {
        throw Error("Cannot cut " + rows_.name() + ": " + error.what());
    }
    std::error_code error;
    std::filesystem::create_directories(tiles_, error);
    if (error)
        throw Error("Cannot make the folder " + display_name(tiles_) + ": " +
                    errno_text(error.value()));
}

bool PictureCut::advance() {
    const int values = tiling_.width * tiling_.channels;
    std::vector<float> row(static_cast<std::size_t>(values));
    for (int i = std::max(1, kValuesAtOnce / values); i > 0 && next_row_ < tiling_.height; --i) {
        rows_.read(row);
        open_tiles_at(next_row_);
        write(row.data(), next_row_++);
    }
    if (next_row_ < tiling_.height) return false;
    const std::string json = to_json(tiling_);
    write_file_atomically(join_file_, std::as_bytes(std::span(json)));
    return true;
}

void PictureCut::open_tiles_at(int y) {
    const TileAxis down = tiling_.down();
    if (next_tile_row_ == down.count() || down.begin(next_tile_row_) != y) return;
    for (int column = 0; column < tiling_.across().count(); ++column) {
        const TilePlace place{next_tile_row_, column};
        const PixelRect rect = tiling_.rect(place);
        open_.push_back(
            {rect,
             open_image_writer(tiles_ / (tile_name(place) + ".png"), ImageFormat::png, rect.width,
                               rect.height, tiling_.channels, {.bit_depth = rows_.bit_depth()})});
    }
    ++next_tile_row_;
}

void PictureCut::write(const float* row, int y) {
    const auto channels = std::size_t(tiling_.channels);
    for (OpenTile& tile : open_) {
        const PixelRect& rect = tile.rect;
        tile.writer->write_rows(
            {row + std::size_t(rect.x) * channels, std::size_t(rect.width) * channels});
        if (y + 1 == rect.y + rect.height) tile.writer->finish();
    }
    std::erase_if(open_,
                  [y](const OpenTile& tile) { return y + 1 == tile.rect.y + tile.rect.height; });
}

double PictureCut::progress() const {
    return double(next_row_) / tiling_.height;
}

}  // namespace redraw
