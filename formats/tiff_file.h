// A TIFF as libtiff reads it: whatever the bytes are in, and the first thing it had against them.
// Internal to the module. One owner, one thread.
#pragma once

#include "engine/image/decode.h"

#include <tiffio.h>

#include <cstdint>
#include <memory>
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

template <class Value>
Value field(TIFF* tiff, std::uint32_t tag, Value otherwise) {
    Value value = otherwise;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

}  // namespace redraw::formats
