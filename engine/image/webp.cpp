// Decodes and encodes WebP by libwebp: lossy and lossless, with or without alpha; of an animation,
// the first frame on its canvas.
#include "engine/error.h"
#include "engine/image/colour_profiles.h"
#include "engine/image/decode.h"
#include "engine/image/encode.h"
#include "engine/image/metadata.h"
#include "engine/stop.h"

#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <new>

namespace redraw {
namespace {

using namespace std::string_view_literals;

// Finds a chunk of the RIFF container by name, such as "EXIF"; empty if absent.
std::span<const std::byte> find_chunk(const PictureSource& source, std::string_view name) {
    constexpr std::size_t kFirstChunk = 12, kChunkHeader = 8;
    std::size_t at = kFirstChunk;
    while (at + kChunkHeader <= source.size()) {
        const unsigned char* header = source.data() + at;
        const std::size_t length =
            header[4] | header[5] << 8 | header[6] << 16 | std::size_t(header[7]) << 24;
        const std::size_t left = source.size() - at - kChunkHeader;
        if (length > left) break;
        if (source.text().substr(at, 4) == name)
            return source.bytes.subspan(at + kChunkHeader, length);
        at += kChunkHeader + length + length % 2;
    }
    return {};
}

// Most pixels that are written: the encoder holds the whole picture and needs about ten times as
// much memory again.
constexpr std::int64_t kMostPixels = 64'000'000;

// Writes lossless WebP unless the options ask for lossy.
class WebpWriter final : public RowWriter {
public:
    explicit WebpWriter(const WriterSpec& spec) : RowWriter(spec) {
        if (spec.options.lossy) {
            WebPConfigPreset(&config_, WEBP_PRESET_DEFAULT, float(spec.options.quality));
        } else {
            WebPConfigInit(&config_);
            WebPConfigLosslessPreset(&config_, 6);  // level 6 of 9: higher levels gain little
        }
        // Keeps the colours of fully transparent pixels.
        config_.exact = 1;
        REDRAW_CHECK(WebPPictureInit(&picture_), "libwebp has another version than its header");
        picture_.use_argb = 1;
        picture_.width = spec.width;
        picture_.height = spec.height;
        if (!WebPPictureAlloc(&picture_)) throw std::bad_alloc();
    }
    ~WebpWriter() override { WebPPictureFree(&picture_); }

private:
    void encode_row(const float* values, int y) override {
        std::uint32_t* row = picture_.argb + std::ptrdiff_t(y) * picture_.argb_stride;
        const bool colour = channels() >= 3;
        for (int x = 0; x < width(); ++x, values += channels()) {
            const auto level = [&](int c) { return std::uint32_t(quantise(values[c], 255)); };
            const std::uint32_t alpha = has_alpha() ? level(channels() - 1) : 255;
            row[x] =
                alpha << 24 | level(0) << 16 | level(colour ? 1 : 0) << 8 | level(colour ? 2 : 0);
        }
    }

    void close() override {
        WebPMemoryWriter memory;
        WebPMemoryWriterInit(&memory);
        const std::unique_ptr<WebPMemoryWriter, void (*)(WebPMemoryWriter*)> owner(
            &memory, WebPMemoryWriterClear);
        picture_.writer = WebPMemoryWrite;
        picture_.custom_ptr = &memory;
        picture_.progress_hook = [](int, const WebPPicture*) { return int(!drawing_is_stopped()); };
        const bool encoded = WebPEncode(&config_, &picture_);
        throw_if_stopped();
        if (!encoded)
            throw Error(
                picture_.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ||
                        picture_.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY
                    ? "Cannot encode the WebP: there is not enough memory"
                    : fmt::format("Cannot encode the WebP: error {}", int(picture_.error_code)));
        const auto file = std::as_bytes(std::span(memory.mem, memory.size));
        if (options().tagged || options().metadata)
            put_tagged(file);
        else
            put(file);
    }

    // Rewrites the file with a colour profile and EXIF, which libwebp's encoder does not add.
    void put_tagged(std::span<const std::byte> file) {
        constexpr std::size_t kRiff = 12, kExtended = 8 + 10;
        constexpr int kProfile = 0x20, kAlpha = 0x10, kExif = 0x08;
        const bool extended = as_text(file).substr(kRiff).starts_with("VP8X");
        const std::span<const std::byte> profile = srgb_profile(3);  // WebP has no gray
        const std::span rest = file.subspan(kRiff + (extended ? kExtended : 0));
        const std::size_t padded = profile.size() + profile.size() % 2;
        const std::span<const std::byte> exif =
            options().metadata ? std::span<const std::byte>(options().metadata->exif)
                               : std::span<const std::byte>();
        const std::size_t exif_chunk = exif.empty() ? 0 : 8 + exif.size() + exif.size() % 2;
        WebPBitstreamFeatures features;
        REDRAW_CHECK(WebPGetFeatures(reinterpret_cast<const unsigned char*>(file.data()),
                                     file.size(), &features) == VP8_STATUS_OK,
                     "a WebP just written");
        put_text("RIFF");
        put_number(std::int64_t(4 + kExtended + 8 + padded + rest.size() + exif_chunk), 4);
        put_text("WEBPVP8X");
        put_number(10, 4);
        put_number(kProfile | (features.has_alpha ? kAlpha : 0) | (exif.empty() ? 0 : kExif), 4);
        put_number(width() - 1, 3);
        put_number(height() - 1, 3);
        put_text("ICCP");
        put_number(std::int64_t(profile.size()), 4);
        put(profile);
        put_number(0, int(padded - profile.size()));
        put(rest);
        if (exif.empty()) return;
        put_text("EXIF");
        put_number(std::int64_t(exif.size()), 4);
        put(exif);
        put_number(0, int(exif.size() % 2));
    }

