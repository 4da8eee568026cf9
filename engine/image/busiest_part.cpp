#include "engine/image/busiest_part.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace redraw {
namespace {

// How much a pixel differs from its neighbours to the right and below.
float activity(const Image& picture, int x, int y) {
    const int channels = picture.channels;
    const float* here = picture.row(y) + std::size_t(x) * channels;
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        if (x + 1 < picture.width) sum += std::abs(here[channels + c] - here[c]);
        if (y + 1 < picture.height)
            sum += std::abs(here[std::ptrdiff_t(picture.width) * channels + c] - here[c]);
    }
    return sum;
}

}  // namespace

PixelRect busiest_part(const Image& picture, PixelSize part) {
    const int width = std::clamp(part.width, 1, picture.width);
    const int height = std::clamp(part.height, 1, picture.height);
    // Sums over every rectangle that begins in the corner: any part is four look-ups.
    const std::size_t stride = std::size_t(picture.width) + 1;
    std::vector<double> sums(stride * (std::size_t(picture.height) + 1), 0.0);
    for (int y = 0; y < picture.height; ++y) {
        double row = 0;
        for (int x = 0; x < picture.width; ++x) {
            row += double(activity(picture, x, y));
            sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row;
        }
    }
    const double middle_x = (picture.width - width) / 2.0;
    const double middle_y = (picture.height - height) / 2.0;
    PixelRect best{int(middle_x), int(middle_y), width, height};
    double most = -1, nearest = 0;
    for (int y = 0; y + height <= picture.height; ++y)
        for (int x = 0; x + width <= picture.width; ++x) {
            const double here = sums[(y + height) * stride + x + width] -
                                sums[y * stride + x + width] - sums[(y + height) * stride + x] +
                                sums[y * stride + x];
            const double away = std::hypot(x - middle_x, y - middle_y);
            const double close = 1e-9 * std::max(1.0, most);
            if (here < most - close || (here <= most + close && away >= nearest)) continue;
            most = here;
            nearest = away;
            best = {x, y, width, height};
        }
    return best;
}

}  // namespace redraw
