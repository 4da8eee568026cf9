// Evaluates the expressions of a lesson (lesson.h) by a recursive-descent parser that computes
// while it reads.
#include "engine/features/lesson/expression.h"
#include "engine/error.h"
#include "engine/run/race.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace redraw {
namespace {

constexpr int kDeepest = 16;  // nested parentheses
constexpr const char* kNameLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";

struct Value {
    double number = 0;
    Unit unit = Unit::plain;
    bool computed = false;        // true: no measure itself, so that it is never called "exact"
    std::optional<bool> holds{};  // truth of a condition; absent: the value is a number
};

Value computed(const Value& a, char sign, const Value& b) {
    Value result{0, a.unit, true};
    if (a.unit == Unit::plain)
        result.unit = b.unit;
    else if (b.unit != Unit::plain && (sign == '*' || sign == '/'))
        result.unit = Unit::plain;
    if (sign == '+') result.number = a.number + b.number;
    // Makes the difference of two exact drawings (+infinity - +infinity) 0.
    if (sign == '-') result.number = a.number == b.number ? 0 : a.number - b.number;
    if (sign == '*') result.number = a.number * b.number;
    if (sign == '/') result.number = a.number / b.number;
    return result;
}

Value measure(const LessonResult& result, const RunMeasures& run, std::string_view name) {
    for (const MeasureName& known : kMeasures)
        if (known.name == name) return {run.*known.value, known.unit};
    if (name != "place") throw Error("there is no measurement " + excerpt(name));
    const auto tenths = [](double psnr) { return std::round(psnr * 10); };
    const auto higher = std::ranges::count_if(
        result, [&](const auto& other) { return tenths(other.second.psnr) > tenths(run.psnr); });
    return {std::isnan(run.psnr) ? run.psnr : double(1 + higher), Unit::count};
}

class Parser {
public:
    Parser(std::string_view text, const LessonResult& result) : rest_(text), result_(&result) {}

    // Evaluates the whole text, which is a number or a condition.
    Value whole() {
        Value left = sum();
        while (const char sign = take("<>=")) {
            const bool or_equal = sign != '=' && take("=");
            const Value right = sum();
            const double a = left.number, b = right.number;
            const bool holds = ((sign == '=' || or_equal) && a == b) || (sign == '<' && a < b) ||
                               (sign == '>' && a > b);
            const bool before = left.holds.value_or(true);
            left = right;
            left.holds = before && holds;
        }
        if (!rest_.empty())
            throw Error("it cannot be understood from \"" + excerpt(rest_) + "\" on");
        return left;
    }

private:
    Value sum() {
        Value left = product();
        while (const char sign = take("+-")) left = computed(left, sign, product());
        return left;
    }

    Value product() {
        Value left = factor();
        while (const char sign = take("*/")) left = computed(left, sign, factor());
        return left;
    }

    Value factor() {
        if (take("(")) {
            if (++depth_ > kDeepest) throw Error("it is nested too deep");
            const Value value = sum();
            if (!take(")")) throw Error("a ) is missing");
            --depth_;
            return value;
        }
        const std::string_view name = word();
        if (name.empty()) return number();
        const auto run = result_->find(name);
        if (run == result_->end()) throw Error("there is no run " + excerpt(name));
        return measure(*result_, run->second, take(".") ? word() : "psnr");
    }

    Value number() {
        double value = 0;
        const char *begin = rest_.data(), *end = begin + rest_.size();
        const auto [last, error] = std::from_chars(begin, end, value, std::chars_format::fixed);
        if (error != std::errc{} || !std::isfinite(value))
            throw Error("a number or the name of a run is missing");
        rest_.remove_prefix(std::size_t(last - begin));
        return {value};
    }

    // Takes a name from the text; empty if the text does not go on with a lower-case letter.
    std::string_view word() {
        skip_spaces();
        if (rest_.empty() || rest_[0] < 'a' || rest_[0] > 'z') return "";
        const std::string_view name = rest_.substr(0, rest_.find_first_not_of(kNameLetters));
        rest_.remove_prefix(name.size());
        return name;
    }

    // Takes the next character if it is one of `signs`; otherwise returns 0.
    char take(std::string_view signs) {
        skip_spaces();
        if (rest_.empty() || signs.find(rest_[0]) == signs.npos) return 0;
        const char sign = rest_[0];
        rest_.remove_prefix(1);
        return sign;
    }

    void skip_spaces() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    }

    std::string_view rest_;
    const LessonResult* result_;
    int depth_ = 0;
};

std::string text_of(const Value& value) {
    const double number = value.number;
    if (value.unit == Unit::decibels && std::isinf(number) && value.computed)
        return number > 0 ? "more than 60 dB" : "less than -60 dB";  // one of the drawings is exact
    if (value.unit == Unit::decibels && !std::isnan(number)) return decibels(number);
    if (!std::isfinite(number)) return "–";
    if (value.unit == Unit::share) return fmt::format("{:.0f} %", 100 * number);
    if (value.unit == Unit::seconds) return race_time(number);
    if (value.unit == Unit::times && number < 3)
        return number < 1 ? "never" : number < 2 ? "once" : "twice";
    if (value.unit == Unit::times) return thousands(std::llround(number)) + " times";
    constexpr double kExact = 1e15;
    const bool is_whole = number == std::floor(number) && std::abs(number) < kExact;
    return is_whole ? thousands(std::int64_t(number)) : short_number(number);
}

}  // namespace

bool holds(std::string_view condition, const LessonResult& result) {
    const Value value = Parser(condition, result).whole();
    if (!value.holds) throw Error("it is a number, not a condition");
    return *value.holds;
}

std::string fill(std::string_view text, const LessonResult& result) {
    std::string filled;
    for (std::size_t open; (open = text.find('{')) != text.npos;) {
        const std::size_t close = text.find('}', open);
        if (close == text.npos) throw Error("a } is missing");
        const Value value = Parser(text.substr(open + 1, close - open - 1), result).whole();
        if (value.holds) throw Error("it is a condition, not a number");
        filled += text.substr(0, open);
        filled += text_of(value);
        text.remove_prefix(close + 1);
    }
    return filled.append(text);
}

double share_of_rises(std::span<const Metric> metrics) {
    if (metrics.size() < 4) return RunMeasures::kUnknown;
    const auto half = metrics.subspan(metrics.size() / 2);
    std::size_t rises = 0;
    for (std::size_t i = 1; i < half.size(); ++i) rises += half[i].loss > half[i - 1].loss;
    return double(rises) / double(half.size() - 1);
}

}  // namespace redraw
