// Measures how close a drawing is to its reference: PSNR and SSIM. Pure functions.
#pragma once

#include "engine/image/image.h"

namespace redraw {

// -10 log10(mse) for values in [0, 1]; +infinity when mse is 0.
double psnr_of_mse(double mse);

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
