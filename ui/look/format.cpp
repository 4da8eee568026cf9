#include "ui/look/format.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace redraw {

std::string print(const char* format, ...) {
    char text[512];
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

std::string thousands(std::int64_t value) {
    std::string digits = std::to_string(value);
    const int first = value < 0 ? 1 : 0;
    for (int i = int(digits.size()) - 3; i > first; i -= 3) digits.insert(digits.begin() + i, ',');
    return digits;
}

std::string duration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "–";
    if (seconds >= 2 * 86400.0) return print("%.0f days", seconds / 86400);
    const auto whole = static_cast<long long>(std::ceil(seconds - 1e-6));
    if (whole >= 3600)
        return print("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    return print("%lld:%02lld", whole / 60, whole % 60);
}

std::string bytes(double count) {
    if (count < 1000) return print("%.0f B", count);
    if (count < 999.5e3) return print("%.0f KB", count / 1e3);
    if (count < 999.5e6) return print(count < 9.95e6 ? "%.1f MB" : "%.0f MB", count / 1e6);
    return print("%.1f GB", count / 1e9);
}

std::string rate(double learning_rate) {
    if (learning_rate == 0) return "0";
    if (!std::isfinite(learning_rate)) return print("%g", std::abs(learning_rate));
    int exponent = int(std::floor(std::log10(std::abs(learning_rate))));
    double mantissa = learning_rate / std::pow(10.0, exponent);
    if (std::abs(mantissa) >= 9.995) {
        mantissa /= 10;
        ++exponent;
    }
    return print("%.2fe%d", mantissa, exponent);
}

std::string decibels(double psnr) {
    if (std::isnan(psnr)) return "no dB yet";
    if (std::isinf(psnr)) return psnr > 0 ? "∞ dB" : "–∞ dB";
    return print("%.1f dB", psnr);
}

std::string per_second(double value) {
    return value >= 10 ? thousands(std::int64_t(std::llround(value)))
                       : print(value >= 1 ? "%.1f" : "%.2f", value);
}

std::string number(double value) {
    for (int digits = 1; digits <= 17; ++digits) {
        std::string text = print("%.*g", digits, value);
        if (std::strtod(text.c_str(), nullptr) != value) continue;
        // "2e-03" reads "2e-3"; "1e+03" reads "1000".
        const auto e = text.find('e');
        if (e == std::string::npos) {
            if (value == 0 || std::abs(value) >= 0.01) return text;
            text = print("%.*e", digits - 1, value);  // "2e-3" is read faster than "0.002"
            return text.substr(0, text.find('e')) + "e" +
                   std::to_string(std::atoi(text.c_str() + text.find('e') + 1));
        }
        const int exponent = std::atoi(text.c_str() + e + 1);
        if (exponent > 0 && exponent < 16) return print("%.0f", value);
        return text.substr(0, e) + "e" + std::to_string(exponent);
    }
    return print("%g", value);
}

}  // namespace redraw
