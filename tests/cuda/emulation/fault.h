// How the emulation says that a program did what CUDA leaves undefined.
#pragma once

#include <stdexcept>
#include <string>

namespace redraw::cuda::emulation {

// Ends the running kernel; caught where it was started, never seen by a program.
struct KernelFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Collected by a FaultTrap, or printed before the process aborts.
void report_fault(const std::string& sentence);

}  // namespace redraw::cuda::emulation
