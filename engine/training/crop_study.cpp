#include "engine/training/crop_study.h"

namespace redraw {

void CropStudy::reset(std::uint64_t run_serial) {
    *this = {};
    run_serial_ = run_serial;
}

bool CropStudy::update(Trainer&, const Look&, bool) {
    return false;
}

}  // namespace redraw
