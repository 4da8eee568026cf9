// What a network of windows is worth on its own picture: how close the picture drawn from its own
// half comes to the picture, on cells it never learned from, beside plain interpolation of the same
// half. In small parts, like every job. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace redraw {

struct OwnHalfWorth {
    std::vector<Quality> methods;  // the network, then the interpolations; PSNR only
    std::size_t pixels = 0;        // looked at
    // The interpolation that comes closest, if it comes closer than the network; else null.
    const Quality* better_than_network() const;
    Filter filter_of(const Quality& interpolation) const;
};

class OwnHalfStudy {
public:
    // `backend` draws `picture` as the network of windows that it has learned.
    OwnHalfStudy(Backend& backend, std::shared_ptr<const Image> picture);
    // The next cell; true when all are done.
    bool advance();
    double progress() const;  // 0 to 1
    OwnHalfWorth worth() const;

private:
    void look_at(const PixelRect& cell);

    Backend& backend_;
    std::shared_ptr<const Image> picture_;
    Grid grid_;
    std::vector<PixelRect> cells_;
    std::size_t next_ = 0, pixels_ = 0;
    std::vector<double> errors_;  // squared, of every method
};

}  // namespace redraw
