// A TIFF opened by libtiff, from memory or a file, with libtiff's first error and the description
// of its samples. Internal to the module. One owner, one thread.
#pragma once

#include "engine/image/decode.h"

#include <tiffio.h>

#include <type_traits>

namespace redraw::formats {

enum class Alpha { none, straight, premultiplied };
enum class Numbers { whole, negative_too, real };

// The sample numbers that map to 0 and 1.
struct Scale {
    double low = 0, high = 1;
};

struct TiffHeader {
    std::uint32_t width = 0, height = 0;
    int bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISBLACK;
    bool separate = false, tiled = false;
    Numbers numbers = Numbers::whole;
    Alpha alpha = Alpha::none;
    int alpha_at = 0;                 // index of the alpha sample within a pixel
    std::optional<double> no_data{};  // GDAL's marker for "not measured"
    std::array<Scale, 5> scales{};    // per value of a pixel; used if scaled()

    bool indexed() const { return photometric == PHOTOMETRIC_PALETTE; }
    bool inks() const { return photometric == PHOTOMETRIC_SEPARATED; }
    bool lab() const { return photometric == PHOTOMETRIC_CIELAB || photometric == 9; }  // ICCLAB
    // Number of colour values per pixel that are read, without alpha.
    int colours() const { return photometric == PHOTOMETRIC_RGB || lab() ? 3 : inks() ? 4 : 1; }
    int used() const { return colours() + (alpha == Alpha::none ? 0 : 1); }
    // Number of channels of the decoded image.
    int channels() const { return (indexed() ? 3 : colours()) + used() - colours(); }
    int sample_of(int value) const { return value < colours() ? value : alpha_at; }
    int bit_depth() const { return indexed() || bits <= 8 ? 8 : 16; }
    // Distance between interleaved samples of the same kind.
    int stride() const { return separate ? 1 : samples; }
    // True if the samples are not plain levels from 0 to the largest.
    bool scaled() const { return numbers != Numbers::whole || lab(); }
    bool is_signed(int value) const {
        if (photometric == PHOTOMETRIC_CIELAB) return value == 1 || value == 2;
        return numbers == Numbers::negative_too;
    }
    bool lacks(double number) const {
        return no_data && (number == *no_data || float(number) == float(*no_data));
    }
    // True if only the sample values tell which numbers are black and white.
    bool has_unknown_range() const { return numbers != Numbers::whole && !lab(); }
};

// Opens the file at its first directory that is a full picture. Scanners and cameras may store a
// thumbnail or a mask first.
class TiffFile {
public:
    // Throws Error if the file is not a TIFF or cannot be read. Checks the size.
    explicit TiffFile(const PictureSource& source);
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;

    TIFF* get() const { return tiff_.get(); }
    template <class Value = std::uint16_t>
    Value field(std::uint32_t tag, std::type_identity_t<Value> otherwise) const {
        Value value = otherwise;
        return TIFFGetFieldDefaulted(get(), tag, &value) ? value : otherwise;
    }
    int compression() const { return field(TIFFTAG_COMPRESSION, COMPRESSION_NONE); }
    int sample_format() const { return field(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT); }
    // True if our reader can decode its samples; otherwise libtiff converts them.
    bool is_plain() const;
    int orientation() const;  // as in EXIF
    void add_notes(std::string& note) const;
    // Throws Error with the first error that libtiff reported.
    [[noreturn]] void refuse() const;

    PictureSource source;
    TiffHeader header;  // samples of unknown range get a scale of 0 to 1

private:
    struct Callbacks;
    void open();
    bool is_reduced() const;
    void skip_thumbnails();
    void refuse_raw() const;
    void read_header();
    void find_alpha();
    void choose_scales();
    // Reads a 16-bit tag directly from the directory, because libtiff skips some tags and corrects
    // others.
    std::optional<int> stored_short(std::uint32_t tag) const;

    std::uint64_t at_ = 0;  // read position in the bytes
    std::string error_;
    std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_{nullptr, TIFFClose};
};

}  // namespace redraw::formats