    WebPConfig config_;
    WebPPicture picture_;
};

// A frame's place on the canvas, in pixels, and its data, which libwebp decodes like a file.
struct WebpFrame {
    int x = 0, y = 0, width = 0, height = 0;
    std::span<const std::byte> data;
    WebPBitstreamFeatures features{};
};

int little_endian(std::span<const std::byte> bytes) {
    int number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        number = number << 8 | std::to_integer<int>(bytes[i]);
    return number;
}

// Finds the first frame of an animation; `canvas` is the whole picture. A picture that is not
// animated is a single frame.
WebpFrame first_frame(const PictureSource& source, const WebPBitstreamFeatures& canvas) {
    if (!canvas.has_animation) return {0, 0, canvas.width, canvas.height, source.bytes, canvas};
    constexpr std::size_t kFrameHeader = 16;
    const auto chunk = find_chunk(source, "ANMF"sv);
    if (chunk.size() < kFrameHeader) source.refuse_damaged("it ends too early");
    const auto number = [&](std::size_t at) { return little_endian(chunk.subspan(at, 3)); };
    WebpFrame frame{2 * number(0),
                    2 * number(3),
                    number(6) + 1,
                    number(9) + 1,
                    chunk.subspan(kFrameHeader),
                    {}};
    const bool inside =
        frame.x + frame.width <= canvas.width && frame.y + frame.height <= canvas.height;
    if (!inside ||
        WebPGetFeatures(reinterpret_cast<const unsigned char*>(frame.data.data()),
                        frame.data.size(), &frame.features) != VP8_STATUS_OK ||
        frame.features.has_animation || frame.features.width != frame.width ||
        frame.features.height != frame.height)
        source.refuse_damaged("its first frame makes no sense");
    return frame;
}

}  // namespace

Decoded decode_webp(const PictureSource& source) {
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(source.data(), source.size(), &features);
    if (status == VP8_STATUS_NOT_ENOUGH_DATA) source.refuse_damaged("it ends too early");
    if (status != VP8_STATUS_OK) source.refuse_damaged("its header makes no sense");
    source.check_size(features.width, features.height);
    const WebpFrame frame = first_frame(source, features);

    // The canvas around a frame is transparent.
    const bool alpha =
        frame.features.has_alpha || frame.width < features.width || frame.height < features.height;
    const int channels = alpha ? 4 : 3;
    const std::size_t stride = std::size_t(features.width) * channels;
    Decoded decoded;
    decoded.image = make_image(features.width, features.height, channels);
    const std::size_t bytes = stride * features.height;
    unsigned char* samples = samples_in(decoded.image, bytes);
    const std::size_t at = std::size_t(frame.y) * stride + std::size_t(frame.x) * channels;
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) source.refuse_damaged("its pixels cannot be decoded");
    config.output.colorspace = alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {samples + at, int(stride), bytes - at};
    const VP8StatusCode decoded_to = WebPDecode(
        reinterpret_cast<const unsigned char*>(frame.data.data()), frame.data.size(), &config);
    if (decoded_to == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
    if (decoded_to != VP8_STATUS_OK) source.refuse_damaged("its pixels cannot be decoded");

    unpack_bytes(samples, bytes, decoded.image.values.data());
    const std::span<const std::byte> exif = find_chunk(source, "EXIF"sv);
    decoded.orientation = exif_orientation(exif);
    decoded.metadata.exif = exif_of(exif);
    convert_to_srgb(decoded, find_chunk(source, "ICCP"sv));
    if (features.has_animation)
        add_note(decoded.note, "only the first frame of the animation is read");
    return decoded;
}

std::unique_ptr<ImageWriter> open_webp_writer(const WriterSpec& spec) {
    static_assert(largest_side(ImageFormat::webp) == WEBP_MAX_DIMENSION);
    if (std::int64_t(spec.width) * spec.height > kMostPixels)
        refuse_to_write(spec.target, "WebP is written up to 64 megapixels; PNG has no such limit");
    return std::make_unique<WebpWriter>(spec);
}

}  // namespace redraw
