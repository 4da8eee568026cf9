// Writes BMP: gray as 8-bit palette indices, colour as 24 bits. A negative height in the header
// declares that rows run from top to bottom, so each row is written as it arrives. Alpha is
// dropped: the picture is blended over white.
#include "engine/image/encode.h"

#include <algorithm>

namespace redraw {
namespace {

// Header sizes in bytes: kTaggedHeader (version 4) is the first that names a colour space;
// kPlainHeader (version 3) is the most common.
constexpr std::int64_t kBmpFileHeader = 14, kTaggedHeader = 108, kPlainHeader = 40;

std::int64_t header_size(const WriterSpec& spec) {
    return spec.options.tagged ? kTaggedHeader : kPlainHeader;
}

std::int64_t stride(const WriterSpec& spec) {
    const std::int64_t bytes = std::int64_t(spec.width) * (spec.channels <= 2 ? 1 : 3);
    return (bytes + 3) / 4 * 4;
}

std::int64_t pixels_at(const WriterSpec& spec) {
    return kBmpFileHeader + header_size(spec) + (spec.channels <= 2 ? 256 * 4 : 0);
}

class BmpWriter final : public RowWriter {
public:
    explicit BmpWriter(const WriterSpec& spec) : RowWriter(spec), row_(std::size_t(stride(spec))) {
        const std::int64_t image_bytes = stride(spec) * spec.height;
        const bool gray = spec.channels <= 2;
        constexpr int kPixelsPerMetre = 2835;  // 72 dpi
        put_text("BM");
        put32({pixels_at(spec) + image_bytes, 0, pixels_at(spec)});
        put32({header_size(spec), spec.width, -std::int64_t(spec.height)});
        put({1, 0, gray ? 8 : 24, 0});
        put32({0, image_bytes});  // 0: not compressed
        put32({kPixelsPerMetre, kPixelsPerMetre, gray ? 256 : 0, 0});
        if (spec.options.tagged) {
            put32({0, 0, 0, 0, 0x73524742});              // no masks; "sRGB"
            put32({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});  // ignored for sRGB
        }
        for (int level = 0; gray && level < 256; ++level) put({level, level, level, 0});
    }

private:
    void put32(std::initializer_list<std::int64_t> values) {
        for (const std::int64_t value : values) put_number(value, 4);
    }

    void encode_row(const float* values, int) override {
        row_over_white(values, width(), channels(), row_.data());
        for (int x = 0; channels() >= 3 && x < width(); ++x)
            std::swap(row_[3 * std::size_t(x)], row_[3 * std::size_t(x) + 2]);  // blue comes first
        put(std::as_bytes(std::span(row_)));
    }

    std::vector<unsigned char> row_;
};

}  // namespace

std::unique_ptr<ImageWriter> open_bmp_writer(const WriterSpec& spec) {
    if (pixels_at(spec) + stride(spec) * spec.height > 0xFFFFFFFF)
        refuse_to_write(spec.target, "BMP holds at most 4 GB");
    return std::make_unique<BmpWriter>(spec);
}

}  // namespace redraw
