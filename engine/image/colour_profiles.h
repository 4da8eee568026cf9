// Makes ICC profiles of colour spaces that a picture file declares without a profile, and sRGB
// profiles for the files that Redraw writes. Pure functions.
#pragma once

#include <lcms2.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace redraw {

// CIE x, y coordinates of the primaries and the white point.
struct Chromaticities {
    std::array<double, 2> white{}, red{}, green{}, blue{};
};

// Makes the ICC profile of RGB values that are encoded as light to the power of `gamma` (for
// example 0.4545). Empty if `space` and `gamma` describe no colour space.
std::vector<std::byte> profile_of_gamma(const Chromaticities& space, double gamma);

// Makes the ICC profile of Adobe RGB (1998), for a picture whose EXIF declares it.
std::vector<std::byte> adobe_rgb_profile();

// Code points of ITU-T H.273, by which video formats, PNG and AVIF name colour spaces.
struct CodePoints {
    int primaries = 2, transfer = 2;  // 2: unspecified
};
// Makes the ICC profile of a colour space named by code points. Treats transfers other than a plain
// gamma, PQ and HLG as that of sRGB. Empty for sRGB itself and unknown code points, and for high
// dynamic range (PQ, HLG), which is not converted; `note` then says so.
std::vector<std::byte> profile_of(const CodePoints& points, std::string& note);

// Returns the sRGB profile for the files that Redraw writes: ICC version 4, which is short, with a
// fixed date. For 1 and 2 channels, the gray profile with the same curve.
std::span<const std::byte> srgb_profile(int channels);

namespace lcms {

// Owning wrappers of lcms2's objects. Their context limits the memory and prints nothing to
// standard error. Internal to engine/image; one thread per object.
struct Free {
    void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
    void operator()(cmsContext context) const { cmsDeleteContext(context); }
};
struct CloseProfile {
    void operator()(cmsHPROFILE profile) const { cmsCloseProfile(profile); }
};
struct DeleteTransform {
    void operator()(cmsHTRANSFORM transform) const { cmsDeleteTransform(transform); }
};
using Profile = std::unique_ptr<void, CloseProfile>;
using Conversion = std::unique_ptr<void, DeleteTransform>;
using Curve = std::unique_ptr<cmsToneCurve, Free>;

// An lcms2 context that limits the memory of all its objects together to 256 MB. Must outlive them.
class Context {
public:
    Context();  // throws std::bad_alloc
    cmsContext get() const { return context_.get(); }

private:
    std::unique_ptr<std::size_t> used_ = std::make_unique<std::size_t>(0);  // bytes
    std::unique_ptr<std::remove_pointer_t<cmsContext>, Free> context_;
};

// Makes the transfer curve of sRGB (IEC 61966-2-1).
Curve srgb_curve(const Context& context);
// Makes the sRGB profile in ICC version 2, because lcms2 adds black point compensation to later
// versions. For 1 and 2 channels, the gray profile with the same curve.
Profile srgb(const Context& context, int channels = 3);

}  // namespace lcms

}  // namespace redraw
