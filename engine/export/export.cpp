#include "engine/export/export.h"

#include "engine/drawing/drawing.h"
#include "engine/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace redraw {
namespace {

constexpr int kInterpolatedPixels = 1 << 18;  // at once: some ten milliseconds

int rounded_side(double side) {
    return std::max(1, int(std::lround(side)));
}

std::unique_ptr<ImageWriter> open_writer(const ExportSpec& spec, int channels) {
    return open_image_writer(spec.path, spec.format, spec.size.width, spec.size.height, channels,
                             spec.encoding, spec.sink);
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
    const auto read = [&](std::string_view part, auto number) {
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (error != std::errc{} || end != part.data() + part.size())
            refuse("it is none of 512, 800x600, 4x");
        return number;
    };
    const auto check = [&](double width, double height, double least) {
        if (std::min(width, height) < least) refuse("a side has at least 1 pixel");
        if (std::max(width, height) > kLargestExport) refuse("a side has at most 65536 pixels");
    };
    const std::string_view all = text;
    const std::size_t x = all.find('x');
    if (x == all.npos) {
        const int longer_side = read(all, 0);
        check(longer_side, longer_side, 1);
        return with_longer_side(picture, longer_side);
    }
    if (x + 1 < all.size()) {
        const int width = read(all.substr(0, x), 0), height = read(all.substr(x + 1), 0);
        check(width, height, 1);
        return {width, height};
    }
    const double factor = read(all.substr(0, x), 0.0);
    if (!(factor > 0)) refuse("the factor is above 0");  // also for NaN
    const double width = picture.width * factor, height = picture.height * factor;
    check(width, height, 0);  // what comes out below 1 is a pixel
    return {rounded_side(width), rounded_side(height)};
}

PictureExport::PictureExport(Backend& backend, const Grid& picture, int channels,
                             std::vector<float> parameters, const ExportSpec& spec)
    : draw_([&backend, picture, size = spec.size, parameters = std::move(parameters)](int first_row,
                                                                                      int rows) {
          return draw_rows(backend, picture, size, first_row, rows, parameters);
      }),
      height_(spec.size.height),
      rows_each_(rows_per_part(backend, picture, spec.size)),
      writer_(open_writer(spec, channels)) {}

PictureExport::PictureExport(const std::shared_ptr<const Image>& picture, Filter filter,
                             const ExportSpec& spec)
    : draw_([picture, filter, size = spec.size](int first_row, int rows) {
          return resample_part(*picture, size.width, size.height, {0, first_row, size.width, rows},
                               filter);
      }),
      height_(spec.size.height),
      rows_each_(std::max(1, kInterpolatedPixels / spec.size.width)),
      writer_(open_writer(spec, picture->channels)) {}

bool PictureExport::advance() {
    REDRAW_CHECK(next_row_ < height_, "the export is done");
    const int rows = std::min(rows_each_, height_ - next_row_);
    writer_->write_rows(draw_(next_row_, rows).values);
    next_row_ += rows;
    if (next_row_ < height_) return false;
    writer_->finish();
    return true;
}

double PictureExport::progress() const {
    return double(next_row_) / height_;
}

}  // namespace redraw
