// Pictures, folders and messages that the picture tests share.
#pragma once

#include "engine/error.h"
#include "engine/image/image.h"

#include <doctest/doctest.h>

#include <unistd.h>
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

// A folder of its own that goes away with the test.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = std::filesystem::temp_directory_path() / "redraw-test-XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }
    std::size_t file_count() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path_), {}));
    }

private:
    std::filesystem::path path_;
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

// The sentence of the Error that `action` throws; empty when it throws none.
template <typename Action>
std::string error_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

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

// Random values on `levels` + 1 levels, so that files can hold them exactly.
inline Image random_image(int width, int height, int channels, int levels, unsigned seed = 1) {
    std::mt19937 random(seed);
    Image image = make_image(width, height, channels);
    for (float& value : image.values) {
        value = static_cast<float>(random() % static_cast<unsigned>(levels + 1)) /
                static_cast<float>(levels);
    }
    return image;
}

inline Image smooth_image(int width, int height, int channels) {
    Image image = make_image(width, height, channels);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int c = 0; c < channels; ++c) {
                const float value = (c % 2 ? float(x) / float(width) : float(y) / float(height));
                image.row(y)[x * channels + c] = 0.2f + 0.6f * value;
            }
        }
    }
    return image;
}

}  // namespace redraw::test
