#include "bench/bench.h"
#include "bench/ceiling.h"
#include "engine/arithmetic.h"
#include "engine/cpu/instruction_set.h"
#include "engine/data/dataset.h"
#include "engine/device/devices.h"
#include "engine/seconds.h"
#include "engine/training/step_loop.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <optional>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;

// Returns a training picture of smooth waves. Its contents do not affect the speed.
std::shared_ptr<const Dataset> bench_dataset(const BenchCase& task) {
    Image waves = make_image(task.width, task.height, task.channels);
    for (std::size_t i = 0; i < waves.values.size(); ++i)
        waves.values[i] = 0.5f + 0.4f * std::sin(0.01f * float(i));
    Dataset dataset = make_dataset_of_target(std::move(waves), task.config);
    dataset.pixel = PixelModel::point;  // one sample per pixel
    return std::make_shared<const Dataset>(std::move(dataset));
}

// Counts the floating-point operations of a training step per pixel. Each weight takes a multiply
// and an add three times: for the output, for the gradient by the weight, and for the gradient by
// the input. The weights of Fourier features are not trained and count only for the output; those
// of the next layer count twice. Sines, the optimizer and grid tables are not counted.
double step_operations(const BenchCase& task) {
    double operations = 0;
    bool trained_below = true;
    for (const LayerShape& layer : layer_shapes(task.config.network, task.channels)) {
        const int products = 1 + (layer.trained ? 1 : 0) + (layer.trained && trained_below ? 1 : 0);
        operations += 2.0 * products * layer.inputs * layer.outputs;
        trained_below = layer.trained;
    }
    return operations;
}

BenchCeilings::key_type ceiling_of(const BackendOptions& options) {
    const cpu::KernelSet& kernels = cpu::choose_kernels(options.instruction_set, options.precision);
    const char* unit = kernels.precision == Precision::fp32 ? "" : " in bf16";
    return {std::string(kernels.name) + unit, options.threads};
}

// Measures the ceiling (see bench.h) once, which takes about 20 ms. For each kernel set and number
// of threads, the first call takes half a second, so that the CPU's clock rate settles.
double measure_ceiling(BenchCeilings& ceilings, const BackendOptions& options) {
    constexpr double kSettling = 0.5;  // seconds
    const cpu::KernelSet& kernels = cpu::choose_kernels(options.instruction_set, options.precision);
    const auto [best, first] = ceilings.try_emplace(ceiling_of(options), 0);
    const Clock::time_point start = Clock::now();
    double gflops = 0;
    do {
        gflops = multiply_add_gflops(kernels, options.threads);
        best->second = std::max(best->second, gflops);
    } while (first && seconds_since(start) < kSettling);
    return gflops;
}

// A backend that is being compared with others, and its measurements so far.
struct Contender {
    std::unique_ptr<Backend> backend;
    BackendOptions options;
    std::vector<double> steps, cpu, draws, ceilings;

    void step() {
        const float rate[] = {1e-4f};
        StepResult result[1];
        const std::clock_t cpu_start = std::clock();  // CPU time of all threads of this process
        const Clock::time_point start = Clock::now();
        backend->train(rate, result);
        steps.push_back(seconds_since(start));
        cpu.push_back(double(std::clock() - cpu_start) / CLOCKS_PER_SEC);
    }

    void step_for(double seconds, std::size_t most) {
        const Clock::time_point start = Clock::now();
        for (std::size_t i = 0; i < most && (i == 0 || seconds_since(start) < seconds); ++i) step();
    }

    void draw(const Grid& canvas) {
        const Clock::time_point start = Clock::now();
        backend->render(canvas, whole(canvas));
        draws.push_back(seconds_since(start));
    }
};

Contender contender(const BenchCase& task, const BackendOptions& options,
                    const std::shared_ptr<const Dataset>& dataset) {
    const Config& config = task.config;
    Contender result;
    result.options = options;
    // Compares with the ceiling of the precision that `automatic` selected for this network.
    result.options.precision =
        cpu::choose_kernels(options.instruction_set, options.precision, config.network).precision;
    result.backend =
        make_backend(options, config.network, config.optimizer, task.channels, dataset);
    result.backend->load(untrained(config, dataset->target));
    result.step_for(0.5, 3);  // a warm-up of memory and clock rates, whose results are discarded
    result.steps.clear();
    result.cpu.clear();
    return result;
}

BenchLine line_of(const BenchCase& task, const Contender& seen, int batch_pixels,
                  const Grid& canvas) {
    const double step = median(seen.steps);
    return {.task = task,
            .backend = seen.backend->description(),
            .precision = std::string(seen.backend->precision_name()),
            .ceiling = ceiling_of(seen.options),
            .threads = seen.options.threads,
            .step_seconds = step,
            .step_cpu_seconds = median(seen.cpu),
            .step_gflops = 1e-9 * step_operations(task) * batch_pixels / step,
            .ceiling_gflops = *std::max_element(seen.ceilings.begin(), seen.ceilings.end()),
            .render_mpixels = 1e-6 * canvas.width * canvas.height / median(seen.draws)};
}

// Published peak GFLOP/s of tensor cores for dense bf16 products with fp32 sums.
constexpr struct {
    const char* name;
    double gflops;
} kTensorPeaks[] = {{"H200", 989e3},     {"H100", 989e3},    {"A100", 312e3}, {"L40S", 362e3},
                    {"RTX 4090", 165e3}, {"RTX 3090", 71e3}, {"B200", 2250e3}};

std::optional<double> tensor_peak(const std::string& description) {
    for (const auto& known : kTensorPeaks)
        if (description.find(known.name) != std::string::npos) return known.gflops;
    return std::nullopt;
}

