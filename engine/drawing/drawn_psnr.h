// Measures the PSNR of the drawing: what an export at the size learned writes (values clamped and
// rounded to 8 bits) against the picture at that size, over all channels. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/image/image.h"

#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

// Every how many rows one is measured: 1 up to 2 megapixels, so that it takes some seconds at most.
int measured_row_step(PixelSize size);

// Measures the whole picture in parts of some 65,000 samples, between which others have a turn.
class DrawnPsnr {
public:
    // `grid`: picture_grid of the target, which outlives this object.
    DrawnPsnr(const Image& target, const Grid& grid) : target_(&target), grid_(grid) {}
    // Draws the next part by `parameters`, the same each time, or those of the backend where empty;
    // true when all is measured. Throws Error: the device failed.
    bool advance(Backend& backend, std::span<const float> parameters = {});
    bool done() const { return next_row_ >= target_->height; }
    double progress() const { return double(next_row_) / double(target_->height); }
    double psnr() const;  // dB; +infinity where every value is exact. Precondition: done()

private:
    const Image* target_;
    Grid grid_;
    int next_row_ = 0;
    std::int64_t squares_ = 0;  // of differences of levels
    std::size_t values_ = 0;    // so far
};

// All parts at once.
double drawn_psnr(Backend& backend, const Image& target, const Grid& grid,
                  std::span<const float> parameters = {});

// Estimates the same on a fixed stratified sample (every pixel of a small picture), to show while
// training goes on: within 0.2 dB of the whole on photographs, 1 dB on line drawings.
class SampledPsnr {
public:
    // `dataset` outlives this object.
    SampledPsnr(const Backend& backend, const Dataset& dataset);
    double measure(Backend& backend) const;  // dB, of the backend's present parameters
    bool is_whole() const { return lattices_.empty() && blocks_.empty(); }  // every pixel
    // The steps between two measurements, so that these take about 2 % of the time, by the
    // samples that each computes; a round number. A pure function of the dataset.
    std::int64_t step_interval() const { return interval_; }

private:
    // Every `stride`-th pixel across and down from (x, y) on.
    struct Lattice {
        int x = 0, y = 0, width = 0, height = 0;
    };
    Image draw(Backend& backend, const Lattice& lattice) const;

    const Dataset* dataset_;
    int stride_ = 1;
    int samples_across_ = 1;  // of a pixel
    std::vector<Lattice> lattices_;
    std::vector<PixelRect> blocks_;  // of a network of windows, which draws areas only
    std::int64_t interval_ = 1;
};

}  // namespace redraw
