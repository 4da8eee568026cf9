#include "formats/tiff_file.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <new>
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

}  // namespace redraw::formats
