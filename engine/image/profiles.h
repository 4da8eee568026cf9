// ICC profiles that are made here: of colour spaces that a file only names, and of sRGB, for the
// files we write. Pure functions.
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

// Of RGB values that are light to the power of `gamma` (0.4545); empty where the numbers are no
// colour space's.
std::vector<std::byte> profile_of_gamma(const Chromaticities& space, double gamma);

// The numbers of ITU-T H.273, by which video and the formats made of it name colour spaces.
struct CodePoints {
    int primaries = 2, transfer = 2;  // 2: not said
};
// Empty where it is sRGB, or as good as: pictures that name a transfer of television's are made and
// shown as sRGB. And where it cannot be converted, which `note` then says: high dynamic range.
std::vector<std::byte> profile_of(const CodePoints& points, std::string& note);

// sRGB, for the files we write: of version 4, which is short, and without a date.
// Of 3 and 4 channels; of 1 and 2 its gray.
std::span<const std::byte> srgb_profile(int channels);

}  // namespace redraw
