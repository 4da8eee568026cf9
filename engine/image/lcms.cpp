#include "engine/image/lcms.h"

#include <lcms2_plugin.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace redraw::lcms {
namespace {

constexpr std::size_t kMost = std::size_t(256) << 20;

// Precedes every block: the account that gets its size back. lcms2 asks for its first blocks, and
// returns its last, on behalf of a context that it does not know yet, or no more.
struct alignas(std::max_align_t) Header {
    std::size_t bytes = 0;
    std::size_t* used = nullptr;
};

// All zero: of a large block whose pages are never written none is taken from the system.
void* allocate(cmsContext context, std::size_t bytes) {
    auto* used = static_cast<std::size_t*>(cmsGetContextUserData(context));
    if (bytes > kMost - (used ? *used : 0)) return nullptr;
    void* memory = std::calloc(1, sizeof(Header) + bytes);
    if (memory == nullptr) return nullptr;
    auto* header = new (memory) Header{bytes, used};
    if (used) *used += bytes;
    return header + 1;
}

void release(void* block) {
    if (block == nullptr) return;
    Header* header = static_cast<Header*>(block) - 1;
    if (header->used) *header->used -= header->bytes;
    std::free(header);
}

cmsPluginMemHandler memory_of_contexts() {
    cmsPluginMemHandler memory{};
    memory.base.Magic = cmsPluginMagicNumber;
    memory.base.ExpectedVersion = 2000;
    memory.base.Type = cmsPluginMemHandlerSig;
    memory.MallocPtr = [](cmsContext context, cmsUInt32Number bytes) {
        return allocate(context, bytes);
    };
    memory.FreePtr = [](cmsContext, void* block) { release(block); };
    memory.ReallocPtr = [](cmsContext context, void* block, cmsUInt32Number bytes) {
        void* moved = allocate(context, bytes);
        if (moved == nullptr || block == nullptr) return moved;
        const std::size_t before = (static_cast<const Header*>(block) - 1)->bytes;
        std::memcpy(moved, block, std::min<std::size_t>(before, bytes));
        release(block);
        return moved;
    };
    memory.MallocZeroPtr = memory.MallocPtr;
    memory.CallocPtr = [](cmsContext context, cmsUInt32Number count, cmsUInt32Number bytes) {
        return allocate(context, std::size_t(count) * bytes);
    };
    return memory;
}

template <class Object>
Object* there(Object* object) {
    if (object == nullptr) throw std::bad_alloc();
    return object;
}

// D65, and BT.709's primaries.
constexpr cmsCIExyY kWhite{0.3127, 0.3290, 1};
constexpr cmsCIExyYTRIPLE kPrimaries{{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};

}  // namespace

Context::Context() {
    cmsPluginMemHandler memory = memory_of_contexts();
    context_.reset(there(cmsCreateContext(&memory, used_.get())));
}

Profile open_profile(const Context& context, std::span<const std::byte> bytes) {
    return Profile(cmsOpenProfileFromMemTHR(context.get(), bytes.data(),
                                            static_cast<cmsUInt32Number>(bytes.size())));
}

Curve srgb_curve(const Context& context) {
    constexpr cmsInt32Number kPowerWithLine = 4;
    constexpr cmsFloat64Number kParameters[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return Curve(there(cmsBuildParametricToneCurve(context.get(), kPowerWithLine, kParameters)));
}

Profile srgb(const Context& context) {
    const Curve curve = srgb_curve(context);
    cmsToneCurve* const curves[] = {curve.get(), curve.get(), curve.get()};
    Profile profile(there(cmsCreateRGBProfileTHR(context.get(), &kWhite, &kPrimaries, curves)));
    cmsSetProfileVersion(profile.get(), 2.1);
    return profile;
}

Profile srgb_gray(const Context& context) {
    const Curve curve = srgb_curve(context);
    Profile profile(there(cmsCreateGrayProfileTHR(context.get(), cmsD50_xyY(), curve.get())));
    cmsSetProfileVersion(profile.get(), 2.1);
    return profile;
}

}  // namespace redraw::lcms
