// Compares ways of drawing a picture with the true one, a part at a time. One owner, one thread.
#pragma once

#include "engine/image/quality.h"
#include "engine/job.h"

#include <vector>

namespace redraw {

class Measure : public Job {
public:
    // The network first, then the interpolations. Precondition: advance() returned true.
    virtual std::vector<Quality> methods() const = 0;
};

}  // namespace redraw
