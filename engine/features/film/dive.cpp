#include "engine/features/film/dive.h"

#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/features/film/caption.h"
#include "engine/features/film/reel.h"
#include "engine/image/resample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Finds the target in two stages: a detailed part of about 1/8 of the longer side, then within it
// the area of the last frame, at least kFewestPixels wide, with the largest differences of pixels.
constexpr int kDetailPart = 8, kFewestPixels = 4;
// The share of the centre's way that is left is zoom^-kSooner: it shrinks faster than the view.
constexpr double kSooner = 1.5;
constexpr double kSamplePixels = 1 << 14;  // most pixels of each sample for a palette
constexpr double kPartPixels = 1 << 16;    // pixels rendered at once, about

std::string zoom_text(double zoom) {
    return zoom < 10 ? fmt::format("{:.1f}×", zoom) : fmt::format("{:.0f}×", zoom);
}

// Renders a dive: each frame is one view, half of it of the picture, half of the network.
struct DiveJob final : ReelJob {
    Backend& backend;
    Grid grid;
    int channels;
    std::shared_ptr<const Image> picture;
    std::vector<float> parameters;
    FilmCaption caption;

    DiveJob(Backend& drawn_by, const Grid& learned, int outputs,
            std::shared_ptr<const Image> opened, std::vector<float> network, const FilmSpec& given)
        : ReelJob(given),
          backend(drawn_by),
          grid(learned),
          channels(outputs),
          picture(std::move(opened)),
          parameters(std::move(network)),
          caption(std::array{zoom_text(9.9), zoom_text(spec.dive->deepest)}) {
        if (!(spec.dive->deepest > 1 && spec.dive->deepest <= Dive::kDeepest))
            throw Error(fmt::format(
                "Cannot make a film: the magnification of a dive must be above 1 and at most {}",
                Dive::kDeepest));
        if (spec.caption) caption.require_room(spec.size);
        open(spec.size, channels);
        if (!spec.dive->to) spec.dive->to = detail_point(*picture, grid, spec.dive->deepest);
    }

    // Returns some rows of a frame: the picture in the left half, the network's render in the right
    // half.
    Image draw(const Grid& seen) {
        const int left = left_columns(seen.width), right = seen.width - left;
        const double middle = seen.left + (seen.right - seen.left) * left / seen.width;
        Image both = make_image(seen.width, seen.height, channels);
        if (right > 0) {
            const Grid half{middle, seen.top, seen.right, seen.bottom, right, seen.height};
            const Image drawn = draw_to_show(backend, grid, half, parameters)->on_host();
            for (int y = 0; y < seen.height; ++y)
                std::copy_n(drawn.row(y), right * channels, both.row(y) + left * channels);
        }
        put_picture_left(*picture, grid, seen, both);
        return both;
    }

    void prepare() override {
        const double scale =
            std::min(1.0, std::sqrt(kSamplePixels / (double(spec.size.width) * spec.size.height)));
        const PixelSize small{std::max(1, int(spec.size.width * scale)),
                              std::max(1, int(spec.size.height * scale))};
        std::vector<Image> samples;
        for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
            samples.push_back(
                draw(dive_grid(grid, *spec.dive->to, dive_zoom(part, spec.dive->deepest), small)));
        if (spec.caption) samples.push_back(caption.sample(channels));
        use_samples(samples);
    }

    bool draw_part() override {
        const int first = next_row();
        const int rows = std::clamp(int(kPartPixels / spec.size.width), 1, rows_left());
        const double zoom = dive_zoom(way(), spec.dive->deepest);
        Image part =
            draw(rows_of_grid(dive_grid(grid, *spec.dive->to, zoom, spec.size), first, rows));
        if (spec.caption) caption.draw(zoom_text(zoom), part, first, spec.size.height);
        return write_rows(part);
    }
};

}  // namespace

Point detail_point(const Image& picture, const Grid& grid, double deepest) {
    const int longer = std::max(picture.width, picture.height);
    const Grid small = within(picture_grid(picture.width, picture.height), kMostThumbnailPixels);
    const int coarse = std::max(1, std::max(small.width, small.height) / kDetailPart);
    const PixelRect region =
        busiest_part(resample_area(picture, small.width, small.height), {coarse, coarse});
    const double scale = double(picture.width) / small.width;
    const PixelRect around{int(region.x * scale), int(region.y * scale),
                           std::max(1, int(region.width * scale)),
                           std::max(1, int(region.height * scale))};
    const int fine = std::max(kFewestPixels, int(longer / deepest));
    const PixelRect part = busiest_part(crop(picture, around), {fine, fine});
    const double x = (around.x + part.x + part.width / 2.0) / picture.width;
    const double y = (around.y + part.y + part.height / 2.0) / picture.height;
    return {grid.left + (grid.right - grid.left) * x, grid.top + (grid.bottom - grid.top) * y};
}

double dive_zoom(double part, double deepest) {
    const double eased = part * part * (3 - 2 * part);
    return std::pow(deepest, eased);
}

Point dive_centre(const Grid& picture, const Point& to, double zoom) {
    const double way = 1 - std::pow(zoom, -kSooner), room = 0.5 * (1 - 1 / zoom);
    const auto between = [&](double low, double high, double wanted) {
        const double middle = (low + high) / 2, side = high - low;
        return std::clamp(middle + (wanted - middle) * way, middle - room * side,
                          middle + room * side);
    };
    return {between(picture.left, picture.right, to.x), between(picture.top, picture.bottom, to.y)};
}

Grid dive_grid(const Grid& picture, const Point& to, double zoom, PixelSize frame) {
    const Point centre = dive_centre(picture, to, zoom);
    const double x = (picture.right - picture.left) / (2 * zoom);
    const double y = (picture.bottom - picture.top) / (2 * zoom);
    return {centre.x - x, centre.y - y, centre.x + x, centre.y + y, frame.width, frame.height};
}

DiveExport::DiveExport(Backend& backend, const Grid& grid, int channels,
                       std::shared_ptr<const Image> picture, std::vector<float> parameters,
                       const FilmSpec& spec)
    : FilmJob(std::make_unique<DiveJob>(backend, grid, channels, std::move(picture),
                                        std::move(parameters), spec)) {}

}  // namespace redraw
