// Formats whose libraries bring many others along: TIFF, AVIF, HEIC and JPEG XL, each decoded by a
// module of its own beside the program (folder formats/), loaded when the first such picture is
// met. Internal to engine/image and those modules.
#pragma once

#include "engine/image/decode.h"

#include <memory>

namespace redraw {

// The functions of a module; its entry is `redraw_format_module`. Lives as long as the process.
struct FormatModule {
    Decoded (*decode)(const PictureSource& source);
    std::unique_ptr<RowDecoder> (*rows)(const PictureSource& source);  // null: it cannot
};

// Decode by the module; without it they refuse and name the package to install.
Decoded decode_tiff(const PictureSource& source);
Decoded decode_avif(const PictureSource& source);
Decoded decode_heif(const PictureSource& source);
Decoded decode_jxl(const PictureSource& source);
std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source);

}  // namespace redraw
