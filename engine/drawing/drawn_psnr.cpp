#include "engine/drawing/drawn_psnr.h"

#include "engine/arithmetic.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/image/quality.h"
#include "engine/network/random.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr std::size_t kMostPixels = 1 << 21;
constexpr std::size_t kSamplePixels = 8192, kAllPixels = 16'384;
constexpr int kLattices = 4;  // sets of sampled pixels, one per quarter of a stride_-sized cell
constexpr double kShareOfTime = 0.02;
// A training step costs about three times as much as rendering its samples.
constexpr double kStepWork = 3;

// Rounds up to the next round number: 1, 2, 3, 4, 5, 6, 8, 10, 20, ...
std::int64_t rounded_up(double steps) {
    std::int64_t unit = 1;
    while (double(10 * unit) < steps) unit *= 10;
    for (const std::int64_t factor : {1, 2, 3, 4, 5, 6, 8})
        if (double(factor * unit) >= steps) return factor * unit;
    return 10 * unit;
}

}  // namespace

int measured_row_step(PixelSize size) {
    return int(std::max<std::size_t>(
        1, divide_up(std::size_t(size.width) * std::size_t(size.height), kMostPixels)));
}

bool DrawnPsnr::advance(Backend& backend, std::span<const float> parameters) {
    const Image& target = *target_;
    const PixelSize size{target.width, target.height};
    const int step = measured_row_step(size);
    if (next_row_ == 0) next_row_ = step / 2;
    const int rows =
        step > 1 ? 1 : std::min(rows_per_part(backend, grid_, size), target.height - next_row_);
    const Image drawn = draw_rows(backend, grid_, size, next_row_, rows, parameters);
    sum_.add(drawn.values, {target.row(next_row_), drawn.values.size()});
    next_row_ += step > 1 ? step : rows;
    return done();
}

double DrawnPsnr::psnr() const {
    REDRAW_CHECK(done(), "measured to the end");
    return sum_.psnr();
}

double drawn_psnr(Backend& backend, const Image& target, const Grid& grid,
                  std::span<const float> parameters) {
    DrawnPsnr measure(target, grid);
    while (!measure.advance(backend, parameters)) {
    }
    return measure.psnr();
}

SampledPsnr::SampledPsnr(const Backend& backend, const Dataset& dataset) : dataset_(&dataset) {
    const Image& target = dataset.target;
    const std::size_t pixels = target.pixel_count();
    samples_across_ = samples_per_pixel(backend, dataset.grid, dataset.grid).width;
    std::size_t measured = pixels;
    if (pixels > kAllPixels && dataset.examples) {
        constexpr int kSide = 48;
        const PixelSize block{std::min(kSide, target.width), std::min(kSide, target.height)};
        for (const double y : {0.25, 0.75})
            for (const double x : {0.25, 0.75})
                blocks_.push_back({int(x * (target.width - block.width)),
                                   int(y * (target.height - block.height)), block.width,
                                   block.height});
        measured = blocks_.size() * std::size_t(block.width) * std::size_t(block.height);
    } else if (pixels > kAllPixels) {
        stride_ = int(std::lround(std::sqrt(double(pixels) * kLattices / double(kSamplePixels))));
        stride_ = std::clamp(stride_, 2, std::max(2, std::min(target.width, target.height)));
        measured = 0;
        for (std::uint64_t i = 0; i < kLattices; ++i) {
            const auto offset = [&](std::uint64_t axis, bool later) {
                const int half = stride_ / 2, room = later ? stride_ - half : half;
                return (later ? half : 0) +
                       int(random_below(0, axis, i, std::uint32_t(std::max(1, room))));
            };
            Lattice lattice{std::min(offset(0, i % 2 == 1), target.width - 1),
                            std::min(offset(1, i >= 2), target.height - 1)};
            lattice.width = divide_up(target.width - lattice.x, stride_);
            lattice.height = divide_up(target.height - lattice.y, stride_);
            measured += std::size_t(lattice.width) * std::size_t(lattice.height);
            lattices_.push_back(lattice);
        }
    }
    const double work = double(measured) * samples_across_ * samples_across_;
    interval_ = rounded_up(work / (kStepWork * kShareOfTime * double(dataset.batch_samples())));
}

// Renders the lattice's pixels. A pixel is the mean of its samples, as in a render at training
// size.
Image SampledPsnr::draw(Backend& backend, const Lattice& lattice) const {
    const Grid& picture = dataset_->grid;
    const double across = (picture.right - picture.left) / picture.width;
    const double down = (picture.bottom - picture.top) / picture.height;
    Image mean = make_image(lattice.width, lattice.height, dataset_->target.channels);
    const int side = samples_across_;
    for (int sample = 0; sample < side * side; ++sample) {
        const double x = lattice.x + (sample % side + 0.5) / side - 0.5 * stride_;
        const double y = lattice.y + (sample / side + 0.5) / side - 0.5 * stride_;
        Grid grid{.left = picture.left + x * across,
                  .top = picture.top + y * down,
                  .right = 0,
                  .bottom = 0,
                  .width = lattice.width,
                  .height = lattice.height};
        grid.right = grid.left + lattice.width * stride_ * across;
        grid.bottom = grid.top + lattice.height * stride_ * down;
        const auto drawn = backend.render(grid, whole(grid));
        const Image& values = drawn->on_host();
        for (std::size_t i = 0; i < mean.values.size(); ++i)
            mean.values[i] += std::clamp(values.values[i], 0.0f, 1.0f) / float(side * side);
    }
    return mean;
}

double SampledPsnr::measure(Backend& backend) const {
    const Image& target = dataset_->target;
    if (is_whole()) return drawn_psnr(backend, target, dataset_->grid);
    PsnrSum sum;
    const auto add = [&](const Image& drawn, int x, int y, int stride) {
        const auto channels = std::size_t(drawn.channels);
        for (int row = 0; row < drawn.height; ++row)
            for (int column = 0; column < drawn.width; ++column) {
                const float* pixel = drawn.row(row) + std::size_t(column) * channels;
                const float* wanted =
                    target.row(y + row * stride) + std::size_t(x + column * stride) * channels;
                sum.add({pixel, channels}, {wanted, channels});
            }
    };
    for (const Lattice& lattice : lattices_)
        add(draw(backend, lattice), lattice.x, lattice.y, stride_);
    for (const PixelRect& block : blocks_)
        add(draw_part(backend, dataset_->grid, {target.width, target.height}, block, {}), block.x,
            block.y, 1);
    return sum.psnr();
}

}  // namespace redraw
