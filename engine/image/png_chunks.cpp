#include "engine/image/png_chunks.h"

#include "engine/text/display_name.h"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace redraw {

bool is_ancillary(const unsigned char (&head)[8]) {
    return head[4] >= 'a' && head[4] <= 'z';
}

bool is_named(const unsigned char (&head)[8], std::string_view name) {
    return std::memcmp(head + 4, name.data(), 4) == 0;
}

bool is_intact(const PictureSource& source, const unsigned char (&head)[8], PngChunk chunk) {
    const auto is_letter = [](int byte) { return (byte | 32) >= 'a' && (byte | 32) <= 'z'; };
    if (!std::all_of(head + 4, head + 8, is_letter)) return false;
    unsigned char part[1 << 12];
    uLong checksum = crc32(0, head + 4, 4);
    while (chunk.bytes > 0) {
        const std::size_t count = std::min(chunk.bytes, sizeof part);
        if (source.read_at(chunk.at, part, count) < count) return false;
        checksum = crc32(checksum, part, uInt(count));
        chunk = {chunk.at + count, chunk.bytes - count};
    }
    return source.read_at(chunk.at, part, 4) == 4 && png_get_uint_32(part) == checksum;
}

PngChunks find_chunks(const PictureSource& source) {
    PngChunks chunks;
    std::uint64_t at = kSignature;
    unsigned char head[8];
    while (source.size() - at >= kFrame && source.read_at(at, head, 8) == 8) {
        const PngChunk chunk{at + 8, png_get_uint_32(head)};
        if (chunk.bytes > source.size() - at - kFrame) break;
        const bool before_pixels = chunks.pixels == 0;
        if (is_named(head, "IEND")) {
            chunks.whole = chunk.bytes == 0 && is_intact(source, head, chunk);
            break;
        }
        if (is_named(head, "IDAT") && before_pixels) chunks.pixels = at;
        const bool ignored = is_ancillary(head) && !is_intact(source, head, chunk);
        if (ignored && chunks.damaged.empty())
            chunks.damaged = excerpt(as_text(std::as_bytes(std::span(head))).substr(4));
        at += kFrame + chunk.bytes;
        if (ignored) continue;
        if (is_named(head, "eXIf") && chunks.exif.at == 0) chunks.exif = chunk;
        if (is_named(head, "pHYs") && before_pixels && chunk.bytes == 9) chunks.density = chunk;
        if (is_named(head, "cICP") && before_pixels && chunk.bytes == 4) chunks.code_points = chunk;
        if (is_named(head, "iCCP") && before_pixels && chunks.profile.at == 0)
            chunks.profile = chunk;
    }
    return chunks;
}

}  // namespace redraw
