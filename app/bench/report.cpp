#include "app/bench/report.h"

#include "app/cli/print.h"
#include "engine/device/devices.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace redraw {
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
