// WebP by libwebp, lossless unless asked otherwise. The encoder wants the whole picture in memory,
// and takes some ten times as much again: that sets the limit.
#include "engine/error.h"
#include "engine/image/encode.h"

#include <fmt/format.h>

#include <webp/encode.h>

#include <memory>

namespace redraw {
namespace {

constexpr std::int64_t kMostPixels = 64'000'000;

class WebpWriter final : public RowWriter {
public:
    explicit WebpWriter(const WriterSpec& spec) : RowWriter(spec) {
        if (spec.options.lossy) {
            WebPConfigPreset(&config_, WEBP_PRESET_DEFAULT, float(spec.options.quality));
        } else {
            WebPConfigInit(&config_);
            WebPConfigLosslessPreset(&config_, 6);  // of 9: here the sizes level off
        }
        // `exact` keeps the colours under alpha 0.
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
        if (!WebPEncode(&config_, &picture_))
            throw Error(
                picture_.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ||
                        picture_.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY
                    ? "Cannot encode the WebP: there is not enough memory"
                    : fmt::format("Cannot encode the WebP: error {}", int(picture_.error_code)));
        put(std::as_bytes(std::span(memory.mem, memory.size)));
    }

    WebPConfig config_;
    WebPPicture picture_;
};

}  // namespace

std::unique_ptr<ImageWriter> open_webp_writer(const WriterSpec& spec) {
    static_assert(largest_side(ImageFormat::webp) == WEBP_MAX_DIMENSION);
    if (std::int64_t(spec.width) * spec.height > kMostPixels)
        refuse_to_write(spec.target, "WebP is written up to 64 megapixels; PNG has no such limit");
    return std::make_unique<WebpWriter>(spec);
}

}  // namespace redraw
