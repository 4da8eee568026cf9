#include "formats/tiff_file.h"

#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <new>

namespace redraw::formats {
namespace {

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

}  // namespace

// The callbacks that libtiff calls for I/O and errors. A callback's handle is its TiffFile.
struct TiffFile::Callbacks {
    static TiffFile& file(void* handle) { return *static_cast<TiffFile*>(handle); }
    static tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
        const std::size_t given =
            file(handle).source.read_at(file(handle).at_, to, std::size_t(count));
        file(handle).at_ += given;
        return tmsize_t(given);
    }
    static tmsize_t write(thandle_t, void*, tmsize_t) { return 0; }
    static toff_t seek(thandle_t handle, toff_t offset, int whence) {
        std::uint64_t& at = file(handle).at_;
        at = whence == SEEK_CUR ? at + offset : whence == SEEK_END ? size(handle) + offset : offset;
        return at;
    }
    static int close(thandle_t) { return 0; }
    static toff_t size(thandle_t handle) { return file(handle).source.size(); }
    static int keep_error(TIFF*, void* handle, const char*, const char* format, va_list words) {
        char text[160] = "";
        std::vsnprintf(text, sizeof text, format, words);
        if (file(handle).error_.empty()) file(handle).error_ = text;
        return 1;
    }
    // Keeps warnings that pixels are lost. libtiff has no codes for its messages: all warnings of
    // its decoders of fax and PackBits mean that, and those of libjpeg, except for stray bytes.
    static int keep_loss(TIFF* tiff, void* handle, const char* module, const char* format,
                         va_list words) {
        using namespace std::string_view_literals;
        char text[160] = "";
        va_list copy;
        va_copy(copy, words);
        std::vsnprintf(text, sizeof text, format, copy);
        va_end(copy);
        const std::string_view part = module == nullptr ? ""sv : module, warning = text;
        const bool jpeg = (part == "JPEGLib" || part == "LibJpeg") &&
                          warning.starts_with("Corrupt JPEG data") &&
                          warning.find("extraneous bytes") == warning.npos;
        if (jpeg || part.starts_with("Fax") || part == "PackBitsDecode")
            keep_error(tiff, handle, module, format, words);
        return 1;
    }
};

TiffFile::TiffFile(const PictureSource& picture) : source(picture) {
    open();
    // A camera's raw file may begin with a thumbnail, so check before skipping thumbnails.
    refuse_raw();
    skip_thumbnails();
    error_.clear();
    refuse_raw();
    read_header();
    if (!TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression())))
        source.refuse(
            fmt::format("it is a TIFF with a compression (number {}) that libtiff does not know",
                        compression()));
    if (compression() == COMPRESSION_JPEG && header.photometric == PHOTOMETRIC_YCBCR &&
        !header.separate && header.bits == 8 && header.samples == 3) {
        TIFFSetField(get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        header.photometric = PHOTOMETRIC_RGB;
    }
}

void TiffFile::open() {
    // Disables libtiff's global error handlers: some of its code has no file at hand, and then
    // prints to standard error.
    [[maybe_unused]] static const auto handlers =
        std::pair(TIFFSetErrorHandler(nullptr), TIFFSetWarningHandler(nullptr));
    constexpr tmsize_t kLargestBlock = 512 << 20;
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(
        TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kLargestBlock);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), Callbacks::keep_error, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), Callbacks::keep_loss, this);
    tiff_.reset(TIFFClientOpenExt("picture", "rm", this, Callbacks::read, Callbacks::write,
                                  Callbacks::seek, Callbacks::close, Callbacks::size, nullptr,
                                  nullptr, options.get()));
    if (!tiff_) refuse();
}

void TiffFile::refuse() const {
    source.refuse_damaged(error_.empty() ? "it ends too early" : excerpt(error_, 100));
}

