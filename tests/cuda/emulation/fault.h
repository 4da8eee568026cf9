// Reports programs whose behaviour CUDA leaves undefined.
#pragma once

#include <stdexcept>
#include <string>

namespace redraw::cuda::emulation {

// Ends the running kernel. The emulation catches it; programs never see it.
struct KernelFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Adds the message to the innermost FaultTrap; without a trap, prints it and aborts the process.
void report_fault(const std::string& sentence);

}  // namespace redraw::cuda::emulation
