// Converts pictures to sRGB by their ICC profiles, with lcms2. The settings are those of
// ImageMagick, whose results are the reference: the perceptual intent (the colorimetric one for a
// profile without tables) and no black point compensation. Alpha and bit depth stay. A profile is
// untrusted: one that is damaged leaves the picture as it was, and the note says so. One owner, one
// thread.
#pragma once

#include "engine/image/image.h"

#include <memory>
#include <span>
#include <string>

namespace redraw {

// The colour space of a pixel's values, alpha aside.
// CIELAB: L of 0 to 100 and a, b of -128 to 127, each as 0 to 1.
enum class Samples { gray, rgb, cmyk, lab };

struct SampleSpec {
    Samples samples = Samples::rgb;
    int bit_depth = 8;  // or 16
    // Expected number: for many pixels a table of colours may be made first.
    std::size_t pixels = 0;
};

class ToSrgb {
public:
    // Empty if there is no profile, if it is sRGB's own (every bit stays as it is) or if it cannot
    // be applied; `note` reports what was done.
    static std::optional<ToSrgb> by(std::span<const std::byte> profile, const SampleSpec& spec,
                                    std::string& note);

    // Converts CIELAB (D50), which needs no profile.
    static ToSrgb of_lab(const SampleSpec& spec);

    // Converts gray, RGB or CIELAB, with or without alpha, in place.
    void convert(float* values, int channels, std::size_t pixels);
    void convert(Image& image);
    // Converts shares of ink (CMYK), four a pixel, to RGB, three values a pixel.
    void convert_inks(const float* inks, float* rgb, std::size_t pixels);

private:
    struct Transform;
    explicit ToSrgb(std::shared_ptr<Transform> transform) : transform_(std::move(transform)) {}
    std::shared_ptr<Transform> transform_;
};

inline constexpr const char* kDamagedProfile = "its colour profile is damaged and was not applied";

// True if an ICC colour profile is sRGB by its description.
bool is_srgb_profile(std::span<const std::byte> profile);

}  // namespace redraw
