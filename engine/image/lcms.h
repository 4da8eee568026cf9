// lcms2's objects, each with one owner, in a context of their own that has bounded memory and says
// nothing on standard error. Internal to engine/image; one thread an object.
#pragma once

#include <lcms2.h>

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace redraw::lcms {

struct Close {
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};
struct DeleteTransform {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};
struct FreeCurve {
    void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
};
using Profile = std::unique_ptr<void, Close>;
using Conversion = std::unique_ptr<void, DeleteTransform>;
using Curve = std::unique_ptr<cmsToneCurve, FreeCurve>;

// Bounds the memory of all its objects together to 256 MB. Outlives them.
class Context {
public:
    Context();  // throws std::bad_alloc
    cmsContext get() const { return context_.get(); }

private:
    struct Delete {
        void operator()(cmsContext context) const { cmsDeleteContext(context); }
    };
    std::unique_ptr<std::size_t> used_ = std::make_unique<std::size_t>(0);  // bytes
    std::unique_ptr<std::remove_pointer_t<cmsContext>, Delete> context_;
};

// Opens a profile, copying the bytes; empty if they are no profile.
Profile open_profile(const Context& context, std::span<const std::byte> bytes);
// The transfer of sRGB (IEC 61966-2-1).
Curve srgb_curve(const Context& context);
// sRGB of version 2, because lcms2 adds black point compensation to every later one.
Profile srgb(const Context& context);
Profile srgb_gray(const Context& context);

}  // namespace redraw::lcms
