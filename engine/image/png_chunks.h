// Finds the chunks of a PNG file that the decoder needs (decode_png.cpp). Pure functions.
#pragma once

#include "engine/image/decode.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace redraw {

struct PngChunk {
    std::uint64_t at = 0;  // offset of the chunk's content in the file; 0: no such chunk
    std::size_t bytes = 0;
};

struct PngChunks {
    bool whole = false;        // true if the end chunk (IEND) is present and intact
    std::uint64_t pixels = 0;  // offset of the first pixel chunk (IDAT)
    std::string damaged{};     // name of the first damaged chunk that is ignored
    PngChunk exif{}, code_points{}, profile{}, density{};
};

inline constexpr std::size_t kSignature = 8,
                             kFrame = 12;  // kFrame: a chunk's length, name, checksum

// The functions take a chunk's first eight bytes: its length and name.
// True if a reader may ignore the chunk: its name begins with a small letter.
bool is_ancillary(const unsigned char (&head)[8]);
bool is_named(const unsigned char (&head)[8], std::string_view name);
// True if the chunk's name and checksum are valid.
bool is_intact(const PictureSource& source, const unsigned char (&head)[8], PngChunk chunk);

// Finds the chunks that the decoder needs, and damaged ones that it ignores. Checks all chunk
// lengths, because libpng allocates the declared length before it checks the data.
PngChunks find_chunks(const PictureSource& source);

}  // namespace redraw
