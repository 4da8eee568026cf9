#include "engine/run/export.h"

#include "engine/error.h"
#include "engine/run/drawing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace redraw {
namespace {

constexpr int kLargestSide = 65536;

template <typename Number>
bool parse_whole(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

int rounded_side(double side) {
    return std::max(1, static_cast<int>(std::lround(side)));
}

}  // namespace

PixelSize with_longer_side(PixelSize picture, int longer_side) {
    const double scale = double(longer_side) / std::max(picture.width, picture.height);
    return {rounded_side(picture.width * scale), rounded_side(picture.height * scale)};
}

PixelSize parse_export_size(const std::string& text, PixelSize picture) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("--size " + text + ": " + reason);
    };
    const std::string_view all = text;
    const std::size_t x = all.find('x');
    double width = 0, height = 0;
    if (x == all.npos) {
        int longer_side = 0;
        if (!parse_whole(all, longer_side)) refuse("it is none of 512, 800x600, 4x");
        if (longer_side < 1) refuse("a side has at least 1 pixel");
        if (longer_side > kLargestSide) refuse("a side has at most 65536 pixels");
        return with_longer_side(picture, longer_side);
    }
    if (x + 1 == all.size()) {
        double factor = 0;
        if (!parse_whole(all.substr(0, x), factor)) refuse("it is none of 512, 800x600, 4x");
        if (!(factor > 0)) refuse("the factor is above 0");  // also for NaN
        width = picture.width * factor;
        height = picture.height * factor;
    } else {
        int columns = 0, rows = 0;
        if (!parse_whole(all.substr(0, x), columns) || !parse_whole(all.substr(x + 1), rows)) {
            refuse("it is none of 512, 800x600, 4x");
        }
        if (columns < 1 || rows < 1) refuse("a side has at least 1 pixel");
        width = columns;
        height = rows;
    }
    if (std::max(width, height) > kLargestSide) refuse("a side has at most 65536 pixels");
    return {rounded_side(width), rounded_side(height)};
}

PictureExport::PictureExport(Backend& backend, const Grid& picture, int channels,
                             std::vector<float> parameters, const ExportSpec& spec)
    : backend_(backend),
      picture_(picture),
      size_(spec.size),
      parameters_(std::move(parameters)),
      writer_(open_image_writer(spec.path, spec.format, spec.size.width, spec.size.height, channels,
                                spec.encoding)) {}

bool PictureExport::advance() {
    REDRAW_CHECK(next_row_ < size_.height, "the export is done");
    const int rows = std::min(rows_per_part(picture_, size_), size_.height - next_row_);
    writer_->write_rows(draw_rows(backend_, picture_, size_, next_row_, rows, parameters_).values);
    next_row_ += rows;
    if (next_row_ < size_.height) return false;
    writer_->finish();
    return true;
}

double PictureExport::progress() const {
    return double(next_row_) / size_.height;
}

}  // namespace redraw
