// The samples of a TIFF on their way to an Image: what the header says of them, and rows of them as
// values. Internal to the module. One owner, one thread.
#pragma once

#include "engine/image/colour.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"

#include <tiff.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace redraw::formats {

enum class Alpha { none, straight, premultiplied };

struct TiffHeader {
    std::uint32_t width = 0, height = 0;
    int bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISBLACK;
    bool separate = false, tiled = false, real = false;
    Alpha alpha = Alpha::none;
    int colours() const {  // values of a pixel, alpha aside, that are read
        return photometric == PHOTOMETRIC_RGB ? 3 : photometric == PHOTOMETRIC_SEPARATED ? 4 : 1;
    }
    int used() const { return colours() + (alpha == Alpha::none ? 0 : 1); }
    int bit_depth() const { return photometric == PHOTOMETRIC_PALETTE || bits <= 8 ? 8 : 16; }
    // Of samples that stand beside each other.
    int stride() const { return separate ? 1 : samples; }
};

// Sample `index` of a row: libtiff has put bytes and words into our order.
class Row {
public:
    // `above_one` is set where a value is.
    Row(const unsigned char* bytes, const TiffHeader& header, bool& above_one)
        : bytes_(bytes), bits_(header.bits), real_(header.real), above_one_(above_one) {}

    std::uint32_t whole(std::size_t index) const {
        if (bits_ == 8) return bytes_[index];
        if (bits_ == 16) return read<std::uint16_t>(index);
        if (bits_ == 32) return read<std::uint32_t>(index);
        std::uint32_t value = 0;
        for (std::size_t bit = index * std::size_t(bits_), i = 0; i < std::size_t(bits_);
             ++i, ++bit)
            value = value << 1 | (bytes_[bit / 8] >> (7 - bit % 8) & 1u);
        return value;
    }

    // 0 to 1, on one of 256 levels or of 65536.
    float value(std::size_t index) const {
        if (real_) {
            const float stored = read<float>(index);
            above_one_ = above_one_ || stored > 1;
            return float(quantise(stored, 65535)) / 65535;
        }
        const std::uint32_t most = bits_ == 32 ? 0xFFFFFFFF : (1u << bits_) - 1;
        const std::uint64_t sample = whole(index);
        if (bits_ <= 8) return unpack_level(std::uint32_t(sample), most);
        return float((sample * 65535 + most / 2) / most) / 65535;
    }

private:
    template <class Value>
    Value read(std::size_t index) const {
        Value value;
        std::memcpy(&value, bytes_ + index * sizeof value, sizeof value);
        return value;
    }
    const unsigned char* bytes_;
    int bits_;
    bool real_;
    bool& above_one_;
};

// All samples that are used, pixel by pixel; CMYK still as inks.
class Samplings {
public:
    // An empty palette: the rows hold colours.
    Samplings(const TiffHeader& header, std::vector<Colour> palette);
    // `count` pixels of row y from x on; `plane` where each sample has its own.
    void put(const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count, int plane);

    Image values;

private:
    const TiffHeader& header_;
    std::vector<Colour> palette_;
};

// Inks, and alpha, as RGB: by the profile, or what is left of white. `most`: the largest level.
Image rgb_of_inks(const Image& inks, bool alpha, int most, std::optional<ToSrgb>& to_srgb);

}  // namespace redraw::formats
