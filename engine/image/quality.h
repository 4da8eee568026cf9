// Compares several ways of drawing a picture with the original; says in a sentence which is best.
// Pure values, any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

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

// The first is the network's, the others are plain interpolations: "Plain interpolation does better
// here: bicubic by 1.20 dB." By PSNR; where SSIM disagrees, the sentence says so.
std::string verdict(std::span<const Quality> methods);

}  // namespace redraw
