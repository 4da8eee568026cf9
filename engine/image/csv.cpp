#include "engine/image/decode.h"
#include "engine/image/encode.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace redraw {
namespace {

// Decodes one line `x,y,pixel_value` per pixel, in any order; 1 is black, 0 is white. Also accepts
// what spreadsheets, R and pandas write: quotes, blanks, semicolons or tabs with decimal commas, a
// line `sep=;`, coordinates like 3.0, and an unnamed first column that counts the rows. The third
// column may have another title, and the header may be missing; the picture's note reports it.

// Removes the next field from a line and returns it without surrounding blanks and quotes.
std::string_view take_field(std::string_view& line, char separator) {
    const std::size_t end = std::min(line.find(separator), line.size());
    std::string_view field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    const auto trim = [&] {
        field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
        field = field.substr(0, field.find_last_not_of(' ') + 1);
    };
    trim();
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
        field = field.substr(1, field.size() - 2);
        trim();
    }
    return field;
}

// Parses a whole field; a decimal comma is accepted unless the separator is a comma.
bool parse_field(std::string_view field, char separator, double& number) {
    std::string with_point;
    if (separator != ',' && field.find(',') != field.npos) {
        with_point = field;
        std::ranges::replace(with_point, ',', '.');
        field = with_point;
    }
    const char* const end = field.data() + field.size();
    const auto [after, error] = std::from_chars(field.data(), end, number);
    return error == std::errc{} && after == end;
}

struct Layout {
    char separator = ',';
    bool counted = false;  // the first column holds row numbers
    bool titled = true;    // the first line has titles
    std::string title{};   // of the third column, as in the file
};

std::optional<Layout> layout_of(std::string_view line) {
    for (const char separator : {',', ';', '\t'}) {
        std::string_view rest = line;
        Layout layout{.separator = separator};
        layout.counted = take_field(rest, separator).empty() && !rest.empty();
        if (!layout.counted) rest = line;
        const std::string_view x = take_field(rest, separator), y = take_field(rest, separator);
        layout.title = take_field(rest, separator);
        double number = 0;
        const auto is_number = [&](std::string_view field) {
            return parse_field(field, separator, number);
        };
        layout.titled = !is_number(layout.title);
        const bool known =
            layout.titled ? lower(x) == "x" && lower(y) == "y" : is_number(x) && is_number(y);
        if (known && !layout.title.empty() && rest.empty()) return layout;
    }
    return std::nullopt;
}

// Removes the next line of a text and returns it without blanks at its end.
std::string_view take_csv_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(line.size());
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

// True for a line `sep=;`, in which spreadsheets announce the separator.
bool announces_separator(std::string_view line) {
    return lower(line.substr(0, 4)) == "sep=" && line.size() <= 5;
}

struct Entry {
    std::int64_t x = 0, y = 0;
    float blackness = 0;
};

class Lines {
public:
    explicit Lines(const PictureSource& source) : source_(source), left_(source.text()) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (left_.starts_with(kByteOrderMark)) left_.remove_prefix(kByteOrderMark.size());
        std::optional<Layout> layout;  // parsed from the first line that has one; absent until then
        while (!layout && !left_.empty()) {
            const std::string_view before = left_, line = next_line();
            layout = layout_of(line);
            if (!layout || layout->titled) continue;
            left_ = before;  // the line is already a pixel
            --line_;
        }
        layout_ = layout.value_or(Layout{});
    }

    const Layout& layout() const { return layout_; }

    // Returns the next line's pixel; nothing at the end of the file. Throws Error with the line
    // number and the column if a line is malformed.
    std::optional<Entry> next() {
        std::string_view line;
        do {
            if (left_.empty()) return std::nullopt;
            line = next_line();
        } while (line.empty());
        if (layout_.counted) take_field(line, layout_.separator);
        Entry entry;
        entry.x = std::int64_t(take_number(line, "x", true));
        entry.y = std::int64_t(take_number(line, "y", true));
        entry.blackness = float(take_number(line, "pixel_value", false));
        if (!line.empty()) refuse("it has more than three columns");
        return entry;
    }

