#include "engine/features/film/film_layout.h"

#include "engine/features/film/race_frame.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace redraw {
namespace {

// The height of the learning curve: a fifth of the shorter side of the frame, or of the render if
// no frame is set, but at least 72 pixels, so that its letters can be read. kCurveUnits is that
// height in capital heights.
constexpr double kCurveShare = 0.2, kLeastCurve = 72;
constexpr float kCurveUnits = 12;
constexpr double kInsetShare = 0.26, kInsetMargin = 0.025;  // shares of the render's sides

int curve_height(const FilmSpec& spec) {
    const auto [width, height] = spec.frame.width > 0 ? spec.frame : spec.size;
    return spec.curve ? int(std::max(kLeastCurve, kCurveShare * std::min(width, height))) : 0;
}

}  // namespace

FilmLayout::FilmLayout(const FilmSpec& spec) : frame(spec.frame) {
    const int below = curve_height(spec);
    if (frame.width == 0) frame = {spec.size.width, spec.size.height + below};
    const auto [width, height] = spec.size;
    const int x = (frame.width - width) / 2, y = (frame.height - below - height) / 2;
    drawing = {x, y, x + width, y + height};
    if (spec.curve) curve = {0, drawing.y1, frame.width, drawing.y1 + below};
    if (!spec.inset) return;
    const int across = std::max(1, int(kInsetShare * width)),
              down = std::max(1, int(kInsetShare * height));
    const int margin = int(kInsetMargin * std::min(width, height));
    inset = {drawing.x1 - margin - across, y + margin, drawing.x1 - margin, y + margin + down};
}

void set_shape(FilmSpec& spec, FilmShape shape, PixelSize picture) {
    constexpr int kSide = 1080;
    constexpr PixelSize kFrames[] = {{}, {kSide, kSide}, {1920, kSide}, {kSide, 1920}};
    spec.frame = kFrames[int(shape)];
    const auto [width, height] = spec.frame;
    if (width == 0) return void(spec.size = with_longer_side(picture, kSide));
    const double scale = std::min(double(width) / picture.width,
                                  double(height - curve_height(spec)) / picture.height);
    spec.size = {std::clamp(int(std::lround(scale * picture.width)), 1, width),
                 std::clamp(int(std::lround(scale * picture.height)), 1, height)};
}

void fill_frame(FilmSpec& spec) {
    constexpr double kFull = 2.0 / 3;
    const auto [width, height] = spec.frame;
    if (double(spec.size.width) * spec.size.height >= kFull * width * height) return;
    const Image& picture = *spec.wiped;
    const Grid small = within(picture_grid(picture.width, picture.height), kMostThumbnailPixels);
    const double scale = std::min(double(small.width) / width, double(small.height) / height);
    const PixelSize part{std::max(1, int(std::lround(scale * width))),
                         std::max(1, int(std::lround(scale * height)))};
    const PixelRect seen = busiest_part(resample_area(picture, small.width, small.height), part);
    // One axis is whole; the other one is as long as the frame's shape asks for, exactly.
    const double across = scale * width / small.width, down = scale * height / small.height;
    const double x = std::min(double(seen.x) / small.width, 1 - across);
    const double y = std::min(double(seen.y) / small.height, 1 - down);
    spec.seen_from = {x, y};
    spec.seen_to = {x + across, y + down};
    spec.size = spec.frame;
}

int frame_count(const FilmSpec& spec) {
    return film_timing(spec.seconds, spec.frames_per_second, spec.hold, spec.there_and_back)
               .frames +
           int(std::lround(spec.wipe * spec.frames_per_second));
}

FilmSpec clip_spec(const std::filesystem::path& path, FilmShape shape,
                   std::shared_ptr<const Image> picture) {
    FilmSpec spec{.path = path, .size = {}, .seconds = 4, .pace = Pace::change, .hold = 0.4};
    if (film_format_of(path) == FilmFormat::gif) spec.frames_per_second = 20;
    set_shape(spec, shape, {picture->width, picture->height});
    spec.wipe = 2;
    spec.wiped = std::move(picture);
    fill_frame(spec);
    return spec;
}

void draw_learning_curve(const FrameRows& rows, const FilmLayout& layout,
                         std::span<const MeasuredPsnr> measured, std::int64_t step) {
    if (measured.empty()) return;
    RaceLayout race;
    race.frame = layout.frame;
    race.curves = {layout.curve.x0, layout.curve.y0, layout.curve.x1 - layout.curve.height() / 8,
                   layout.curve.y1};
    race.unit = float(layout.curve.height()) / kCurveUnits;
    const RaceCurve curve(measured);
    const auto after = std::ranges::upper_bound(measured, step, {}, &MeasuredPsnr::step);
    const double now = after == measured.begin() ? 0 : std::prev(after)->seconds;
    const RaceClock clock(measured.back().seconds, measured.front().seconds, Pace::log);
    draw_race_curves(rows, race, clock, std::span(&curve, 1), {}, {now, {}});
}

PixelSize film_size(const FilmSpec& spec) {
    const auto format = film_format_of(spec.path);
    const PixelSize size = FilmLayout(spec).frame;
    if (format != FilmFormat::mp4 && format != FilmFormat::webm) return size;
    return {size.width + size.width % 2, size.height + size.height % 2};
}

}  // namespace redraw
