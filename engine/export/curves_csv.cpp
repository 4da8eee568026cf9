#include "engine/export/curves_csv.h"

#include "engine/system/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace redraw {
namespace {

std::string field(auto number) {
    if constexpr (std::is_floating_point_v<decltype(number)>)
        if (std::isnan(number)) number = std::abs(number);  // drops the meaningless sign of a NaN
    char digits[40];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

}  // namespace

std::string curves_csv(std::span<const Metric> metrics, std::span<const MeasuredPsnr> measured,
                       std::int64_t steps_per_epoch) {
    const double steps = double(std::max<std::int64_t>(1, steps_per_epoch));
    std::string text = "step,epoch,loss,psnr,learning_rate,seconds\n";
    auto metric = metrics.begin();
    auto drawing = measured.begin();
    while (metric != metrics.end() || drawing != measured.end()) {
        const bool has_metric =
            metric != metrics.end() && (drawing == measured.end() || metric->step <= drawing->step);
        const bool has_psnr =
            drawing != measured.end() && (metric == metrics.end() || drawing->step <= metric->step);
        const std::int64_t step = has_metric ? metric->step : drawing->step;
        text +=
            fmt::format("{},{},{},{},{},{}\n", field(step), field(double(step) / steps),
                        has_metric ? field(metric->loss) : "", has_psnr ? field(drawing->psnr) : "",
                        has_metric ? field(metric->learning_rate) : "",
                        field(has_metric ? metric->seconds : drawing->seconds));
        metric += has_metric;
        drawing += has_psnr;
    }
    return text;
}

void write_curves_csv(const std::filesystem::path& target, std::span<const Metric> metrics,
                      std::span<const MeasuredPsnr> measured, std::int64_t steps_per_epoch) {
    const std::string text = curves_csv(metrics, measured, steps_per_epoch);
    write_file_atomically(target, std::as_bytes(std::span(text)));
}

}  // namespace redraw
