#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace redraw {
namespace {

// Removes leading zeros of the exponent: "5.00e-04" becomes "5.00e-4".
std::string with_short_exponent(const std::string& text) {
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    return fmt::format("{}e{}", text.substr(0, e), std::atoi(text.c_str() + e + 1));
}

std::string clock_time(long long seconds) {
    const long long hours = seconds / 3600, minutes = seconds / 60 % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, seconds % 60)
                     : fmt::format("{}:{:02}", minutes, seconds % 60);
}

}  // namespace

std::string thousands(std::int64_t value) {
    std::string digits = std::to_string(value);
    const int first = value < 0 ? 1 : 0;
    for (int i = int(digits.size()) - 3; i > first; i -= 3) digits.insert(digits.begin() + i, ',');
    return digits;
}

std::string dimensions(std::int64_t width, std::int64_t height) {
    return thousands(width) + " × " + thousands(height);
}

std::string counted(std::int64_t count, std::string_view what) {
    return thousands(count).append(" ").append(what).append(count == 1 ? "" : "s");
}

std::string number(double value) {
    const double size = std::abs(value);
    if (size == 0 || (size >= 0.01 && size < 1e16) || !std::isfinite(value))
        return fmt::format("{}", value);
    char digits[32];  // short form: "2e-3" for 0.002
    char* const end =
        std::to_chars(digits, std::end(digits), value, std::chars_format::scientific).ptr;
    return with_short_exponent(std::string(digits, end));
}

std::string shown_number(double value) {
    if (!std::isfinite(value) || value == std::floor(value)) return number(value);
    return number(std::strtod(fmt::format("{:.4e}", value).c_str(), nullptr));
}

std::string short_number(double value) {
    if (value >= 0.01 || value <= 0) return fmt::format("{:.4g}", value);
    const std::string text = fmt::format("{:.1e}", value);
    return with_short_exponent(text[2] == '0' ? text[0] + text.substr(3) : text);
}

std::string formula_number(double value, int digits) {
    const double size = std::abs(value);
    if (std::isnan(value)) return "NaN";
    const std::string sign = value < 0 ? "−" : "";
    if (std::isinf(value)) return sign + "∞";
    if (size == 0) return "0";
    if (size < 1e-3 || size >= 1e5)
        return sign + with_short_exponent(fmt::format("{:.{}e}", size, digits - 1));
    return sign + fmt::format("{:.{}f}", size,
                              std::max(0, digits - 1 - int(std::floor(std::log10(size)))));
}

std::string rate(double learning_rate) {
    if (learning_rate == 0) return "0";
    if (!std::isfinite(learning_rate)) return fmt::format("{}", std::abs(learning_rate));
    return with_short_exponent(fmt::format("{:.2e}", learning_rate));
}

std::string per_second(double value) {
    return value >= 10 ? thousands(std::llround(value))
                       : fmt::format("{:.{}f}", value, value >= 1 ? 1 : 2);
}

std::string epoch_number(double epoch) {
    constexpr double kTenths = 100;
    if (epoch > 0 && epoch < 1) return fmt::format("{:.2g}", epoch);
    const double shown = epoch < kTenths ? std::nearbyint(epoch * 10) / 10 : std::nearbyint(epoch);
    return shown == std::floor(shown) ? thousands(std::llround(shown))
                                      : fmt::format("{:.1f}", shown);
}

std::string epoch_name(double epoch) {
    return "epoch " + epoch_number(epoch);
}

std::string bytes(double count) {
    if (count < 1000) return fmt::format("{:.0f} B", count);
    if (count < 999.5e3) return fmt::format("{:.0f} KB", count / 1e3);
    if (count < 999.5e6) return fmt::format("{:.{}f} MB", count / 1e6, count < 9.95e6 ? 1 : 0);
    return fmt::format("{:.1f} GB", count / 1e9);
}

std::string decibels(double psnr) {
    if (std::isnan(psnr)) return "no dB yet";
    if (std::isinf(psnr)) return psnr > 0 ? "exact" : "–∞ dB";
    return fmt::format("{:.1f} dB", psnr);
}

std::string precise_decibels(double psnr) {
    return std::isinf(psnr) ? "exact" : fmt::format("{:.2f} dB", psnr);
}

std::string likeness(double psnr) {
    constexpr struct {
        double below;
        const char* words;
    } kWords[] = {{14, "only tones so far"},
                  {20, "a rough sketch"},
                  {25, "blurry"},
                  {30, "soft but recognisable"},
                  {35, "like a small JPEG"},
                  {40, "like a good JPEG"},
                  {50, "hard to tell apart"},
                  {INFINITY, "practically identical"}};
    if (std::isnan(psnr)) return "";
    for (const auto& [below, words] : kWords)
        if (psnr < below) return words;
    return "every pixel matches";
}

std::string duration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "–";
    if (seconds >= 2 * 86400.0) return fmt::format("{:.0f} days", seconds / 86400);
    return clock_time(std::llround(std::ceil(seconds - 1e-6)));
}

std::string time_span(double seconds) {
    if (seconds < 60) return short_number(seconds) + " s";
    const auto [unit, smaller] = seconds < 3600 ? std::pair{"min", "s"} : std::pair{"h", "min"};
    const auto parts = std::llround(seconds < 3600 ? seconds : seconds / 60);
    return parts % 6 == 0 ? fmt::format("{} {}", double(parts) / 60, unit)
                          : fmt::format("{} {} {} {}", parts / 60, unit, parts % 60, smaller);
}

std::string about_time(double seconds) {
    const double unit = seconds < 60 ? 1 : 60;
    return time_span(std::max(1.0, std::ceil(seconds / unit)) * unit);
}

std::string whole_duration(double seconds) {
    return clock_time(std::llround(std::max(0.0, seconds)));
}

}  // namespace redraw
