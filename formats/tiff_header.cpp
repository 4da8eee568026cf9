#include "formats/tiff_header.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace redraw::formats {
namespace {

bool is_fax(int compression) {
    return compression == COMPRESSION_CCITTRLE || compression == COMPRESSION_CCITTRLEW ||
           compression == COMPRESSION_CCITTFAX3 || compression == COMPRESSION_CCITTFAX4;
}

// The default for a file without the tag, as in libtiff: a fax is black on white.
std::uint16_t usual_photometric(TIFF* tiff, int samples) {
    if (samples >= 3) return PHOTOMETRIC_RGB;
    const auto compression = field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    return is_fax(compression) ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK;
}

Numbers numbers_of(TIFF* tiff) {
    switch (field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT)) {
        case SAMPLEFORMAT_INT:
            return Numbers::negative_too;
        case SAMPLEFORMAT_IEEEFP:
            return Numbers::real;
        default:
            return Numbers::whole;
    }
}

// The first that is one: it may stand behind samples of no known meaning.
void find_alpha(TIFF* tiff, TiffHeader& header) {
    std::uint16_t extra = 0;
    const std::uint16_t* kinds = nullptr;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    const int colours = header.colours();
    for (int i = 0; kinds != nullptr && i < int(extra) && colours + i < header.samples; ++i) {
        if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
        header.alpha = kinds[i] == EXTRASAMPLE_ASSOCALPHA ? Alpha::premultiplied : Alpha::straight;
        header.alpha_at = colours + i;
        return;
    }
}

std::optional<double> no_data_of(TIFF* tiff) {
    constexpr std::uint32_t kGdalNoData = 42113;
    std::uint32_t length = 0;
    const char* text = nullptr;
    if (!TIFFGetField(tiff, kGdalNoData, &length, &text) || text == nullptr) return std::nullopt;
    std::string_view words(text, length);
    words.remove_prefix(std::min(words.find_first_not_of(' '), words.size()));
    double value = 0;
    const auto read = std::from_chars(words.data(), words.data() + words.size(), value);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

void choose_scales(TiffHeader& header) {
    const double most = std::ldexp(1, header.bits) - 1, middle = std::ldexp(1, header.bits - 1);
    if (header.photometric == PHOTOMETRIC_CIELAB) {  // a and b from -128 to 127
        header.scales = {{{0, most}, {-middle, 255 * middle / 128 - middle}, {}, {0, most}, {}}};
        header.scales[2] = header.scales[1];
    } else if (header.lab()) {  // 16 bits: the upper byte counts
        const double whole = header.bits == 8 ? 255 : 255 * 256;
        header.scales = {{{0, whole}, {0, whole}, {0, whole}, {0, most}, {}}};
    } else if (header.numbers == Numbers::negative_too) {
        header.scales.fill({0, middle - 1});
    }
}

}  // namespace

TiffHeader read_header(const PictureSource& source, TIFF* tiff) {
    TiffHeader header;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header.width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header.height);
    source.check_size(header.width, header.height);
    header.bits = field<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    header.samples = field<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    header.photometric = field(tiff, TIFFTAG_PHOTOMETRIC, usual_photometric(tiff, header.samples));
    header.separate = field<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) ==
                          PLANARCONFIG_SEPARATE &&
                      header.samples > 1;
    header.tiled = TIFFIsTiled(tiff) != 0;
    header.numbers = numbers_of(tiff);
    find_alpha(tiff, header);
    header.no_data = no_data_of(tiff);
    choose_scales(header);
    return header;
}

bool is_plain(TIFF* tiff, const TiffHeader& header) {
    const auto is = [&](auto... depths) { return ((header.bits == depths) || ...); };
    const bool gray_or_rgb = header.photometric == PHOTOMETRIC_MINISBLACK ||
                             header.photometric == PHOTOMETRIC_MINISWHITE ||
                             header.photometric == PHOTOMETRIC_RGB;
    const bool inks =
        header.inks() && field<std::uint16_t>(tiff, TIFFTAG_INKSET, INKSET_CMYK) == INKSET_CMYK;
    const bool few_bits = header.bits >= 1 && header.bits <= 16;
    bool known = false;
    if (header.lab())
        known = is(8, 16) && header.numbers != Numbers::real;
    else if (header.indexed())
        known = header.bits >= 1 && header.bits <= 8 && header.numbers == Numbers::whole;
    else if (header.numbers == Numbers::whole)
        known = (gray_or_rgb || inks) && (few_bits || is(32));
    else if (header.numbers == Numbers::negative_too)
        known = gray_or_rgb && header.bits > 1 && (few_bits || is(32));
    else
        known = (gray_or_rgb || inks) && is(16, 32, 64);
    const auto format = field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    return known && format <= SAMPLEFORMAT_VOID && header.samples >= header.used() &&
           field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE) != COMPRESSION_OJPEG;
}

}  // namespace redraw::formats
