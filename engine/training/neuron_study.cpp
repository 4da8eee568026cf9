#include "engine/training/neuron_study.h"

namespace redraw {

void NeuronStudy::reset(std::uint64_t run_serial) {
    *this = {};
    run_serial_ = run_serial;
}

bool NeuronStudy::update(Trainer&, const Look&, bool) {
    return false;
}

}  // namespace redraw
