#include "engine/image/colour_profiles.h"

#include "engine/image/decode.h"

#include <lcms2_plugin.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <new>
#include <utility>

namespace redraw {

namespace {

constexpr Chromaticities kBt709{{0.3127, 0.3290}, {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};

std::vector<std::byte> saved(const lcms::Profile& profile, const wchar_t* name) {
    constexpr std::size_t kDate = 24, kDateEnd = 36;
    if (!profile) return {};
    cmsContext context = cmsGetProfileContextID(profile.get());
    const std::unique_ptr<cmsMLU, void (*)(cmsMLU*)> words(cmsMLUalloc(context, 1), cmsMLUfree);
    if (words && cmsMLUsetWide(words.get(), "en", "US", name))
        cmsWriteTag(profile.get(), cmsSigProfileDescriptionTag, words.get());
    if (words && cmsMLUsetWide(words.get(), "en", "US", L"No copyright"))
        cmsWriteTag(profile.get(), cmsSigCopyrightTag, words.get());
    cmsUInt32Number size = 0;
    if (!cmsSaveProfileToMem(profile.get(), nullptr, &size)) return {};
    std::vector<std::byte> bytes(size);
    if (!cmsSaveProfileToMem(profile.get(), bytes.data(), &size)) return {};
    // Fixes the profile's date to 2000-01-01, so that a file does not depend on its day of writing.
    constexpr unsigned char kFixed[] = {0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
    static_assert(sizeof kFixed == kDateEnd - kDate);
    std::ranges::copy(std::as_bytes(std::span(kFixed)), bytes.begin() + kDate);
    return bytes;
}

template <class Object>
Object* require(Object* object) {
    if (object == nullptr) throw std::bad_alloc();
    return object;
}

lcms::Profile rgb_profile(const lcms::Context& context, const Chromaticities& space,
                          const lcms::Curve& curve) {
    const auto colour = [](const std::array<double, 2>& xy) { return cmsCIExyY{xy[0], xy[1], 1}; };
    const cmsCIExyY white = colour(space.white);
    const cmsCIExyYTRIPLE primaries{colour(space.red), colour(space.green), colour(space.blue)};
    cmsToneCurve* const curves[] = {curve.get(), curve.get(), curve.get()};
    return lcms::Profile(cmsCreateRGBProfileTHR(context.get(), &white, &primaries, curves));
}

lcms::Profile gray_profile(const lcms::Context& context, const lcms::Curve& curve) {
    return lcms::Profile(cmsCreateGrayProfileTHR(context.get(), cmsD50_xyY(), curve.get()));
}

std::vector<std::byte> made(const lcms::Context& context, const Chromaticities& space,
                            const lcms::Curve& curve, const wchar_t* name) {
    if (!curve || space.white[1] <= 0 || space.red[1] <= 0 || space.green[1] <= 0) return {};
    return saved(rgb_profile(context, space, curve), name);
}

struct Primaries {
    int code;
    Chromaticities space;
    const wchar_t* name;
};
constexpr std::array<double, 2> kD65{0.3127, 0.3290}, kWhiteC{0.310, 0.316};
constexpr Primaries kPrimaries[] = {
    {4, {kWhiteC, {0.67, 0.33}, {0.21, 0.71}, {0.14, 0.08}}, L"NTSC"},
    {5, {kD65, {0.64, 0.33}, {0.29, 0.60}, {0.15, 0.06}}, L"PAL"},
    {6, {kD65, {0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}}, L"SMPTE C"},
    {7, {kD65, {0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}}, L"SMPTE C"},
    {9, {kD65, {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}}, L"BT.2020"},
    {11, {{0.314, 0.351}, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}}, L"DCI-P3"},
    {12, {kD65, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}}, L"Display P3"},
};

constexpr int kPq = 16, kHlg = 18;

// Gamma exponents of H.273 transfer codes; other transfers but PQ and HLG are treated as sRGB.
constexpr std::pair<int, double> kExponents[] = {{4, 2.2}, {5, 2.8}, {8, 1.0}, {17, 2.6}};

constexpr std::size_t kMostMemory = std::size_t(256) << 20;

// The header before every memory block of lcms2. `used` points to the context's counter of used
// bytes, which is reduced when the block is freed. lcms2 allocates its first blocks, and frees its
// last, without a usable context; these are not counted.
struct alignas(std::max_align_t) BlockHeader {
    std::size_t bytes = 0;
    std::size_t* used = nullptr;
};

// Allocates zeroed memory. Parts of a large block that are never written then take no physical
// memory.
void* allocate_block(cmsContext context, std::size_t bytes) {
    auto* used = static_cast<std::size_t*>(cmsGetContextUserData(context));
    if (bytes > kMostMemory - (used ? *used : 0)) return nullptr;
    void* memory = std::calloc(1, sizeof(BlockHeader) + bytes);
    if (memory == nullptr) return nullptr;
    auto* header = new (memory) BlockHeader{bytes, used};
    if (used) *used += bytes;
    return header + 1;
}

void release_block(void* block) {
    if (block == nullptr) return;
    BlockHeader* header = static_cast<BlockHeader*>(block) - 1;
    if (header->used) *header->used -= header->bytes;
    std::free(header);
}

cmsPluginMemHandler memory_of_contexts() {
    cmsPluginMemHandler memory{};
    memory.base.Magic = cmsPluginMagicNumber;
    memory.base.ExpectedVersion = 2000;
    memory.base.Type = cmsPluginMemHandlerSig;
    memory.MallocPtr = [](cmsContext context, cmsUInt32Number bytes) {
        return allocate_block(context, bytes);
    };
    memory.FreePtr = [](cmsContext, void* block) { release_block(block); };
    memory.ReallocPtr = [](cmsContext context, void* block, cmsUInt32Number bytes) {
        void* moved = allocate_block(context, bytes);
        if (moved == nullptr || block == nullptr) return moved;
        const std::size_t before = (static_cast<const BlockHeader*>(block) - 1)->bytes;
        std::memcpy(moved, block, std::min<std::size_t>(before, bytes));
        release_block(block);
        return moved;
    };
    memory.MallocZeroPtr = memory.MallocPtr;
    memory.CallocPtr = [](cmsContext context, cmsUInt32Number count, cmsUInt32Number bytes) {
        return allocate_block(context, std::size_t(count) * bytes);
    };
    return memory;
}

}  // namespace

std::vector<std::byte> profile_of_gamma(const Chromaticities& space, double gamma) {
    const lcms::Context context;
    if (!(gamma > 0)) return {};
    const lcms::Curve curve(cmsBuildGamma(context.get(), 1 / gamma));
    return made(context, space, curve, L"its primaries and gamma");
}

std::vector<std::byte> adobe_rgb_profile() {
    constexpr Chromaticities kAdobe{kD65, {0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}};
    const lcms::Context context;
    const lcms::Curve curve(cmsBuildGamma(context.get(), 563.0 / 256));
    return made(context, kAdobe, curve, L"Adobe RGB, which its EXIF declares,");
}

std::vector<std::byte> profile_of(const CodePoints& points, std::string& note) {
    if (points.transfer == kPq || points.transfer == kHlg) {
        add_note(note, std::string("its high dynamic range (") +
                           (points.transfer == kPq ? "PQ" : "HLG") +
                           ") is not converted, so that it looks pale");
        return {};
    }
    const auto* known = std::ranges::find(kPrimaries, points.primaries, &Primaries::code);
    const auto* exponent =
        std::ranges::find(kExponents, points.transfer, &std::pair<int, double>::first);
    const bool named = known != std::end(kPrimaries), power = exponent != std::end(kExponents);
    if (!named && !power) return {};
    const lcms::Context context;
    const lcms::Curve curve = power ? lcms::Curve(cmsBuildGamma(context.get(), exponent->second))
                                    : lcms::srgb_curve(context);
    return made(context, named ? known->space : kBt709, curve, named ? known->name : L"its gamma");
}

std::span<const std::byte> srgb_profile(int channels) {
    static const std::vector<std::byte> colour = [] {
        const lcms::Context context;
        return made(context, kBt709, lcms::srgb_curve(context), L"sRGB");
    }();
    static const std::vector<std::byte> gray = [] {
        const lcms::Context context;
        return saved(gray_profile(context, lcms::srgb_curve(context)), L"sRGB gray");
    }();
    return channels >= 3 ? colour : gray;
}

namespace lcms {

Context::Context() {
    cmsPluginMemHandler memory = memory_of_contexts();
    context_.reset(require(cmsCreateContext(&memory, used_.get())));
}

Curve srgb_curve(const Context& context) {
    constexpr cmsInt32Number kPowerWithLine = 4;
    constexpr cmsFloat64Number kParameters[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return Curve(require(cmsBuildParametricToneCurve(context.get(), kPowerWithLine, kParameters)));
}

Profile srgb(const Context& context, int channels) {
    const Curve curve = srgb_curve(context);
    Profile profile =
        channels >= 3 ? rgb_profile(context, kBt709, curve) : gray_profile(context, curve);
    cmsSetProfileVersion(require(profile.get()), 2.1);
    return profile;
}

}  // namespace lcms

}  // namespace redraw
