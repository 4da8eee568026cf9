// PNG by libpng: every colour type and bit depth, Adam7, transparency; a wrong checksum, a missing
// end, a missing row or a colour that is not in the palette is damage.
#include "engine/image/colour.h"
#include "engine/image/decode.h"
#include "engine/image/exif.h"
#include "engine/image/image_writer.h"
#include "engine/image/png_chunks.h"
#include "engine/image/profiles.h"

#include <fmt/format.h>

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

namespace redraw {
namespace {

// libpng reports errors by longjmp, which skips destructors: everything that owns something lives
// here, outside of the functions that call setjmp.
struct PngReader {
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::span<const std::byte> left;
    char error[96] = "";

    int width = 0, height = 0, channels = 0, bit_depth = 0, passes = 1;
    int stored_bits = 0;          // of a pixel
    std::vector<Colour> palette;  // empty: the rows hold colours
    bool bad_index = false;
    std::size_t row_bytes = 0;
    Image image;

    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
    auto* reader = static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(reader->error, sizeof reader->error, "%s", message);
    png_longjmp(png, 1);
}

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
    auto* reader = static_cast<PngReader*>(png_get_io_ptr(png));
    if (reader->left.size() < count) png_error(png, "it ends too early");
    std::memcpy(to, reader->left.data(), count);
    reader->left = reader->left.subspan(count);
}

// Of the chunks that a picture can do without, those that change what it looks like. The others are
// passed over: to unpack the texts of a few megabytes takes minutes.
void choose_chunks(png_structp png) {
    constexpr png_byte kUsed[] = "cHRM\0eXIf\0gAMA\0sRGB";
    constexpr int kCount = sizeof kUsed / 5, kEvery = -1;
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, kEvery);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, kUsed, kCount);
}

// By ourselves: libpng makes black what a palette does not have.
void read_palette(PngReader& reader) {
    png_colorp colours = nullptr;
    png_bytep alphas = nullptr;
    int count = 0, alpha_count = 0;
    png_get_PLTE(reader.png, reader.info, &colours, &count);
    png_get_tRNS(reader.png, reader.info, &alphas, &alpha_count, nullptr);
    for (int i = 0; i < count; ++i) {
        const auto [r, g, b] = colours[i];
        const png_byte alpha = i < alpha_count ? alphas[i] : 255;
        reader.palette.push_back(unpack_colour({r, g, b, alpha}));
    }
    reader.channels = alpha_count > 0 ? 4 : 3;
}

bool read_header(PngReader& reader, const PictureLimits& limits) {
    png_structp png = reader.png;
    png_infop info = reader.info;
    if (setjmp(png_jmpbuf(png))) return false;
    constexpr png_alloc_size_t kLargestChunk = 16 << 20;  // EXIF
    png_set_read_fn(png, &reader, read_bytes);
    const auto side = static_cast<png_uint_32>(std::max(limits.max_side, 1));
    png_set_user_limits(png, side, side);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_chunk_malloc_max(png, kLargestChunk);
    choose_chunks(png);
    png_read_info(png, info);
    reader.stored_bits = png_get_bit_depth(png, info) * png_get_channels(png, info);
    const bool indexed = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
    if (indexed)
        png_set_packing(png);  // a byte an index
    else
        png_set_expand(png);  // 1, 2, 4 bits to 8, tRNS to alpha
    reader.passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    reader.width = int(png_get_image_width(png, info));
    reader.height = int(png_get_image_height(png, info));
    reader.channels = png_get_channels(png, info);
    reader.bit_depth = png_get_bit_depth(png, info);
    reader.row_bytes = png_get_rowbytes(png, info);
    if (indexed) read_palette(reader);
    return true;
}

// libpng allocates what a chunk says it is long, before it looks for the bytes.
bool chunks_are_there(const PictureSource& source) {
    constexpr std::size_t kSignature = 8, kFrame = 12;  // length, name, checksum
    std::size_t at = kSignature;
    while (source.size() - at >= kFrame) {
        const std::size_t length = png_get_uint_32(source.data() + at);
        if (length > source.size() - at - kFrame) return false;
        if (std::memcmp(source.data() + at + 4, "IEND", 4) == 0) return true;
        at += kFrame + length;
    }
    return false;
}

void unpack_row(PngReader& reader, const unsigned char* samples, int y) {
    const std::size_t count = std::size_t(reader.width) * reader.channels;
    float* values = reader.image.row(y);
    if (!reader.palette.empty()) {
        for (int x = 0; x < reader.width; ++x, values += reader.channels) {
            reader.bad_index = reader.bad_index || samples[x] >= reader.palette.size();
            if (reader.bad_index) return;
            std::copy_n(reader.palette[samples[x]].data(), reader.channels, values);
        }
        return;
    }
    if (reader.bit_depth == 8) return unpack_bytes(samples, count, values);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = float(samples[2 * i] << 8 | samples[2 * i + 1]) / 65535.0f;
}

