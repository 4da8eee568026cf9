// Writes a whole frame of a film, for tests that hold one in memory.
#pragma once

#include "engine/features/film/film.h"

#include <algorithm>

namespace redraw::test {

// Passes the frame to the writer in parts of a few rows, as films are drawn.
inline void write_frame(FilmWriter& writer, const Image& frame, double seconds_shown) {
    constexpr int kRows = 5;
    for (int y = 0; y < frame.height; y += kRows) {
        const int rows = std::min(kRows, frame.height - y);
        Image part = make_image(frame.width, rows, frame.channels);
        std::copy(frame.row(y), frame.row(y) + part.values.size(), part.values.begin());
        writer.write_rows(part);
    }
    writer.end_frame(seconds_shown);
}

}  // namespace redraw::test
