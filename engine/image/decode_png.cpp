// PNG by libpng: every colour type and bit depth, Adam7, transparency; a wrong checksum, a missing
// end, a missing row or a colour that is not in the palette is damage.
#include "engine/image/colour.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"
#include "engine/image/metadata.h"
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
    const PictureSource* source = nullptr;
    std::uint64_t at = 0;  // of the file
    char error[96] = "";

    int width = 0, height = 0, channels = 0, bit_depth = 0, passes = 1;
    int stored_bits = 0;          // of a pixel
    std::vector<Colour> palette;  // empty: the rows hold colours
    bool bad_index = false;
    std::size_t row_bytes = 0;

    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
    auto* reader = static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(reader->error, sizeof reader->error, "%s", message);
    png_longjmp(png, 1);
}

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
    auto* reader = static_cast<PngReader*>(png_get_io_ptr(png));
    if (reader->source->read_at(reader->at, to, count) < count) png_error(png, "it ends too early");
    reader->at += count;
}

// Of the chunks that a picture can do without, those that change what it looks like. The others are
// passed over: to unpack the texts of a few megabytes takes minutes.
void choose_chunks(png_structp png) {
    constexpr png_byte kUsed[] = "cHRM\0gAMA\0sRGB";
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
    constexpr png_alloc_size_t kLargestChunk = 16 << 20;
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

struct PngChunks {
    bool whole = false;        // up to its end
    std::uint64_t pixels = 0;  // where the first of them begin
    std::uint64_t exif = 0;    // where its content is, and how many bytes; 0: none
    std::size_t exif_bytes = 0;
};

// libpng allocates what a chunk says it is long, before it looks for the bytes.
PngChunks find_chunks(const PictureSource& source) {
    constexpr std::size_t kSignature = 8, kFrame = 12;  // length, name, checksum
    PngChunks chunks;
    std::uint64_t at = kSignature;
    unsigned char head[8];
    while (source.size() - at >= kFrame && source.read_at(at, head, 8) == 8) {
        const std::size_t length = png_get_uint_32(head);
        if (length > source.size() - at - kFrame) break;
        const auto is = [&](const char* name) { return std::memcmp(head + 4, name, 4) == 0; };
        if (is("IEND")) chunks.whole = true;
        if (is("IEND")) break;
        if (is("IDAT") && chunks.pixels == 0) chunks.pixels = at;
        if (is("eXIf") && chunks.exif == 0) {
            chunks.exif = at + 8;
            chunks.exif_bytes = length;
        }
        at += kFrame + length;
    }
    return chunks;
}

void unpack_row(PngReader& reader, const unsigned char* samples, float* values) {
    const std::size_t count = std::size_t(reader.width) * reader.channels;
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

bool read_row(PngReader& reader, unsigned char* row) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    png_read_row(reader.png, row, nullptr);
    return true;
}

bool read_rows(PngReader& reader, Image& image) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    unsigned char* rows = samples_in(image, reader.row_bytes * std::size_t(reader.height));
    for (int pass = 0; pass < reader.passes; ++pass) {
        for (int y = 0; y < reader.height; ++y) {
            unsigned char* row = rows + std::size_t(y) * reader.row_bytes;
            png_read_row(reader.png, row, nullptr);
            if (pass == reader.passes - 1) unpack_row(reader, row, image.row(y));
        }
    }
    return true;
}

