// WebP by libwebp: lossy and lossless, with or without alpha; animations are refused (libwebp reads
// their frames only through a second library).
#include "engine/image/colour.h"
#include "engine/image/decode.h"
#include "engine/image/exif.h"

#include <webp/decode.h>

#include <new>

namespace redraw {
namespace {

using namespace std::string_view_literals;

// A chunk of the RIFF container, such as "EXIF"; empty where there is none.
std::span<const std::byte> find_chunk(const PictureSource& source, std::string_view name) {
    constexpr std::size_t kFirstChunk = 12, kChunkHeader = 8;
    std::size_t at = kFirstChunk;
    while (at + kChunkHeader <= source.size()) {
        const unsigned char* header = source.data() + at;
        const std::size_t length =
            header[4] | header[5] << 8 | header[6] << 16 | std::size_t(header[7]) << 24;
        const std::size_t left = source.size() - at - kChunkHeader;
        if (length > left) break;
        if (std::string_view(reinterpret_cast<const char*>(header), 4) == name)
            return source.bytes.subspan(at + kChunkHeader, length);
        at += kChunkHeader + length + length % 2;
    }
    return {};
}

}  // namespace

Decoded decode_webp(const PictureSource& source) {
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(source.data(), source.size(), &features);
    if (status == VP8_STATUS_NOT_ENOUGH_DATA) source.refuse_damaged("it ends too early");
    if (status != VP8_STATUS_OK) source.refuse_damaged("its header makes no sense");
    source.check_size(features.width, features.height);
    if (features.has_animation) source.refuse("it is an animated WebP, which Redraw does not read");

    const int channels = features.has_alpha ? 4 : 3;
    const std::size_t stride = std::size_t(features.width) * channels;
    Decoded decoded;
    decoded.image = make_image(features.width, features.height, channels);
    const std::size_t bytes = stride * features.height;
    unsigned char* samples = samples_in(decoded.image, bytes);
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) source.refuse_damaged("its pixels cannot be decoded");
    config.output.colorspace = features.has_alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {samples, int(stride), bytes};
    const VP8StatusCode decoded_to = WebPDecode(source.data(), source.size(), &config);
    if (decoded_to == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
    if (decoded_to != VP8_STATUS_OK) source.refuse_damaged("its pixels cannot be decoded");

    unpack_bytes(samples, bytes, decoded.image.values.data());
    decoded.orientation = exif_orientation(find_chunk(source, "EXIF"sv));
    convert_to_srgb(decoded.image, find_chunk(source, "ICCP"sv), 8, decoded.note);
    return decoded;
}

}  // namespace redraw
