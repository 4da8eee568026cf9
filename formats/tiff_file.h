// A TIFF as libtiff reads it: whatever the bytes are in, and the first thing it had against them.
// Internal to the module. One owner, one thread.
#pragma once

#include "engine/image/decode.h"

#include <tiffio.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace redraw::formats {

struct TiffFile {
    const PictureSource* source = nullptr;
    std::uint64_t at = 0;
    std::string error;
};

struct CloseTiff {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using Tiff = std::unique_ptr<TIFF, CloseTiff>;

// Null where it is none. `file` outlives it.
Tiff open_tiff(TiffFile& file);

// A number of 16 bits as the directory itself has it: libtiff passes over some, and turns others
// into what it takes for right.
std::optional<int> stored_short(const PictureSource& source, TIFF* tiff, std::uint32_t tag);
// Goes to the first directory that is a picture of its own, and no thumbnail or mask of another:
// scanners and cameras write such first.
void skip_thumbnails(const PictureSource& source, TIFF* tiff);

template <class Value>
Value field(TIFF* tiff, std::uint32_t tag, Value otherwise) {
    Value value = otherwise;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

// Reads what the directory of a TIFF says of its samples. Internal to the module. Plain values.
enum class Alpha { none, straight, premultiplied };
enum class Numbers { whole, negative_too, real };

// The numbers that become 0 and 1.
struct Scale {
    double low = 0, high = 1;
};

struct TiffHeader {
    std::uint32_t width = 0, height = 0;
    int bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISBLACK;
    bool separate = false, tiled = false;
    Numbers numbers = Numbers::whole;
    Alpha alpha = Alpha::none;
    int alpha_at = 0;                 // which sample of a pixel it is
    std::optional<double> no_data{};  // GDAL's number for "not measured"
    std::array<Scale, 5> scales{};    // of each value of a pixel, where scaled()

    bool indexed() const { return photometric == PHOTOMETRIC_PALETTE; }
    bool inks() const { return photometric == PHOTOMETRIC_SEPARATED; }
    bool lab() const { return photometric == PHOTOMETRIC_CIELAB || photometric == 9; }  // ICCLAB
    // Values of a pixel, alpha aside, that are read.
    int colours() const { return photometric == PHOTOMETRIC_RGB || lab() ? 3 : inks() ? 4 : 1; }
    int used() const { return colours() + (alpha == Alpha::none ? 0 : 1); }
    // The channels of the decoded image.
    int channels() const { return (indexed() ? 3 : colours()) + used() - colours(); }
    int sample_of(int value) const { return value < colours() ? value : alpha_at; }
    int bit_depth() const { return indexed() || bits <= 8 ? 8 : 16; }
    // The stride of samples that are stored beside each other.
    int stride() const { return separate ? 1 : samples; }
    // True if the numbers are not simply levels from 0 to the largest.
    bool scaled() const { return numbers != Numbers::whole || lab(); }
    bool is_signed(int value) const {
        if (photometric == PHOTOMETRIC_CIELAB) return value == 1 || value == 2;
        return numbers == Numbers::negative_too;
    }
    bool lacks(double number) const {
        return no_data && (number == *no_data || float(number) == float(*no_data));
    }
    // True if black and white can only be found from the numbers themselves.
    bool has_unknown_range() const { return numbers != Numbers::whole && !lab(); }
};

// Checks the size. The scales of numbers of unknown range are those of 0 to 1.
TiffHeader read_header(const PictureSource& source, TIFF* tiff);
// True if it is read sample by sample; the rest is left to libtiff.
bool is_plain(TIFF* tiff, const TiffHeader& header);

}  // namespace redraw::formats
