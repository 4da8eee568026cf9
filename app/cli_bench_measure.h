// How `redraw bench` measures: steps, the machine's ceiling and drawings take turns, and so do the
// numbers of threads and the precisions that are compared. A busy neighbour then slows all of them.
#pragma once

#include "app/cli_bench_cases.h"
#include "engine/backend.h"
#include "engine/cpu/kernels.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// GFLOP/s of fp32 multiply-adds on registers, for each number of threads: the most this machine
// did during the run, since anything less was a neighbour's doing. Other precisions are compared
// with it too.
class BenchCeiling {
public:
    // Measures for about half a second for each number of threads, so that clocks have settled.
    explicit BenchCeiling(std::span<const BackendOptions> variants);
    double measure(int threads);  // about 20 ms
    double best(int threads) const { return best_.at(threads); }
    const std::map<int, double>& all() const { return best_; }

private:
    const cpu::KernelSet& kernels_;
    std::map<int, double> best_;
};

// What was measured of one network with one set of options; times are medians.
struct BenchLine {
    std::string network, picture;
    int width = 0, height = 0, channels = 0;
    std::size_t parameters = 0;
    std::string backend, precision;
    int threads = 0;
    double step_seconds = 0, step_cpu_seconds = 0;  // of the clock; of all processors together
    double step_gflops = 0;     // 6 operations a weight and pixel: forward and backward
    double ceiling_gflops = 0;  // the most that was measured between this line's own steps
    double render_mpixels = 0;  // a second, drawing only
};

// One line a variant, in their order; each takes about `seconds`, longer where steps are slow.
// Throws Error when the backend cannot do what a variant asks for.
std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeiling& ceiling, double seconds);

}  // namespace redraw
