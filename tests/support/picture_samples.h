// Pictures, folders and messages that the picture tests share.
#pragma once

#include "engine/image/image.h"
#include "tests/support/error_kind.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace redraw::test {

using Bytes = std::vector<std::byte>;

struct ScratchFolder : TemporaryFolder {
    std::size_t file_count() const {
        return std::size_t(std::distance(std::filesystem::directory_iterator(path()), {}));
    }
};

inline Bytes read_all(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

inline Bytes bytes_of(const std::string& text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

using redraw::error_of;

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline float largest_difference(const Image& a, const Image& b) {
    REQUIRE(a.values.size() == b.values.size());
    float largest = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
    return largest;
}

// Returns random multiples of 1 / `levels`; files can hold those of 1/255 or 1/65535 exactly.
inline Image random_image(int width, int height, int channels, int levels, unsigned seed = 1) {
    std::mt19937 random(seed);
    Image image = make_image(width, height, channels);
    for (float& value : image.values)
        value = float(random() % unsigned(levels + 1)) / float(levels);
    return image;
}

inline Image smooth_image(int width, int height, int channels) {
    return redraw_test::painted(width, height, channels, [&](int x, int y, int c) {
        return 0.2f + 0.6f * (c % 2 ? float(x) / float(width) : float(y) / float(height));
    });
}

}  // namespace redraw::test
