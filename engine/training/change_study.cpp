#include "engine/training/change_study.h"

namespace redraw {

void ChangeStudy::reset(std::uint64_t run_serial) {
    *this = {};
    run_serial_ = run_serial;
}

bool ChangeStudy::update(Trainer&, const Look&, bool) {
    return false;
}

}  // namespace redraw
