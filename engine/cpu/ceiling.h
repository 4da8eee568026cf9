// Measures the processor's ceiling: multiply-adds that never leave the registers. The share of it
// that training reaches says how good the kernels are on this machine.
#pragma once

#include "engine/cpu/kernels.h"

namespace redraw::cpu {

// GFLOP/s of this many threads at once; takes about 20 ms. Take the most of several: machines are
// shared and clocks move.
double multiply_add_gflops(const KernelSet& kernels, int threads);

}  // namespace redraw::cpu