// Returns the median time of a training step in seconds. Measures bursts of steps of about 30 ms,
// as training runs them, so that launching them and waiting for the device are included.
double step_seconds(Backend& backend, double seconds) {
    constexpr double kBurst = 0.03;
    std::vector<float> rates(4, 1e-4f);
    std::vector<StepResult> results(rates.size());
    const auto burst = [&] {
        const Clock::time_point start = Clock::now();
        backend.train(rates, results);
        return seconds_since(start) / double(rates.size());
    };
    burst();  // builds the CUDA graphs and warms up clock rates; not measured
    const double first = burst();
    rates.assign(std::size_t(std::clamp(kBurst / first, 1.0, 8192.0)), 1e-4f);
    results.resize(rates.size());
    std::vector<double> times;
    for (const Clock::time_point start = Clock::now();
         times.empty() || (seconds_since(start) < seconds && !stop_signal());)
        times.push_back(burst());
    return median(times);
}

// Returns the median time of a render in seconds. Requests 8 renders at a time without waiting for
// each. Saving the network's state then waits until all of them are done.
double draw_seconds(Backend& backend, const Grid& canvas, double seconds) {
    std::vector<double> times;
    int frames = 1;
    for (const Clock::time_point start = Clock::now();
         times.size() < 2 || (seconds_since(start) < seconds && !stop_signal()); frames = 8) {
        const Clock::time_point begun = Clock::now();
        for (int i = 0; i < frames; ++i) backend.render(canvas, whole(canvas));
        backend.save();
        times.push_back(seconds_since(begun) / frames);
    }
    times.erase(times.begin());
    return median(times);
}

Json measure(const BenchCase& task, const BackendOptions& options, PixelSize drawing,
             double seconds) {
    const auto dataset = bench_dataset(task);
    const Config& config = task.config;
    const auto backend =
        make_backend(options, config.network, config.optimizer, task.channels, dataset);
    backend->load(untrained(config, dataset->target));
    const double step = step_seconds(*backend, seconds);
    const Grid canvas = resized(dataset->grid, drawing.width, drawing.height);
    const double draw = draw_seconds(*backend, canvas, seconds / 2);
    const double gflops = 1e-9 * step_operations(task) * dataset->batch_pixels() / step;
    Json line = bench_json(task, backend->description(), backend->precision_name());
    line.update({{"ms_per_step", 1e3 * step},
                 {"steps_per_second", 1 / step},
                 {"gflops", gflops},
                 {"tensor_peak_gflops", nullptr},
                 {"tensor_percent", nullptr},
                 {"draw_width", canvas.width},
                 {"draw_height", canvas.height},
                 {"draws_per_second", 1 / draw}});
    const auto peak = options.kind == BackendKind::cuda ? tensor_peak(backend->description())
                                                        : std::nullopt;  // OpenGL: no tensor cores
    if (peak) {
        line["tensor_peak_gflops"] = *peak;
        line["tensor_percent"] = 100 * gflops / *peak;
    }
    return line;
}

void print_row(const BenchCase& task, const Json& line) {
    const auto& percent = line["tensor_percent"];
    print("{:<26} {:<14} {:<9} {:9.4f} {:9.1f} {:9.0f} {:>9} {:9.1f}\n", task.network, task.picture,
          line["precision"].get<std::string>(), line["ms_per_step"].get<double>(),
          line["steps_per_second"].get<double>(), line["gflops"].get<double>(),
          percent.is_null() ? "unknown" : std::to_string(percent.get<double>()).substr(0, 4) + " %",
          line["draws_per_second"].get<double>());
    flush_printed();
}

}  // namespace

std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeilings& ceilings, double seconds) {
    constexpr int kTurns = 6, kFewestTurns = 3;
    const auto dataset = bench_dataset(task);
    const Grid canvas = resized(dataset->grid, 2 * task.width, 2 * task.height);
    std::vector<Contender> contenders;
    for (const BackendOptions& options : variants)
        contenders.push_back(contender(task, options, dataset));

    const Clock::time_point start = Clock::now();
    for (int turn = 0; turn < kTurns; ++turn) {
        // Stops after about twice the requested time, because a single step or render of a wide
        // network may take seconds.
        if (turn >= kFewestTurns && seconds_since(start) > 2 * seconds * double(variants.size()))
            break;
        for (Contender& one : contenders) {
            one.ceilings.push_back(measure_ceiling(ceilings, one.options));
            one.step_for(seconds / kTurns, std::size_t(-1));
            one.draw(canvas);
        }
    }
    std::vector<BenchLine> lines;
    for (const Contender& one : contenders)
        lines.push_back(line_of(task, one, dataset->batch_pixels(), canvas));
    return lines;
}

void run_device_bench(std::span<const BenchCase> tasks, std::span<const BackendOptions> variants,
                      PixelSize drawing, double seconds, bool json) {
    bool first = true;
    for (const BenchCase& task : tasks)
        for (const BackendOptions& options : variants) {
            if (stop_signal()) return;
            const Json line = measure(task, options, drawing, seconds);
            if (json) {
                print_json(line);
                continue;
            }
            if (std::exchange(first, false))
                print(
                    "{}. Steps in bursts of about 30 ms, 6 operations a weight and pixel; the "
                    "share is of the tensor cores' published bf16 peak. Drawings of {} x {}. "
                    "Medians.\n\n{:<26} {:<14} {:<9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
                    line["backend"].get<std::string>(), drawing.width, drawing.height, "network",
                    "picture", "precision", "ms/step", "steps/s", "GFLOP/s", "of peak", "draws/s");
            print_row(task, line);
        }
}

}  // namespace redraw
