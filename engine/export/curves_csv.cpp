#include "engine/export/curves_csv.h"

#include "engine/file/atomic_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace redraw {
namespace {

template <class Number>
void add_field(std::string& text, Number number, char after) {
    if constexpr (std::is_floating_point_v<Number>)
        if (std::isnan(number)) number = std::abs(number);  // a NaN's sign says nothing
    char digits[40];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    text.append(digits, end);
    text += after;
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
        add_field(text, step, ',');
        add_field(text, double(step) / steps, ',');
        if (has_metric)
            add_field(text, metric->loss, ',');
        else
            text += ',';
        if (has_psnr)
            add_field(text, drawing->psnr, ',');
        else
            text += ',';
        if (has_metric)
            add_field(text, metric->learning_rate, ',');
        else
            text += ',';
        add_field(text, has_metric ? metric->seconds : drawing->seconds, '\n');
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