private:
    std::string_view next_line() {
        ++line_;
        return take_csv_line(left_);
    }
    [[noreturn]] void refuse(const std::string& reason) const {
        source_.refuse(fmt::format("line {}: {}", line_, reason));
    }

    // Reads the next field: a coordinate, which is a whole number, or a value from 0 to 1.
    double take_number(std::string_view& line, const char* column, bool whole) const {
        constexpr double kMost = 1e15;
        const std::string_view field = take_field(line, layout_.separator);
        double number = 0;
        const bool valid = parse_field(field, layout_.separator, number) && number >= 0 &&
                           (whole ? number <= kMost && number == std::floor(number) : number <= 1);
        if (field.empty()) refuse(fmt::format("{} is missing", column));
        if (!valid)
            refuse(fmt::format("{} is {}, not a {}", column, excerpt(field),
                               whole ? "whole number from 0 on" : "number from 0 to 1"));
        return number;
    }

    const PictureSource& source_;
    std::string_view left_;
    std::int64_t line_ = 0;
    Layout layout_;
};

// Writes a line `x,y,pixel_value` per pixel, from 0 (white) to 1 (black) with up to four decimals;
// with `two_tones`, 1 below one half and else 0. Colours become gray (luma) over white.
class CsvWriter final : public RowWriter {
public:
    explicit CsvWriter(const WriterSpec& spec) : RowWriter(spec), lines_("x,y,pixel_value\n") {}

private:
    void encode_row(const float* values, int y) override {
        const int steps = options().two_tones ? 1 : 10'000;
        for (int x = 0; x < width(); ++x, values += channels()) {
            const float gray = channels() >= 3 ? luma(values) : values[0];
            const float alpha = has_alpha() ? std::clamp(values[channels() - 1], 0.0f, 1.0f) : 1;
            const int black = steps - quantise(1 - alpha + alpha * gray, steps);  // NaN is black
            fmt::format_to(std::back_inserter(lines_), FMT_COMPILE("{},{},{}\n"), x, y,
                           double(black) / steps);
        }
        put_text(lines_);
        lines_.clear();
    }

    std::string lines_;
};

}  // namespace

bool looks_like_csv(std::string_view head) {
    std::string_view line = take_csv_line(head);
    if (announces_separator(line)) line = take_csv_line(head);
    return layout_of(line).has_value();
}

Decoded decode_csv(const PictureSource& source) {
    // Reads the file twice, first the picture's size and then its pixels, so that no list of pixels
    // is kept beside the picture.
    std::int64_t width = 0, height = 0, count = 0;
    Lines sizes(source);
    while (const auto entry = sizes.next()) {
        width = std::max(width, entry->x + 1);
        height = std::max(height, entry->y + 1);
        ++count;
    }
    if (count == 0) source.refuse("it is a CSV file without pixels");
    source.check_size(width, height);
    if (count != width * height)
        source.refuse(fmt::format("it has {} pixels, but its largest x and y make {}", count,
                                  dimensions(width, height)));

    Decoded decoded;
    decoded.image = make_image(int(width), int(height), 1, std::nanf(""));
    Lines lines(source);
    while (const auto entry = lines.next()) {
        float& value = decoded.image.row(int(entry->y))[entry->x];
        if (!std::isnan(value))
            source.refuse(fmt::format("it has the pixel {},{} twice", entry->x, entry->y));
        value = 1 - entry->blackness;
    }
    const Layout& layout = lines.layout();
    if (!layout.titled)
        decoded.note =
            "it has no header: its columns are read as x, y and pixel_value (1 is black)";
    else if (lower(layout.title) != "pixel_value")
        decoded.note =
            fmt::format("its column {} is read as pixel_value (1 is black)", excerpt(layout.title));
    return decoded;
}

std::unique_ptr<ImageWriter> open_csv_writer(const WriterSpec& spec) {
    return std::make_unique<CsvWriter>(spec);
}

}  // namespace redraw
