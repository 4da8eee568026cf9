#include "bench/bench.h"

#include "app/cli/checks.h"
#include "app/system/stop_signals.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace redraw {
namespace {

// Returns a network's name, for example "2-128x4-1": 2 inputs, 4 layers of 128 neurons, 1 output.
std::string shape_name(const std::vector<int>& layers, int channels) {
    std::string text = "2";
    for (std::size_t i = 0; i < layers.size();) {
        std::size_t end = i;
        while (end < layers.size() && layers[end] == layers[i]) ++end;
        text += fmt::format("-{}", layers[i]);
        if (end - i > 1) text += fmt::format("x{}", end - i);
        i = end;
    }
    return text + "-" + std::to_string(channels);
}

int channel_count(ChannelMode mode) {
    return mode == ChannelMode::color ? 3 : mode == ChannelMode::alpha ? 4 : 1;
}

// Returns the network that `redraw fit` would train with these settings on a large enough picture.
// Throws CLI::ValidationError if that depends on a real picture (--train-size original).
BenchCase bench_case(const Config& config, const std::string& preset = "") {
    BenchCase result;
    result.config = config;
    const TrainSize& size = config.data.train_size;
    result.width = size.width > 0 ? size.width : size.longer_side;
    result.height = size.width > 0 ? size.height : size.longer_side;
    if (result.width == 0)
        throw CLI::ValidationError(
            "--train-size", "is needed here, because there is no picture: for example 200x150");
    result.channels = channel_count(config.data.channels);
    NetworkSpec& network = result.config.network;
    choose_by_size(network, {result.width, result.height}, result.channels);
    result.network = fmt::format(
        "{} {}", preset.empty() ? std::string(name_of(network.activation)) : preset + " preset",
        shape_name(network.layers, result.channels));
    constexpr const char* kColours[] = {"", "gray", "", "colour", "alpha"};
    result.picture =
        fmt::format("{}x{} {}", result.width, result.height, kColours[result.channels]);
    return result;
}

BenchCase variant(Activation activation, std::vector<int> layers, int side,
                  ChannelMode channels = ChannelMode::gray) {
    Config config = preset_config("siren");
    config.network.layers = std::move(layers);
    config.network.activation = activation;
    config.data.train_size = {.width = side, .height = side};
    config.data.channels = channels;
    return bench_case(config);
}

// The built-in presets, and network shapes that publications on coordinate networks usually
// measure.
std::vector<BenchCase> standard_cases() {
    std::vector<BenchCase> cases;
    for (const Preset& preset : kPresets) {
        Config config = preset_config(preset.name);
        config.data.train_size = {};  // the default: "original" needs a picture
        cases.push_back(bench_case(config, std::string(preset.name)));
    }
    const std::vector<int> standard(4, 128);
    cases.push_back(variant(Activation::sine, standard, 256));
    cases.push_back(variant(Activation::sine, standard, 256, ChannelMode::color));
    cases.push_back(variant(Activation::tanh, standard, 256));
    cases.push_back(variant(Activation::relu, standard, 256));
    cases.push_back(variant(Activation::sine, {64, 64, 64, 64}, 256));
    cases.push_back(variant(Activation::sine, {256, 256, 256}, 256));
    return cases;
}

// Returns networks of 16 to 1024 neurons a layer and 2 to 8 layers, to find any that is slow for
// its size.
std::vector<BenchCase> sweep_cases() {
    constexpr int kSide = 128, kDepth = 4;
    std::vector<BenchCase> cases;
    for (const int width : {16, 32, 64, 100, 128, 200, 256, 300, 512, 700, 1024})
        cases.push_back(variant(Activation::sine, std::vector<int>(kDepth, width), kSide));
    for (const int width : {128, 512})
        for (const int depth : {2, 3, 6, 8})
            cases.push_back(variant(Activation::sine, std::vector<int>(depth, width), kSide));
    return cases;
}

double percent(const BenchLine& line, const BenchCeilings& ceilings) {
    return 100 * line.step_gflops / ceilings.at(line.ceiling);
}

// Returns the speedup over the same network and precision with the fewest threads.
double scaling(std::span<const BenchLine> lines, const BenchLine& line) {
    const auto first = std::find_if(lines.begin(), lines.end(), [&](const BenchLine& other) {
        return other.task.network == line.task.network && other.task.picture == line.task.picture &&
               other.precision == line.precision;
    });
    return first->step_seconds / line.step_seconds;
}

// Prints the table once everything is measured. Its column of percentages needs the highest ceiling
// of the whole session (bench.h).
void print_table(std::span<const BenchLine> lines, const BenchCeilings& ceilings) {
    if (lines.empty()) return;
    const bool scaled = std::any_of(lines.begin(), lines.end(), [&](const BenchLine& line) {
        return line.threads != lines.front().threads;
    });
    std::string text;
    for (const auto& [key, gflops] : ceilings) {
        text += fmt::format("{}{} {:.0f} GFLOP/s with {} thread{}", text.empty() ? "" : ", ",
                            key.first, gflops, key.second, key.second == 1 ? "" : "s");
    }
    print(
        "{}. Ceiling, the most multiply-adds seen: {}.\n"
        "A step is forward, backward and update over all pixels, 6 operations a weight and "
        "pixel, less for Fourier features. Medians.\n\n",
        list_devices().front().detail, text);
    std::size_t width = 7;
    for (const BenchLine& line : lines) width = std::max(width, line.task.network.size());
    print("{:<{}}  {:<14} {:<9} {:>7} {:>9} {:>9} {:>8} {:>8}{} {:>9}\n", "network", width,
          "picture", "precision", "threads", "ms/step", "steps/s", "GFLOP/s", "ceiling",
          scaled ? "  scaling" : "", "Mpixel/s");
    for (const BenchLine& line : lines) {
        const std::string factor = scaled ? fmt::format(" {:7.2f}x", scaling(lines, line)) : "";
        print("{:<{}}  {:<14} {:<9} {:7} {:9.2f} {:9.1f} {:8.1f} {:6.0f} %{} {:9.2f}\n",
              line.task.network, width, line.task.picture, line.precision, line.threads,
              1e3 * line.step_seconds, 1 / line.step_seconds, line.step_gflops,
              percent(line, ceilings), factor, line.render_mpixels);
    }
}

// Prints one measurement as soon as it is made. Its percentage refers to the highest ceiling
// measured so far.
void print_line(const BenchLine& line, const BenchCeilings& ceilings) {
    Json object = bench_json(line.task, line.backend, line.precision);
    object.update({{"threads", line.threads},
                   {"ms_per_step", 1e3 * line.step_seconds},
                   {"cpu_ms_per_step", 1e3 * line.step_cpu_seconds},
                   {"steps_per_second", 1 / line.step_seconds},
                   {"gflops", line.step_gflops},
                   {"ceiling_gflops", line.ceiling_gflops},
                   {"best_ceiling_gflops", ceilings.at(line.ceiling)},
                   {"ceiling_percent", percent(line, ceilings)},
                   {"render_mpixels_per_second", line.render_mpixels}});
    print_json(object);
}

void print_end(const BenchCeilings& ceilings) {
    auto list = Json::array();
    for (const auto& [key, gflops] : ceilings)
        list.push_back({{"kernels", key.first}, {"threads", key.second}, {"gflops", gflops}});
    print_json({{"event", "done"}, {"ceilings", list}});
}

}  // namespace

