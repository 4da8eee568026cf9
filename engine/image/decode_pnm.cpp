// Decodes PNM (Netpbm): bitmaps, gray and RGB, as text (P1, P2, P3) or as bytes (P4, P5, P6).
// Levels are taken as sRGB. Only the first picture of a file is read.
#include "engine/image/stb_pixels.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <system_error>

namespace redraw {
namespace {

constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";

struct PnmReader : ByteReader {
    std::uint32_t text_number() {
        skip_space();
        const std::string_view text = as_text(left);
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc()) source.refuse_damaged("a number is missing or too large");
        take(std::size_t(end - text.data()));
        return value;
    }
    void skip_space() {  // also skips comments, each from "#" to the end of its line
        for (;;) {
            take(std::min(as_text(left).find_first_not_of(kWhiteSpace), left.size()));
            if (!as_text(left).starts_with('#')) return;
            take(std::min(as_text(left).find_first_of("\r\n"), left.size()));
        }
    }
};

}  // namespace

bool looks_like_pnm(std::string_view head) {
    constexpr std::string_view kKinds = "123456", kFirst = "#0123456789";
    if (head.size() < 4 || head[0] != 'P' || kKinds.find(head[1]) == head.npos) return false;
    const std::size_t at = head.find_first_not_of(kWhiteSpace, 2);
    return at < head.size() && kFirst.find(head[at]) != head.npos && (at > 2 || head[at] == '#');
}

Decoded decode_pnm(const PictureSource& source) {
    PnmReader reader{{source, source.bytes}};
    const int kind = int(reader.number(2)) - ('P' << 8 | '0'), channels = kind % 3 == 0 ? 3 : 1;
    const bool text = kind <= 3, bitmap = kind % 3 == 1;
    const std::int64_t width = reader.text_number(), height = reader.text_number(),
                       samples = width * channels;
    const std::uint64_t most = bitmap ? 1 : reader.text_number();  // the level of white
    source.check_size(width, height);
    if (most < 1 || most > 65535) source.refuse_damaged("its header makes no sense");
    if (!text) reader.byte();  // skips the single white space before the pixels
    const bool deep = most > 255;
    const std::int64_t row_bytes = bitmap ? (samples + 7) / 8 : deep ? samples * 2 : samples;
    const std::int64_t least = !text    ? row_bytes * height
                               : bitmap ? samples * height
                                        : samples * height * 2 - 1;
    if (std::int64_t(reader.left.size()) < least) source.refuse_damaged(kEndsTooEarly);
    // stb_image unpacks rows of bytes only: it reads no bitmaps and mixes up the bytes of 16 bits.
    StbPixels bytes{nullptr, std::free};
    if (!text)
        bytes = stb_pixels(
            source, "P5 " + std::to_string(row_bytes) + " " + std::to_string(height) + " 255\n",
            reader.left, row_bytes, height, 1);
    Decoded decoded{make_image(int(width), int(height), channels), deep ? 16 : 8};
    const std::uint64_t levels = deep ? 65535 : 255;
    for (std::int64_t y = 0; y < height; ++y) {
        const auto at = std::size_t(y * row_bytes);
        float* to = decoded.image.row(int(y));
        for (std::size_t i = 0; i < std::size_t(samples); ++i) {
            if (text && bitmap) reader.skip_space();  // digits, with or without space between them
            const std::uint64_t level = text && bitmap ? std::uint64_t('1' - int(reader.byte()))
                                        : text         ? reader.text_number()
                                        : bitmap       ? ~bytes[at + i / 8] >> (7 - i % 8) & 1
                                        : deep ? bytes[at + 2 * i] << 8 | bytes[at + 2 * i + 1]
                                               : bytes[at + i];
            if (level > most) source.refuse_damaged("a level is above that of white");
            const std::uint64_t nearest = (level * levels + most / 2) / most;
            *to++ = float(nearest) / float(levels);
        }
    }
    return decoded;
}

}  // namespace redraw