bool read_rows(PngReader& reader) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    unsigned char* rows = samples_in(reader.image, reader.row_bytes * std::size_t(reader.height));
    for (int pass = 0; pass < reader.passes; ++pass) {
        for (int y = 0; y < reader.height; ++y) {
            unsigned char* row = rows + std::size_t(y) * reader.row_bytes;
            png_read_row(reader.png, row, nullptr);
            if (pass == reader.passes - 1) unpack_row(reader, row, y);
        }
    }
    png_read_end(reader.png, reader.info);  // the last checksums, and an eXIf after the pixels
    return true;
}

// Deflate packs at most 1032 bytes into one: a small file that claims to be a huge picture is
// refused before its pixels are allocated.
bool could_hold_its_pixels(const PngReader& reader, std::size_t file_bytes) {
    constexpr std::uint64_t kBestRatio = 1032;
    const std::uint64_t packed =
        std::uint64_t(reader.height) *
        (std::uint64_t(reader.width) * std::uint64_t(reader.stored_bits) / 8);
    return packed / kBestRatio <= file_bytes;
}

// Values of a file with another gamma than sRGB's (PNG 3rd edition, 4.4): to linear light, then
// sRGB.
void convert_gamma(Image& image, int bit_depth, double file_gamma) {
    const int max_level = (1 << bit_depth) - 1;
    std::vector<float> table(std::size_t(max_level) + 1);
    for (int level = 0; level <= max_level; ++level) {
        const double light = std::pow(double(level) / max_level, 1.0 / file_gamma);
        table[std::size_t(level)] =
            float(light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055);
    }
    const int colours = image.channels - int(has_alpha(image.channels));
    for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels)) {
        for (int c = 0; c < colours; ++c) {
            float& value = image.values[i + std::size_t(c)];
            value = table[std::size_t(quantise(value, max_level))];
        }
    }
}

std::optional<Chromaticities> other_primaries(const PngReader& reader) {
    Chromaticities is;
    if (!png_get_cHRM(reader.png, reader.info, &is.white[0], &is.white[1], &is.red[0], &is.red[1],
                      &is.green[0], &is.green[1], &is.blue[0], &is.blue[1]))
        return std::nullopt;
    constexpr double kTolerance = 0.01;
    constexpr double kSrgb[] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
    const double given[] = {is.white[0], is.white[1], is.red[0],  is.red[1],
                            is.green[0], is.green[1], is.blue[0], is.blue[1]};
    for (std::size_t i = 0; i < std::size(kSrgb); ++i)
        if (std::abs(given[i] - kSrgb[i]) > kTolerance) return is;
    return std::nullopt;
}

// As the standard ranks what a file says of its colours (PNG 3rd edition, 4.3).
void apply_colour_space(PngReader& reader, const PictureSource& source, std::string& note) {
    const auto apply = [&](std::span<const std::byte> profile) {
        convert_to_srgb(reader.image, profile, reader.bit_depth, note);
    };
    const PngColours says = read_png_colours(source.bytes);
    if (says.code_points) return apply(profile_of(*says.code_points, note));
    if (!says.profile.empty()) return apply(says.profile);
    if (says.damaged_profile) return add_note(note, kDamagedProfile);
    if (png_get_valid(reader.png, reader.info, PNG_INFO_sRGB)) return;
    double gamma = 0;
    constexpr double kSrgb = 1 / 2.2, kTolerance = 0.05;  // libpng's own
    if (!png_get_gAMA(reader.png, reader.info, &gamma) || gamma < 0.1 || gamma > 10) return;
    const auto primaries = other_primaries(reader);
    if (primaries && reader.channels >= 3) return apply(profile_of_gamma(*primaries, gamma));
    if (std::abs(gamma / kSrgb - 1) < kTolerance) return;
    convert_gamma(reader.image, reader.bit_depth, gamma);
    add_note(note, fmt::format("converted from gamma {:.2f} to sRGB", gamma));
}

}  // namespace

Decoded decode_png(const PictureSource& source) {
    // The size stands at fixed places in the first chunk; libpng would only say "invalid IHDR".
    constexpr std::size_t kSizeEnd = 24;
    if (source.size() < kSizeEnd) source.refuse_damaged("it ends too early");
    source.check_size(png_get_uint_32(source.data() + 16), png_get_uint_32(source.data() + 20));
    if (!chunks_are_there(source)) source.refuse_damaged("it ends too early");

    PngReader reader;
    reader.left = source.bytes;
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error,
                                        [](png_structp, png_const_charp) {});
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    if (!reader.info) throw std::bad_alloc();
    if (!read_header(reader, source.limits)) source.refuse_damaged(reader.error);
    if (!could_hold_its_pixels(reader, source.size())) source.refuse_damaged("it ends too early");

    reader.image = make_image(reader.width, reader.height, reader.channels);
    if (!read_rows(reader)) source.refuse_damaged(reader.error);
    if (reader.bad_index) source.refuse_damaged("a colour is not in its palette");

    Decoded decoded;
    decoded.bit_depth = reader.bit_depth;
    apply_colour_space(reader, source, decoded.note);
    png_bytep exif = nullptr;
    png_uint_32 exif_size = 0;
    if (png_get_eXIf_1(reader.png, reader.info, &exif_size, &exif))
        decoded.orientation = exif_orientation(std::as_bytes(std::span(exif, exif_size)));
    decoded.image = std::move(reader.image);
    return decoded;
}

}  // namespace redraw
