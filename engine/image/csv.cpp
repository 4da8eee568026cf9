#include "engine/image/decode.h"
#include "engine/image/encode.h"
#include "engine/text/words.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <type_traits>

namespace redraw {
namespace {

// Decodes one line `x,y,pixel_value` per pixel, in any order; 1 is black, 0 is white. Also accepts
// what spreadsheets and R write: quotes, blanks, semicolons or tabs with decimal commas, and an
// unnamed first column that counts the rows.

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

struct Layout {
    char separator = ',';
    bool counted = false;  // the first column holds row numbers
};

std::optional<Layout> layout_of(std::string_view header) {
    const std::string line = lower(header);
    for (const char separator : {',', ';', '\t'}) {
        std::string_view rest = line;
        const bool counted = take_field(rest, separator).empty() && !rest.empty();
        if (!counted) rest = line;
        if (take_field(rest, separator) == "x" && take_field(rest, separator) == "y" &&
            take_field(rest, separator) == "pixel_value" && rest.empty())
            return Layout{separator, counted};
    }
    return std::nullopt;
}

struct Entry {
    int x = 0, y = 0;
    float blackness = 0;
};

class Lines {
public:
    explicit Lines(const PictureSource& source) : source_(source), left_(source.text()) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        std::optional<Layout> layout;  // parsed from the header line; absent until then
        while (!layout && !left_.empty()) {
            std::string_view header = next_line();
            if (header.starts_with(kByteOrderMark)) header.remove_prefix(kByteOrderMark.size());
            layout = layout_of(header);
        }
        layout_ = layout.value_or(Layout{});
    }

    // Returns the next line's pixel; nothing at the end of the file. Throws Error with the line
    // number if a line is malformed.
    std::optional<Entry> next() {
        std::string_view line;
        do {
            if (left_.empty()) return std::nullopt;
            line = next_line();
        } while (line.empty());
        if (layout_.counted) take_field(line, layout_.separator);
        Entry entry;
        const bool read = parse(line, entry.x) && parse(line, entry.y) &&
                          parse(line, entry.blackness) && line.empty();
        const bool in_range = entry.x >= 0 && entry.y >= 0 && entry.blackness >= 0 &&
                              entry.blackness <= 1;  // false for NaN
        if (!read || !in_range)
            source_.refuse(
                fmt::format("line {} is not x,y,pixel_value with a value from 0 to 1", line_));
        return entry;
    }

private:
    std::string_view next_line() {
        std::string_view line = left_.substr(0, left_.find_first_of("\r\n"));
        left_.remove_prefix(line.size());
        left_.remove_prefix(left_.starts_with("\r\n") ? 2 : left_.empty() ? 0 : 1);
        ++line_;
        return line.substr(0, line.find_last_not_of(' ') + 1);
    }

    // Parses the next field; false if it is missing or not a number.
    template <typename Number>
    bool parse(std::string_view& line, Number& number) const {
        std::string_view field = take_field(line, layout_.separator);
        std::string with_point;
        if (layout_.separator != ',' && field.find(',') != field.npos) {
            with_point = field;
            std::ranges::replace(with_point, ',', '.');
            field = with_point;
        }
        const char* const end = field.data() + field.size();
        const auto [after, error] = std::from_chars(field.data(), end, number);
        if constexpr (std::is_same_v<Number, float>) {
            double wide = 0;  // numbers too small for a float, such as 1e-46, become 0
            if (error == std::errc::result_out_of_range &&
                std::from_chars(field.data(), end, wide).ec == std::errc{}) {
                number = float(wide);
                return after == end;
            }
        }
        return error == std::errc{} && after == end;
    }

    const PictureSource& source_;
    std::string_view left_;
    std::int64_t line_ = 0;
    Layout layout_;
};

// Writes a line `x,y,pixel_value` per pixel. pixel_value is 1 (black) if the pixel's first channel
// is below one half, else 0 (white).
class CsvWriter final : public RowWriter {
public:
    explicit CsvWriter(const WriterSpec& spec) : RowWriter(spec), lines_("x,y,pixel_value\n") {}

private:
    void encode_row(const float* values, int y) override {
        for (int x = 0; x < width(); ++x, values += channels())  // NaN becomes black
            fmt::format_to(std::back_inserter(lines_), FMT_COMPILE("{},{},{}\n"), x, y,
                           values[0] >= 0.5f ? 0 : 1);
        put_text(lines_);
        lines_.clear();
    }

    std::string lines_;
};

}  // namespace

bool is_csv_header(std::string_view line) {
    return layout_of(line).has_value();
}

Decoded decode_csv(const PictureSource& source) {
    // Reads the file twice, first the picture's size and then its pixels, so that no list of pixels
    // is kept beside the picture.
    std::int64_t width = 0, height = 0, count = 0;
    Lines sizes(source);
    while (const auto entry = sizes.next()) {
        width = std::max<std::int64_t>(width, std::int64_t(entry->x) + 1);
        height = std::max<std::int64_t>(height, std::int64_t(entry->y) + 1);
        ++count;
    }
    if (count == 0) source.refuse("it is a CSV file without pixels");
    source.check_size(width, height);
    if (count != width * height)
        source.refuse(fmt::format("it has {} pixels, but its largest x and y make {} x {}", count,
                                  width, height));

    Decoded decoded;
    decoded.image = make_image(int(width), int(height), 1, std::nanf(""));
    Lines lines(source);
    while (const auto entry = lines.next()) {
        float& value = decoded.image.row(entry->y)[entry->x];
        if (!std::isnan(value))
            source.refuse(fmt::format("it has the pixel {},{} twice", entry->x, entry->y));
        value = 1 - entry->blackness;
    }
    return decoded;
}

std::unique_ptr<ImageWriter> open_csv_writer(const WriterSpec& spec) {
    return std::make_unique<CsvWriter>(spec);
}

}  // namespace redraw
