#include "engine/image/decode.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {

void PictureSource::refuse(const std::string& reason) const {
    throw Error("Cannot open " + name + ": " + reason);
}

void PictureSource::refuse_damaged(const std::string& detail) const {
    refuse("it is damaged (" + detail + ")");
}

std::size_t PictureSource::read_at(std::uint64_t offset, void* to,
                                   std::size_t count) const noexcept {
    if (file) return file->read_at(offset, to, count);
    if (offset >= bytes.size()) return 0;
    const std::size_t given = std::min(count, bytes.size() - std::size_t(offset));
    std::copy_n(bytes.begin() + std::ptrdiff_t(offset), given, static_cast<std::byte*>(to));
    return given;
}

void PictureSource::check_size(std::int64_t width, std::int64_t height) const {
    const std::string size = dimensions(width, height) + " pixels";
    if (width <= 0 || height <= 0) refuse_damaged("its size is " + size);
    const std::string way_out = limits.way_out.empty() ? "" : fmt::format("; {}", limits.way_out);
    if (std::max(width, height) > limits.max_side)
        refuse(fmt::format("it is {}; the limit is {} a side{}", size, thousands(limits.max_side),
                           way_out));
    if (width * height > limits.max_pixels)
        refuse(fmt::format("it is {}, {} megapixels; the limit is {}{}", size,
                           width * height / 1'000'000, limits.max_pixels / 1'000'000, way_out));
}

void unpack_bytes(const unsigned char* samples, std::size_t count, float* values) {
    for (std::size_t i = 0; i < count; ++i) values[i] = float(samples[i]) / 255.0f;
}

Colour unpack_colour(const unsigned char (&rgba)[4]) {
    Colour colour;
    unpack_bytes(rgba, 4, colour.data());
    return colour;
}

float unpack_level(std::uint32_t value, std::uint32_t most) {
    const std::uint64_t level = (std::uint64_t(value) * 255 + most / 2) / most;  // rounded
    return float(level) / 255.0f;
}

unsigned char* samples_in(Image& image, std::size_t bytes) {
    auto* end = reinterpret_cast<unsigned char*>(image.values.data() + image.values.size());
    return end - bytes;
}

void add_note(std::string& note, const std::string& more) {
    if (!note.empty()) note += "; ";
    note += more;
}

}  // namespace redraw
