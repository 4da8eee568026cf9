// A frame in two halves: left of a line in the middle the picture, right of it the network. Pure
// functions. Internal to engine/film.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

namespace redraw {

// Columns left of the middle, the line among them.
int left_columns(int width);
// Some rows of what a frame samples.
Grid rows_of_grid(const Grid& frame, int first, int rows);
// The left columns of `drawn`, which samples `seen`, become the picture, which fills `plane`: each
// the mean of what it covers.
void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn);

}  // namespace redraw
