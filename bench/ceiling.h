// Measures the processor's ceiling: the rate of multiply-adds that use registers only. The share of
// the ceiling that training reaches shows how good the kernels are on this machine.
#pragma once

#include "engine/cpu/kernels.h"

namespace redraw {

// Measures the GFLOP/s of this many threads at once, in about 20 ms, with the fastest multiply-add
// that these kernels use. Use the highest of several results: machines are shared and clock rates
// vary.
double multiply_add_gflops(const cpu::KernelSet& kernels, int threads);

}  // namespace redraw
