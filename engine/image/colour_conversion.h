// Converts pictures to sRGB by their ICC profiles, with lcms2. The settings match ImageMagick, the
// reference: perceptual intent (colorimetric for a profile without tables), no black point
// compensation. Alpha and bit depth do not change. Profiles are untrusted: a damaged profile is not
// applied, and the picture's note reports this unless it names sRGB. One owner, one thread.
#pragma once

#include "engine/image/image.h"

#include <memory>
#include <span>
#include <string>

namespace redraw {

// The colour space of a pixel's values, without alpha. CIELAB: L from 0 to 100 and a, b from -128
// to 127 are each scaled to 0 to 1.
enum class Samples { gray, rgb, cmyk, lab };

struct SampleSpec {
    Samples samples = Samples::rgb;
    int bit_depth = 8;  // 8 or 16
    // Expected number of pixels: large pictures may be converted by a precomputed colour table.
    std::size_t pixels = 0;
};

class ToSrgb {
public:
    // Makes the conversion for an ICC profile. Returns nothing if `profile` is empty, is sRGB
    // itself (the values then stay bit-identical) or cannot be applied. Appends to `note` a
    // conversion, or why a profile that does not name sRGB was not applied.
    static std::optional<ToSrgb> by(std::span<const std::byte> profile, const SampleSpec& spec,
                                    std::string& note);

    // Makes the conversion for CIELAB (D50), which needs no profile.
    static ToSrgb of_lab(const SampleSpec& spec);

    // Converts gray, RGB or CIELAB, with or without alpha, in place.
    void convert(float* values, int channels, std::size_t pixels);
    void convert(Image& image);
    // Converts CMYK ink amounts, four per pixel, to RGB, three values per pixel.
    void convert_inks(const float* inks, float* rgb, std::size_t pixels);

private:
    struct Transform;
    explicit ToSrgb(std::shared_ptr<Transform> transform) : transform_(std::move(transform)) {}
    std::shared_ptr<Transform> transform_;
};

inline constexpr const char* kDamagedProfile = "its colour profile is damaged and was not applied";

// True if an ICC profile contains the text "sRGB", as the description of an sRGB profile does.
bool is_srgb_profile(std::span<const std::byte> profile);

}  // namespace redraw
