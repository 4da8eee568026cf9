#include "app/bench/report.h"

#include "app/cli/print.h"
#include "engine/device/devices.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace redraw {
namespace {

double percent(const BenchLine& line, const BenchCeiling& ceiling) {
    return 100 * line.step_gflops / ceiling.best().at(line.ceiling);
}

// How many times as fast as the first line of the same network and precision, which has the fewest
// threads.
double scaling(std::span<const BenchLine> lines, const BenchLine& line) {
    const auto first = std::find_if(lines.begin(), lines.end(), [&](const BenchLine& other) {
        return other.network == line.network && other.picture == line.picture &&
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
        char text[96];
        std::snprintf(text, sizeof text, "%s%s %.0f GFLOP/s with %d thread%s",
                      ceilings.empty() ? "" : ", ", key.first.c_str(), gflops, key.second,
                      key.second == 1 ? "" : "s");
        ceilings += text;
    }
    print(
        "%s. Ceiling, the most multiply-adds seen: %s.\n"
        "A step is forward, backward and update over all pixels, 6 operations a weight and "
        "pixel, less for Fourier features. Medians.\n\n",
        list_devices().front().detail.c_str(), ceilings.c_str());
    std::size_t width = 7;
    for (const BenchLine& line : lines) width = std::max(width, line.network.size());
    print("%-*s  %-14s %-9s %7s %9s %9s %8s %8s%s %9s\n", int(width), "network", "picture",
          "precision", "threads", "ms/step", "steps/s", "GFLOP/s", "ceiling",
          scaled ? "  scaling" : "", "Mpixel/s");
    for (const BenchLine& line : lines) {
        char factor[32] = "";
        if (scaled) std::snprintf(factor, sizeof factor, " %7.2fx", scaling(lines, line));
        print("%-*s  %-14s %-9s %7d %9.2f %9.1f %8.1f %6.0f %%%s %9.2f\n", int(width),
              line.network.c_str(), line.picture.c_str(), line.precision.c_str(), line.threads,
              1e3 * line.step_seconds, 1 / line.step_seconds, line.step_gflops,
              percent(line, ceiling), factor, line.render_mpixels);
    }
}

void print_bench_json(const BenchLine& line, const BenchCeiling& ceiling) {
    print_json({{"event", "bench"},
                {"network", line.network},
                {"width", line.width},
                {"height", line.height},
                {"channels", line.channels},
                {"parameters", line.parameters},
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
    auto ceilings = nlohmann::ordered_json::array();
    for (const auto& [key, gflops] : ceiling.best())
        ceilings.push_back({{"kernels", key.first}, {"threads", key.second}, {"gflops", gflops}});
    print_json({{"event", "done"}, {"ceilings", ceilings}});
}

}  // namespace redraw
