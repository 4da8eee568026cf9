#include "engine/features/scan_line/spectrum.h"

#include "engine/error.h"

#include <kissfft/kissfft.hh>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>

namespace redraw {
namespace {

using Complex = std::complex<float>;
constexpr std::size_t kLeastTransform = 4;  // smallest transform side; kissfft halves real rows

std::vector<float> hann(int length) {
    std::vector<float> window;
    for (int i = 0; i < length; ++i) {
        const double sine = std::sin(std::numbers::pi * (i + 0.5) / length);
        window.push_back(float(sine * sine));
    }
    return window;
}

// The Fourier transform of a windowed plane, without the mirrored columns of negative frequency.
struct PlaneTransform {
    std::size_t side = 0, columns = 0;  // P, and the P/2 + 1 columns of frequency 0 to P/2
    std::vector<Complex> values;        // `side` rows of `columns` values
    double scale = 0;                   // 1 / (P² Σ w²)
};

PlaneTransform transformed(const Image& plane) {
    const auto across = hann(plane.width), down = hann(plane.height);
    double weights = 0, squares = 0, sum = 0;
    for (int y = 0; y < plane.height; ++y)
        for (int x = 0; x < plane.width; ++x) {
            const double w = double(across[std::size_t(x)]) * down[std::size_t(y)];
            weights += w;
            squares += w * w;
            sum += w * plane.row(y)[x];
        }
    const auto mean = float(sum / weights);
    PlaneTransform out;
    out.side =
        std::max(kLeastTransform, std::bit_ceil(std::size_t(std::max(plane.width, plane.height))));
    out.columns = out.side / 2 + 1;
    out.values.resize(out.side * out.columns);
    out.scale = 1 / (double(out.side) * double(out.side) * squares);

    const kissfft<float> rows(out.side / 2, false), columns(out.side, false);
    std::vector<float> row(out.side);
    for (int y = 0; y < plane.height; ++y) {
        for (int x = 0; x < plane.width; ++x)
            row[std::size_t(x)] =
                across[std::size_t(x)] * down[std::size_t(y)] * (plane.row(y)[x] - mean);
        Complex* to = out.values.data() + std::size_t(y) * out.columns;
        rows.transform_real(row.data(), to);
        to[out.side / 2] = to[0].imag();  // kissfft puts frequency P/2 into this imaginary part
        to[0] = to[0].real();
    }
    std::vector<Complex> column(out.side);
    for (std::size_t i = 0; i < out.columns; ++i) {
        columns.transform(out.values.data() + i, column.data(), 0, 1, out.columns);
        for (std::size_t j = 0; j < out.side; ++j) out.values[j * out.columns + i] = column[j];
    }
    return out;
}

}  // namespace

Bands bands_of(const Image& plane) {
    REDRAW_CHECK(plane.channels == 1, "a plane");
    const double longer = std::max(plane.width, plane.height);
    const double octaves = std::max(0.0, std::log2(longer / 2));
    const int count = std::max(1, int(std::lround(2 * octaves)));
    Bands bands{std::vector<double>(std::size_t(count)), std::vector<double>(std::size_t(count))};
    const PlaneTransform transform = transformed(plane);
    const std::size_t side = transform.side;
    const double all = double(side) * double(side), scale = longer / double(side);
    for (std::size_t j = 0; j < side; ++j)
        for (std::size_t i = 0; i < transform.columns; ++i) {
            const double waves = scale * std::hypot(double(i), double(std::min(j, side - j)));
            if (waves < 1) continue;
            constexpr double kRounding = 1e-9;
            const double place =
                octaves > 0 ? std::log2(waves) / octaves * count + kRounding : double(count);
            const auto band = std::size_t(std::min(count - 1, int(place)));
            const double both = i == 0 || i == side / 2 ? 1 : 2;  // adds the mirrored frequency
            bands.power[band] +=
                both * transform.scale * std::norm(transform.values[j * transform.columns + i]);
            bands.share[band] += both / all;
        }
    return bands;
}

std::vector<float> learned_of(const Bands& picture, const Bands& error) {
    constexpr double kRounding = 1.0 / (255.0 * 255.0 * 12.0);
    std::vector<float> learned;
    for (std::size_t b = 0; b < picture.power.size(); ++b) {
        const double noise = kRounding * std::max(picture.share[b], 1e-12);
        learned.push_back(
            float(std::clamp(1 - error.power[b] / std::max(picture.power[b], noise), 0.0, 1.0)));
    }
    return learned;
}

}  // namespace redraw
