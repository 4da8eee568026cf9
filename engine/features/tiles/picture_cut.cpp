#include "engine/features/tiles/picture_cut.h"

#include "engine/arithmetic.h"
#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/resample.h"
#include "engine/run/database.h"
#include "engine/stop.h"
#include "engine/training/mosaic_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr double kLargestCopy = 32e6;  // pixels
constexpr int kValuesAtOnce = 1 << 20;

Image next_rows(PictureRows& rows, int count) {
    Image image = make_image(rows.width(), count, rows.channels());
    const auto values = std::size_t(rows.width()) * std::size_t(rows.channels());
    for (int y = 0; y < count; ++y) rows.read({image.row(y), values});
    return image;
}

}  // namespace

std::filesystem::path tile_run(const std::filesystem::path& picture_run, TilePlace place) {
    return picture_run.parent_path() /
           fmt::format("tile-{:04}-{:04}.redraw", place.row, place.column);
}

std::string tile_picture_name(const RunFile& picture_run, const Image& target, TilePlace place) {
    const Checksum sum(std::as_bytes(std::span(target.values)));
    return fmt::format("tile {}, {} of {:08x} {}", place.row, place.column, sum.value(),
                       picture_run.picture_name());
}

Image read_small_copy(PictureRows& rows) {
    const double pixels = double(rows.width()) * rows.height();
    const int factor = std::max(1, int(std::ceil(std::sqrt(pixels / kLargestCopy))));
    Image copy = make_image(divide_up(rows.width(), factor), 0, rows.channels());
    copy.values.reserve(std::size_t(copy.width) * std::size_t(divide_up(rows.height(), factor)) *
                        std::size_t(copy.channels));
    for (int y = 0; y < rows.height(); y += factor) {
        throw_if_stopped();
        Image band = next_rows(rows, std::min(factor, rows.height() - y));
        if (factor > 1) band = resample_area(band, copy.width, 1);
        copy.values.insert(copy.values.end(), band.values.begin(), band.values.end());
        ++copy.height;
    }
    return copy;
}

PictureCut::PictureCut(const std::filesystem::path& picture, RunFile run, const Image& target,
                       RunFile::Existing existing)
    : rows_(picture),
      run_(std::move(run)),
      target_(target),
      mosaic_(run_.planned_mosaic().value()),
      existing_(existing),
      band_(make_image(rows_.width(), 0, rows_.channels())) {}

PictureCut::~PictureCut() {
    if (is_complete_) return;
    std::error_code ignored;
    made_.push_back(run_.path());
    for (const auto& path : made_) std::filesystem::remove(path, ignored);
}

bool PictureCut::advance() {
    const TileGrid& tiles = mosaic_.tiles;
    const PixelRect rect = tiles.rect(next_);
    if (const int missing = rect.y + rect.height - read_; missing > 0) {
        const int some = std::max(1, kValuesAtOnce / (band_.width * band_.channels));
        const Image read = next_rows(rows_, std::min(missing, some));
        band_.values.insert(band_.values.end(), read.values.begin(), read.values.end());
        band_.height += read.height;
        read_ += read.height;
        return false;
    }
    const Image tile =
        in_channels(crop(band_, {rect.x, rect.y - (read_ - band_.height), rect.width, rect.height}),
                    run_.channels());
    const std::filesystem::path path = tile_run(run_.path(), next_);
    RunFile::create(path, tile_config(mosaic_), tile, tile_picture_name(run_, target_, next_),
                    existing_);
    made_.push_back(path);
    if (++next_.column < tiles.across.count()) return false;
    next_ = {next_.row + 1, 0};
    is_complete_ = next_.row == tiles.down.count();
    if (is_complete_) return true;
    const int above = tiles.rect(next_).y - (read_ - band_.height);
    band_.values.erase(band_.values.begin(),
                       band_.values.begin() + (band_.row(above) - band_.row(0)));
    band_.height -= above;
    return false;
}

}  // namespace redraw
