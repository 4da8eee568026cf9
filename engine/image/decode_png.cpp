// Decodes PNG by libpng: every colour type and bit depth, Adam7, transparency. Damage to the size,
// the palette or the pixels is an error. Other damage leaves all pixels readable, so the picture is
// read and its note reports the damage: to chunks that a reader may ignore, a missing end, and
// indices beyond the palette.
#include "engine/image/colour_conversion.h"
#include "engine/image/colour_profiles.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"
#include "engine/image/metadata.h"
#include "engine/image/png_chunks.h"

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace redraw {
namespace {

std::vector<std::byte> content_of(const PictureSource& source, const PngChunk& chunk) {
    std::vector<std::byte> content(chunk.bytes);
    source.read_at(chunk.at, content.data(), content.size());
    return content;
}

// Reads the EXIF orientation here, because libpng ignores EXIF blocks that begin with the JPEG
// prefix.
int orientation_of(const PictureSource& source, const PngChunks& chunks) {
    constexpr std::size_t kLargest = 1 << 16;
    const auto& [at, bytes] = chunks.exif;
    return exif_orientation(content_of(source, {at, std::min(bytes, kLargest)}));
}

Metadata metadata_of(const PictureSource& source, const PngChunks& chunks) {
    const auto& [at, bytes] = chunks.exif;
    Metadata metadata{exif_of(content_of(source, {at, std::min(bytes, 2 * kMostExif)}))};
    if (chunks.density.at == 0) return metadata;
    const auto density = content_of(source, chunks.density);
    if (constexpr int kPerMetre = 1; std::to_integer<int>(density[8]) == kPerMetre) {
        metadata.across_inch = big_endian(std::span(density).first(4)) * 0.0254;
        metadata.down_inch = big_endian(std::span(density).subspan(4, 4)) * 0.0254;
    }
    return metadata;
}

// Decompresses the profile of an iCCP chunk; empty if it is damaged or too large.
std::vector<std::byte> unpacked_profile(std::span<const std::byte> content) {
    constexpr std::size_t kLongestName = 79;
    const std::size_t end = as_text(content).substr(0, kLongestName + 1).find('\0');
    if (end == std::string_view::npos || end + 2 >= content.size()) return {};
    const auto packed = content.subspan(end + 2);
    uLongf size = 16 << 20;
    const auto bytes = std::make_unique_for_overwrite<std::byte[]>(size);
    if (uncompress(reinterpret_cast<Bytef*>(bytes.get()), &size,
                   reinterpret_cast<const Bytef*>(packed.data()), uLong(packed.size())) != Z_OK)
        return {};
    return {bytes.get(), bytes.get() + size};
}

// Returns a table from stored levels to sRGB values. Each level is converted to linear light with
// the file's gamma, then to sRGB.
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

struct PngReadStructs {
    png_structp png = nullptr;
    png_infop info = nullptr;
    ~PngReadStructs() { png_destroy_read_struct(&png, &info, nullptr); }
};

class PngReader final : public RowDecoder {
public:
    // Opens the file and reads up to the first pixel data.
    explicit PngReader(const PictureSource& source) : source_(source) {
        // Reads the picture size from its fixed place in the first chunk, for a clear error
        // message: libpng would only report "invalid IHDR".
        constexpr std::size_t kSizeEnd = 24;
        if (source.bytes.size() < kSizeEnd) source.refuse_damaged("it ends too early");
        if (std::memcmp(source.data() + 12, "IHDR", 4) != 0)
            source.refuse_damaged("it does not begin with its size");
        source.check_size(png_get_uint_32(source.data() + 16), png_get_uint_32(source.data() + 20));
        chunks_ = find_chunks(source);
        if (chunks_.pixels == 0) source.refuse_damaged("it ends too early");
        if (!chunks_.damaged.empty())
            add_note(note, "a damaged chunk without pixels (" + chunks_.damaged + ") was ignored");
        if (!chunks_.whole) add_note(note, kEndIsMissing);
        auto& [png, info] = structs_;
        png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error,
                                     [](png_structp, png_const_charp) {});
        info = png ? png_create_info_struct(png) : nullptr;
        if (!info) throw std::bad_alloc();
        protect([&] { read_header(); });
        if (!could_hold_its_pixels()) source.refuse_damaged("it ends too early");
        choose_colours();
    }

    int orientation() const { return orientation_of(source_, chunks_); }
    Metadata metadata() const { return metadata_of(source_, chunks_); }
    bool interlaced() const { return passes_ > 1; }

    void read(float* values) override {
        row_.resize(row_bytes_);
        protect([&] { png_read_row(structs_.png, row_.data(), nullptr); });
        unpack_row(row_.data(), values);
        convert(values, std::size_t(width));
        if (++read_ == height) finish();
    }

    Image read_all() {
        Image image = make_image(width, height, channels);
        unsigned char* rows = samples_in(image, row_bytes_ * std::size_t(height));
        protect([&] {
            for (int pass = 0; pass < passes_; ++pass) {
                for (int y = 0; y < height; ++y) {
                    unsigned char* row = rows + std::size_t(y) * row_bytes_;
                    png_read_row(structs_.png, row, nullptr);
                    if (pass == passes_ - 1) unpack_row(row, image.row(y));
                }
            }
        });
        finish();
        convert(image.values.data(), image.pixel_count());
        return image;
    }

private:
    void finish() {
        protect([&] { png_read_end(structs_.png, structs_.info); });  // checks the last checksums
        if (bad_index_) add_note(note, "colours that are not in its palette are black");
    }

    // Runs `call` with libpng's error handling: errors arrive by longjmp, which skips destructors,
    // so `call` must own nothing.
    template <class Call>
    void protect(Call call) {
        if (setjmp(png_jmpbuf(structs_.png))) source_.refuse_damaged(error_);
        call();
    }
    [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
        auto* self = static_cast<PngReader*>(png_get_error_ptr(png));
        std::snprintf(self->error_, sizeof self->error_, "%s", message);
        png_longjmp(png, 1);
    }
    // Passes the file to libpng without the chunks that are not used: libpng refuses those with
    // invalid names or checksums, and a few megabytes of compressed text can take minutes to
    // unpack. Adds the end chunk if the file lacks it.
    static void read_bytes(png_structp png, png_bytep to, std::size_t count) {
        static constexpr unsigned char kEnd[] = {0,   0,   0,    0,    'I',  'E',
                                                 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
        auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
        const PictureSource& source = self->source_;
        std::uint64_t& at = self->at_;
        const auto is_used = [](const auto& head) {
            const auto is = [&](auto... names) { return (is_named(head, names) || ...); };
            return !is_ancillary(head) || is("cHRM", "gAMA", "sRGB", "tRNS");
        };
        while (at == self->next_chunk_) {
            unsigned char head[8] = {};
            const bool there = source.read_at(at, head, 8) == 8;
            const std::uint64_t end = at + kFrame + png_get_uint_32(head);
            self->ended_ =
                !there || is_named(head, "IEND") || (is_ancillary(head) && end > source.size());
            if (self->ended_) break;
            self->next_chunk_ = end;
            if (is_used(head)) break;
            at = end;
        }
        if (self->ended_ && self->end_at_ + count <= sizeof kEnd) {
            std::memcpy(to, kEnd + self->end_at_, count);
            self->end_at_ += count;
            return;
        }
        if (self->ended_ || source.read_at(at, to, count) < count)
            png_error(png, "it ends too early");
        at += count;
    }

    void read_header() {
        constexpr png_alloc_size_t kLargestChunk = 16 << 20;
        const auto& [png, info] = structs_;
        png_set_read_fn(png, this, read_bytes);
        const auto side = static_cast<png_uint_32>(std::max(source_.limits.max_side, 1));
        png_set_user_limits(png, side, side);
        png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
        png_set_chunk_malloc_max(png, kLargestChunk);
        png_read_info(png, info);
        stored_bits_ = png_get_bit_depth(png, info) * png_get_channels(png, info);
        const bool indexed = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
        if (indexed)
            png_set_packing(png);  // one byte per palette index
        else
            png_set_expand(png);  // expands 1, 2 and 4 bits to 8, and tRNS to alpha
        passes_ = png_set_interlace_handling(png);
        png_read_update_info(png, info);
        width = int(png_get_image_width(png, info));
        height = int(png_get_image_height(png, info));
        channels = png_get_channels(png, info);
        bit_depth = png_get_bit_depth(png, info);
        row_bytes_ = png_get_rowbytes(png, info);
        if (indexed) read_palette();
    }

    // Reads the palette here instead of letting libpng apply it, which would not report an index
    // beyond the palette. Its colour is black.
    void read_palette() {
        png_colorp colours = nullptr;
        png_bytep alphas = nullptr;
        int count = 0, alpha_count = 0;
        png_get_PLTE(structs_.png, structs_.info, &colours, &count);
        png_get_tRNS(structs_.png, structs_.info, &alphas, &alpha_count, nullptr);
        for (int i = 0; i < count; ++i) {
            const auto [r, g, b] = colours[i];
            const png_byte alpha = i < alpha_count ? alphas[i] : 255;
            palette_.push_back(unpack_colour({r, g, b, alpha}));
        }
        colours_ = palette_.size();
        palette_.resize(256, unpack_colour({0, 0, 0, 255}));
        channels = alpha_count > 0 ? 4 : 3;
    }

    // False for a small file that claims to be a huge picture; checked before the pixels are
    // allocated. Deflate compresses at most 1032 bytes into one.
    bool could_hold_its_pixels() const {
        constexpr std::uint64_t kBestRatio = 1032;
        const std::uint64_t row = std::uint64_t(width) * std::uint64_t(stored_bits_) / 8;
        return std::uint64_t(height) * row / kBestRatio <= source_.size();
    }

    void unpack_row(const unsigned char* samples, float* values) {
        const std::size_t count = std::size_t(width) * std::size_t(channels);
        if (!palette_.empty()) {
            for (int x = 0; x < width; ++x, values += channels) {
                bad_index_ = bad_index_ || samples[x] >= colours_;
                std::copy_n(palette_[samples[x]].data(), channels, values);
            }
            return;
        }
        if (bit_depth == 8) return unpack_bytes(samples, count, values);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = float(samples[2 * i] << 8 | samples[2 * i + 1]) / 65535.0f;
    }

    // Returns the colour primaries that the file declares; nothing if it declares none or those of
    // sRGB.
    std::optional<Chromaticities> other_primaries() const {
        constexpr double kTolerance = 0.01;
        constexpr double kSrgb[] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
        double is[8];
        if (!png_get_cHRM(structs_.png, structs_.info, &is[0], &is[1], &is[2], &is[3], &is[4],
                          &is[5], &is[6], &is[7]) ||
            std::ranges::equal(is, kSrgb,
                               [](double a, double b) { return !(std::abs(a - b) > kTolerance); }))
            return std::nullopt;
        return Chromaticities{{is[0], is[1]}, {is[2], is[3]}, {is[4], is[5]}, {is[6], is[7]}};
    }

    // Chooses among the file's colour declarations in the order of the standard (PNG 3rd edition,
    // 4.3).
    void choose_colours() {
        const auto use = [&](std::span<const std::byte> profile) {
            to_srgb_ = ToSrgb::by(profile,
                                  {channels >= 3 ? Samples::rgb : Samples::gray, bit_depth,
                                   std::size_t(width) * std::size_t(height)},
                                  note);
        };
        const auto& [png, info] = structs_;
        if (chunks_.code_points.at > 0) {
            const auto points = content_of(source_, chunks_.code_points);
            return use(profile_of(CodePoints{int(points[0]), int(points[1])}, note));
        }
        if (chunks_.profile.at > 0) {
            const auto profile = unpacked_profile(content_of(source_, chunks_.profile));
            if (profile.empty()) return add_note(note, kDamagedProfile);
            return use(profile);
        }
        if (png_get_valid(png, info, PNG_INFO_sRGB)) return;
        double gamma = 0;
        constexpr double kSrgb = 1 / 2.2, kTolerance = 0.05;  // libpng's own tolerance
        if (!png_get_gAMA(png, info, &gamma) || gamma < 0.1 || gamma > 10) return;
        const auto primaries = other_primaries();
        if (primaries && channels >= 3) return use(profile_of_gamma(*primaries, gamma));
        if (std::abs(gamma / kSrgb - 1) < kTolerance) return;
        add_note(note, fmt::format("converted from gamma {:.2f} to sRGB", gamma));
        levels_ = levels_of_gamma(bit_depth, gamma);
    }

    // Converts values to sRGB if the file uses another colour space.
    void convert(float* values, std::size_t pixels) {
        if (to_srgb_) return to_srgb_->convert(values, channels, pixels);
        if (levels_.empty()) return;
        const int colours = channels - int(has_alpha(channels));
        for (std::size_t i = 0; i < pixels; ++i, values += channels)
            for (int c = 0; c < colours; ++c)
                values[c] = levels_[std::size_t(quantise(values[c], int(levels_.size()) - 1))];
    }

    PictureSource source_;
    PngChunks chunks_;
    PngReadStructs structs_;
    std::uint64_t at_ = 0;  // read position in the file
    std::uint64_t next_chunk_ = kSignature;
    bool ended_ = false;      // true once the end chunk is passed to libpng
    std::size_t end_at_ = 0;  // bytes of it that were passed
    char error_[96] = "";
    int passes_ = 1, read_ = 0;
    int stored_bits_ = 0;          // bits per pixel
    std::vector<Colour> palette_;  // empty: pixels are stored directly as colours
    std::size_t colours_ = 0;      // colours of the file's palette
    bool bad_index_ = false;
    std::size_t row_bytes_ = 0;
    std::vector<unsigned char> row_;
    std::optional<ToSrgb> to_srgb_;
    std::vector<float> levels_;  // converted value of each level; empty: not converted by gamma
};

}  // namespace

Decoded decode_png(const PictureSource& source) {
    PngReader reader(source);
    return {.image = reader.read_all(),
            .bit_depth = reader.bit_depth,
            .orientation = reader.orientation(),
            .note = reader.note,
            .metadata = reader.metadata()};
}

std::unique_ptr<RowDecoder> png_rows(const PictureSource& source) {
    constexpr std::size_t kLargestHead = 64 << 20;
    const PngChunks chunks = find_chunks(source);
    if (chunks.pixels > kLargestHead || orientation_of(source, chunks) != 1) return nullptr;
    auto rows = std::make_unique<PngReader>(source);
    if (rows->interlaced()) return nullptr;
    return rows;
}

}  // namespace redraw