Json bench_json(const BenchCase& task, std::string_view backend, std::string_view precision) {
    return {{"event", "bench"},
            {"network", task.network},
            {"width", task.width},
            {"height", task.height},
            {"channels", task.channels},
            {"parameters", parameter_count(task.config.network, task.channels)},
            {"backend", backend},
            {"precision", precision}};
}

void BenchCommand::add_to(CLI::App& command) {
    command
        .add_option(
            "--threads", threads,
            "one or several numbers of threads; 1,2 shows the scaling; default: all available")
        ->delimiter(',')
        ->check(CLI::Range(1, 256));
    command
        .add_option("--precision", precisions,
                    "one or several precisions of the matrix products: auto, fp32, bf16x3, bf16")
        ->delimiter(',')
        ->check(one_of<Precision>());
    command.add_option("--backend", backend, "device: cpu, cuda or gl")
        ->check(CLI::IsMember({"cpu", "cuda", "gl"}))
        ->capture_default_str();
    command.add_option("--draw-size", draw_size, "size of the drawings timed with cuda or gl")
        ->capture_default_str();
    command.add_flag("--sweep", sweep,
                     "measure widths from 16 to 1024 and depths from 2 to 8 instead");
    command.add_option("--only", only, "measure only networks whose line contains this text");
    command.add_option("--seconds", seconds, "seconds per line")->check(CLI::Range(0.1, 600.0));
    command.add_flag("--json", json, "one JSON object a line");

    const std::size_t before = command.get_options().size();
    command.option_defaults()->group("A network of your own, with the options of fit");
    config.add_to(command);
    const auto all = command.get_options();
    config_options_.assign(all.begin() + std::ptrdiff_t(before), all.end());
}

std::vector<BackendOptions> BenchCommand::variants() const {
    std::vector<int> counts = threads;
    if (backend != "cpu") counts = {0};
    if (counts.empty()) counts = {cpu::usable_cpus()};
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    std::vector<BackendOptions> variants;
    for (const std::string& precision : precisions)
        for (const int count : counts)
            variants.push_back(BackendFlags{backend, precision, count}.options());
    return variants;
}

std::vector<BenchCase> BenchCommand::cases() {
    const bool own = std::any_of(config_options_.begin(), config_options_.end(),
                                 [](const CLI::Option* option) { return option->count() > 0; });
    if (own && sweep)
        throw CLI::ValidationError("--sweep", "cannot be combined with a network of your own");
    std::vector<BenchCase> cases = own     ? std::vector{bench_case(config.config())}
                                   : sweep ? sweep_cases()
                                           : standard_cases();
    std::erase_if(cases, [&](const BenchCase& task) {
        return (task.network + " " + task.picture).find(only) == std::string::npos;
    });
    if (cases.empty()) throw CLI::ValidationError("--only", "no line contains \"" + only + "\"");
    return cases;
}

void BenchCommand::run() {
    const std::vector<BackendOptions> wanted = variants();
    const std::vector<BenchCase> tasks = cases();
    catch_stop_signals();  // after a stop signal, the measurements so far are still printed
    const Unhurried prints_them;
    if (backend != "cpu") {
        PixelSize drawing;
        if (std::sscanf(draw_size.c_str(), "%dx%d", &drawing.width, &drawing.height) != 2 ||
            drawing.width < 1 || drawing.height < 1)
            throw CLI::ValidationError("--draw-size", "is a size like 3840x2160");
        return run_device_bench(tasks, wanted, drawing, seconds, json);
    }
    BenchCeilings ceilings;
    std::vector<BenchLine> lines;
    for (std::size_t i = 0; i < tasks.size() && !stop_signal(); ++i) {
        if (!json) show_progress(talk(json), tasks[i].network, double(i) / double(tasks.size()));
        for (const BenchLine& line : measure(tasks[i], wanted, ceilings, seconds)) {
            lines.push_back(line);
            if (json) print_line(line, ceilings);
        }
    }
    clear_line(talk(json));
    if (json)
        print_end(ceilings);
    else
        print_table(lines, ceilings);
}

}  // namespace redraw
