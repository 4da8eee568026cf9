// Compares several ways of drawing a picture with the original; says in a sentence which is best.
// Pure values, any thread.
#pragma once

#include "engine/image/image.h"
#include "engine/job.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

struct Quality {
    std::string method;  // "network", "enlarging" or a filter's name (resample.h)
    double psnr = 0, ssim = 0;
};

// The PSNR of that method; NaN if it is not there.
double psnr_of(std::span<const Quality> methods, std::string_view method);

// The method with the highest PSNR, of equal ones the first. One that was not measured (NaN) only
// if none was. `methods` is not empty.
const Quality& closest(std::span<const Quality> methods);

// Compares ways of drawing a picture with the true one, a part at a time. One owner, one thread.
class Measure : public Job {
public:
    // The network first, then the interpolations. Precondition: advance() returned true.
    virtual std::vector<Quality> methods() const = 0;
};

// The first is the network's, the others are plain interpolations: "Plain interpolation does better
// here: bicubic by 1.20 dB." By PSNR; where SSIM disagrees, the sentence says so.
std::string verdict(std::span<const Quality> methods);

// Measures how close a drawing is to its reference: PSNR and SSIM. Pure functions.

// -10 log10(mse) for values in [0, 1]; +infinity when mse is 0.
double psnr_of_mse(double mse);

// The sum of squared differences of values that are clamped and rounded to 8 bits, in levels.
std::int64_t squared_levels(std::span<const float> drawing, std::span<const float> reference);
// The PSNR of `values` such differences.
double psnr_of_levels(std::int64_t squared, std::size_t values);

// PSNR in dB over all channels after clamping and rounding both to 8 bits. Sizes and channels must
// match.
double psnr(const Image& drawing, const Image& reference);

constexpr int kSsimWindow = 11;  // pixels a side

// SSIM (Wang, Bovik, Sheikh, Simoncelli 2004): a Gaussian window, sigma 1.5, K1 0.01, K2
// 0.03, L = 1, mean over all positions where the window fits (the authors' ssim_index.m), per
// channel then averaged; after clamping and rounding both to 8 bits. A picture smaller than the
// window is padded by reflection.
double ssim(const Image& drawing, const Image& reference);

}  // namespace redraw
