// Decides what libjpeg's warnings and errors mean for a picture. Internal to decode_jpeg.cpp. Pure
// functions.
#pragma once

#include "engine/image/decode.h"

#include <cstdio>  // jpeglib.h needs it before

#include <jpeglib.h>

namespace redraw {

// Whether the warning that libjpeg has just given means that pixels are missing or made up. The
// others harm nothing: bytes between markers, odd versions and Adobe flags, a damaged profile,
// numbers in a sequential scan that only a progressive one has; and an end of file without its
// marker (JWRN_JPEG_EOF), as whatever a pixel needs beyond it is a warning of its own
// (JWRN_HIT_MARKER).
bool loses_pixels(const jpeg_decompress_struct& jpeg);

// Refuses a picture for an error (`code` of jerror.h with its number, 0: not libjpeg's, and its
// words). What is whole is not called damaged, or somebody would look for a better copy.
[[noreturn]] void refuse_jpeg(const PictureSource& source, int code, int number, const char* words);

}  // namespace redraw
