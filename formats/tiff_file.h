// A TIFF as libtiff reads it: whatever the bytes are in, and the first thing it had against them.
// Internal to the module. One owner, one thread.
#pragma once

#include "engine/image/decode.h"

#include <tiffio.h>

#include <cstdint>
#include <memory>
#include <optional>
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

// A number of 16 bits as the directory itself has it: libtiff passes over some, and turns others
// into what it takes for right.
std::optional<int> stored_short(const PictureSource& source, TIFF* tiff, std::uint32_t tag);
// Goes to the first directory that is a picture of its own, and no thumbnail or mask of another:
// scanners and cameras write such first.
void skip_thumbnails(const PictureSource& source, TIFF* tiff);

template <class Value>
Value field(TIFF* tiff, std::uint32_t tag, Value otherwise) {
    Value value = otherwise;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

}  // namespace redraw::formats
