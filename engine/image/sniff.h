// Recognises a file by its first bytes. Pure function.
#pragma once

#include "engine/image/decode.h"

namespace redraw {

struct FileKind {
    std::string_view name;  // "PNG"; if it cannot be decoded, the end of "it is ..."
    Decoded (*decode)(const PictureSource&) = nullptr;  // null: not a picture we read
    std::unique_ptr<RowDecoder> (*rows)(const PictureSource&) = nullptr;  // null: only as a whole
};

FileKind sniff(std::span<const std::byte> bytes);

}  // namespace redraw
