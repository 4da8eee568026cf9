#include "engine/session/first_second.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

constexpr double kUntrained = 0.12;  // seconds in which one sees where it begins
constexpr double kLast = 1;

// a with a e^a = pace (Lambert's W), by Newton's method, which from above never overshoots.
double growth(double pace) {
    double a = std::log1p(pace);
    for (int i = 0; i < 20; ++i) a -= (a - pace * std::exp(-a)) / (1 + a);
    return a;
}

}  // namespace

bool FirstSecond::lasts(Clock::time_point now) const {
    return begun_ != Clock::time_point{} &&
           std::chrono::duration<double>(now - begun_).count() < kUntrained + kLast;
}

std::int64_t FirstSecond::steps(double step_seconds, Clock::time_point now) const {
    constexpr double kUnknownPace = 30;  // steps a second
    constexpr double kSlowStep = 0.1;    // one sees each of these
    const double t =
        std::clamp(std::chrono::duration<double>(now - begun_).count() - kUntrained, 0.0, kLast);
    if (step_seconds > kSlowStep) return std::numeric_limits<std::int64_t>::max();
    const double pace = step_seconds > 0 ? kLast / step_seconds : kUnknownPace;
    return std::int64_t(std::floor(std::expm1(growth(pace) * t / kLast)));
}

}  // namespace redraw
