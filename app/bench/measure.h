// Measures for `redraw bench`: steps, the machine's ceiling and drawings take turns, and so do the
// numbers of threads and the precisions that are compared. A busy neighbour then slows all of them.
#pragma once

#include "app/bench/cases.h"
#include "engine/backend/backend.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

// GFLOP/s of multiply-adds on registers, with the instructions and the number of threads that a
// line computes with: the most this machine did during the run, since anything less was a
// neighbour's doing.
class BenchCeiling {
public:
    using Key = std::pair<std::string, int>;  // the kernels' name and the threads

    static Key key(const BackendOptions& options);
    // About 20 ms; half a second the first time for a key, so that clocks have settled.
    double measure(const BackendOptions& options);
    const std::map<Key, double>& best() const { return best_; }

private:
    std::map<Key, double> best_;
};

// The measurements of one network with one set of options; times are medians.
struct BenchLine {
    BenchCase task;
    std::string backend, precision;
    BenchCeiling::Key ceiling;  // which ceiling it is compared with
    int threads = 0;
    double step_seconds = 0, step_cpu_seconds = 0;  // of the clock; of all processors together
    double step_gflops = 0;                         // step_operations(): forward and backward
    double ceiling_gflops = 0;  // the most that was measured between this line's own steps
    double render_mpixels = 0;  // a second, drawing only
};

// One line a variant, in their order; each takes about `seconds`, longer where steps are slow.
// Throws Error when the backend cannot do what a variant asks for.
std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeiling& ceiling, double seconds);

}  // namespace redraw
