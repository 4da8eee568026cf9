#include "fault.h"

#include "control.h"

#include <cstdio>
#include <cstdlib>

namespace redraw::cuda::emulation {

namespace {
FaultTrap* innermost = nullptr;
}

FaultTrap::FaultTrap() : outer_(innermost) {
    innermost = this;
}
FaultTrap::~FaultTrap() {
    innermost = outer_;
}

void report_fault(const std::string& sentence) {
    if (innermost != nullptr) {
        innermost->faults_.push_back(sentence);
        return;
    }
    std::fprintf(stderr, "CUDA emulation: %s\n", sentence.c_str());
    std::abort();
}

}  // namespace redraw::cuda::emulation
