#include "app/bench/measure.h"

#include "engine/arithmetic.h"
#include "engine/cpu/ceiling.h"
#include "engine/cpu/instruction_set.h"
#include "engine/device/devices.h"
#include "engine/seconds.h"
#include "engine/training/step_loop.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;

// One backend and what was seen of it.
struct Contender {
    std::unique_ptr<Backend> backend;
    BackendOptions options;
    std::vector<double> steps, cpu, draws, ceilings;

    void step() {
        const float rate[] = {1e-4f};
        StepResult result[1];
        const std::clock_t cpu_start = std::clock();  // of all threads of this process
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
    // Compared with the ceiling of what `automatic` means for this network.
    result.options.precision =
        cpu::choose_kernels(options.instruction_set, options.precision, config.network).precision;
    result.backend =
        make_backend(options, config.network, config.optimizer, task.channels, dataset);
    result.backend->load(untrained(config, task.channels));
    result.step_for(0.5, 3);  // memory is touched, clocks settle; not counted
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
            .ceiling = BenchCeiling::key(seen.options),
            .threads = seen.options.threads,
            .step_seconds = step,
            .step_cpu_seconds = median(seen.cpu),
            .step_gflops = 1e-9 * step_operations(task) * batch_pixels / step,
            .ceiling_gflops = *std::max_element(seen.ceilings.begin(), seen.ceilings.end()),
            .render_mpixels = 1e-6 * canvas.width * canvas.height / median(seen.draws)};
}

}  // namespace

BenchCeiling::Key BenchCeiling::key(const BackendOptions& options) {
    const cpu::KernelSet& kernels = cpu::choose_kernels(options.instruction_set, options.precision);
    const char* unit = kernels.precision == Precision::fp32 ? "" : " in bf16";
    return {std::string(kernels.name) + unit, options.threads};
}

double BenchCeiling::measure(const BackendOptions& options) {
    constexpr double kSettling = 0.5;  // seconds
    const cpu::KernelSet& kernels = cpu::choose_kernels(options.instruction_set, options.precision);
    const auto [best, first] = best_.try_emplace(key(options), 0);
    const Clock::time_point start = Clock::now();
    double gflops = 0;
    do {
        gflops = cpu::multiply_add_gflops(kernels, options.threads);
        best->second = std::max(best->second, gflops);
    } while (first && seconds_since(start) < kSettling);
    return gflops;
}

std::vector<BenchLine> measure(const BenchCase& task, std::span<const BackendOptions> variants,
                               BenchCeiling& ceiling, double seconds) {
    constexpr int kTurns = 6, kFewestTurns = 3;
    const auto dataset = bench_dataset(task);
    const Grid canvas = resized(dataset->grid, 2 * task.width, 2 * task.height);
    std::vector<Contender> contenders;
    for (const BackendOptions& options : variants)
        contenders.push_back(contender(task, options, dataset));

    const Clock::time_point start = Clock::now();
    for (int turn = 0; turn < kTurns; ++turn) {
        // Wide networks take seconds for a single step or drawing.
        if (turn >= kFewestTurns && seconds_since(start) > 2 * seconds * double(variants.size()))
            break;
        for (Contender& one : contenders) {
            one.ceilings.push_back(ceiling.measure(one.options));
            one.step_for(seconds / kTurns, std::size_t(-1));
            one.draw(canvas);
        }
    }
    std::vector<BenchLine> lines;
    for (const Contender& one : contenders)
        lines.push_back(line_of(task, one, dataset->batch_pixels(), canvas));
    return lines;
}

}  // namespace redraw
