// Reads the samples of a TIFF by rows or tiles. Internal to the decoder module. Used on one thread.
#pragma once

#include "engine/arithmetic.h"
#include "engine/image/image_writer.h"
#include "formats/tiff_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <map>

namespace redraw::formats {

// A row of samples, in the byte order of this machine. In the functions, `index` is the position of
// a sample in the row, and `c` says which value of its pixel it is.
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
            if (header_.bits == 16) return double(float_of_half(read<std::uint16_t>(index)));
            return header_.bits == 32 ? double(read<float>(index)) : read<double>(index);
        }
        const std::int64_t sample = whole(index), middle = std::int64_t(1) << (header_.bits - 1);
        return double(header_.is_signed(c) ? (sample ^ middle) - middle : sample);
    }

    // Returns a sample as a value from 0 to 1, rounded to one of 256 or 65536 levels.
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

class Reader {
public:
    // `file` must outlive the reader. Black and white are those of the file's header, until
    // choose_scales() is called.
    explicit Reader(TiffFile& file) : file_(file), header_(file.header) {
        constexpr std::int64_t kLargest = 256 << 20;
        if (header_.tiled) {
            TIFFGetField(file.get(), TIFFTAG_TILEWIDTH, &tile_width_);
            TIFFGetField(file.get(), TIFFTAG_TILELENGTH, &tile_height_);
        }
        row_bytes_ = std::int64_t(header_.tiled ? TIFFTileRowSize64(file.get())
                                                : TIFFScanlineSize64(file.get()));
        const std::int64_t bytes =
            header_.tiled ? std::int64_t(TIFFTileSize64(file.get())) : row_bytes_;
        const std::int64_t pixels = header_.tiled ? tile_width_ : header_.width;
        if (row_bytes_ < (pixels * header_.bits * header_.stride() + 7) / 8 || bytes < row_bytes_ ||
            (header_.tiled && (tile_width_ == 0 || bytes < row_bytes_ * tile_height_)))
            file.source.refuse_damaged("its rows make no sense");
        if (bytes > kLargest) file.source.refuse("it is stored in parts of over 256 MB");
        buffer_.resize(std::size_t(bytes));
    }

    // Reads the first row or tile as a test, so that a damaged file fails before the picture's
    // memory is allocated.
    void try_first() { header_.tiled ? read_tile(0, 0, 0) : read_row(0, 0); }
    // Reads the whole file to choose which values of signed or floating-point samples are black and
    // white: the smallest and the largest value. Chooses 0 and 1 instead for CMYK in floating
    // point, or if at least half of the floating-point samples lie between these. Reports in `note`
    // values that are cut off or rescaled, and missing data.
    void choose_scales(std::string& note) {
        Range range;
        std::map<double, Range> voids;  // values by which programs usually mark missing data
        bool lacks_some = false;
        const int colours = header_.colours(), together = header_.separate ? 1 : colours;
        const auto look = [&](const Row& row, std::uint32_t, std::uint32_t, std::uint32_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                for (int c = 0; c < together; ++c) {
                    const double number =
                        row.number(i * std::size_t(header_.stride()) + std::size_t(c), c);
                    const bool lacking = header_.lacks(number);
                    lacks_some = lacks_some || lacking;
                    if (lacking || !std::isfinite(number)) continue;
                    (may_mark_void(number) ? voids[std::abs(number) < kHuge ? number
                                                   : number < 0             ? -kHuge
                                                                            : kHuge]
                                           : range)
                        .add(number);
                }
            }
        };
        for (int plane = 0; plane < colours / together; ++plane)
            visit(0, header_.height, plane, look);
        lacks_some = leave_out(voids, range) || lacks_some;
        const bool real = header_.numbers == Numbers::real;
        const auto [low, high, measured, below, above] = range;
        const bool mostly_inside = 2 * (below + above) <= measured;
        if (lacks_some) add_note(note, "where it has no data it is black");
        if (real && (mostly_inside || header_.inks())) {
            const char* cut = below == 0  ? "its values above 1 are cut off"
                              : above > 0 ? "its values below 0 and above 1 are cut off"
                                          : "its values below 0 are cut off";
            if (below + above > 0) add_note(note, cut);
            return;
        }
        if (measured == 0) return;
        const Scale scale{low, high > low ? high : low + 1};
        std::fill_n(header_.scales.begin(), colours, scale);
        add_note(note, fmt::format("its values from {:.9g} to {:.9g} are drawn from black to white",
                                   low, high));
    }

    // Reads the rows [first, first + rows) as an image, without the samples that are not used. CMYK
    // stays as inks, CIELAB as L, a and b. In a tiled file, `first` must be the first row of a row
    // of tiles. An empty `palette` means that the samples are colours.
    Image read(const std::vector<Colour>& palette, std::uint32_t first, std::uint32_t rows) {
        Image image = make_image(int(header_.width), int(rows), header_.channels());
        for (int value = 0; value < (header_.separate ? header_.used() : 1); ++value)
            visit(first, rows, header_.sample_of(value),
                  [&](const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count) {
                      float* to = image.row(int(y)) + std::size_t(x) * std::size_t(image.channels);
                      put(row, count, value, palette, to, image.channels);
                  });
        return image;
    }
    std::uint32_t rows_at_once() const {
        return header_.tiled ? std::min(tile_height_, header_.height) : 1;
    }

