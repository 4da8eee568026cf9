#include "engine/drawing/drawn_psnr.h"

#include "engine/drawing/drawing.h"
#include "engine/image/metrics.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr std::size_t kMostPixels = 1 << 21;  // drawn; some seconds on a processor

}  // namespace

DrawnPsnr drawn_psnr(Backend& backend, const Dataset& dataset) {
    const Image& target = dataset.target;
    const PixelSize size{target.width, target.height};
    const std::size_t pixels = target.pixel_count();
    if (pixels <= kMostPixels)
        return {psnr(draw_rows(backend, dataset.grid, size, 0, target.height, {}), target), 1};

    const int step = int((pixels + kMostPixels - 1) / kMostPixels);
    const int rows = (target.height - step / 2 + step - 1) / step;
    Image drawn = make_image(target.width, rows, target.channels);
    Image wanted = drawn;
    for (int i = 0; i < rows; ++i) {
        const int y = step / 2 + i * step;
        const Image row = draw_rows(backend, dataset.grid, size, y, 1, {});
        std::copy(row.values.begin(), row.values.end(), drawn.row(i));
        std::copy_n(target.row(y), std::size_t(target.width) * target.channels, wanted.row(i));
    }
    return {psnr(drawn, wanted), step};
}

}  // namespace redraw
