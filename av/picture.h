// A drawing as the encoders want it: Y'CbCr by BT.709 in limited range (Y' 16 to 235), 4:2:0 with
// the chroma sited left, alpha laid over white. One owner, one thread.
#pragma once

#include "av/handles.h"
#include "engine/export/export.h"
#include "engine/image/image.h"

namespace redraw::av {

class Picture {
public:
    // `size` is that of the film's frames, even; a drawing may be one pixel smaller, and its last
    // row or column is then repeated.
    explicit Picture(PixelSize size);
    // The next rows of a drawing, from the top down.
    void draw(const Image& rows);
    // The drawing whose rows have come. It is ours and good until the next call. Throws
    // std::bad_alloc.
    AVFrame* shown();

private:
    unsigned char* row(int y) const;

    Frame rgb_, frame_;
    int next_row_ = 0;
    Converter converter_;
};

}  // namespace redraw::av
