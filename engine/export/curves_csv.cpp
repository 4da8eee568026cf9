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

std::string curves_csv(std::span<const Metric> metrics, std::int64_t steps_per_epoch) {
    const double steps = double(std::max<std::int64_t>(1, steps_per_epoch));
    std::string text = "step,epoch,loss,psnr,learning_rate,seconds\n";
    for (const Metric& metric : metrics) {
        add_field(text, metric.step, ',');
        add_field(text, double(metric.step) / steps, ',');
        add_field(text, metric.loss, ',');
        add_field(text, metric.psnr, ',');
        add_field(text, metric.learning_rate, ',');
        add_field(text, metric.seconds, '\n');
    }
    return text;
}

void write_curves_csv(const std::filesystem::path& target, std::span<const Metric> metrics,
                      std::int64_t steps_per_epoch) {
    const std::string text = curves_csv(metrics, steps_per_epoch);
    write_file_atomically(target, std::as_bytes(std::span(text)));
}

}  // namespace redraw
