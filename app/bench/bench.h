// `redraw bench`: how fast this machine trains and draws, and how much of its arithmetic that uses.
#pragma once

#include "app/cli/options.h"
#include "app/cli/output.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

// The networks that `redraw bench` measures, and the picture for each. Plain values.
struct BenchCase {
    std::string network;  // "sine 2-128x4-1"
    std::string picture;  // "256x256 gray"
    Config config;
    int width = 0, height = 0, channels = 1;
};

// The beginning of a line of JSON.
Json bench_json(const BenchCase& task, std::string_view backend, std::string_view precision);

// Measures for `redraw bench`: steps, the machine's ceiling and drawings take turns, and so do the
// numbers of threads and the precisions that are compared. A busy neighbour then slows all of them.

// GFLOP/s of multiply-adds on registers, with the instructions and threads that a line computes
// with: the most of the whole run, since anything less was a neighbour's doing.
using BenchCeilings = std::map<std::pair<std::string, int>, double>;  // kernels' name, threads

// The measurements of one network with one set of options; times are medians.
struct BenchLine {
    BenchCase task;
    std::string backend, precision;
    BenchCeilings::key_type ceiling;  // which ceiling it is compared with
    int threads = 0;
    double step_seconds = 0, step_cpu_seconds = 0;  // of the clock; of all processors together
    double step_gflops = 0;                         // forward and backward
    double ceiling_gflops = 0;  // the most that was measured between this line's own steps
    double render_mpixels = 0;  // a second, drawing only
};

// One line a variant, in their order; each takes about `seconds`, longer where steps are slow.
// Throws Error when the backend cannot do what a variant asks for.
std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeilings& ceilings, double seconds);

// `redraw bench --backend cuda`: what a GPU makes of the same networks. No ceiling is measured
// there: the share is of the tensor cores' published peak, where the device is known.

// `seconds` for each line, one a variant, which is printed as soon as it is known; ends early, in
// order, on a stop signal. Throws Error when there is no device.
void run_device_bench(std::span<const BenchCase> tasks, std::span<const BackendOptions> variants,
                      PixelSize drawing, double seconds, bool json);

struct BenchCommand {
    std::vector<int> threads;
    std::vector<std::string> precisions{"auto"};
    std::string backend = "cpu", draw_size = "3840x2160";
    bool sweep = false;
    std::string only;    // measure what has this in its line ("128x4-3", "200x200")
    double seconds = 2;  // for each line
    bool json = false;
    ConfigFlags config;  // a network of one's own, instead of the list
    void add_to(CLI::App& command);
    void run();

private:
    std::vector<BackendOptions> variants() const;  // every precision with every number of threads
    std::vector<BenchCase> cases();

    std::vector<const CLI::Option*> config_options_;
};

}  // namespace redraw
