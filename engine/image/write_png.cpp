// Writes PNG by libpng, row by row.
#include "engine/error.h"
#include "engine/image/encode.h"

#include <png.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace redraw {
namespace {

// Compresses at level 2 with the Paeth filter only. Renders are smooth, so that files with Paeth
// alone are as small as with all filters. Level 2 is five times as fast as the default 6 (39
// against 8 MB/s, a photograph at 2048 pixels) for 12 % more bytes. An export of 16384 x 16384
// pixels has 800 MB to compress.
constexpr int kCompressionLevel = 2;

struct PngStructs {
    png_structp png = nullptr;
    png_infop info = nullptr;
    ~PngStructs() { png_destroy_write_struct(&png, &info); }
};

class PngWriter final : public RowWriter {
public:
    explicit PngWriter(const WriterSpec& spec)
        : RowWriter(spec), max_level_(spec.options.bit_depth == 16 ? 65535 : 255) {
        row_.resize(std::size_t(width()) * channels() * (max_level_ > 255 ? 2 : 1));
        structs_.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error,
                                               [](png_structp, png_const_charp) {});
        structs_.info = structs_.png ? png_create_info_struct(structs_.png) : nullptr;
        if (!structs_.info) throw std::bad_alloc();
        protect([&] { start(); });
    }

private:
    // Runs `call` with libpng's error handling: errors arrive by longjmp, which skips destructors,
    // so `call` must own nothing.
    template <class Call>
    void protect(Call call) {
        if (setjmp(png_jmpbuf(structs_.png)))
            throw Error(std::string("Cannot encode the PNG: ") + error_);
        call();
    }
    void start() {
        constexpr int kColourType[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                       PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
        constexpr std::size_t kChunk = 1 << 16;
        const auto& [png, info] = structs_;
        png_set_write_fn(png, this, on_bytes, nullptr);
        png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
        png_set_compression_level(png, kCompressionLevel);
        png_set_compression_buffer_size(png, kChunk);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
        png_set_IHDR(png, info, static_cast<png_uint_32>(width()),
                     static_cast<png_uint_32>(height()), options().bit_depth,
                     kColourType[channels() - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                     PNG_FILTER_TYPE_DEFAULT);
        // Writes no gAMA and cHRM chunks beside the sRGB chunk: only very old readers need them.
        if (options().tagged) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
        if (const Metadata* metadata = options().metadata.get()) put_metadata(*metadata);
        png_write_info(png, info);
    }
    void put_metadata(const Metadata& metadata) {
        const auto& [png, info] = structs_;
        if (!metadata.exif.empty())
            png_set_eXIf_1(png, info, png_uint_32(metadata.exif.size()),
                           reinterpret_cast<png_bytep>(
                               const_cast<std::byte*>(metadata.exif.data())));  // is copied
        const auto per_metre = [](double per_inch) {
            return png_uint_32(std::clamp(per_inch / 0.0254 + 0.5, 1.0, 2147483647.0));
        };
        if (metadata.across_inch > 0 && metadata.down_inch > 0)
            png_set_pHYs(png, info, per_metre(metadata.across_inch), per_metre(metadata.down_inch),
                         PNG_RESOLUTION_METER);
    }

    void encode_row(const float* values, int) override {
        const int max_level = max_level_;
        unsigned char* to = row_.data();
        for (const float* end = values + std::size_t(width()) * channels(); values < end;
             ++values) {
            const int level = quantise(*values, max_level);
            if (max_level > 255) *to++ = static_cast<unsigned char>(level >> 8);
            *to++ = static_cast<unsigned char>(level);
        }
        protect([&] { png_write_row(structs_.png, row_.data()); });
    }
    void close() override {
        protect([&] { png_write_end(structs_.png, nullptr); });
    }

    [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
        auto* self = static_cast<PngWriter*>(png_get_error_ptr(png));
        std::snprintf(self->error_, sizeof self->error_, "%s", message);
        png_longjmp(png, 1);
    }
    static void on_bytes(png_structp png, png_bytep bytes, std::size_t count) {
        auto* self = static_cast<PngWriter*>(png_get_io_ptr(png));
        if (!append(self->out(), bytes, count)) png_error(png, "there is not enough memory");
    }

    char error_[96] = "";
    int max_level_;
    std::vector<unsigned char> row_;
    PngStructs structs_;
};

}  // namespace

std::unique_ptr<ImageWriter> open_png_writer(const WriterSpec& spec) {
    return std::make_unique<PngWriter>(spec);
}

}  // namespace redraw
