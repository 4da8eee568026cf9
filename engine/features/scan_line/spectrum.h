// Measures how much of a picture lies in each band of spatial frequency, from coarse shapes to fine
// detail, and how much of that a drawing has learned. Pure functions.
//
// For a plane v of W x H pixels, with L = max(W, H) and x, y counted from 0:
//   w(x, y)  = sin²(π (x + ½) / W) sin²(π (y + ½) / H)
//              The Hann window. Without it, the jump from one edge of the picture to the opposite
//              one would count as detail of every size.
//   u        = w (v - Σ w v / Σ w), whose sum is 0: the mean tone belongs to no band
//   F        = the discrete Fourier transform of u, padded with zeros to P x P pixels, where P is
//              the power of two at or above L, at least 4
//   f(i, j)  = sqrt(i² + j²) L / P, waves across the longer side; i and j from -P/2 to P/2
//   e(b)     = (L/2)^(b / n), edges of the n = max(1, round(2 log2(L/2))) bands (~ half octaves)
//   power(b) = Σ |F|² / (P² Σ w²) over the frequencies e(b) <= f < e(b + 1). The last band also has
//              all diagonal waves above L/2. All bands together have the plane's variance,
//              weighted by w², except that of waves longer than its longer side.
#pragma once

#include "engine/image/image.h"

#include <vector>

namespace redraw {

struct Bands {
    std::vector<double> power;  // from the coarsest to the finest band
    std::vector<double> share;  // each band's share of all frequencies, and of white noise's power
};

// Measures the bands of a plane: one channel, finite values. Some milliseconds at 256 x 256.
Bands bands_of(const Image& plane);

// Returns how much of each band is learned: 1 - power(error) / power(picture), clamped to 0 to 1.
// `error`: the bands of drawing minus picture. power(picture) counts as at least that of rounding
// to 8 bits, a noise of variance (1/255)²/12: below it there is nothing to learn.
std::vector<float> learned_of(const Bands& picture, const Bands& error);

}  // namespace redraw
