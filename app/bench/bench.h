// `redraw bench`: how fast this machine trains and draws, and how much of its arithmetic that uses.
#pragma once

#include "app/cli/options.h"
#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <span>
#include <string>
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

// Returns the network that `fit` would train with these settings on a large enough picture. Throws
// CLI::ValidationError if that needs a real picture (--train-size original).
BenchCase bench_case(const Config& config, const std::string& preset = "");

// The presets, and the shapes that coordinate networks are usually measured with.
std::vector<BenchCase> standard_cases();

// Widths from 16 to 1024 at one depth and depths from 2 to 8 at two widths, on a small picture:
// whether any of them is slow for its size.
std::vector<BenchCase> sweep_cases();

// Smooth waves: speed does not depend on the picture.
std::shared_ptr<const Dataset> bench_dataset(const BenchCase& task);

// Floating-point operations of a step for each pixel: a multiply and an add a weight for the
// output, the gradient by the weight and the gradient by the input; of Fourier features, which are
// not trained, for the output alone. Sines, the optimizer and a grid's tables count nothing.
double step_operations(const BenchCase& task);

// Measures for `redraw bench`: steps, the machine's ceiling and drawings take turns, and so do the
// numbers of threads and the precisions that are compared. A busy neighbour then slows all of them.

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

// Prints the results of `redraw bench`: a table to read, or one JSON object a line.

// The share of the ceiling is of the whole run's best; so a table is printed when all is measured.
void print_bench_table(std::span<const BenchLine> lines, const BenchCeiling& ceiling);

// Prints a line as soon as it is known; its share is of the best ceiling so far.
void print_bench_json(const BenchLine& line, const BenchCeiling& ceiling);
void print_bench_json_end(const BenchCeiling& ceiling);

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
