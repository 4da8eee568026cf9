#include "formats/tiff_reader.h"

#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

Reader::Reader(const PictureSource& source, const TiffFile& file, TIFF* tiff, TiffHeader& header)
    : source_(source), file_(file), tiff_(tiff), header_(header) {
    constexpr std::int64_t kLargest = 256 << 20;
    if (header.tiled) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width_);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height_);
    }
    row_bytes_ = std::int64_t(header.tiled ? TIFFTileRowSize64(tiff) : TIFFScanlineSize64(tiff));
    const std::int64_t bytes = header.tiled ? std::int64_t(TIFFTileSize64(tiff)) : row_bytes_;
    const std::int64_t pixels = header.tiled ? tile_width_ : header.width;
    if (row_bytes_ < (pixels * header.bits * header.stride() + 7) / 8 || bytes < row_bytes_ ||
        (header.tiled && (tile_width_ == 0 || bytes < row_bytes_ * tile_height_)))
        source.refuse_damaged("its rows make no sense");
    if (bytes > kLargest) source.refuse("it is stored in parts of over 256 MB");
    buffer_.resize(std::size_t(bytes));
}

template <class Use>
void Reader::visit(std::uint32_t first, std::uint32_t rows, int plane, Use use) {
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

void Reader::read(Samplings& to, std::uint32_t first) {
    for (int value = 0; value < (header_.separate ? header_.used() : 1); ++value)
        visit(first, std::uint32_t(to.values.height), header_.sample_of(value),
              [&](const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count) {
                  to.put(row, x, y, count, value);
              });
}

namespace {

struct Range {
    double low = HUGE_VAL, high = -HUGE_VAL;
    std::int64_t count = 0, below = 0, above = 0;  // 0 and 1, by more than rounding

    void add(double number) {
        constexpr double kRounding = 0.5 / 65535;
        if (!std::isfinite(number)) return;
        low = std::min(low, number);
        high = std::max(high, number);
        ++count;
        below += number < -kRounding;
        above += number > 1 + kRounding;
    }
};

}  // namespace

void Reader::choose_scales(std::string& note) {
    Range range;
    bool lacks_some = false;
    const int colours = header_.colours(), together = header_.separate ? 1 : colours;
    const auto look = [&](const Row& row, std::uint32_t, std::uint32_t, std::uint32_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            for (int c = 0; c < together; ++c) {
                const double number =
                    row.number(i * std::size_t(header_.stride()) + std::size_t(c), c);
                const bool lacking = header_.lacks(number);
                lacks_some = lacks_some || lacking;
                if (!lacking) range.add(number);
            }
        }
    };
    for (int plane = 0; plane < colours / together; ++plane) visit(0, header_.height, plane, look);
    const bool real = header_.numbers == Numbers::real;
    const bool mostly_inside = 2 * (range.below + range.above) <= range.count;
    if (lacks_some) add_note(note, "where it has no data it is black");
    if (real && (mostly_inside || header_.inks())) {
        const char* cut = range.below == 0  ? "its values above 1 are cut off"
                          : range.above > 0 ? "its values below 0 and above 1 are cut off"
                                            : "its values below 0 are cut off";
        if (range.below + range.above > 0) add_note(note, cut);
        return;
    }
    if (range.count == 0) return;
    const Scale scale{range.low, range.high > range.low ? range.high : range.low + 1};
    std::fill_n(header_.scales.begin(), colours, scale);
    add_note(note, fmt::format("its values from {:.9g} to {:.9g} are drawn from black to white",
                               range.low, range.high));
}

void Reader::read_row(std::uint32_t y, int plane) {
    if (TIFFReadScanline(tiff_, buffer_.data(), y, static_cast<std::uint16_t>(plane)) != 1)
        refuse();
}

void Reader::read_tile(std::uint32_t x, std::uint32_t y, int plane) {
    if (TIFFReadTile(tiff_, buffer_.data(), x, y, 0, static_cast<std::uint16_t>(plane)) < 0)
        refuse();
}

void Reader::refuse() const {
    source_.refuse_damaged(file_.error.empty() ? "it ends too early" : excerpt(file_.error, 100));
}

}  // namespace redraw::formats
