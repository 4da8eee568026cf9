// Reads the boxes of AVIF and HEIC for the sentence that refuses a picture: the libraries call a
// picture damaged that is too large for them or has a codec they do not know. Finds boxes by name,
// wherever they are nested. Pure functions.
#pragma once

#include "engine/image/decode.h"

#include <algorithm>

namespace redraw::formats {

// use(the content) of every box of this name among the first bytes of a file.
template <class Use>
void for_boxes(const PictureSource& source, std::string_view name, Use use) {
    constexpr std::size_t kLookedAt = 1 << 20;
    const std::string_view text = source.text().substr(0, kLookedAt);
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
        use(text.substr(at + name.size()));
}

// Refuses a picture one of whose sizes is above the limits.
inline void check_box_sizes(const PictureSource& source) {
    constexpr std::size_t kVersion = 4, kNumber = 4;
    const auto number = [](std::string_view content, std::size_t at) {
        return std::int64_t(big_endian(std::as_bytes(std::span(content)).subspan(at, kNumber)));
    };
    for_boxes(source, "ispe", [&](std::string_view content) {
        if (content.size() < kVersion + 2 * kNumber) return;
        const std::int64_t width = number(content, kVersion);
        const std::int64_t height = number(content, kVersion + kNumber);
        if (width > 0 && height > 0) source.check_size(width, height);
    });
}

// The codec of an item that is none of those that every HEIF reader knows; empty where there is
// none.
inline std::string other_codec(const PictureSource& source) {
    std::string found;
    for_boxes(source, "infe", [&](std::string_view content) {
        const std::size_t at = content.starts_with('\3') ? 10 : 8;
        if (!content.starts_with('\2') && !content.starts_with('\3')) return;
        const std::string_view type = content.substr(std::min(at, content.size()), 4);
        for (const char* known : {"hvc1", "av01", "grid", "iden", "iovl", "Exif", "mime", "uri "})
            if (type == known) return;
        if (found.empty()) found = type;
    });
    return found;
}

}  // namespace redraw::formats
