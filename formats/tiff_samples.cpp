#include "formats/tiff_samples.h"

#include <algorithm>
#include <utility>

namespace redraw::formats {

Samplings::Samplings(const TiffHeader& header, std::vector<Colour> palette)
    : values(make_image(int(header.width), int(header.height), header.channels())),
      header_(header),
      palette_(std::move(palette)) {}

void Samplings::put(const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count,
                    int value) {
    const auto channels = std::size_t(values.channels), stride = std::size_t(header_.stride());
    const int used = header_.used(), first_channel = header_.indexed() ? 2 : 0;
    float* to = values.row(int(y)) + std::size_t(x) * channels;
    for (std::size_t i = 0; i < count; ++i, to += channels) {
        if (header_.indexed() && value == 0)
            std::copy_n(palette_[row.whole(i * stride)].data(), 3, to);
        if (header_.separate) {
            if (!header_.indexed() || value > 0) to[first_channel + value] = row.value(i, value);
            continue;
        }
        for (int c = header_.indexed() ? 1 : 0; c < used; ++c)
            to[first_channel + c] = row.value(i * stride + std::size_t(header_.sample_of(c)), c);
    }
}

}  // namespace redraw::formats
