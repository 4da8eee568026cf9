// `redraw-bench`: measures how fast this machine trains and renders networks, and what percentage
// of its peak arithmetic speed (the ceiling) training reaches.
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

// A network that `redraw-bench` measures, and the size of the picture it is trained on. Plain
// values.
struct BenchCase {
    std::string network;  // activation or preset, and layers: "sine 2-128x4-1"
    std::string picture;  // size and colours: "256x256 gray"
    Config config;
    int width = 0, height = 0, channels = 1;
};

// Returns the beginning of a JSON line of results: network, picture, backend and precision.
Json bench_json(const BenchCase& task, std::string_view backend, std::string_view precision);

// Measurements alternate between training steps, the ceiling and rendering, and between the thread
// counts and precisions to be compared. A busy neighbour process then slows all of them alike.

// The ceiling: GFLOP/s of multiply-adds on registers, for a set of CPU instructions and a number of
// threads. The highest value of the whole session counts, because other programs on the machine
// lower the others.
using BenchCeilings = std::map<std::pair<std::string, int>, double>;

// The measurements of one network with one set of options; times are medians.
struct BenchLine {
    BenchCase task;
    std::string backend, precision;
    BenchCeilings::key_type ceiling;  // key of the ceiling that this network is compared with
    int threads = 0;
    // Time of a training step: by the clock, and the CPU time of all threads together.
    double step_seconds = 0, step_cpu_seconds = 0;
    double step_gflops = 0;     // GFLOP/s of the forward and backward pass
    double ceiling_gflops = 0;  // the highest ceiling measured in between this network's steps
    double render_mpixels = 0;  // megapixels rendered per second
};

// Measures one network with each of the `variants` of backend options and returns a line for each,
// in the same order. Each takes about `seconds`, or longer if training steps are slow. Throws Error
// if the backend does not support a variant.
std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeilings& ceilings, double seconds);

// `redraw-bench --backend cuda` or `gl`: measures the same networks on a GPU. The ceiling is not
// measured; for known CUDA devices it is the published peak of the tensor cores.

// Measures each network with each of the `variants`: training for `seconds`, then rendering for
// half as long. Prints each line at once. Ends early after a stop signal. Throws Error if the
// machine lacks the device.
void run_device_bench(std::span<const BenchCase> tasks, std::span<const BackendOptions> variants,
                      PixelSize drawing, double seconds, bool json);

struct BenchCommand {
    std::vector<int> threads;
    std::vector<std::string> precisions{"auto"};
    std::string backend = "cpu", draw_size = "3840x2160";
    bool sweep = false;
    // Measures only networks whose line contains this text ("128x4-3", "200x200"); empty: all.
    std::string only;
    double seconds = 2;  // time for each measurement
    bool json = false;
    ConfigFlags config;  // a network given by flags; if any is given, it replaces the standard list
    void add_to(CLI::App& command);
    void run();

private:
    // Returns every combination of the requested precisions and thread counts.
    std::vector<BackendOptions> variants() const;
    std::vector<BenchCase> cases();

    std::vector<const CLI::Option*> config_options_;
};

}  // namespace redraw
