// Recognises a picture's file format by its first bytes. Pure function.
#pragma once

#include "engine/image/decode.h"

#include <filesystem>

namespace redraw {

struct FileKind {
    std::string_view name;  // "PNG"; if unsupported, the end of the error message "it is ..."
    Decoded (*decode)(const PictureSource&) = nullptr;  // null: not a supported picture
    std::unique_ptr<RowDecoder> (*rows)(const PictureSource&) = nullptr;  // null: no row decoder
};

FileKind sniff(std::span<const std::byte> bytes);
// Returns true if the file name has the extension of a picture (png, jpg, ...). False for CSV:
// tables of numbers are recognised as pictures only by their content.
bool has_name_of_picture(const std::filesystem::path& path);

}  // namespace redraw
