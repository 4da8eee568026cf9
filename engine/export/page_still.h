// Still images of a page (page.h): the drawing of a moment whose network does not fit, as a lossy
// WebP. One owner, the thread of the backend.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <cstddef>
#include <vector>

namespace redraw {

inline constexpr int kMostStillSide = 1024;  // pixels

struct PageStill {
    int width = 0, height = 0;
    std::vector<std::byte> bytes;  // a WebP file
    double psnr = 0;               // dB, by still_psnr()
};

// Draws a network at the picture's size, or smaller where a side exceeds kMostStillSide, in parts
// of some 65,000 samples. Values are clamped to [0, 1]; NaN becomes 0.
class StillDrawing {
public:
    // `picture`: the size that was learned; `channels`: of the network.
    StillDrawing(PixelSize picture, int channels, std::vector<float> parameters);
    bool advance(Backend& backend);  // true when all rows are drawn. Throws Error.
    const Image& image() const { return image_; }

private:
    Grid picture_;
    std::vector<float> parameters_;
    Image image_;
    int next_row_ = 0;
};

// Encodes `image` as WebP of at most `most` bytes, with sides of at most `side` pixels: lossless
// where that is small, else the quality is lowered first, then the size. Returns the smallest
// encoding tried where none fits.
std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most);
// Returns the bytes of the coarsest still that is worth having.
std::size_t least_still_bytes(const Image& drawing);

// Encodes and measures a still of at most `most` bytes; a larger one where none can be that small.
PageStill page_still(const Image& drawing, const Image& target, std::size_t most);

// Returns the PSNR of a decoded still against `target`, in dB over all channels at 8 bits. A
// smaller still is enlarged linearly, as the page does; rows are as in DrawnPsnr.
double still_psnr(const Image& still, const Image& target);

}  // namespace redraw
