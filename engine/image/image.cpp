#include "engine/image/image.h"

#include "engine/arithmetic.h"
#include "engine/image/image_writer.h"

namespace redraw {

std::vector<std::uint8_t> to_rgba(const Image& image, int stride, int first,
                                  std::optional<int> some) {
    const int rows = some.value_or(divide_up(image.height, stride));
    const int width = divide_up(image.width, stride);
    std::vector<std::uint8_t> rgba(std::size_t(width) * rows * 4);
    std::uint8_t* out = rgba.data();
    const int colours = image.channels >= 3 ? 3 : 1;
    for (int y = first; y < first + rows; ++y) {
        const float* in = image.row(y * stride);
        for (int x = 0; x < width; ++x, out += 4, in += std::size_t(stride) * image.channels) {
            for (int c = 0; c < 3; ++c)
                out[c] = std::uint8_t(quantise(in[colours == 3 ? c : 0], 255));
            out[3] = image.channels == colours ? 255 : std::uint8_t(quantise(in[colours], 255));
        }
    }
    return rgba;
}

}  // namespace redraw
