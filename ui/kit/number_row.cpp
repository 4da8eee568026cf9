#include "ui/kit/number_row.h"

#include "engine/text/numbers.h"
#include "ui/kit/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace redraw {

std::optional<double> parse_number(std::string text) {
    std::erase(text, ' ');
    const auto commas = std::count(text.begin(), text.end(), ',');
    const auto comma = text.rfind(',');
    const bool groups = commas > 0 && text.find('.') == std::string::npos &&
                        text.size() - comma == 4 && comma > 0 &&
                        text.find('e') == std::string::npos && text[0] != '0';
    if (groups || (commas > 0 && text.find('.') != std::string::npos))
        std::erase(text, ',');
    else if (commas == 1)
        text[comma] = '.';
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (begin != end && *begin == '+') ++begin;
    double value = 0;
    const auto [rest, problem] = std::from_chars(begin, end, value);
    if (problem != std::errc{} || rest != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

bool number_row(Ui& ui, Setting setting, double& value, double fallback, const std::string& shown) {
    const double before = value;
    if (setting_row(ui, setting)) value = fallback;
    ImGui::PushID(int(setting));
    std::string taken;
    if (text_field(ui, "##number", shown.empty() ? number(value) : shown, field_width(ui), taken)) {
        if (taken.empty())
            value = fallback;
        else if (const auto parsed = parse_number(taken))
            value = *parsed;
    }
    ImGui::PopID();
    return value != before;
}

std::optional<std::int64_t> whole_number_row(Ui& ui, Setting setting, std::int64_t value,
                                             std::int64_t fallback) {
    const std::int64_t before = value;
    if (setting_row(ui, setting)) value = fallback;
    ImGui::PushID(int(setting));
    std::string taken;
    if (text_field(ui, "##count", thousands(value), field_width(ui), taken)) {
        if (taken.empty())
            value = fallback;
        else if (const auto parsed = parse_number(taken); parsed && std::abs(*parsed) < 9e18)
            value = std::int64_t(std::llround(*parsed));
    }
    ImGui::PopID();
    if (value == before) return std::nullopt;
    return value;
}

}  // namespace redraw
