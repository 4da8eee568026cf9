// Colours on the way in: values that an ICC profile gives another meaning than sRGB become sRGB, by
// lcms2. As ImageMagick does it, whose results are the ones to compare with: the perceptual intent
// (which of a profile without tables is the colorimetric one) and no black point compensation.
// Alpha stays, and so does the bit depth. A profile is hostile: what is wrong with it leaves the
// picture as it was and is said in the note. One owner, one thread.
#pragma once

#include "engine/image/image.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// What a pixel's values are, alpha aside.
// CIELAB: L of 0 to 100 and a, b of -128 to 127, each as 0 to 1.
enum class Samples { gray, rgb, cmyk, lab };

struct SampleSpec {
    Samples samples = Samples::rgb;
    int bit_depth = 8;  // or 16
    // How many there will be: for many a table of colours may be made first.
    std::size_t pixels = 0;
};

class ToSrgb {
public:
    // Nothing where there is no profile, where it is sRGB's own, so that every bit stays as it is,
    // and where it cannot be applied; `note` gets what is to be said of it.
    static std::optional<ToSrgb> by(std::span<const std::byte> profile, const SampleSpec& spec,
                                    std::string& note);

    // Of CIELAB (D50), which needs no profile.
    static ToSrgb of_lab(const SampleSpec& spec);

    // Gray, RGB, CIELAB and each with alpha, in place.
    void convert(float* values, int channels, std::size_t pixels);
    void convert(Image& image);
    // What share of each ink, four a pixel; three values a pixel.
    void convert_inks(const float* inks, float* rgb, std::size_t pixels);

private:
    struct Transform;
    struct Free {
        void operator()(Transform* transform) const;
    };
    explicit ToSrgb(std::unique_ptr<Transform, Free> transform);
    std::unique_ptr<Transform, Free> transform_;
};

// A picture that is whole. Its samples are gray or RGB, as its channels say.
void convert_to_srgb(Image& image, std::span<const std::byte> profile, int bit_depth,
                     std::string& note);

inline constexpr const char* kDamagedProfile = "its colour profile is damaged and was not applied";

// Whether an ICC colour profile is sRGB by its description.
bool is_srgb_profile(std::span<const std::byte> profile);

}  // namespace redraw
