#include "engine/image/quality.h"

#include "engine/error.h"
#include "engine/image/image_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

std::string name_in_sentence(const std::string& method) {
    if (method == "nearest") return "nearest neighbour";
    if (method == "lanczos") return "Lanczos";
    return method;
}

constexpr double kSigma = 1.5;
constexpr double kC1 = 0.01 * 0.01, kC2 = 0.03 * 0.03;  // SSIM constants (K1 L)^2 and (K2 L)^2

void check_alike(const Image& a, const Image& b) {
    REDRAW_CHECK(a.width == b.width && a.height == b.height && a.channels == b.channels,
                 "pictures of different size are not compared");
    REDRAW_CHECK(!a.values.empty(), "an empty picture");
}

std::array<double, kSsimWindow> gaussian_window() {
    std::array<double, kSsimWindow> weights{};
    double sum = 0;
    for (int i = 0; i < kSsimWindow; ++i) {
        const double d = i - kSsimWindow / 2;
        sum += weights[std::size_t(i)] = std::exp(-d * d / (2 * kSigma * kSigma));
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

// Returns the source pixel for each position of an axis of `size` pixels. An axis shorter than the
// SSIM window is padded on both sides by reflection with the edge pixel: d c b a, a b c d, d c b a.
std::vector<int> positions(int size) {
    const int padded = std::max(size, kSsimWindow);
    const int before = (padded - size) / 2;
    std::vector<int> index(std::size_t(padded), 0);
    for (int i = 0; i < padded; ++i) {
        const int period = 2 * size;
        const int at = ((i - before) % period + period) % period;
        index[std::size_t(i)] = at < size ? at : period - 1 - at;
    }
    return index;
}

double rounded(float value) {
    return quantise(value, 255) / 255.0;
}

enum Moment { sum_x, sum_y, sum_xx, sum_yy, sum_xy, kMoments };
using Moments = std::array<double, kMoments>;

double similarity(const Moments& m) {
    const double mean_xy = m[sum_x] * m[sum_y];
    const double means = m[sum_x] * m[sum_x] + m[sum_y] * m[sum_y];
    const double variances = m[sum_xx] + m[sum_yy] - means;
    const double covariance = m[sum_xy] - mean_xy;
    return (2 * mean_xy + kC1) * (2 * covariance + kC2) / ((means + kC1) * (variances + kC2));
}

double ssim_of_channel(const Image& a, const Image& b, int channel) {
    const std::array<double, kSsimWindow> window = gaussian_window();
    // Returns the weighted sum of the moments under the window.
    const auto filter = [&](auto under) {
        Moments sums{};
        for (std::size_t i = 0; i < kSsimWindow; ++i) {
            const Moments& part = *under(i);
            for (std::size_t m = 0; m < kMoments; ++m) sums[m] += window[i] * part[m];
        }
        return sums;
    };
    const std::vector<int> columns = positions(a.width), rows = positions(a.height);
    const std::size_t width = columns.size() - kSsimWindow + 1;  // positions where the window fits

    // Filters the moments of a row horizontally; the last 11 rows are kept for the vertical pass.
    std::vector<Moments> ring(kSsimWindow * width), row(columns.size());
    double sum = 0;
    for (std::size_t y = 0; y < rows.size(); ++y) {
        const float* a_row = a.row(rows[y]) + channel;
        const float* b_row = b.row(rows[y]) + channel;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double x_value = rounded(a_row[std::ptrdiff_t(columns[i]) * a.channels]);
            const double y_value = rounded(b_row[std::ptrdiff_t(columns[i]) * a.channels]);
            row[i] = {x_value, y_value, x_value * x_value, y_value * y_value, x_value * y_value};
        }
        for (std::size_t x = 0; x < width; ++x)
            ring[y % kSsimWindow * width + x] = filter([&](std::size_t i) { return &row[x + i]; });
        if (y + 1 < kSsimWindow) continue;
        for (std::size_t x = 0; x < width; ++x)
            sum += similarity(filter(
                [&](std::size_t i) { return &ring[(y + 1 + i) % kSsimWindow * width + x]; }));
    }
    return sum / (double(width) * double(rows.size() - kSsimWindow + 1));
}

}  // namespace

double psnr_of(std::span<const Quality> methods, std::string_view method) {
    const auto found = std::ranges::find(methods, method, &Quality::method);
    return found == methods.end() ? std::numeric_limits<double>::quiet_NaN() : found->psnr;
}

const Quality& closest(std::span<const Quality> methods) {
    const Quality* best = &methods.front();
    for (const Quality& method : methods)
        if (method.psnr > best->psnr || (std::isnan(best->psnr) && !std::isnan(method.psnr)))
            best = &method;
    return *best;
}

std::string verdict(std::span<const Quality> methods) {
    REDRAW_CHECK(methods.size() >= 2, "the network and what it is compared with");
    const Quality& network = methods.front();
    const auto others = methods.subspan(1);
    const Quality& best = closest(others);
    const double best_ssim = std::ranges::max_element(others, {}, &Quality::ssim)->ssim;
    const double lead = network.psnr - best.psnr;
    constexpr double kShown = 0.005;  // dB; smaller differences are shown as 0.00
    const std::string name = name_in_sentence(best.method);
    if (!(std::abs(lead) >= kShown))
        return "The network and plain interpolation (" + name + ") are equally close.";
    const std::string by_how_much =
        std::isfinite(lead) ? fmt::format("by {:.2f} dB", std::abs(lead)) : "to the last bit";
    const std::string sentence =
        lead > 0 ? "The network does better here: " + by_how_much + " over " + name
                 : "Plain interpolation does better here: " + name + " " + by_how_much;
    const bool disagrees = (network.ssim > best_ssim) != (lead > 0);
    return sentence + (disagrees ? ". SSIM says the opposite." : ".");
}

double psnr_of_mse(double mse) {
    return mse > 0    ? -10 * std::log10(mse)
           : mse == 0 ? std::numeric_limits<double>::infinity()
                      : std::numeric_limits<double>::quiet_NaN();
}

void PsnrSum::add(std::span<const float> drawing, std::span<const float> reference) {
    for (std::size_t i = 0; i < drawing.size(); ++i) {
        const int difference = quantise(drawing[i], 255) - quantise(reference[i], 255);
        squares_ += difference * difference;  // an integer sum is exact in any order
    }
    values_ += drawing.size();
}

double PsnrSum::psnr() const {
    return psnr_of_mse(double(squares_) / (255.0 * 255.0 * double(values_)));
}

double psnr(const Image& drawing, const Image& reference) {
    check_alike(drawing, reference);
    PsnrSum sum;
    sum.add(drawing.values, reference.values);
    return sum.psnr();
}

double ssim(const Image& drawing, const Image& reference) {
    check_alike(drawing, reference);
    double sum = 0;
    for (int channel = 0; channel < drawing.channels; ++channel)
        sum += ssim_of_channel(drawing, reference, channel);
    return sum / drawing.channels;
}

}  // namespace redraw
