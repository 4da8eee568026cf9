// CSV: `x,y,pixel_value`, 1 = black where the value is below one half.
#include "engine/image/encode.h"

#include <fmt/compile.h>

#include <iterator>
#include <string>

namespace redraw {
namespace {

class CsvWriter final : public RowWriter {
public:
    explicit CsvWriter(const WriterSpec& spec) : RowWriter(spec), lines_("x,y,pixel_value\n") {}

private:
    void encode_row(const float* values, int y) override {
        for (int x = 0; x < width(); ++x, values += channels())  // NaN counts as 0, as everywhere
            fmt::format_to(std::back_inserter(lines_), FMT_COMPILE("{},{},{}\n"), x, y,
                           values[0] >= 0.5f ? 0 : 1);
        put(std::as_bytes(std::span(lines_)));
        lines_.clear();
    }

    std::string lines_;
};

}  // namespace

std::unique_ptr<ImageWriter> open_csv_writer(const WriterSpec& spec) {
    return std::make_unique<CsvWriter>(spec);
}

}  // namespace redraw
