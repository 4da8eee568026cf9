// The picture on the graphics card, as it was opened or as it is learned. A large one is there at
// once with every n-th pixel, and then fully, some rows a frame: no frame waits for 24 megapixels.
// Owned by the app, on the thread with the OpenGL context.
#pragma once

#include "app/gl/texture.h"

#include <memory>

namespace redraw {

class TargetTexture {
public:
    // `filter`: of one that is small enough to be seen pixel for pixel.
    void show(std::shared_ptr<const Image> picture, TextureFilter filter);
    // Some more rows; true while there are more to come.
    bool advance();
    // Its pixels are seen closely: as squares, whatever `filter` was.
    void show_squares(bool squares);
    const GlTexture& texture() const { return full_.name() && done() ? full_ : thin_; }

private:
    bool done() const { return next_row_ >= rows_; }

    std::shared_ptr<const Image> picture_;  // until all of it is there
    GlTexture thin_, full_;
    TextureFilter filter_ = TextureFilter::linear;  // of thin_, where that is all
    bool squares_ = false;
    int stride_ = 1;  // of the full one: above 1 where the card holds no more
    int next_row_ = 0, rows_ = 0;
};

}  // namespace redraw
