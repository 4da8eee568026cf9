// Recognises a picture's file format by its first bytes. Pure function.
#pragma once

#include "engine/image/decode.h"

namespace redraw {

struct FileKind {
    std::string_view name;  // "PNG"; if unsupported, the end of the error message "it is ..."
    Decoded (*decode)(const PictureSource&) = nullptr;  // null: not a supported picture
    std::unique_ptr<RowDecoder> (*rows)(const PictureSource&) = nullptr;  // null: no row decoder
};

FileKind sniff(std::span<const std::byte> bytes);

}  // namespace redraw
