#include "engine/doctor/loss_history.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace redraw {
namespace {

constexpr std::size_t kHalf = kRecent / 2;

double median_psnr(std::span<const Metric> metrics) {
    std::vector<float> values;
    for (const Metric& metric : metrics) values.push_back(metric.psnr);
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double log_loss(const Metric& metric) {
    return std::log(std::max(double(metric.loss), 1e-30));  // a perfect drawing has loss 0
}

}  // namespace

LossHistory loss_history(std::span<const Metric> metrics) {
    LossHistory history;
    const std::span<const Metric> recent = metrics.last(std::size_t(kRecent) + 1);
    history.psnr = median_psnr(recent.last(kHalf));
    history.gain = history.psnr - median_psnr(recent.first(kHalf));
    double best = history.psnr;
    for (std::size_t end = metrics.size() % kHalf + kHalf; end <= metrics.size(); end += kHalf)
        best = std::max(best, median_psnr(metrics.subspan(end - kHalf, kHalf)));
    history.below_best = best - history.psnr;

    for (std::size_t i = 1; i < recent.size(); ++i) {
        const double change = log_loss(recent[i]) - log_loss(recent[i - 1]);
        history.jumps += std::abs(change) / kRecent;
        history.rises += double(change > 0) / kRecent;
    }
    history.fall_a_step = (log_loss(recent.front()) - log_loss(recent.back())) /
                          double(recent.back().step - recent.front().step);

    float lowest = metrics.back().psnr, highest = lowest;
    for (const Metric& metric : metrics) {
        if (metric.step < metrics.back().step / 2) continue;
        lowest = std::min(lowest, metric.psnr);
        highest = std::max(highest, metric.psnr);
    }
    history.movement = double(highest) - lowest;
    return history;
}

}  // namespace redraw
