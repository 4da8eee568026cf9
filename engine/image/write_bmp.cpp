// BMP: gray with a palette or 24 bits, rows from the top down (a negative height says so), so that
// they can be written as they come. No alpha: laid over white.
#include "engine/image/encode.h"

namespace redraw {
namespace {

constexpr std::int64_t kFileHeader = 14;
// Sizes of the first header that names a colour space (version 4), and of the common one.
constexpr std::int64_t kVersion4 = 108, kPlain = 40;

std::int64_t header_size(const WriterSpec& spec) {
    return spec.options.tagged ? kVersion4 : kPlain;
}

bool is_gray(int channels) {
    return channels <= 2;
}

std::int64_t stride(const WriterSpec& spec) {
    const std::int64_t bytes = std::int64_t(spec.width) * (is_gray(spec.channels) ? 1 : 3);
    return (bytes + 3) / 4 * 4;
}

std::int64_t pixels_at(const WriterSpec& spec) {
    return kFileHeader + header_size(spec) + (is_gray(spec.channels) ? 256 * 4 : 0);
}

class BmpWriter final : public RowWriter {
public:
    explicit BmpWriter(const WriterSpec& spec) : RowWriter(spec), row_(std::size_t(stride(spec))) {
        const std::int64_t image_bytes = stride(spec) * spec.height;
        const bool gray = is_gray(spec.channels);
        constexpr int kPixelsPerMetre = 2835;  // 72 dpi
        put({'B', 'M'});
        put32({pixels_at(spec) + image_bytes, 0, pixels_at(spec)});
        put32({header_size(spec), spec.width, -std::int64_t(spec.height)});
        put({1, 0, gray ? 8 : 24, 0});
        put32({0, image_bytes});  // not compressed
        put32({kPixelsPerMetre, kPixelsPerMetre, gray ? 256 : 0, 0});
        if (spec.options.tagged) {
            put32({0, 0, 0, 0, 0x73524742});              // no masks; "sRGB"
            put32({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});  // which says the rest
        }
        for (int level = 0; gray && level < 256; ++level) put({level, level, level, 0});
    }

private:
    void put32(std::initializer_list<std::int64_t> values) {
        for (const std::int64_t value : values) {
            const int v = int(std::uint32_t(value));
            put({v, v >> 8, v >> 16, v >> 24});
        }
    }

    void encode_row(const float* values, int) override {
        row_over_white(values, width(), channels(), row_.data());
        for (int x = 0; !is_gray(channels()) && x < width(); ++x)
            std::swap(row_[3 * std::size_t(x)], row_[3 * std::size_t(x) + 2]);  // blue first
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
