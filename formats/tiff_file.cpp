#include "formats/tiff_file.h"

#include <cstdarg>
#include <cstdio>
#include <new>
#include <utility>

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
    // What parts of libtiff report without a file would go to standard error.
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

}  // namespace redraw::formats
