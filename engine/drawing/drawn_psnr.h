// How close a network's drawing is to the picture it learned, without a second copy of a large one.
#pragma once

#include "engine/backend/backend.h"

namespace redraw {

struct DrawnPsnr {
    double psnr = 0;   // clamped and rounded to 8 bits (metrics.h)
    int row_step = 1;  // of every so many rows one was drawn: 1 up to 2 megapixels
};
DrawnPsnr drawn_psnr(Backend& backend, const Dataset& dataset);

}  // namespace redraw