private:
    // The range of some samples, and how many are there, below 0, and above 1.
    struct Range {
        double low = HUGE_VAL, high = -HUGE_VAL;
        std::int64_t measured = 0, below = 0, above = 0;

        void add(double number) {
            constexpr double kRounding = 0.5 / 65535;
            low = std::min(low, number);
            high = std::max(high, number);
            ++measured;
            below += number < -kRounding;
            above += number > 1 + kRounding;
        }
        void add(const Range& other) {
            low = std::min(low, other.low);
            high = std::max(high, other.high);
            measured += other.measured;
            below += other.below;
            above += other.above;
        }
    };

    static constexpr double kHuge = 1e30;  // no measurement is as large
    static bool may_mark_void(double number) {
        constexpr double kUsual[] = {-9999, -99999, -32768, -32767, -2147483648.0, -2147483647.0};
        return std::abs(number) >= kHuge || std::ranges::find(kUsual, number) != std::end(kUsual);
    }

    // Takes values of `voids` as missing data if they are farther from the other values than these
    // are from each other; adds the rest to `range`. Returns true if data are missing.
    bool leave_out(const std::map<double, Range>& voids, Range& range) {
        const double width = range.high - range.low;
        bool some = false;
        Range measured = range;
        for (const auto& [number, same] : voids) {
            const bool apart =
                width > 0 && (same.high < range.low - width || same.low > range.high + width);
            some = some || apart;
            if (!apart) measured.add(same);
        }
        range = measured;
        if (some) header_.measured = {range.low, range.high};
        return some;
    }

    // Stores `count` pixels of a row in the image. `value`: which value of a pixel the row holds,
    // if each value has a plane of its own in the file.
    void put(const Row& row, std::size_t count, int value, const std::vector<Colour>& palette,
             float* to, int channels) const {
        const auto stride = std::size_t(header_.stride());
        const int used = header_.used(), first_channel = header_.indexed() ? 2 : 0;
        for (std::size_t i = 0; i < count; ++i, to += channels) {
            if (header_.indexed() && value == 0)
                std::copy_n(palette[row.whole(i * stride)].data(), 3, to);
            if (header_.separate) {
                if (!header_.indexed() || value > 0)
                    to[first_channel + value] = row.value(i, value);
                continue;
            }
            for (int c = header_.indexed() ? 1 : 0; c < used; ++c)
                to[first_channel + c] =
                    row.value(i * stride + std::size_t(header_.sample_of(c)), c);
        }
    }

    // Calls use(row, x, y, count) for the rows [first, first + rows) of a plane, in a tiled file
    // for parts of rows.
    template <class Use>
    void visit(std::uint32_t first, std::uint32_t rows, int plane, Use use) {
        if (!header_.tiled) {
            for (std::uint32_t y = 0; y < rows; ++y) {
                read_row(first + y, plane);
                use(Row(buffer_.data(), header_), 0u, y, header_.width);
            }
            return;
        }
        for (std::uint32_t top = 0; top < rows; top += tile_height_) {
            for (std::uint32_t left = 0; left < header_.width; left += tile_width_) {
                read_tile(left, first + top, plane);
                const std::uint32_t width = std::min(tile_width_, header_.width - left);
                const std::uint32_t height = std::min(tile_height_, rows - top);
                for (std::uint32_t y = 0; y < height; ++y)
                    use(Row(buffer_.data() + y * row_bytes_, header_), left, top + y, width);
            }
        }
    }

    void read_row(std::uint32_t y, int plane) {
        if (TIFFReadScanline(file_.get(), buffer_.data(), y, static_cast<std::uint16_t>(plane)) !=
            1)
            file_.refuse();
        file_.check_decoded();
    }
    void read_tile(std::uint32_t x, std::uint32_t y, int plane) {
        if (TIFFReadTile(file_.get(), buffer_.data(), x, y, 0, static_cast<std::uint16_t>(plane)) <
            0)
            file_.refuse();
        file_.check_decoded();
    }

    const TiffFile& file_;
    TiffHeader& header_;
    std::uint32_t tile_width_ = 0, tile_height_ = 0;
    std::int64_t row_bytes_ = 0;
    std::vector<unsigned char> buffer_;
};

}  // namespace redraw::formats
