// Makes ICC profiles: for colour spaces that a file only names, and of sRGB, for the files we
// write. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// CIE x, y.
struct Chromaticities {
    std::array<double, 2> white{}, red{}, green{}, blue{};
};

// The profile of RGB values that are light to the power of `gamma` (0.4545); empty if the numbers
// describe no colour space.
std::vector<std::byte> profile_of_gamma(const Chromaticities& space, double gamma);

// Code points of ITU-T H.273, by which video and formats derived from it name colour spaces.
struct CodePoints {
    int primaries = 2, transfer = 2;  // 2: unspecified
};
// Empty for sRGB and its like: pictures that name a television transfer are made and shown as sRGB.
// Also empty for high dynamic range, which cannot be converted; `note` then says so.
std::vector<std::byte> profile_of(const CodePoints& points, std::string& note);

// sRGB for the files we write: version 4, which is short, without a date. For 1 and 2 channels the
// gray of it.
std::span<const std::byte> srgb_profile(int channels);

}  // namespace redraw
