// Replaces three functions of the C library by the formulas of glibc (Arm's optimized routines), so
// that networks and drawings equal those of Linux on processors that fuse multiply-adds. Only 2 of
// all floats give another expf(). The C library still computes those of large numbers, infinity and
// NaN, and sines from 120 on.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

// Computes sin(x + quarters pi / 2).
static float sine(float angle, int quarters) {
    constexpr float kMost = 120, kEighth = 0.785398163f;  // kEighth: pi / 4
    double x = angle;
    if (!(std::abs(angle) < kMost)) return float(quarters == 0 ? std::sin(x) : std::cos(x));
    if (std::abs(angle) >= kEighth) {
        const int n = (int(x * 0x1.45f306dc9c883p+23) + 0x800000) >> 24;  // round(x / (pi / 2))
        x = double(x - n * 0x1.921fb54442d18p+0L);  // rounded once, as glibc does
        quarters += n;
    }
    const double z = x * x, cube = x * z;
    double y = x + cube * -0x1.555545995a603p-3 +
               cube * z * (0x1.1107605230bc4p-7 + z * -0x1.994eb3774cf24p-13);
    if (quarters & 1)
        y = 1 + z * -0x1.ffffffd0c621cp-2 + z * z * 0x1.55553e1068f19p-5 +
            z * z * z * (-0x1.6c087e89a359dp-10 + z * 0x1.99343027bf8c3p-16);
    return float(quarters & 2 ? -y : y);
}

extern "C" float sinf(float x) {
    return sine(x, 0);
}
extern "C" float cosf(float x) {
    return sine(x, 1);
}

// Computes 2^(n / 32) exp r with n = round(32 x / ln 2).
extern "C" float expf(float x) {
    static const auto powers = [] {  // the bits of 2^(n / 32), less those that n adds
        std::array<std::uint64_t, 32> bits{};
        for (std::uint64_t n = 0; n < bits.size(); ++n)
            bits[n] = std::bit_cast<std::uint64_t>(double(std::exp2(n / 32.0L))) - (n << 47);
        return bits;
    }();
    constexpr double kMost = 88, kParts = 32, kRounding = 0x1.8p+52;
    if (!(std::abs(x) < kMost)) return float(std::exp(double(x)));
    const double scaled = 0x1.71547652b82fep+0 * kParts * x, shifted = scaled + kRounding;
    const double r = (scaled - (shifted - kRounding)) / kParts;
    const auto n = std::bit_cast<std::uint64_t>(shifted);
    const double y = (0x1.c6af84b912394p-5 * r + 0x1.ebfce50fac4f3p-3) * (r * r) +
                     (0x1.62e42ff0c52d6p-1 * r + 1);
    return float(y * std::bit_cast<double>(powers[n % 32] + (n << 47)));
}
