// Writes TGA 2.0, uncompressed, rows from top to bottom: gray, RGB, or RGB + alpha.
#include "engine/image/encode.h"

namespace redraw {
namespace {

class TgaWriter final : public RowWriter {
public:
    explicit TgaWriter(const WriterSpec& spec) : RowWriter(spec) {
        constexpr int kTrueColour = 2, kGray = 3, kTopDown = 0x20;
        const bool gray = spec.channels == 1;
        const int bits = gray ? 8 : has_alpha() ? 32 : 24;
        const int alpha_bits = has_alpha() ? 8 : 0;
        put({0, 0, gray ? kGray : kTrueColour, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        put_number(spec.width, 2);
        put_number(spec.height, 2);
        put({bits, kTopDown | alpha_bits});
    }

private:
    void encode_row(const float* values, int) override {
        const int last_colour = channels() >= 3 ? 2 : 0;
        for (int x = 0; x < width(); ++x, values += channels()) {
            const auto level = [&](int c) { return quantise(values[c], 255); };
            if (channels() == 1) {
                put({level(0)});
                continue;
            }
            put({level(last_colour), level(last_colour / 2), level(0)});  // TGA stores blue first
            if (has_alpha()) put({level(channels() - 1)});
        }
    }

    void close() override {
        put_number(0, 8);  // no extension area, no developer directory
        put_text({"TRUEVISION-XFILE.", sizeof "TRUEVISION-XFILE."});  // including the final 0
    }
};

}  // namespace

std::unique_ptr<ImageWriter> open_tga_writer(const WriterSpec& spec) {
    return std::make_unique<TgaWriter>(spec);
}

}  // namespace redraw
