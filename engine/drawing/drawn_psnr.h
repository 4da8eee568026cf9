// Measures the PSNR of a network's picture: rendered at training size, clamped and rounded to 8
// bits as in an export, and compared with the target over all channels. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"

#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

// Returns n if DrawnPsnr measures every n-th row: 1 up to 2 megapixels, more for larger pictures,
// so that measuring stays short.
int measured_row_step(PixelSize size);

// Measures the PSNR in parts of one or more rows, so that other work can run in between.
class DrawnPsnr {
public:
    // `grid`: picture_grid() of the target. The target must outlive this object.
    DrawnPsnr(const Image& target, const Grid& grid) : target_(&target), grid_(grid) {}
    // Renders and measures the next part; returns true when all is measured. `parameters`: the same
    // on each call; empty: the backend's present parameters. Throws Error if the device failed.
    bool advance(Backend& backend, std::span<const float> parameters = {});
    bool done() const { return next_row_ >= target_->height; }
    double progress() const { return double(next_row_) / double(target_->height); }
    double psnr() const;  // dB; +infinity if every value is exact. Precondition: done()

private:
    const Image* target_;
    Grid grid_;
    int next_row_ = 0;
    PsnrSum sum_;
};

// Measures the PSNR in one call, as DrawnPsnr does in parts. Returns dB.
double drawn_psnr(Backend& backend, const Image& target, const Grid& grid,
                  std::span<const float> parameters = {});

// Estimates the PSNR on a fixed sample, to show during training. Small pictures are measured
// completely. In tests, the estimate lay within 0.2 dB of the PSNR over all pixels on photographs,
// within 1 dB on line drawings.
class SampledPsnr {
public:
    // `dataset` must outlive this object.
    SampledPsnr(const Backend& backend, const Dataset& dataset);
    double measure(Backend& backend) const;  // dB, for the backend's present parameters
    // True if the sample contains every pixel of the picture.
    bool is_whole() const { return lattices_.empty() && blocks_.empty(); }
    // Returns the steps between two measurements, a round number. Measurements then take about 2 %
    // of the training time, estimated from the number of samples and not from measured times.
    std::int64_t step_interval() const { return interval_; }

private:
    // A sample of every `stride_`-th pixel across and down, beginning at (x, y).
    struct Lattice {
        int x = 0, y = 0, width = 0, height = 0;
    };
    Image draw(Backend& backend, const Lattice& lattice) const;

    const Dataset* dataset_;
    int stride_ = 1;
    int samples_across_ = 1;  // samples averaged across a pixel
    std::vector<Lattice> lattices_;
    std::vector<PixelRect> blocks_;  // measured areas of a window network, in place of lattices
    std::int64_t interval_ = 1;
};

}  // namespace redraw
