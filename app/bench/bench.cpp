#include "app/bench/bench.h"

#include "app/cli/checks.h"
#include "app/cli/output.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/device/devices.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace redraw {

void BenchCommand::add_to(CLI::App& command) {
    command
        .add_option("--threads", threads,
                    "one or several: 1,2 shows the scaling; default: as many as allowed")
        ->delimiter(',')
        ->check(CLI::Range(1, 256));
    command
        .add_option("--precision", precisions,
                    "one or several of auto, fp32, bf16x3, bf16: arithmetic of the matrix products")
        ->delimiter(',')
        ->check(one_of<Precision>());
    command.add_option("--backend", backend, "cpu or cuda")
        ->check(CLI::IsMember({"cpu", "cuda"}))
        ->capture_default_str();
    command.add_option("--draw-size", draw_size, "of the drawings timed with cuda")
        ->capture_default_str();
    command.add_flag("--sweep", sweep, "widths from 16 to 1024 and depths from 2 to 8 instead");
    command.add_option("--only", only, "measure the networks whose line has this in it");
    command.add_option("--seconds", seconds, "for each line")->check(CLI::Range(0.1, 600.0));
    command.add_flag("--json", json, "one JSON object a line");

    const std::size_t before = command.get_options().size();
    command.option_defaults()->group("A network of your own, as for fit");
    config.add_to(command);
    const auto all = command.get_options();
    config_options_.assign(all.begin() + std::ptrdiff_t(before), all.end());
}

std::vector<BackendOptions> BenchCommand::variants() const {
    std::vector<int> counts = threads;
    if (backend == "cuda") counts = {0};
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
    if (own && sweep) throw CLI::ValidationError("--sweep", "has networks of its own");
    std::vector<BenchCase> cases = own     ? std::vector{bench_case(config.config())}
                                   : sweep ? sweep_cases()
                                           : standard_cases();
    std::erase_if(cases, [&](const BenchCase& task) {
        return (task.network + " " + task.picture).find(only) == std::string::npos;
    });
    if (cases.empty()) throw CLI::ValidationError("--only", "no line has \"" + only + "\" in it");
    return cases;
}

void BenchCommand::run() {
    const std::vector<BackendOptions> wanted = variants();
    const std::vector<BenchCase> tasks = cases();
    catch_stop_signals();  // what is measured so far is worth a table
    if (backend == "cuda") {
        PixelSize drawing;
        if (std::sscanf(draw_size.c_str(), "%dx%d", &drawing.width, &drawing.height) != 2 ||
            drawing.width < 1 || drawing.height < 1)
            throw CLI::ValidationError("--draw-size", "is a size like 3840x2160");
        return run_device_bench(tasks, wanted, drawing, seconds, json);
    }
    BenchCeiling ceiling;
    std::vector<BenchLine> lines;
    for (std::size_t i = 0; i < tasks.size() && !stop_signal(); ++i) {
        if (!json) show_progress(talk(json), tasks[i].network, double(i) / double(tasks.size()));
        for (const BenchLine& line : measure(tasks[i], wanted, ceiling, seconds)) {
            lines.push_back(line);
            if (json) print_bench_json(line, ceiling);
        }
    }
    clear_line(talk(json));
    if (json)
        print_bench_json_end(ceiling);
    else
        print_bench_table(lines, ceiling);
}

namespace {

double percent(const BenchLine& line, const BenchCeiling& ceiling) {
    return 100 * line.step_gflops / ceiling.best().at(line.ceiling);
}

// The speed relative to the first line of the same network and precision, which has the fewest
// threads.
double scaling(std::span<const BenchLine> lines, const BenchLine& line) {
    const auto first = std::find_if(lines.begin(), lines.end(), [&](const BenchLine& other) {
        return other.task.network == line.task.network && other.task.picture == line.task.picture &&
               other.precision == line.precision;
    });
    return first->step_seconds / line.step_seconds;
}

}  // namespace

void print_bench_table(std::span<const BenchLine> lines, const BenchCeiling& ceiling) {
    if (lines.empty()) return;
    const bool scaled = std::any_of(lines.begin(), lines.end(), [&](const BenchLine& line) {
        return line.threads != lines.front().threads;
    });
    std::string ceilings;
    for (const auto& [key, gflops] : ceiling.best()) {
        ceilings +=
            fmt::format("{}{} {:.0f} GFLOP/s with {} thread{}", ceilings.empty() ? "" : ", ",
                        key.first, gflops, key.second, key.second == 1 ? "" : "s");
    }
    print(
        "{}. Ceiling, the most multiply-adds seen: {}.\n"
        "A step is forward, backward and update over all pixels, 6 operations a weight and "
        "pixel, less for Fourier features. Medians.\n\n",
        list_devices().front().detail, ceilings);
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
              percent(line, ceiling), factor, line.render_mpixels);
    }
}

void print_bench_json(const BenchLine& line, const BenchCeiling& ceiling) {
    print_json({{"event", "bench"},
                {"network", line.task.network},
                {"width", line.task.width},
                {"height", line.task.height},
                {"channels", line.task.channels},
                {"parameters", parameter_count(line.task.config.network, line.task.channels)},
                {"backend", line.backend},
                {"precision", line.precision},
                {"threads", line.threads},
                {"ms_per_step", 1e3 * line.step_seconds},
                {"cpu_ms_per_step", 1e3 * line.step_cpu_seconds},
                {"steps_per_second", 1 / line.step_seconds},
                {"gflops", line.step_gflops},
                {"ceiling_gflops", line.ceiling_gflops},
                {"best_ceiling_gflops", ceiling.best().at(line.ceiling)},
                {"ceiling_percent", percent(line, ceiling)},
                {"render_mpixels_per_second", line.render_mpixels}});
}

void print_bench_json_end(const BenchCeiling& ceiling) {
    auto ceilings = Json::array();
    for (const auto& [key, gflops] : ceiling.best())
        ceilings.push_back({{"kernels", key.first}, {"threads", key.second}, {"gflops", gflops}});
    print_json({{"event", "done"}, {"ceilings", ceilings}});
}

}  // namespace redraw
