// Compares the values of hidden units and their 16-bit codes with double precision.
#include "cuda/unit_code.h"
#include "tests/support/exact_gradient.h"

#include <type_traits>

using namespace redraw;
using namespace redraw_test;

namespace {

template <Activation activation>
using Constant = std::integral_constant<Activation, activation>;

// Calls f(unit, decoded unit, exact value, exact derivative, pre-activation) for random
// pre-activations within +-range.
template <Activation activation, class F>
void for_units(Constant<activation>, double range, F&& f) {
    const NetworkSpec network = network_of({1}, activation);
    const LayerShape layer = layer_shapes(network, 1).front();
    for (int i = 0; i < 20000; ++i) {
        const float pre = float(range * (2.0 * random_unit(3, 7, i) - 1));
        const auto unit = cuda::activate_unit<activation>(pre, float(network.first_omega));
        const auto decoded = cuda::decode_unit<activation>(unit.code, float(network.first_omega));
        f(unit, decoded, unit_value(layer, pre), unit_derivative(layer, pre), pre);
    }
}

}  // namespace

TEST_CASE("a sine of a large phase is off by the rounding of the phase") {
    for (const float omega : {30.0f, 1000.0f}) {
        double worst = 0;
        for (int i = 0; i < 100000; ++i) {
            const float pre = random_unit(1, 2, i) - 0.5f;
            const auto unit = cuda::activate_unit<Activation::sine>(pre, omega);
            worst = std::fmax(worst, std::fabs(unit.value - std::sin(double(omega) * double(pre))));
        }
        CHECK(worst < 1e-6 + 1e-7 * omega);
    }
}

TEST_CASE("codes of bounded units keep value and derivative") {
    double worst_value = 0, worst_code = 0, worst_derivative = 0;
    const auto measure = [&](double of_derivative) {
        return [&, of_derivative](auto unit, auto decoded, double value, double derivative, float) {
            CHECK_MESSAGE(unit.code <= 0xFFFF, unit.code);
            worst_value = std::fmax(worst_value, std::fabs(unit.value - value));
            worst_code = std::fmax(worst_code, std::fabs(decoded.value - value));
            worst_derivative = std::fmax(
                worst_derivative, std::fabs(decoded.derivative - derivative) / of_derivative);
        };
    };
    for_units(Constant<Activation::sine>{}, 3, measure(20));  // 20 is the network's first_omega
    for_units(Constant<Activation::tanh>{}, 5, measure(1));
    for_units(Constant<Activation::sigmoid>{}, 9, measure(1));
    CHECK(worst_value < 5e-6);  // phases up to 60, rounded to float; sines are within 2^-21
    CHECK(worst_code < 6e-5);
    CHECK(worst_derivative < 8e-5);
}

TEST_CASE("codes of unbounded units are as close as bf16") {
    double worst = 0;
    const auto measure = [&](auto unit, auto decoded, double value, double derivative, float pre) {
        const double size = 1 + std::fabs(pre);
        worst = std::fmax(worst, std::fabs(unit.value - value) / size / 1e-6);
        worst = std::fmax(worst, std::fabs(decoded.value - value) / size / 5e-3);
        worst = std::fmax(worst, std::fabs(decoded.derivative - derivative) / 5e-3);
    };
    for_units(Constant<Activation::relu>{}, 4, measure);
    for_units(Constant<Activation::gelu>{}, 4, measure);
    CHECK(worst < 1);
}

TEST_CASE("phases at the corners decode to themselves") {
    for (const float phase : {0.0f, 1.5707963f, -1.5707963f, 3.1415926f, -3.1415926f, 4.712389f}) {
        const auto unit = cuda::activate_unit<Activation::sine>(phase, 1.0f);
        const auto decoded = cuda::decode_unit<Activation::sine>(unit.code, 1.0f);
        CHECK(std::fabs(decoded.value - std::sin(double(phase))) < 1e-4);
        CHECK(std::fabs(decoded.derivative - std::cos(double(phase))) < 1e-4);
    }
}
