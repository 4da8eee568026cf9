#include "ui/schedule_drag.h"

#include "ui/format.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace redraw {

float SchedulePlot::x_of(double epoch) const {
    return left + static_cast<float>(epoch / std::max(1.0, epochs)) * (right - left);
}

float SchedulePlot::y_of(double learning_rate) const {
    const double part = rate > 0 ? learning_rate / rate : 0;
    return bottom - static_cast<float>(part) * (bottom - top);
}

double SchedulePlot::epoch_at(float x) const {
    return double(x - left) / std::max(1.0f, right - left) * epochs;
}

double SchedulePlot::rate_at(float y) const {
    return double(bottom - y) / std::max(1.0f, bottom - top) * rate;
}

double two_digits(double value) {
    if (value <= 0) return 0;
    return std::strtod(print("%.1e", value).c_str(), nullptr);  // exactly what one would type
}

void drag_maximum(Schedule& schedule, const SchedulePlot& plot, float y) {
    const double least = std::max(plot.rate * 1e-2, 1e-9);
    schedule.lr_max = std::clamp(two_digits(plot.rate_at(y)), least, 100.0);
    schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
}

void nudge(Schedule& schedule, int sideways, int upwards) {
    const double epochs = double(schedule.epochs) * (1 + 0.05 * sideways);
    schedule.epochs = std::max<std::int64_t>(
        1, std::llround(epochs) + (std::llround(epochs) == schedule.epochs ? sideways : 0));
    if (upwards == 0) return;
    schedule.lr_max = std::clamp(two_digits(schedule.lr_max * (1 + 0.1 * upwards)), 1e-9, 100.0);
    schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
}

void drag_end(Schedule& schedule, const SchedulePlot& plot, ImVec2 mouse) {
    const double epochs = std::max(1.0, two_digits(plot.epoch_at(mouse.x)));
    schedule.epochs = static_cast<std::int64_t>(std::llround(epochs));
    const double minimum = plot.rate_at(mouse.y);
    // The last hundredth of the plot is "to nothing", which is what people mean by the bottom.
    schedule.lr_min =
        minimum < plot.rate * 0.02 ? 0 : std::min(two_digits(minimum), schedule.lr_max);
}

}  // namespace redraw
