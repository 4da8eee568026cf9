#include "engine/export/export.h"

#include "engine/drawing/drawing.h"
#include "engine/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

constexpr int kInterpolatedPixels = 1 << 18;  // pixels per part, about ten milliseconds

int rounded_side(double side) {
    return std::max(1, int(std::lround(side)));
}

}  // namespace

PixelSize parse_export_size(const std::string& text, PixelSize picture) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("--size " + text + ": " + reason);
    };
    const auto read = [&](std::string_view part, auto number) {
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (error != std::errc{} || end != part.data() + part.size())
            refuse("use a form like 512, 800x600 or 4x");
        return number;
    };
    const auto check = [&](double width, double height, double least) {
        if (std::min(width, height) < least) refuse("a side must have at least 1 pixel");
        if (std::max(width, height) > kLargestExport)
            refuse("a side can have at most 65536 pixels");
    };
    const std::string_view all = text;
    const std::size_t x = all.find_first_of("xX");
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
    if (!(factor > 0)) refuse("the factor must be above 0");  // also refuses NaN
    const double width = picture.width * factor, height = picture.height * factor;
    check(width, height, 0);  // sides that round to 0 become 1 pixel
    return {rounded_side(width), rounded_side(height)};
}

PixelRect parse_crop(const std::string& text, PixelSize drawing) {
    std::array<int, 4> numbers{};
    std::string_view rest = text;
    for (int& number : numbers) {
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        rest.remove_prefix(std::size_t(end - rest.data()));
        const bool last = &number == &numbers.back();
        if (error != std::errc{} || (last ? !rest.empty() : !rest.starts_with(',')))
            throw Error("--crop " + text + ": use X,Y,WIDTH,HEIGHT, for example 100,50,640,480");
        if (!last) rest.remove_prefix(1);
    }
    const auto [x, y, width, height] = numbers;
    if (x < 0 || y < 0 || width < 1 || height < 1 || x > drawing.width - width ||
        y > drawing.height - height)
        throw Error(fmt::format("--crop {}: this is not within the drawing of {} x {} pixels", text,
                                drawing.width, drawing.height));
    return {x, y, width, height};
}

ExportSource interpolated_source(std::shared_ptr<const Image> picture, PixelSize size,
                                 Filter filter) {
    const int channels = picture->channels;
    return {.draw =
                [picture = std::move(picture), size, filter](const PixelRect& part) {
                    return resample_part(*picture, size.width, size.height, part, filter);
                },
            .rows_each = std::max(1, kInterpolatedPixels / size.width),
            .channels = channels};
}

PictureExport::PictureExport(ExportSource source, const ExportSpec& spec)
    : source_(std::move(source)),
      part_(spec.written()),
      writer_(open_image_writer(spec.path, spec.format, part_.width, part_.height, source_.channels,
                                spec.encoding, spec.sink)) {}

PictureExport::PictureExport(Backend& backend, const Grid& picture, int channels,
                             std::vector<float> parameters, const ExportSpec& spec)
    : PictureExport({.draw =
                         [&backend, picture, size = spec.size,
                          parameters = std::move(parameters)](const PixelRect& part) {
                             return draw_part(backend, picture, size, part, parameters);
                         },
                     .rows_each = rows_per_part(backend, picture, spec.size),
                     .channels = channels},
                    spec) {}

bool PictureExport::advance() {
    REDRAW_CHECK(next_row_ < part_.height, "the export is done");
    const int rows = std::min(source_.rows_each, part_.height - next_row_);
    const PixelRect next{part_.x, part_.y + next_row_, part_.width, rows};
    writer_->write_rows(source_.draw(next).values);
    next_row_ += rows;
    if (next_row_ < part_.height) return false;
    writer_->finish();
    return true;
}

double PictureExport::progress() const {
    return double(next_row_) / part_.height;
}

}  // namespace redraw
