// Finds how many threads the kernels run. More threads than processors would wait for each other,
// and a training step takes as long as its slowest thread.
#pragma once

namespace redraw::cpu {

// Returns the number of threads to run: allowed_cpus(), at most the environment variable
// REDRAW_THREADS, but at least 1. Throws Error if the variable is not a whole number above 0.
// Ignores OMP_NUM_THREADS, which many machines set to 1 for other programs.
int usable_cpus();

}  // namespace redraw::cpu
