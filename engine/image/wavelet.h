// Transforms a picture to wavelets: smooth parts need few coefficients, and small differences none.
// The 9/7 pair of Cohen, Daubechies and Feauveau (1992), by lifting (Daubechies and Sweldens 1998);
// export/page/difference.js has its inverse. Pure functions.
#pragma once

#include "engine/image/image.h"

#include <vector>

namespace redraw {

inline constexpr int kWaveletLevels = 5;

// Plane after plane, a number a pixel each; numbers of one size weigh alike in the picture. Of
// colours the first plane is their lightness. Numbers lie where the pixels did that they are of.
struct Wavelets {
    int width = 0, height = 0, planes = 0;
    std::vector<float> values;
};
Wavelets wavelets_of(const Image& image);
Image image_of(Wavelets wavelets);

// Numbers of one kind: every `apart`th from a first column and row on.
struct WaveletBand {
    int level = 0;  // 0: the finest; kWaveletLevels: the mean of what is around
    int left = 0, top = 0, apart = 1;
};
// The coarsest first.
std::vector<WaveletBand> wavelet_bands();

}  // namespace redraw
