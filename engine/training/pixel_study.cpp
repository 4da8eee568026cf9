#include "engine/training/pixel_study.h"

namespace redraw {

void PixelStudy::reset(std::uint64_t run_serial) {
    *this = {};
    run_serial_ = run_serial;
}

bool PixelStudy::update(Trainer&, const Look&, bool) {
    return false;
}

}  // namespace redraw
