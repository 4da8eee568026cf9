#include "engine/features/film/dive_film.h"

#include "engine/drawing/caption.h"
#include "engine/drawing/dive.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/features/film/reel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

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

std::unique_ptr<Job> dive_film(Backend& backend, const Grid& grid, int channels,
                               std::shared_ptr<const Image> picture, std::vector<float> parameters,
                               const FilmSpec& spec) {
    return std::make_unique<DiveJob>(backend, grid, channels, std::move(picture),
                                     std::move(parameters), spec);
}

}  // namespace redraw
