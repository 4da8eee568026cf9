// The rows and tiles of a TIFF, one after the other. Internal to the module. One owner, one thread.
#pragma once

#include "engine/image/decode.h"
#include "engine/image/image_writer.h"
#include "formats/tiff_file.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace redraw::formats {

// The samples of a TIFF on their way to an Image: rows of them as values. Internal to the module.
// One owner, one thread.

// IEEE 754 of 16 bits.
inline float from_half(std::uint16_t half) {
    constexpr int kMantissa = 10, kMost = 31;
    const int exponent = half >> kMantissa & kMost, mantissa = half & 1023;
    float value = std::numeric_limits<float>::infinity();
    if (exponent == 0) value = std::ldexp(float(mantissa), -24);
    if (exponent > 0 && exponent < kMost) value = std::ldexp(float(mantissa + 1024), exponent - 25);
    if (exponent == kMost && mantissa != 0) value = std::numeric_limits<float>::quiet_NaN();
    return half >> 15 != 0 ? -value : value;
}

// Sample `index` of a row, which is value `c` of its pixel: libtiff has put bytes and words into
// our order.
class Row {
public:
    Row(const unsigned char* bytes, const TiffHeader& header) : bytes_(bytes), header_(header) {}

    std::uint32_t whole(std::size_t index) const {
        const auto bits = std::size_t(header_.bits);
        if (bits == 8) return bytes_[index];
        if (bits == 16) return read<std::uint16_t>(index);
        if (bits == 32) return read<std::uint32_t>(index);
        std::uint32_t value = 0;
        for (std::size_t bit = index * bits, i = 0; i < bits; ++i, ++bit)
            value = value << 1 | (bytes_[bit / 8] >> (7 - bit % 8) & 1u);
        return value;
    }

    double number(std::size_t index, int c) const {
        if (header_.numbers == Numbers::real) {
            if (header_.bits == 16) return double(from_half(read<std::uint16_t>(index)));
            return header_.bits == 32 ? double(read<float>(index)) : read<double>(index);
        }
        const std::int64_t sample = whole(index), middle = std::int64_t(1) << (header_.bits - 1);
        return double(header_.is_signed(c) ? (sample ^ middle) - middle : sample);
    }

    // 0 to 1, on one of 256 levels or of 65536.
    float value(std::size_t index, int c) const {
        if (header_.scaled()) {
            const int most = header_.bits <= 8 ? 255 : 65535;
            const auto [low, high] = header_.scales[std::size_t(c)];
            const double stored = number(index, c), share = (stored - low) / (high - low);
            if (c < header_.colours() && header_.lacks(stored)) return 0;
            return float(quantise(float(share), most)) / float(most);
        }
        const std::uint32_t most = header_.bits == 32 ? 0xFFFFFFFF : (1u << header_.bits) - 1;
        const std::uint64_t sample = whole(index);
        if (header_.bits <= 8) return unpack_level(std::uint32_t(sample), most);
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
    const TiffHeader& header_;
};

// All samples that are used, pixel by pixel; CMYK still as inks, CIELAB as L, a and b.
class Samplings {
public:
    // An empty palette: the rows hold colours.
    Samplings(const TiffHeader& header, std::vector<Colour> palette);
    // `count` pixels of row y from x on; `value` of a pixel where each has a plane of its own.
    void put(const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count, int value);

    Image values;

private:
    const TiffHeader& header_;
    std::vector<Colour> palette_;
};

class Reader {
public:
    // The header's scales are those of choose_scales(), once that was called. All outlive it.
    Reader(const PictureSource& source, const TiffFile& file, TIFF* tiff, TiffHeader& header);

    // Fails before the picture is allocated, where already the first part does.
    void try_first() { header_.tiled ? read_tile(0, 0, 0) : read_row(0, 0); }
    // Reads all of a file of signed numbers or of ones with a point, to see which are to be black
    // and white: the least and the largest, but 0 and 1 where most numbers with a point lie between
    // them. `note` gets what there is to say of it.
    void choose_scales(std::string& note);

    // Rows [first, first + those of `to`); of tiles, `first` begins one.
    void read(Samplings& to, std::uint32_t first);
    std::uint32_t rows_at_once() const {
        return header_.tiled ? std::min(tile_height_, header_.height) : 1;
    }

private:
    // use(Row, x, y, count) for the rows [first, first + rows), or parts of them, of a plane.
    template <class Use>
    void visit(std::uint32_t first, std::uint32_t rows, int plane, Use use);
    void read_row(std::uint32_t y, int plane);
    void read_tile(std::uint32_t x, std::uint32_t y, int plane);
    [[noreturn]] void refuse() const;

    const PictureSource& source_;
    const TiffFile& file_;
    TIFF* tiff_;
    TiffHeader& header_;
    std::uint32_t tile_width_ = 0, tile_height_ = 0;
    std::int64_t row_bytes_ = 0;
    std::vector<unsigned char> buffer_;
};

}  // namespace redraw::formats
