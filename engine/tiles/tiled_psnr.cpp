#include "engine/tiles/tiled_psnr.h"

#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// Whether a pixel's middle lies on two tiles.
bool overlaps(const TileAxis& axis, int pixel) {
    for (int tile = 1; tile < axis.count(); ++tile)
        if (pixel >= axis.begin(tile) && pixel < axis.begin(tile) + axis.overlap) return true;
    return false;
}

}  // namespace

TiledPsnr::TiledPsnr(TiledDrawing& drawing, const std::filesystem::path& reference)
    : drawing_(drawing), reference_(reference) {
    drawing.check_pictures();
    const Tiling& tiling = drawing.tiling();
    if (reference_.width() != tiling.width || reference_.height() != tiling.height)
        throw Error(fmt::format(
            "Cannot compare with {}: it has {} x {} pixels, and the tiled picture {} x {}.",
            reference_.name(), reference_.width(), reference_.height(), tiling.width,
            tiling.height));
    for (int x = 0; x < tiling.width; ++x)
        column_overlaps_.push_back(char(overlaps(tiling.across(), x)));
}

bool TiledPsnr::advance() {
    const Tiling& tiling = drawing_.tiling();
    const PixelSize size{tiling.width, tiling.height};
    const int rows = std::min(rows_per_part(drawing_, size, size.width), tiling.height - next_row_);
    const Image drawn = drawing_.draw(drawing_.grid(), {0, next_row_, tiling.width, rows});
    Image wanted = make_image(tiling.width, rows, reference_.channels());
    for (int y = 0; y < rows; ++y)
        reference_.read({wanted.row(y), std::size_t(wanted.width) * std::size_t(wanted.channels)});
    wanted = in_channels(wanted, drawing_.channels());
    for (int y = 0; y < rows; ++y) add_row(drawn, wanted, y);
    next_row_ += rows;
    return next_row_ == tiling.height;
}

void TiledPsnr::add_row(const Image& drawn, const Image& wanted, int row) {
    const bool row_overlaps = overlaps(drawing_.tiling().down(), next_row_ + row);
    const float *from = drawn.row(row), *to = wanted.row(row);
    for (int x = 0; x < drawn.width; ++x) {
        Sum& sum = row_overlaps || column_overlaps_[std::size_t(x)] ? overlapping_ : elsewhere_;
        for (int c = 0; c < drawn.channels; ++c) {
            const double error = (quantise(*from++, 255) - quantise(*to++, 255)) / 255.0;
            sum.squares += error * error;
        }
        sum.values += drawn.channels;
    }
}

double TiledPsnr::progress() const {
    return double(next_row_) / drawing_.tiling().height;
}

TiledPsnr::Result TiledPsnr::result() const {
    const auto psnr = [](const Sum& sum) {
        return psnr_of_mse(sum.values > 0 ? sum.squares / double(sum.values) : 0);
    };
    const Sum whole{overlapping_.squares + elsewhere_.squares,
                    overlapping_.values + elsewhere_.values};
    return {psnr(whole), psnr(overlapping_), psnr(elsewhere_)};
}

}  // namespace redraw
