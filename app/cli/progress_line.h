// The line of progress on a terminal, which each update rewrites. It is never wider than the
// terminal: a wider one would wrap, and every update would leave a line behind. One thread.
#pragma once

#include <string>
#include <vector>

namespace redraw {

struct LinePart {
    std::string text;  // valid UTF-8 without control characters
    int leaves = 0;    // the part with the lowest number is the first to leave a narrow terminal;
                       // 0: stays
};

// Returns the bar of a line, as its first part to leave.
LinePart progress_bar(double progress);
// Rewrites the line. Asks for the terminal's width each time, because the user may change it. If
// parts have left and the line is still too wide, shortens its longest part. No part: clears it.
void show_line(std::vector<LinePart> parts);

}  // namespace redraw
