// Input and output of the picture decoders. There is one decoder per format; picture.cpp calls it
// once the format is known. A decoder checks the picture size before it allocates the pixels, and
// reports errors by PictureSource::refuse() or std::bad_alloc. Internal to engine/image, formats/.
#pragma once

#include "engine/arithmetic.h"
#include "engine/file/read_file.h"
#include "engine/image/metadata.h"
#include "engine/image/picture.h"

#include <array>

namespace redraw {

inline std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct PictureSource {
    std::span<const std::byte> bytes;
    const std::string& name;
    const PictureLimits& limits;
    const FileStream* file = nullptr;  // set by PictureRows; `bytes` is then its first part

    const unsigned char* data() const {
        return reinterpret_cast<const unsigned char*>(bytes.data());
    }
    std::string_view text() const { return as_text(bytes); }
    std::size_t size() const { return file ? std::size_t(file->size()) : bytes.size(); }
    // Reads up to `count` bytes from `offset` on; returns the number of bytes read.
    std::size_t read_at(std::uint64_t offset, void* to, std::size_t count) const noexcept;

    // Both throw Error "Cannot open NAME: REASON"; refuse_damaged() says that the file is damaged.
    [[noreturn]] void refuse(const std::string& reason) const;
    [[noreturn]] void refuse_damaged(const std::string& detail) const;
    // Refuses a side below 1 and a picture above the limits.
    void check_size(std::int64_t width, std::int64_t height) const;
};

// Reads bytes from front to back; refuses a file that ends too early.
struct ByteReader {
    const PictureSource& source;
    std::span<const std::byte> left;

    std::span<const std::byte> take(std::size_t count) {
        if (count > left.size()) source.refuse_damaged("it ends too early");
        const auto taken = left.first(count);
        left = left.subspan(count);
        return taken;
    }
    std::uint32_t number(std::size_t bytes) { return big_endian(take(bytes)); }
    std::uint32_t byte() { return number(1); }
};

struct Decoded {
    Image image;
    int bit_depth = 8;
    int orientation = 1;  // EXIF orientation of `image`, 1 if upright; picture.cpp rotates it
    std::string note{};
    Metadata metadata{};
};

// Converts a picture, gray or RGB by its channel count, to sRGB by its ICC profile (see
// ToSrgb::by).
void convert_to_srgb(Decoded& decoded, std::span<const std::byte> profile);

Decoded decode_png(const PictureSource& source);
Decoded decode_jpeg(const PictureSource& source);
// Decodes a JPEG at 1/2, 1/4 or 1/8 of its size, which is much faster. The longer side keeps at
// least `least_side` pixels; 0: full size. Empty if the picture is too small to reduce, or
// progressive, because then all scans must be read first.
std::optional<Decoded> decode_jpeg_reduced(const PictureSource& source, int least_side);
Decoded decode_webp(const PictureSource& source);
Decoded decode_gif(const PictureSource& source);
Decoded decode_bmp(const PictureSource& source);
Decoded decode_tga(const PictureSource& source);
Decoded decode_pnm(const PictureSource& source);
Decoded decode_psd(const PictureSource& source);
Decoded decode_csv(const PictureSource& source);
// Decoders in modules (folder formats/). A module is loaded on first use, because its libraries may
// pull in many others. Without its module, a decoder refuses the picture and names the package.
Decoded decode_tiff(const PictureSource& source);
Decoded decode_avif(const PictureSource& source);
Decoded decode_heif(const PictureSource& source);
Decoded decode_jxl(const PictureSource& source);

// Decodes a picture row by row, to the same values as decoding the whole picture. All that the
// source refers to must outlive the decoder.
class RowDecoder {
public:
    RowDecoder() = default;
    virtual ~RowDecoder() = default;
    RowDecoder(const RowDecoder&) = delete;
    RowDecoder& operator=(const RowDecoder&) = delete;
    virtual void read(float* values) = 0;  // reads the next row; throws Error if it is damaged

    int width = 0, height = 0, channels = 0, bit_depth = 8;
    std::string note;
};
// Opens a picture to be decoded by rows. Returns null if the file cannot be read that way, mostly
// because it is interlaced, progressive or rotated and does not store its rows from top to bottom.
std::unique_ptr<RowDecoder> png_rows(const PictureSource& source);
std::unique_ptr<RowDecoder> jpeg_rows(const PictureSource& source);
// Calls the TIFF decoder module; refuses the picture without it.
std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source);

// The functions of a decoder module, exported through its entry point `redraw_format_module`. They
// stay valid as long as the process runs.
struct FormatModule {
    Decoded (*decode)(const PictureSource& source);
    std::unique_ptr<RowDecoder> (*rows)(const PictureSource& source);  // null: cannot read by rows
};

// True if a text begins like a picture as CSV: with the titles of three columns, the first two x
// and y, or with three numbers.
bool looks_like_csv(std::string_view head);
// True if the header is plausible for TGA, a format without a magic number.
bool looks_like_tga(std::span<const std::byte> bytes);
// True if a file begins like PNM: P1 to P6, then a number or a comment.
bool looks_like_pnm(std::string_view head);

// Converts 8-bit samples to values: values[i] = samples[i] / 255.
void unpack_bytes(const unsigned char* samples, std::size_t count, float* values);

// An RGBA palette entry.
using Colour = std::array<float, 4>;
Colour unpack_colour(const unsigned char (&rgba)[4]);

// Returns space for `bytes` of raw samples at the end of the image's own memory, for a decoder that
// returns all samples at once. They can be unpacked in place from first to last, because no sample
// is larger than a value.
unsigned char* samples_in(Image& image, std::size_t bytes);

// Rounds value / most, which is in [0, 1], to the nearest multiple of 1/255.
float unpack_level(std::uint32_t value, std::uint32_t most);

inline constexpr const char* kTurnedUpright = "turned upright by its EXIF orientation";
inline constexpr const char* kEndIsMissing = "its end is missing, its pixels are all there";

// Appends `more` to the text `note`, separated by "; " if the note is not empty.
void add_note(std::string& note, const std::string& more);

}  // namespace redraw
