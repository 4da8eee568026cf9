#include "engine/image/png_chunks.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace redraw {
namespace {

constexpr std::size_t kMostUnpacked = 16 << 20;

// Unpacks a profile; empty if it is damaged or too large.
std::vector<std::byte> unpacked(std::string_view packed) {
    constexpr std::size_t kStep = 1 << 16;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    std::vector<std::byte> bytes;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    int result = Z_OK;
    while (result == Z_OK && bytes.size() < kMostUnpacked) {
        const std::size_t before = bytes.size();
        bytes.resize(before + kStep);
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
        stream.avail_out = kStep;
        result = inflate(&stream, Z_NO_FLUSH);
        bytes.resize(bytes.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (result != Z_STREAM_END) bytes.clear();
    return bytes;
}

}  // namespace

PngColours read_png_colours(std::span<const std::byte> file) {
    constexpr std::size_t kSignature = 8, kFrame = 12, kLongestName = 79;
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    PngColours colours;
    bool profile_seen = false;
    for (std::size_t at = kSignature; at + kFrame <= text.size();) {
        std::size_t length = 0;
        for (int i = 0; i < 4; ++i)
            length = length << 8 | static_cast<unsigned char>(text[at + std::size_t(i)]);
        if (length > text.size() - at - kFrame) break;
        const std::string_view name = text.substr(at + 4, 4), data = text.substr(at + 8, length);
        if (name == "IDAT" || name == "IEND") break;
        if (name == "cICP" && length == 4)
            colours.code_points = CodePoints{static_cast<unsigned char>(data[0]),
                                             static_cast<unsigned char>(data[1])};
        if (name == "iCCP" && !profile_seen) {
            profile_seen = true;
            const std::size_t end = data.substr(0, kLongestName + 1).find('\0');
            if (end != data.npos && end + 2 < data.size())
                colours.profile = unpacked(data.substr(end + 2));
            colours.damaged_profile = colours.profile.empty();
        }
        at += kFrame + length;
    }
    return colours;
}

}  // namespace redraw
