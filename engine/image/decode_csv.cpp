// The seed's pictures: a line `x,y,pixel_value` for every pixel, in any order, 1 = black, 0 = white
// or anything between.
#include "engine/image/decode.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace redraw {
namespace {

struct Entry {
    int x = 0, y = 0;
    float blackness = 0;
};

class Lines {
public:
    explicit Lines(const PictureSource& source)
        : source_(source),
          at_(reinterpret_cast<const char*>(source.bytes.data())),
          end_(at_ + source.size()) {
        next_line();  // the header, which told the format
    }

    // The next entry; nothing at the end. Throws Error naming the line that is none.
    std::optional<Entry> next() {
        std::string_view line;
        do {
            if (at_ == end_) return std::nullopt;
            line = next_line();
        } while (line.empty());
        const char* at = line.data();
        const char* end = at + line.size();
        Entry entry;
        const bool read = parse(at, end, entry.x) && comma(at, end) && parse(at, end, entry.y) &&
                          comma(at, end) && parse(at, end, entry.blackness) && at == end;
        const bool in_range = entry.x >= 0 && entry.y >= 0 && entry.blackness >= 0 &&
                              entry.blackness <= 1;  // false for NaN
        if (!read || !in_range)
            source_.refuse(
                fmt::format("line {} is not x,y,pixel_value with a value from 0 to 1", line_));
        return entry;
    }

private:
    std::string_view next_line() {
        const char* start = at_;
        while (at_ != end_ && *at_ != '\n' && *at_ != '\r') ++at_;
        std::string_view line(start, std::size_t(at_ - start));
        const bool two = end_ - at_ >= 2 && at_[0] == '\r' && at_[1] == '\n';
        at_ += at_ == end_ ? 0 : two ? 2 : 1;
        ++line_;
        while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
        return line;
    }

    template <typename Number>
    static bool parse(const char*& at, const char* end, Number& number) {
        while (at != end && *at == ' ') ++at;
        const auto [after, error] = std::from_chars(at, end, number);
        if constexpr (std::is_same_v<Number, float>) {
            double wide = 0;  // 1e-46 is no float, but as good as 0
            if (error == std::errc::result_out_of_range &&
                std::from_chars(at, end, wide).ec == std::errc{}) {
                number = float(wide);
                at = after;
                return true;
            }
        }
        at = after;
        return error == std::errc{};
    }

    static bool comma(const char*& at, const char* end) { return at != end && *at++ == ','; }

    const PictureSource& source_;
    const char* at_;
    const char* end_;
    std::int64_t line_ = 0;
};

}  // namespace

Decoded decode_csv(const PictureSource& source) {
    // Read twice, so that nothing is kept but the picture.
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

}  // namespace redraw
