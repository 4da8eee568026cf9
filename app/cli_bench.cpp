#include "app/cli_bench.h"

#include "engine/backend.h"
#include "engine/cpu/ceiling.h"
#include "engine/cpu/instruction_set.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/network/initialisation.h"
#include "engine/network/presets.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace redraw {
namespace {

struct Case {
    std::string name;
    NetworkSpec network;
    OptimizerSpec optimizer;
    int side;
    int channels;
};

Case siren(std::vector<int> layers, int side, int channels) {
    const Config config = preset_config("siren");
    Case result{"siren 2", config.network, config.optimizer, side, channels};
    result.network.layers = std::move(layers);
    result.network.first_omega = 60;
    for (int width : result.network.layers) result.name += "-" + std::to_string(width);
    result.name += "-" + std::to_string(channels);
    return result;
}

std::vector<Case> cases() {
    const std::vector<int> standard{128, 128, 128, 128};
    const Config seed = preset_config("seed");
    return {siren(standard, 256, 1),
            siren(standard, 256, 3),
            siren(standard, 200, 1),
            {"seed 2-128-128-256-128-64-64-64-1", seed.network, seed.optimizer, 200, 1},
            siren({64, 64, 64, 64}, 256, 1),
            siren({256, 256, 256}, 256, 1)};
}

std::string picture_name(const Case& task) {
    const std::string side = std::to_string(task.side);
    return side + "x" + side + (task.channels == 1 ? " gray" : " colour");
}

// Smooth waves: speed does not depend on the picture.
std::shared_ptr<const Dataset> picture(int side, int channels) {
    auto dataset = std::make_shared<Dataset>();
    dataset->target = make_image(side, side, channels);
    dataset->grid = picture_grid(side, side);
    for (std::size_t i = 0; i < dataset->target.values.size(); ++i)
        dataset->target.values[i] = 0.5f + 0.4f * std::sin(0.01f * float(i));
    return dataset;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

template <class Work>
double seconds_of(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Measured {
    std::string backend;
    std::size_t weights = 0, parameters = 0;
    double step_seconds = 0, step_gflops = 0, ceiling_gflops = 0, render_mpixels = 0;
};

// Steps, ceiling and drawing take turns, so that a busy neighbour slows all three.
Measured measure(const Case& task, int threads, double seconds) {
    const cpu::KernelSet& kernels = cpu::choose_kernels(InstructionSet::automatic, Precision::automatic);
    BackendOptions options;
    options.kind = BackendKind::cpu;
    options.threads = threads;
    const auto dataset = picture(task.side, task.channels);
    const auto backend =
        make_backend(options, task.network, task.optimizer, task.channels, dataset);
    backend->load(
        fresh_state(initial_parameters(task.network, task.channels, 1), task.optimizer.kind));
    const float rate[] = {1e-4f};
    StepResult result[1];
    for (int i = 0; i < 3; ++i) backend->train(rate, result);

    std::vector<double> steps, ceilings, draws;
    const Grid canvas = resized(dataset->grid, 512, 512);
    constexpr int kTurns = 6;
    for (int turn = 0; turn < kTurns; ++turn) {
        ceilings.push_back(cpu::multiply_add_gflops(kernels, threads));
        for (double spent = 0; spent < seconds / kTurns;) {
            steps.push_back(seconds_of([&] { backend->train(rate, result); }));
            spent += steps.back();
        }
        draws.push_back(seconds_of([&] { backend->render(canvas, whole(canvas)); }));
    }
    Measured measured;
    measured.backend = backend->description();
    for (const LayerShape& layer : layer_shapes(task.network, task.channels))
        measured.weights += std::size_t(layer.inputs) * layer.outputs;
    measured.parameters = parameter_count(task.network, task.channels);
    measured.step_seconds = median(steps);
    measured.step_gflops =
        6e-9 * double(measured.weights) * task.side * task.side / measured.step_seconds;
    // The most this machine did: on a busy one a median would not be a ceiling.
    measured.ceiling_gflops = *std::max_element(ceilings.begin(), ceilings.end());
    measured.render_mpixels = 1e-6 * canvas.width * canvas.height / median(draws);
    return measured;
}

void print(const Case& task, const Measured& measured, bool json) {
    const double percent = 100 * measured.step_gflops / measured.ceiling_gflops;
    if (!json) {
        std::printf("%-34s %-15s %8.2f %8.1f %8.1f %5.0f %% %10.2f\n", task.name.c_str(),
                    picture_name(task).c_str(), 1e3 * measured.step_seconds,
                    1 / measured.step_seconds, measured.step_gflops, percent,
                    measured.render_mpixels);
        std::fflush(stdout);
        return;
    }
    std::cout << nlohmann::ordered_json{{"event", "bench"},
                                        {"network", task.name},
                                        {"width", task.side},
                                        {"height", task.side},
                                        {"channels", task.channels},
                                        {"parameters", measured.parameters},
                                        {"backend", measured.backend},
                                        {"ms_per_step", 1e3 * measured.step_seconds},
                                        {"steps_per_second", 1 / measured.step_seconds},
                                        {"gflops", measured.step_gflops},
                                        {"ceiling_gflops", measured.ceiling_gflops},
                                        {"ceiling_percent", percent},
                                        {"render_mpixels_per_second", measured.render_mpixels}}
                     .dump()
              << std::endl;
}

}  // namespace

void BenchCommand::add_to(CLI::App& command) {
    command.add_option("--threads", threads, "default: as many as this process may use")
        ->check(CLI::Range(0, 256));
    command.add_option("--only", only, "measure the networks whose line has this in it");
    command.add_option("--seconds", seconds, "for each network")->check(CLI::Range(0.1, 600.0));
    command.add_flag("--json", json, "one JSON object a line");
}

int BenchCommand::run() {
    const int used = threads > 0 ? threads : cpu::usable_cpus();
    bool first = true;
    for (const Case& task : cases()) {
        const std::string line = task.name + " " + picture_name(task);
        if (line.find(only) == std::string::npos) continue;
        const Measured measured = measure(task, used, seconds);
        if (!json && first) {
            std::printf(
                "%s. Multiply-add ceiling: %.0f GFLOP/s.\n"
                "A step is forward, backward and update over all pixels: 6 operations a "
                "weight and pixel. Medians.\n\n",
                measured.backend.c_str(), measured.ceiling_gflops);
            std::printf("%-34s %-15s %8s %8s %8s %7s %10s\n", "network", "picture", "ms/step",
                        "steps/s", "GFLOP/s", "ceiling", "Mpixel/s");
        }
        first = false;
        print(task, measured, json);
    }
    return 0;
}

}  // namespace redraw
