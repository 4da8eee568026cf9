// The decoders of the modules, one file and one library each; engine/image/decode.h defines their
// contract. Internal to this folder and its tests. Pure functions, any thread.
#pragma once

#include "engine/image/decode.h"

#include <memory>

namespace redraw::formats {

Decoded decode_tiff(const PictureSource& source);
std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source);  // null: not by rows
Decoded decode_avif(const PictureSource& source);
Decoded decode_heif(const PictureSource& source);
Decoded decode_jxl(const PictureSource& source);

}  // namespace redraw::formats
