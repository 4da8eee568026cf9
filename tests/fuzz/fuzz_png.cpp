// Fuzzes PNG files whose checksums are corrected. libpng checks a chunk's checksum first, so that
// hardly any random change would get further.
#include "tests/fuzz/promised_image.h"
#include "tests/fuzz/target.h"

#include <zlib.h>

#include <cstring>
#include <vector>

using namespace redraw::fuzz;

namespace {

constexpr unsigned char kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

std::uint32_t big_endian(const std::uint8_t* at) {
    return std::uint32_t(at[0]) << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

// Returns the input with the right signature and the right checksum for every chunk.
std::vector<std::uint8_t> repaired(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint8_t> png(data, data + size);
    if (size < sizeof kSignature) return png;
    std::memcpy(png.data(), kSignature, sizeof kSignature);
    constexpr std::size_t kFrame = 12;  // length, name, checksum
    for (std::size_t at = sizeof kSignature; at + kFrame <= size;) {
        const std::size_t length = big_endian(png.data() + at);
        if (length > size - at - kFrame) break;
        const auto checksum =
            std::uint32_t(crc32(0, png.data() + at + 4, static_cast<uInt>(length + 4)));
        std::uint8_t* end = png.data() + at + 8 + length;
        for (int i = 0; i < 4; ++i) end[i] = std::uint8_t(checksum >> (24 - 8 * i));
        at += kFrame + length;
    }
    return png;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::uint8_t> png = repaired(data, size);
    promise_picture(bytes(png.data(), png.size()));
    return 0;
}
