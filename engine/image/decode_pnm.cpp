// Decodes PNM (Netpbm): bitmaps, gray and RGB, as text (P1, P2, P3) or as bytes (P4, P5, P6).
// Levels are taken as sRGB. Only the first picture of a file is read.
#include "engine/image/decode.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

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

struct PnmHeader {
    bool text, bitmap;
    int channels;
    std::uint32_t width, height, most;  // `most`: the level of white
    std::size_t row_samples() const { return std::size_t(width) * std::size_t(channels); }
    std::size_t least_bytes() const {
        if (bitmap) return (text ? row_samples() : (row_samples() + 7) / 8) * height;
        return text ? row_samples() * height * 2 - 1
                    : row_samples() * height * (most > 255 ? 2 : 1);
    }
};

PnmHeader read_header(const PictureSource& source, PnmReader& reader) {
    reader.byte();  // skips "P"
    const int kind = int(reader.byte()) - '0';
    PnmHeader header{kind <= 3, kind % 3 == 1, kind % 3 == 0 ? 3 : 1, 0, 0, 1};
    header.width = reader.text_number();
    header.height = reader.text_number();
    if (!header.bitmap) header.most = reader.text_number();
    source.check_size(header.width, header.height);
    if (header.most < 1 || header.most > 65535) source.refuse_damaged("its header makes no sense");
    if (!header.text) reader.byte();  // skips the single white space before the pixels
    if (reader.left.size() < header.least_bytes()) source.refuse_damaged("it ends too early");
    return header;
}

// Reads the levels of a row, from 0 to header.most (white).
void read_row(const PnmHeader& header, PnmReader& reader, std::vector<std::uint32_t>& row) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (header.bitmap && header.text) {  // digits, with or without space between them
            reader.skip_space();
            row[i] = 1 - (reader.byte() - '0');
        } else if (header.bitmap) {
            bits = i % 8 == 0 ? reader.byte() : bits << 1;
            row[i] = 1 - (bits >> 7 & 1);
        } else if (header.text) {
            row[i] = reader.text_number();
        } else {
            row[i] = reader.byte();
            if (header.most > 255) row[i] = row[i] << 8 | reader.byte();
        }
    }
}

}  // namespace

bool looks_like_pnm(std::string_view head) {
    constexpr std::string_view kKinds = "123456", kFirst = "#0123456789";
    if (head.size() < 4 || head[0] != 'P' || kKinds.find(head[1]) == head.npos) return false;
    const std::size_t at = head.find_first_not_of(kWhiteSpace, 2);
    return at < head.size() && kFirst.find(head[at]) != head.npos && (at > 2 || head[at] == '#');
}

Decoded decode_pnm(const PictureSource& source) {
    PnmReader reader{{source, source.bytes}};
    const PnmHeader header = read_header(source, reader);
    Decoded decoded;
    decoded.bit_depth = header.most > 255 ? 16 : 8;
    decoded.image = make_image(int(header.width), int(header.height), header.channels);
    const std::uint64_t levels = header.most > 255 ? 65535 : 255;
    std::vector<std::uint32_t> row(header.row_samples());
    for (int y = 0; y < decoded.image.height; ++y) {
        read_row(header, reader, row);
        float* to = decoded.image.row(y);
        for (const std::uint32_t level : row) {
            if (level > header.most) source.refuse_damaged("a level is above that of white");
            const std::uint64_t nearest = (level * levels + header.most / 2) / header.most;
            *to++ = float(nearest) / float(levels);
        }
    }
    return decoded;
}

}  // namespace redraw
