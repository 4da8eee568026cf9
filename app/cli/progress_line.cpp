#include "app/cli/progress_line.h"

#include "app/system/streams.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

constexpr int kBarWidth = 24;
constexpr std::string_view kBetween = "  ", kCut = "…";

int terminal_columns() {
    constexpr int kUsual = 80;
    if (const int width = terminal_width(); width > 0) return width;
    const char* columns = std::getenv("COLUMNS");
    int number = 0;
    if (columns) std::from_chars(columns, columns + std::strlen(columns), number);
    return number > 0 ? number : kUsual;
}

// True for code points that terminals may draw two columns wide. Some of them are narrow, which
// only makes the line shorter than necessary.
bool is_wide(std::uint32_t code) {
    return (code >= 0x1100 && code < 0x1160) || (code >= 0x2300 && code < 0x2400) ||
           (code >= 0x2600 && code < 0x27C0) || (code >= 0x2B00 && code < 0x2C00) || code >= 0x2E80;
}

// Returns the number of bytes of the code point at the beginning of `text`, and its columns.
std::pair<std::size_t, int> next_letter(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::uint32_t code = bytes == 1 ? first : first & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < std::min(bytes, text.size()); ++i)
        code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
    return {std::min(bytes, text.size()), is_wide(code) ? 2 : 1};
}

int columns_of(std::string_view text) {
    int columns = 0;
    while (!text.empty()) {
        const auto [bytes, wide] = next_letter(text);
        columns += wide;
        text.remove_prefix(bytes);
    }
    return columns;
}

// Returns the beginning of `text` that fits into `room` columns, with a mark if that is not all.
std::string shortened(const std::string& text, int room) {
    if (columns_of(text) <= room) return text;
    std::string_view left = text;
    for (int columns = 1; !left.empty(); left.remove_prefix(next_letter(left).first)) {
        columns += next_letter(left).second;
        if (columns > room) break;
    }
    return room < 1 ? "" : text.substr(0, text.size() - left.size()) + std::string(kCut);
}

std::string joined(const std::vector<LinePart>& parts) {
    std::string line;
    for (const LinePart& part : parts)
        line += std::string(line.empty() ? "" : kBetween) + part.text;
    return line;
}

std::string fitted(std::vector<LinePart> parts, int room) {
    std::erase_if(parts, [](const LinePart& part) { return part.text.empty(); });
    const auto later = [](const LinePart& a, const LinePart& b) {
        return b.leaves == 0 ? a.leaves > 0 : a.leaves > 0 && a.leaves < b.leaves;
    };
    while (columns_of(joined(parts)) > room) {
        const auto first = std::ranges::min_element(parts, later);
        if (first->leaves == 0) break;
        parts.erase(first);
    }
    const int excess = columns_of(joined(parts)) - room;
    if (excess <= 0) return joined(parts);
    const auto longest = std::ranges::max_element(
        parts, {}, [](const LinePart& part) { return columns_of(part.text); });
    longest->text = shortened(longest->text, std::max(1, columns_of(longest->text) - excess));
    return shortened(joined(parts), room);
}

}  // namespace

LinePart progress_bar(double progress) {
    const int filled = int(std::lround(progress * kBarWidth));
    LinePart bar{"", 1};
    for (int i = 0; i < kBarWidth; ++i) bar.text += i < filled ? "█" : "░";
    return bar;
}

void show_line(std::vector<LinePart> parts) {
    static int shown = 0;  // columns of the line that is rewritten
    // The last column stays free, so that the cursor stays in the line.
    const int room = std::max(1, terminal_columns() - 1);
    const std::string line = fitted(std::move(parts), room);
    const int columns = columns_of(line);
    const char* kind = std::getenv("TERM");
    if (kind == nullptr || std::string_view(kind).empty() || std::string_view(kind) == "dumb") {
        // Such a terminal has no command that clears a line.
        const std::string blanks(std::size_t(std::max(0, std::min(shown, room) - columns)), ' ');
        std::fprintf(stderr, "\r%s%s%s", line.c_str(), blanks.c_str(), line.empty() ? "\r" : "");
    } else {
        std::fprintf(stderr, "\r\033[K%s", line.c_str());
    }
    std::fflush(stderr);
    shown = columns;
}

}  // namespace redraw
