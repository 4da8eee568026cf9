// The seed's format: `x,y,pixel_value`, 1 = black where the value is below one half.
#include "engine/image/encode.h"

#include <charconv>
#include <string_view>

namespace redraw {
namespace {

class CsvWriter final : public RowWriter {
public:
    explicit CsvWriter(const WriterSpec& spec) : RowWriter(spec) { append("x,y,pixel_value\n"); }

private:
    void encode_row(const float* values, int y) override {
        for (int x = 0; x < width(); ++x, values += channels()) {
            append(x);
            append(",");
            append(y);
            append(values[0] >= 0.5f ? ",0\n" : ",1\n");  // NaN counts as 0, as everywhere
        }
    }

    void append(std::string_view text) {
        const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
        out().insert(out().end(), bytes, bytes + text.size());
    }
    void append(int number) {
        char digits[12];
        const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
        append(std::string_view(digits, std::size_t(end - digits)));
    }
};

}  // namespace

std::unique_ptr<ImageWriter> open_csv_writer(const WriterSpec& spec) {
    return std::make_unique<CsvWriter>(spec);
}

}  // namespace redraw
