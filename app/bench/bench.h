// `redraw bench`: measures how fast this machine trains and renders, and the share of its
// arithmetic ceiling that it reaches.
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

// A network that `redraw bench` measures, and the picture for it. Plain values.
struct BenchCase {
    std::string network;  // "sine 2-128x4-1"
    std::string picture;  // "256x256 gray"
    Config config;
    int width = 0, height = 0, channels = 1;
};

// Starts a JSON line of results with the network, picture, backend and precision.
Json bench_json(const BenchCase& task, std::string_view backend, std::string_view precision);

// Measurements alternate between training steps, the machine's ceiling and rendering, and between
// the compared thread counts and precisions. A busy neighbour process then slows all of them alike.

// GFLOP/s of multiply-adds on registers, for the instructions and threads of a line. The highest of
// the whole session counts: lower results come from other programs on the machine.
using BenchCeilings = std::map<std::pair<std::string, int>, double>;  // kernel set's name, threads

// The measurements of one network with one set of options; times are medians.
struct BenchLine {
    BenchCase task;
    std::string backend, precision;
    BenchCeilings::key_type ceiling;  // the ceiling that this line is compared with
    int threads = 0;
    double step_seconds = 0, step_cpu_seconds = 0;  // wall-clock time; CPU time of all processors
    double step_gflops = 0;                         // forward and backward pass
    double ceiling_gflops = 0;  // the highest ceiling measured between this line's steps
    double render_mpixels = 0;  // megapixels per second, rendering only
};

// Measures one line per variant, in the same order. Each takes about `seconds`, or longer if steps
// are slow. Throws Error if the backend does not support a variant.
std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeilings& ceilings, double seconds);

// `redraw bench --backend cuda`: measures the same networks on a GPU. The ceiling is not measured;
// the share refers to the published peak of the tensor cores, for known devices.

// Measures each variant for `seconds` and prints its line at once. Ends early after a stop signal.
// Throws Error if there is no device.
void run_device_bench(std::span<const BenchCase> tasks, std::span<const BackendOptions> variants,
                      PixelSize drawing, double seconds, bool json);

struct BenchCommand {
    std::vector<int> threads;
    std::vector<std::string> precisions{"auto"};
    std::string backend = "cpu", draw_size = "3840x2160";
    bool sweep = false;
    std::string only;    // measures only lines that contain this text ("128x4-3", "200x200")
    double seconds = 2;  // time for each line
    bool json = false;
    ConfigFlags config;  // a custom network that replaces the list
    void add_to(CLI::App& command);
    void run();

private:
    // Returns every combination of precision and thread count.
    std::vector<BackendOptions> variants() const;
    std::vector<BenchCase> cases();

    std::vector<const CLI::Option*> config_options_;
};

}  // namespace redraw
