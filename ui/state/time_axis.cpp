#include "ui/state/time_axis.h"

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

constexpr double kFewestSteps = 8;  // smallest visible range, in training steps

double total(const TimeAxis& axis) {
    return std::max<double>(1, double(axis.total_steps));
}

// Maps a step to the value in which the axis is linear: the step, or its logarithm.
double even(const TimeAxis& axis, double step) {
    return axis.logarithmic ? std::log1p(std::max(0.0, step)) : step;
}

double step_of(const TimeAxis& axis, double value) {
    return axis.logarithmic ? std::expm1(value) : value;
}

// Returns the visible range from `first` to `last`. An end that reaches the run's own end is left
// absent, so that the axis follows a growing run.
StepRange range_of(const TimeAxis& axis, double first, double last) {
    StepRange range;
    if (first > 1e-6) range.first = first;
    if (last < total(axis) * (1 - 1e-9)) range.last = last;
    return range;
}

}  // namespace

double TimeAxis::first_step() const {
    const double most = std::max(0.0, total(*this) - std::min(kFewestSteps, total(*this)));
    return std::clamp(shown.first.value_or(0), 0.0, most);
}

double TimeAxis::last_step() const {
    const double least = first_step() + std::min(kFewestSteps, total(*this));
    return std::clamp(shown.last.value_or(total(*this)), least, std::max(least, total(*this)));
}

float TimeAxis::x_of(double step) const {
    const double first = even(*this, first_step()), last = even(*this, last_step());
    const double part = (even(*this, step) - first) / (last - first);
    return left + float(part * (right - left));
}

double TimeAxis::step_beyond(float x) const {
    const double first = even(*this, first_step()), last = even(*this, last_step());
    const double part = right > left ? (x - left) / double(right - left) : 0;
    return step_of(*this, first + part * (last - first));
}

double TimeAxis::step_at(float x) const {
    return std::clamp(step_beyond(x), first_step(), last_step());
}

double TimeAxis::part_before() const {
    return even(*this, first_step()) / even(*this, total(*this));
}

double TimeAxis::part_until() const {
    return even(*this, last_step()) / even(*this, total(*this));
}

StepRange zoomed(const TimeAxis& axis, float x, double factor) {
    const double first = even(axis, axis.first_step()), last = even(axis, axis.last_step());
    const double fixed = even(axis, axis.step_at(x));
    const double low = std::max(0.0, step_of(axis, fixed - (fixed - first) / factor));
    const double high = std::min(total(axis), step_of(axis, fixed + (last - fixed) / factor));
    if (factor > 1 && high - low < kFewestSteps) return axis.shown;
    return range_of(axis, low, high);
}

StepRange panned(const TimeAxis& axis, float from, float to) {
    const double first = even(axis, axis.first_step()), last = even(axis, axis.last_step());
    const double width = std::max(1.0f, axis.right - axis.left);
    const double by = std::clamp((from - to) / width * (last - first), -first,
                                 std::max(-first, even(axis, total(axis)) - last));
    return range_of(axis, step_of(axis, first + by), step_of(axis, last + by));
}

double round_step(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    return power * (rough <= power * (1 + 1e-9)       ? 1
                    : rough <= 2 * power * (1 + 1e-9) ? 2
                    : rough <= 5 * power * (1 + 1e-9) ? 5
                                                      : 10);
}

std::vector<double> round_ticks(double low, double high, int wanted) {
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || wanted < 1) return ticks;
    const double step = round_step((high - low) / wanted);
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < 100; ++i) {
        const double tick = (first + i) * step;
        if (tick > high + step * 1e-9) break;
        ticks.push_back(std::abs(tick) < step * 1e-9 ? 0 : tick);
    }
    return ticks;
}

std::vector<double> epoch_ticks(double first_epoch, double last_epoch, bool logarithmic,
                                int wanted) {
    if (logarithmic && last_epoch >= 10 * std::max(1.0, first_epoch)) {
        std::vector<double> ticks;
        if (first_epoch <= 0) ticks.push_back(0);
        for (double tick = 1; tick <= last_epoch * (1 + 1e-9); tick *= 10)
            if (tick >= first_epoch * (1 - 1e-9)) ticks.push_back(tick);
        if (ticks.size() >= 2) return ticks;
    }
    return round_ticks(first_epoch, last_epoch, wanted);
}

}  // namespace redraw::ui
