#include "ui/time_axis.h"

#include <algorithm>
#include <cmath>

namespace redraw {

float TimeAxis::x_of(double step) const {
    const double total = std::max<double>(1, static_cast<double>(total_steps));
    const double part =
        logarithmic ? std::log1p(std::max(0.0, step)) / std::log1p(total) : step / total;
    return left + static_cast<float>(part * (right - left));
}

double TimeAxis::step_at(float x) const {
    const double total = std::max<double>(1, static_cast<double>(total_steps));
    const double part = right > left ? std::clamp((x - left) / double(right - left), 0.0, 1.0) : 0;
    return logarithmic ? std::expm1(part * std::log1p(total)) : part * total;
}

std::vector<double> round_ticks(double low, double high, int wanted) {
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || wanted < 1) return ticks;
    const double rough = (high - low) / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = power * (rough <= power       ? 1
                                 : rough <= 2 * power ? 2
                                 : rough <= 5 * power ? 5
                                                      : 10);
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < 100; ++i) {
        const double tick = (first + i) * step;
        if (tick > high + step * 1e-9) break;
        ticks.push_back(tick == 0 ? 0 : tick);
    }
    return ticks;
}

std::vector<double> epoch_ticks(double last_epoch, bool logarithmic, int wanted) {
    if (!logarithmic) return round_ticks(0, last_epoch, wanted);
    std::vector<double> ticks{0};
    for (double tick = 1; tick <= last_epoch; tick *= 10) ticks.push_back(tick);
    return ticks;
}

}  // namespace redraw