bool read_end(PngReader& reader) {  // the last checksums
    if (setjmp(png_jmpbuf(reader.png))) return false;
    png_read_end(reader.png, reader.info);
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

// What makes the values sRGB's; it may be nothing.
struct PngColour {
    std::optional<ToSrgb> by_profile{};
    std::vector<float> levels{};  // of a file with another gamma: what becomes of each

    void convert(float* values, int channels, std::size_t pixels) {
        if (by_profile) return by_profile->convert(values, channels, pixels);
        if (levels.empty()) return;
        const int colours = channels - int(has_alpha(channels));
        for (std::size_t i = 0; i < pixels; ++i, values += channels)
            for (int c = 0; c < colours; ++c)
                values[c] = levels[std::size_t(quantise(values[c], int(levels.size()) - 1))];
    }
};

// To linear light, then sRGB (PNG 3rd edition, 4.4).
std::vector<float> levels_of_gamma(int bit_depth, double file_gamma) {
    const int max_level = (1 << bit_depth) - 1;
    std::vector<float> table(std::size_t(max_level) + 1);
    for (int level = 0; level <= max_level; ++level) {
        const double light = std::pow(double(level) / max_level, 1.0 / file_gamma);
        table[std::size_t(level)] =
            float(light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055);
    }
    return table;
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

// As the standard ranks what a file says of its colours (PNG 3rd edition, 4.3). `head`: the file up
// to its pixels at least.
PngColour colour_of(PngReader& reader, std::span<const std::byte> head, std::string& note) {
    const auto by = [&](std::span<const std::byte> profile) {
        const SampleSpec spec{reader.channels >= 3 ? Samples::rgb : Samples::gray, reader.bit_depth,
                              std::size_t(reader.width) * std::size_t(reader.height)};
        return PngColour{.by_profile = ToSrgb::by(profile, spec, note)};
    };
    const PngColours says = read_png_colours(head);
    if (says.code_points) return by(profile_of(*says.code_points, note));
    if (!says.profile.empty()) return by(says.profile);
    if (says.damaged_profile) {
        add_note(note, kDamagedProfile);
        return {};
    }
    if (png_get_valid(reader.png, reader.info, PNG_INFO_sRGB)) return {};
    double gamma = 0;
    constexpr double kSrgb = 1 / 2.2, kTolerance = 0.05;  // libpng's own
    if (!png_get_gAMA(reader.png, reader.info, &gamma) || gamma < 0.1 || gamma > 10) return {};
    const auto primaries = other_primaries(reader);
    if (primaries && reader.channels >= 3) return by(profile_of_gamma(*primaries, gamma));
    if (std::abs(gamma / kSrgb - 1) < kTolerance) return {};
    add_note(note, fmt::format("converted from gamma {:.2f} to sRGB", gamma));
    return {.levels = levels_of_gamma(reader.bit_depth, gamma)};
}

// Opens the file as far as its first pixels.
PngChunks open_png(const PictureSource& source, PngReader& reader) {
    // The size stands at fixed places in the first chunk; libpng would only say "invalid IHDR".
    constexpr std::size_t kSizeEnd = 24;
    if (source.bytes.size() < kSizeEnd) source.refuse_damaged("it ends too early");
    if (std::memcmp(source.data() + 12, "IHDR", 4) != 0)
        source.refuse_damaged("it does not begin with its size");
    source.check_size(png_get_uint_32(source.data() + 16), png_get_uint_32(source.data() + 20));
    const PngChunks chunks = find_chunks(source);
    if (!chunks.whole) source.refuse_damaged("it ends too early");

    reader.source = &source;
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error,
                                        [](png_structp, png_const_charp) {});
    reader.info = reader.png ? png_create_info_struct(reader.png) : nullptr;
    if (!reader.info) throw std::bad_alloc();
    if (!read_header(reader, source.limits)) source.refuse_damaged(reader.error);
    if (!could_hold_its_pixels(reader, source.size())) source.refuse_damaged("it ends too early");
    return chunks;
}

constexpr const char* kBadIndex = "a colour is not in its palette";

class PngRows final : public RowDecoder {
public:
    // Its bytes up to the pixels are `head`.
    PngRows(const PictureSource& source, const std::vector<std::byte>& head) : source_(source) {
        open_png(source_, reader_);
        width = reader_.width;
        height = reader_.height;
        channels = reader_.channels;
        bit_depth = reader_.bit_depth;
        colour_ = colour_of(reader_, head, note);
        row_.resize(reader_.row_bytes);
    }
    bool interlaced() const { return reader_.passes > 1; }

    void read(float* values) override {
        if (!read_row(reader_, row_.data())) source_.refuse_damaged(reader_.error);
        unpack_row(reader_, row_.data(), values);
        if (reader_.bad_index) source_.refuse_damaged(kBadIndex);
        colour_.convert(values, channels, std::size_t(width));
        if (++read_ == height && !read_end(reader_)) source_.refuse_damaged(reader_.error);
    }

private:
    PictureSource source_;
    PngReader reader_;
    PngColour colour_;
    std::vector<unsigned char> row_;
    int read_ = 0;
};

}  // namespace

Decoded decode_png(const PictureSource& source) {
    PngReader reader;
    const PngChunks chunks = open_png(source, reader);
    Image image = make_image(reader.width, reader.height, reader.channels);
    if (!read_rows(reader, image) || !read_end(reader)) source.refuse_damaged(reader.error);
    if (reader.bad_index) source.refuse_damaged(kBadIndex);

    Decoded decoded;
    decoded.bit_depth = reader.bit_depth;
    colour_of(reader, source.bytes, decoded.note)
        .convert(image.values.data(), image.channels, image.pixel_count());
    // By ourselves: libpng passes over one that begins as those of JPEGs do.
    if (chunks.exif > 0)
        decoded.orientation =
            exif_orientation(source.bytes.subspan(std::size_t(chunks.exif), chunks.exif_bytes));
    decoded.image = std::move(image);
    return decoded;
}

std::unique_ptr<RowDecoder> png_rows(const PictureSource& source) {
    constexpr std::size_t kLargestHead = 64 << 20, kLargestExif = 1 << 16;
    const PngChunks chunks = find_chunks(source);
    if (chunks.pixels > kLargestHead) return nullptr;
    const auto part = [&](std::uint64_t offset, std::size_t bytes) {
        std::vector<std::byte> read(bytes);
        read.resize(source.read_at(offset, read.data(), bytes));
        return read;
    };
    if (chunks.exif > 0 &&
        exif_orientation(part(chunks.exif, std::min(chunks.exif_bytes, kLargestExif))) != 1)
        return nullptr;
    constexpr std::size_t kFrame = 12;  // what reads the head looks for the name that ends it
    auto rows = std::make_unique<PngRows>(source, part(0, std::size_t(chunks.pixels) + kFrame));
    if (rows->interlaced()) return nullptr;
    return rows;
}

}  // namespace redraw
