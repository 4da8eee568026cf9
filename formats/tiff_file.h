// A TIFF opened by libtiff, from memory or from a file. Keeps the first error that libtiff reports,
// or warning that pixels are lost, and a description of the samples. Internal to the decoder
// module. Used on one thread.
#pragma once

#include "engine/image/decode.h"

#include <tiffio.h>

#include <cmath>
#include <type_traits>

namespace redraw::formats {

enum class Alpha { none, straight, premultiplied };
enum class Numbers { whole, negative_too, real };

// The sample values that are converted to 0 (black) and 1 (white).
struct Scale {
    double low = 0, high = 1;
};

struct TiffHeader {
    std::uint32_t width = 0, height = 0;
    int bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISBLACK;
    bool separate = false, tiled = false;
    Numbers numbers = Numbers::whole;
    Alpha alpha = Alpha::none;
    int alpha_at = 0;  // index of the alpha sample among a pixel's samples
    // The sample value that means "not measured" (GDAL's tag); absent: none.
    std::optional<double> no_data{};
    // The range of the measured values; those outside mean "not measured", too.
    Scale measured{-HUGE_VAL, HUGE_VAL};
    std::array<Scale, 5> scales{};  // one for each value of a pixel; used only if scaled() is true

    bool indexed() const { return photometric == PHOTOMETRIC_PALETTE; }
    bool inks() const { return photometric == PHOTOMETRIC_SEPARATED; }
    // Returns true for CIELAB and for its variant ICCLAB, which has the number 9.
    bool lab() const { return photometric == PHOTOMETRIC_CIELAB || photometric == 9; }
    // Returns how many colour values of a pixel are read, without alpha.
    int colours() const { return photometric == PHOTOMETRIC_RGB || lab() ? 3 : inks() ? 4 : 1; }
    int used() const { return colours() + (alpha == Alpha::none ? 0 : 1); }
    // Returns the number of channels of the decoded image, with alpha.
    int channels() const { return (indexed() ? 3 : colours()) + used() - colours(); }
    int sample_of(int value) const { return value < colours() ? value : alpha_at; }
    int bit_depth() const { return indexed() || bits <= 8 ? 8 : 16; }
    // Returns the distance from a sample to the same sample of the next pixel, in samples.
    int stride() const { return separate ? 1 : samples; }
    // Returns true unless the samples are integers from 0 (black) to the largest possible (white),
    // or their inverse.
    bool scaled() const { return numbers != Numbers::whole || lab(); }
    bool is_signed(int value) const {
        if (photometric == PHOTOMETRIC_CIELAB) return value == 1 || value == 2;
        return numbers == Numbers::negative_too;
    }
    bool lacks(double number) const {
        return number < measured.low || number > measured.high || std::isnan(number) ||
               (no_data && (number == *no_data || float(number) == float(*no_data)));
    }
    // Returns true if black and white are not defined by the sample format, so that they must be
    // derived from the samples themselves.
    bool has_unknown_range() const { return numbers != Numbers::whole && !lab(); }
};

// An open TIFF, at its first directory (page) that holds a full picture. Scanners and cameras may
// store a thumbnail or a mask before it.
class TiffFile {
public:
    // Throws Error if the file is no TIFF, cannot be read, or exceeds the limits on the size.
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
    // Returns true if class Reader can decode the samples; otherwise libtiff must convert them.
    bool is_plain() const;
    int orientation() const;  // as in EXIF, 1 to 8
    void add_notes(std::string& note) const;
    // Throws Error with libtiff's first error message, or else that the file ends too early.
    [[noreturn]] void refuse() const;
    // To be called after reading pixels: libtiff may report an error and yet go on with guesses.
    void check_decoded() const {
        if (!error_.empty()) refuse();
    }

    PictureSource source;
    TiffHeader header;  // scales of an unknown range: see Reader::choose_scales()

private:
    struct Callbacks;
    void open();
    bool is_reduced() const;
    void skip_thumbnails();
    void refuse_raw() const;
    void read_header();
    void find_alpha();
    void choose_scales();
    // Reads the value of a 16-bit tag directly from the file's directory, because libtiff skips
    // some tags and corrects others. Absent if the file has no such tag.
    std::optional<int> stored_short(std::uint32_t tag) const;

    std::uint64_t at_ = 0;  // read position in the file, in bytes
    std::string error_;
    std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_{nullptr, TIFFClose};
};

}  // namespace redraw::formats
