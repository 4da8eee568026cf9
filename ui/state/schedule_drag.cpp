#include "ui/state/schedule_drag.h"

#include "engine/network/schedule.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace redraw::ui {
namespace {

constexpr double kMostEpochs = 1e9, kLowestRate = 1e-9, kHighestRate = 100;

double whole_epochs(double value, double least) {
    return std::round(std::max({1.0, std::ceil(least), two_digits(std::min(value, kMostEpochs))}));
}

// Fixing the end in epochs removes the time limit.
void end_at(Schedule& schedule, double epochs) {
    schedule.epochs = epochs;
    schedule.seconds = 0;
}

void drag_maximum(Schedule& schedule, const SchedulePlot& plot, float y) {
    const double least = std::max(plot.rate * 1e-2, kLowestRate);
    schedule.lr_max = std::clamp(two_digits(plot.rate_at(y)), least, kHighestRate);
    schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
}

// Sets the minimum rate so that the learning rate at the end of the run lies at `y`. That rate is a
// weighted sum of maximum and minimum, because with an epoch offset or warm restarts the run may
// end before the cosine does.
void drag_minimum(Schedule& schedule, const SchedulePlot& plot, float y) {
    Schedule only_max = schedule, only_min = schedule;
    only_max.lr_max = only_min.lr_min = 1;
    only_max.lr_min = only_min.lr_max = 0;
    const double end = schedule.epochs;
    const double of_max = learning_rate(only_max, end), of_min = learning_rate(only_min, end);
    const double wanted = plot.rate_at(y) - of_max * schedule.lr_max;
    // Near the bottom of the plot the rate snaps to 0.
    schedule.lr_min = of_min < 0.02 || wanted < plot.rate * 0.02
                          ? 0
                          : std::min(two_digits(wanted / of_min), schedule.lr_max);
}

void drag_warmup(Schedule& schedule, const SchedulePlot& plot, float x) {
    const double epochs = two_digits(std::max(0.0, plot.epoch_at(x)));
    schedule.warmup_epochs = std::min(epochs < 0.5 ? 0 : epochs, schedule.epochs);
}

}  // namespace

float SchedulePlot::x_of(double epoch) const {
    return time.x_of(epoch * steps_per_epoch);
}

float SchedulePlot::y_of(double learning_rate) const {
    const double part = rate > 0 ? learning_rate / rate : 0;
    return bottom - float(part) * (bottom - top);
}

double SchedulePlot::epoch_at(float x) const {
    return time.step_beyond(x) / steps_per_epoch;
}

double SchedulePlot::rate_at(float y) const {
    return double(bottom - y) / std::max(1.0f, bottom - top) * rate;
}

std::vector<ImVec2> schedule_points(const Schedule& schedule, const SchedulePlot& plot,
                                    double first_epoch) {
    std::vector<ImVec2> points;
    const auto add = [&](float x, double epoch) {
        points.push_back({x, plot.y_of(learning_rate(schedule, epoch))});
    };
    float x = std::max(plot.time.left, plot.x_of(first_epoch));
    double epoch = std::max(first_epoch, plot.epoch_at(x));
    while (x < plot.time.right) {
        add(x, epoch);
        const float next_x = std::min(x + 1, plot.time.right);
        const double next = plot.epoch_at(next_x);
        const double jump = next_restart(schedule, epoch);
        if (jump <= next) {
            const float at = plot.x_of(jump);
            add(at, std::nextafter(jump, 0));
            add(at, jump);
        }
        epoch = next;
        x += 1;
    }
    if (x >= plot.time.right && plot.x_of(first_epoch) <= plot.time.right)
        add(plot.time.right, plot.epoch_at(plot.time.right));
    return points;
}

double two_digits(double value) {
    if (value <= 0) return 0;
    // Parsing the rounded text gives the double nearest to that decimal number.
    return std::strtod(fmt::format("{:.1e}", value).c_str(), nullptr);
}

ImVec2 place_of(Handle handle, const Schedule& schedule, const SchedulePlot& plot) {
    const double end = schedule.epochs;
    switch (handle) {
        case Handle::rate_max:
            return {plot.x_of(schedule.start_epoch), plot.y_of(schedule.lr_max)};
        case Handle::end_and_min:
            return {plot.x_of(end), plot.y_of(learning_rate(schedule, end))};
        case Handle::warmup:
            return {plot.x_of(schedule.warmup_epochs), plot.bottom};
        case Handle::none:
            break;
    }
    return {plot.time.left, plot.bottom};
}

void nudge(Schedule& schedule, int sideways, int upwards) {
    if (sideways != 0) {
        const double epochs = std::round(schedule.epochs * (1 + 0.05 * sideways));
        end_at(schedule, std::max(1.0, epochs + (epochs == schedule.epochs ? sideways : 0)));
    }
    if (upwards == 0) return;
    schedule.lr_max =
        std::clamp(two_digits(schedule.lr_max * (1 + 0.1 * upwards)), kLowestRate, kHighestRate);
    schedule.lr_min = std::min(schedule.lr_min, schedule.lr_max);
}

void drag(Schedule& schedule, Handle handle, const SchedulePlot& plot, ImVec2 mouse,
          double least_epochs) {
    switch (handle) {
        case Handle::rate_max:
            return drag_maximum(schedule, plot, mouse.y);
        case Handle::warmup:
            return drag_warmup(schedule, plot, mouse.x);
        case Handle::end_and_min:
            end_at(schedule, whole_epochs(plot.epoch_at(mouse.x), least_epochs));
            return drag_minimum(schedule, plot, mouse.y);
        case Handle::none:
            return;
    }
}

std::string value_of(Handle handle, const Schedule& schedule) {
    std::string epochs = epoch_number(schedule.epochs) + " epochs";
    switch (handle) {
        case Handle::rate_max:
            return "max rate " + shown_number(schedule.lr_max);
        case Handle::warmup:
            return "warm-up " + shown_number(schedule.warmup_epochs) + " epochs";
        case Handle::end_and_min:
            return epochs + ", min rate " + shown_number(schedule.lr_min);
        case Handle::none:
            break;
    }
    return "";
}

}  // namespace redraw::ui
