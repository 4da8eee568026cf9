// Compares several reconstructions of a picture with the original and describes in a sentence which
// is best. Pure values, any thread.
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

// Returns the PSNR of `method`; NaN if `methods` does not list it.
double psnr_of(std::span<const Quality> methods, std::string_view method);

// Returns the method with the highest PSNR; of equal ones the first. Returns an unmeasured method
// (PSNR is NaN) only if no method was measured. Precondition: `methods` is not empty.
const Quality& closest(std::span<const Quality> methods);

// A job that compares several reconstructions of a picture with the original, one part at a time.
// One owner, one thread.
class Measure : public Job {
public:
    // Returns the measured quality of the network, followed by that of the interpolations.
    // Precondition: advance() returned true.
    virtual std::vector<Quality> methods() const = 0;
};

// Returns a sentence that compares the network (first in `methods`) with the plain interpolations
// (the rest): "Plain interpolation does better here: bicubic by 1.20 dB." The comparison uses PSNR;
// the sentence mentions SSIM if that prefers the other side.
std::string verdict(std::span<const Quality> methods);

// PSNR and SSIM of a render against its reference. Pure functions.

// Returns the PSNR in dB, -10 log10(mse), for values in [0, 1]; +infinity for 0, NaN for NaN.
double psnr_of_mse(double mse);

// The PSNR of a render that is compared with its reference part by part: exact, whatever the parts.
class PsnrSum {
public:
    // Adds values of the render and of its reference, clamped and rounded to 8 bits.
    void add(std::span<const float> drawing, std::span<const float> reference);
    bool empty() const { return values_ == 0; }
    double psnr() const;  // dB. Precondition: not empty

private:
    std::int64_t squares_ = 0;  // sum of squared differences of 8-bit levels
    std::size_t values_ = 0;
};

// Returns the PSNR in dB over all channels, after clamping and rounding both images to 8 bits.
// Sizes and channels must match.
double psnr(const Image& drawing, const Image& reference);

constexpr int kSsimWindow = 11;  // side of the SSIM window in pixels

// Returns the SSIM (Wang, Bovik, Sheikh, Simoncelli 2004): Gaussian window, sigma 1.5, K1 0.01, K2
// 0.03, L = 1. Averages all positions where the window fits (the authors' ssim_index.m), then the
// channels. Both images are clamped and rounded to 8 bits first. A picture smaller than the window
// is padded by reflection.
double ssim(const Image& drawing, const Image& reference);

}  // namespace redraw
