#include "engine/image/format_module.h"

#include "engine/module/loaded_module.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace redraw {
namespace {

struct Format {
    ModuleName module;
    const char* what;     // "it is ..."
    const char* package;  // of Debian, with the library; that of the machine it was built on
    const char* headers;  // the package without which the module is not built
};

// What libraries print on standard error by themselves about files that they do not like: nobody
// reads it, since a refusal is one sentence. The stream is everybody's, so that it is put aside by
// the first picture and back by the last.
class Silence {
public:
    Silence() {
        const std::lock_guard lock(mutex_);
        static std::FILE* const nowhere = std::fopen("/dev/null", "we");
        if (count_++ == 0) before_ = nowhere ? std::exchange(stderr, nowhere) : stderr;
    }
    ~Silence() {
        const std::lock_guard lock(mutex_);
        if (--count_ == 0) stderr = before_;
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    static inline std::mutex mutex_;
    static inline int count_ = 0;
    static inline std::FILE* before_ = nullptr;
};

Decoded decode_by(const LoadedModule<FormatModule>& loaded, const Format& format,
                  const PictureSource& source) {
    if (loaded.module) {
        const Silence silence;
        return loaded.module->decode(source);
    }
    const bool absent = !why_not_installed(format.module).empty();
    source.refuse(
        std::string("it is ") + format.what + ", and " + loaded.reason +
        (absent
             ? std::string("; Redraw builds it where Debian's ") + format.headers + " is installed"
             : std::string("; Debian has its library in the package ") + format.package));
}

}  // namespace

Decoded decode_tiff(const PictureSource& source) {
    static constexpr Format kTiff{
        {"redraw_tiff.so", "REDRAW_TIFF_MODULE", "redraw_format_module", "TIFF"},
        "a TIFF picture",
        REDRAW_TIFF_PACKAGE,
        "libtiff-dev"};
    static const auto loaded = load_module<FormatModule>(kTiff.module);
    return decode_by(loaded, kTiff, source);
}

Decoded decode_avif(const PictureSource& source) {
    static constexpr Format kAvif{
        {"redraw_avif.so", "REDRAW_AVIF_MODULE", "redraw_format_module", "AVIF"},
        "an AVIF picture",
        REDRAW_AVIF_PACKAGE,
        "libavif-dev"};
    static const auto loaded = load_module<FormatModule>(kAvif.module);
    return decode_by(loaded, kAvif, source);
}

Decoded decode_heif(const PictureSource& source) {
    static constexpr Format kHeif{
        {"redraw_heif.so", "REDRAW_HEIF_MODULE", "redraw_format_module", "HEIC"},
        "a HEIC picture",
        REDRAW_HEIF_PACKAGE,
        "libheif-dev"};
    static const auto loaded = load_module<FormatModule>(kHeif.module);
    return decode_by(loaded, kHeif, source);
}

Decoded decode_jxl(const PictureSource& source) {
    static constexpr Format kJxl{
        {"redraw_jxl.so", "REDRAW_JXL_MODULE", "redraw_format_module", "JPEG XL"},
        "a JPEG XL picture",
        REDRAW_JXL_PACKAGE,
        "libjxl-dev"};
    static const auto loaded = load_module<FormatModule>(kJxl.module);
    return decode_by(loaded, kJxl, source);
}

}  // namespace redraw
