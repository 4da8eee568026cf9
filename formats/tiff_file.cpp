#include "formats/tiff_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace redraw::formats {

namespace {

tmsize_t read_file(thandle_t handle, void* to, tmsize_t count) {
    auto& file = *static_cast<TiffFile*>(handle);
    const std::size_t given = file.source->read_at(file.at, to, std::size_t(count));
    file.at += given;
    return tmsize_t(given);
}

toff_t seek_file(thandle_t handle, toff_t offset, int whence) {
    auto& file = *static_cast<TiffFile*>(handle);
    file.at = whence == SEEK_CUR   ? file.at + offset
              : whence == SEEK_END ? file.source->size() + offset
                                   : offset;
    return file.at;
}

int keep_error(TIFF*, void* user, const char*, const char* format, va_list words) {
    auto& file = *static_cast<TiffFile*>(user);
    char text[160] = "";
    std::vsnprintf(text, sizeof text, format, words);
    if (file.error.empty()) file.error = text;
    return 1;
}

}  // namespace

Tiff open_tiff(TiffFile& file) {
    // Some parts of libtiff report without a file; their messages would go to standard error.
    [[maybe_unused]] static const auto handlers =
        std::pair(TIFFSetErrorHandler(nullptr), TIFFSetWarningHandler(nullptr));
    constexpr tmsize_t kLargestBlock = 512 << 20;
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(
        TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kLargestBlock);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_error, &file);
    TIFFOpenOptionsSetWarningHandlerExtR(
        options.get(), [](TIFF*, void*, const char*, const char*, va_list) { return 1; }, nullptr);
    return Tiff(TIFFClientOpenExt(
        "picture", "rm", &file, read_file, [](thandle_t, void*, tmsize_t) -> tmsize_t { return 0; },
        seek_file, [](thandle_t) { return 0; },
        [](thandle_t handle) -> toff_t { return static_cast<TiffFile*>(handle)->source->size(); },
        nullptr, nullptr, options.get()));
}

std::optional<int> stored_short(const PictureSource& source, TIFF* tiff, std::uint32_t tag) {
    const bool big_endian = TIFFIsBigEndian(tiff) != 0;
    const auto number = [&](std::uint64_t at, int bytes) {
        unsigned char stored[8] = {};
        source.read_at(at, stored, std::size_t(bytes));
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value = value << 8 | stored[big_endian ? i : bytes - 1 - i];
        return value;
    };
    const bool wide = number(2, 2) == 43;  // offsets of 64 bits
    const std::uint64_t at = TIFFCurrentDirOffset(tiff), entry = wide ? 20 : 12;
    const std::uint64_t first = at + (wide ? 8 : 2);
    const std::uint64_t entries = std::min<std::uint64_t>(number(at, wide ? 8 : 2), 4096);
    for (std::uint64_t i = 0; i < entries; ++i)
        if (number(first + i * entry, 2) == tag)
            return int(number(first + i * entry + (wide ? 12 : 8), 2));
    return std::nullopt;
}

namespace {

bool is_reduced(const PictureSource& source, TIFF* tiff) {
    const auto kind = field<std::uint32_t>(tiff, TIFFTAG_SUBFILETYPE, 0);
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0 ||
           stored_short(source, tiff, TIFFTAG_OSUBFILETYPE) == OFILETYPE_REDUCEDIMAGE;
}

}  // namespace

void skip_thumbnails(const PictureSource& source, TIFF* tiff) {
    constexpr std::size_t kMost = 64;  // directories that are looked at
    if (!is_reduced(source, tiff)) return;
    std::uint16_t count = 0;
    const std::uint64_t* below = nullptr;
    TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &below);
    std::vector<std::uint64_t> places;
    if (below != nullptr) places.assign(below, below + std::min<std::size_t>(count, kMost));
    for (std::size_t i = 0; i < kMost && TIFFReadDirectory(tiff); ++i)
        if (!is_reduced(source, tiff)) return;
    for (const std::uint64_t place : places)
        if (TIFFSetSubDirectory(tiff, place) && !is_reduced(source, tiff)) return;
    TIFFSetDirectory(tiff, 0);
}

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