void TiffFile::refuse_raw() const {
    const int photometric = field(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    constexpr std::size_t kCanon = 8;  // offset at which a raw file of Canon has "CR"
    void* version = nullptr;
    if (photometric == PHOTOMETRIC_CFA || photometric == 34892 ||
        TIFFGetField(get(), TIFFTAG_DNGVERSION, &version) ||
        source.text().substr(std::min(kCanon, source.bytes.size())).starts_with("CR\2"))
        source.refuse("it is a camera's raw picture, which Redraw does not read");
}

std::optional<int> TiffFile::stored_short(std::uint32_t tag) const {
    const bool big_endian = TIFFIsBigEndian(get()) != 0;
    const auto number = [&](std::uint64_t at, int bytes) {
        unsigned char stored[8] = {};
        source.read_at(at, stored, std::size_t(bytes));
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value = value << 8 | stored[big_endian ? i : bytes - 1 - i];
        return value;
    };
    const bool wide = number(2, 2) == 43;  // BigTIFF, whose offsets have 64 bits
    const std::uint64_t at = TIFFCurrentDirOffset(get()), entry = wide ? 20 : 12;
    const std::uint64_t first = at + (wide ? 8 : 2);
    const std::uint64_t entries = std::min<std::uint64_t>(number(at, wide ? 8 : 2), 4096);
    for (std::uint64_t i = 0; i < entries; ++i)
        if (number(first + i * entry, 2) == tag)
            return int(number(first + i * entry + (wide ? 12 : 8), 2));
    return std::nullopt;
}

bool TiffFile::is_reduced() const {
    const auto kind = field<std::uint32_t>(TIFFTAG_SUBFILETYPE, 0);
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0 ||
           stored_short(TIFFTAG_OSUBFILETYPE) == OFILETYPE_REDUCEDIMAGE;
}

void TiffFile::skip_thumbnails() {
    constexpr std::size_t kMost = 64;  // most pages, and most subdirectories, that are examined
    if (!is_reduced()) return;
    std::uint16_t count = 0;
    const std::uint64_t* below = nullptr;
    TIFFGetField(get(), TIFFTAG_SUBIFD, &count, &below);
    std::vector<std::uint64_t> places;
    if (below != nullptr) places.assign(below, below + std::min<std::size_t>(count, kMost));
    for (std::size_t i = 0; i < kMost && TIFFReadDirectory(get()); ++i)
        if (!is_reduced()) return;
    for (const std::uint64_t place : places)
        if (TIFFSetSubDirectory(get(), place) && !is_reduced()) return;
    TIFFSetDirectory(get(), 0);
}

// Finds the first sample of a pixel that is alpha. Samples of unknown meaning may precede it.
void TiffFile::find_alpha() {
    std::uint16_t extra = 0;
    const std::uint16_t* kinds = nullptr;
    TIFFGetFieldDefaulted(get(), TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    const int colours = header.colours();
    for (int i = 0; kinds != nullptr && i < int(extra) && colours + i < header.samples; ++i) {
        if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
        header.alpha = kinds[i] == EXTRASAMPLE_ASSOCALPHA ? Alpha::premultiplied : Alpha::straight;
        header.alpha_at = colours + i;
        return;
    }
}

void TiffFile::choose_scales() {
    const double most = std::ldexp(1, header.bits) - 1, middle = std::ldexp(1, header.bits - 1);
    if (header.photometric == PHOTOMETRIC_CIELAB) {  // CIELAB's a and b range from -128 to 127
        header.scales = {{{0, most}, {-middle, 255 * middle / 128 - middle}, {}, {0, most}, {}}};
        header.scales[2] = header.scales[1];
    } else if (header.lab()) {  // 16-bit samples: the upper byte is the integer part
        const double whole = header.bits == 8 ? 255 : 255 * 256;
        header.scales = {{{0, whole}, {0, whole}, {0, whole}, {0, most}, {}}};
    } else if (header.numbers == Numbers::negative_too) {
        header.scales.fill({0, middle - 1});
    }
}

void TiffFile::read_header() {
    TIFFGetField(get(), TIFFTAG_IMAGEWIDTH, &header.width);
    TIFFGetField(get(), TIFFTAG_IMAGELENGTH, &header.height);
    source.check_size(header.width, header.height);
    header.bits = field(TIFFTAG_BITSPERSAMPLE, 1);
    header.samples = field(TIFFTAG_SAMPLESPERPIXEL, 1);
    const int packed = compression();
    const bool fax = packed == COMPRESSION_CCITTRLE || packed == COMPRESSION_CCITTRLEW ||
                     packed == COMPRESSION_CCITTFAX3 || packed == COMPRESSION_CCITTFAX4;
    // If the tag is missing, assumes the same as libtiff: a fax is black on white.
    header.photometric = field(TIFFTAG_PHOTOMETRIC, header.samples >= 3 ? PHOTOMETRIC_RGB
                                                    : fax               ? PHOTOMETRIC_MINISWHITE
                                                                        : PHOTOMETRIC_MINISBLACK);
    header.separate = field(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE &&
                      header.samples > 1;
    header.tiled = TIFFIsTiled(get()) != 0;
    header.numbers = sample_format() == SAMPLEFORMAT_INT      ? Numbers::negative_too
                     : sample_format() == SAMPLEFORMAT_IEEEFP ? Numbers::real
                                                              : Numbers::whole;
    find_alpha();
    header.no_data = no_data_of(get());
    choose_scales();
}

bool TiffFile::is_plain() const {
    const auto is = [&](auto... depths) { return ((header.bits == depths) || ...); };
    const bool gray_or_rgb = header.photometric == PHOTOMETRIC_MINISBLACK ||
                             header.photometric == PHOTOMETRIC_MINISWHITE ||
                             header.photometric == PHOTOMETRIC_RGB;
    const bool inks = header.inks() && field(TIFFTAG_INKSET, INKSET_CMYK) == INKSET_CMYK;
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
    return known && sample_format() <= SAMPLEFORMAT_VOID && header.samples >= header.used() &&
           compression() != COMPRESSION_OJPEG;
}

int TiffFile::orientation() const {
    const int stored = field(TIFFTAG_ORIENTATION, 1);
    return stored >= 1 && stored <= 8 ? stored : 1;
}

void TiffFile::add_notes(std::string& note) const {
    if (header.photometric == PHOTOMETRIC_MINISBLACK &&
        stored_short(TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_PALETTE)
        add_note(note, "its palette is missing, so that it is shown as gray");
    if (!TIFFLastDirectory(get())) add_note(note, "only the first of its pages is read");
}

}  // namespace redraw::formats
