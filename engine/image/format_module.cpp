#include "engine/image/decode.h"

#include "engine/module/loaded_module.h"
#include "engine/system/muted_stderr.h"

#include <fmt/format.h>

namespace redraw {
namespace {

struct Format {
    ModuleName module;
    const char* what;     // end of the error message "it is ...": "a TIFF picture"
    const char* package;  // Debian package of the library version this program was built with
    const char* headers;  // development package, required to build the module
    bool prints = true;   // the library prints to standard error and cannot be silenced
};

constexpr ModuleName module_of(const char* file, const char* variable, const char* what) {
    return {file, variable, "redraw_format_module", what};
}

constexpr Format kTiff{module_of("redraw_tiff.so", "REDRAW_TIFF_MODULE", "TIFF"), "a TIFF picture",
                       REDRAW_TIFF_PACKAGE, "libtiff-dev", false};
constexpr Format kAvif{module_of("redraw_avif.so", "REDRAW_AVIF_MODULE", "AVIF"), "an AVIF picture",
                       REDRAW_AVIF_PACKAGE, "libavif-dev"};
constexpr Format kHeif{module_of("redraw_heif.so", "REDRAW_HEIF_MODULE", "HEIC"), "a HEIC picture",
                       REDRAW_HEIF_PACKAGE, "libheif-dev"};
constexpr Format kJxl{module_of("redraw_jxl.so", "REDRAW_JXL_MODULE", "JPEG XL"),
                      "a JPEG XL picture", REDRAW_JXL_PACKAGE, "libjxl-dev"};

// Loads the decoder module of kFormat if necessary and calls `use` with it. Refuses the picture if
// the module cannot be loaded.
template <const Format& kFormat, class Use>
auto by_module(const PictureSource& source, Use use) {
    static const auto loaded = load_module<FormatModule>(kFormat.module);
    if (loaded.module) {
        std::optional<MutedStderr> muted;
        if (kFormat.prints) muted.emplace();
        return use(*loaded.module);
    }
    const bool absent = !why_not_installed(kFormat.module).empty();
    source.refuse(fmt::format(
        "it is {}, and {}; {}", kFormat.what, loaded.reason,
        absent ? fmt::format("Redraw builds it where Debian's {} is installed", kFormat.headers)
               : fmt::format("Debian has its library in the package {}", kFormat.package)));
}

template <const Format& kFormat>
Decoded decode_by(const PictureSource& source) {
    return by_module<kFormat>(source, [&](const auto& module) { return module.decode(source); });
}

}  // namespace

Decoded decode_tiff(const PictureSource& source) {
    return decode_by<kTiff>(source);
}
Decoded decode_avif(const PictureSource& source) {
    return decode_by<kAvif>(source);
}
Decoded decode_heif(const PictureSource& source) {
    return decode_by<kHeif>(source);
}
Decoded decode_jxl(const PictureSource& source) {
    return decode_by<kJxl>(source);
}

std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source) {
    return by_module<kTiff>(source, [&](const auto& module) { return module.rows(source); });
}

}  // namespace redraw
