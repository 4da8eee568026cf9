#include "engine/image/colour_conversion.h"

#include "engine/image/colour_profiles.h"
#include "engine/image/decode.h"
#include "engine/image/image_writer.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace redraw {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLargestProfile = 16 << 20;
// Largest pixel count that is converted pixel by pixel, at up to a microsecond each. For more
// pixels, lcms precomputes a colour table, which errs by up to 9 delta-E where a profile is steep.
// 8-bit RGB with a profile of curves and a matrix needs no table.
constexpr std::size_t kFew = 1 << 20;

// lcms's constants for a colour space. kSpaces has an entry for each value of Samples, in the same
// order.
struct Space {
    int values;
    std::uint32_t signature;
    const char* name;
    cmsUInt32Number bytes, words;
};
constexpr Space kSpaces[] = {{1, cmsSigGrayData, "gray", TYPE_GRAY_16, TYPE_GRAY_16},
                             {3, cmsSigRgbData, "RGB", TYPE_RGB_8, TYPE_RGB_16},
                             {4, cmsSigCmykData, "CMYK", TYPE_CMYK_8, TYPE_CMYK_16},
                             {3, cmsSigLabData, "other colours", TYPE_Lab_8, TYPE_Lab_16}};
const Space& space_of(Samples samples) {
    return kSpaces[int(samples)];
}

// Reads a four-byte number from an ICC profile's header. lcms's own functions return enumerations,
// which lack some values. The profile must be long enough.
std::uint32_t header_word(std::span<const std::byte> profile, std::size_t at) {
    return big_endian(profile.subspan(at, 4));
}
constexpr std::size_t kSizeAt = 0, kClassAt = 12, kSpaceAt = 16;

std::string name_of(std::uint32_t signature) {
    const auto* known = std::ranges::find(kSpaces, signature, &Space::signature);
    return known == std::end(kSpaces) ? "other colours" : known->name;
}

// Returns a copy of an ICC profile without its multi-process elements (chains of arbitrary
// operations). Their number, and so their run time, is unbounded. Hardly any profile has them, and
// each has a standard substitute.
std::vector<std::byte> without_elements(std::span<const std::byte> profile) {
    constexpr std::size_t kTags = 128, kTag = 12;
    std::vector<std::byte> kept(profile.begin(), profile.end());
    for (std::size_t at = kTags + 4; at + kTag <= kept.size() && at < kTags + 4 + 100 * kTag;
         at += kTag) {
        const std::string_view tag = as_text(kept).substr(at, 4);
        if (tag.starts_with("D2B"sv) || tag.starts_with("B2D"sv)) kept[at] = std::byte('x');
    }
    return kept;
}

// True if the ICC profile describes a device's colours or a colour space. Other profiles, for
// example, link two devices or list named colours.
bool is_of_device(std::span<const std::byte> profile) {
    const std::uint32_t kind = header_word(profile, kClassAt);
    return kind == cmsSigInputClass || kind == cmsSigDisplayClass || kind == cmsSigOutputClass ||
           kind == cmsSigColorSpaceClass;
}

std::string description(cmsHPROFILE profile) {
    char text[256] = "";
    cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", text, sizeof text);
    text[sizeof text - 1] = 0;
    std::string_view words(text);
    while (!words.empty() && " \t\r\n"sv.find(words.back()) != words.npos) words.remove_suffix(1);
    return excerpt(words);
}

}  // namespace

// A conversion by lcms: of gray by a table of all its levels, of other colours block by block.
struct ToSrgb::Transform {
    lcms::Context context;
    lcms::Conversion conversion;
    int inks = 3;
    int most = 255;  // highest level
    std::vector<float> levels{};

    // Converts pixels that are `from_stride` and `to_stride` values apart in `from` and `to`.
    void run(const float* from, int from_stride, float* to, int to_stride, std::size_t pixels) {
        if (most == 255)
            run_levels<std::uint8_t>(from, from_stride, to, to_stride, pixels);
        else
            run_levels<std::uint16_t>(from, from_stride, to, to_stride, pixels);
    }

    template <class Level>
    void run_levels(const float* from, int from_stride, float* to, int to_stride,
                    std::size_t pixels) {
        constexpr std::size_t kAtOnce = 4096;
        const std::size_t at_once = std::min(kAtOnce, pixels);
        std::vector<Level> in(at_once * std::size_t(inks)), out(at_once * 3);
        for (std::size_t first = 0; first < pixels; first += at_once) {
            const std::size_t count = std::min(at_once, pixels - first);
            Level* level = in.data();
            for (std::size_t i = 0; i < count; ++i, from += from_stride)
                for (int c = 0; c < inks; ++c)
                    *level++ = static_cast<Level>(quantise(from[c], most));
            cmsDoTransform(conversion.get(), in.data(), out.data(), cmsUInt32Number(count));
            const Level* converted = out.data();
            for (std::size_t i = 0; i < count; ++i, to += to_stride)
                for (int c = 0; c < 3; ++c) to[c] = float(*converted++) / float(most);
        }
    }

    // True if no sampled colour changes by more than about 2 of 255 levels: the profile is sRGB's.
    bool changes_nothing() {
        constexpr float kLevels = 2.01f / 255;
        constexpr int kSteps = 6;
        std::vector<float> before;
        for (int i = 0; i < kSteps * kSteps * kSteps; ++i)
            for (const int step : {i % kSteps, i / kSteps % kSteps, i / kSteps / kSteps})
                before.push_back(float(step) / (kSteps - 1));
        for (int level = 0; level < 256; ++level)
            before.insert(before.end(), 3, float(level) / 255);
        std::vector<float> after = before;
        run(before.data(), 3, after.data(), 3, before.size() / 3);
        for (std::size_t i = 0; i < before.size(); ++i)
            if (std::abs(after[i] - before[i]) > kLevels) return false;
        return true;
    }

    void fill_levels() {
        std::vector<std::uint16_t> from, to;
        for (int level = 0; level <= most; ++level)
            from.push_back(static_cast<std::uint16_t>(std::int64_t(level) * 65535 / most));
        to.resize(from.size());
        cmsDoTransform(conversion.get(), from.data(), to.data(), cmsUInt32Number(from.size()));
        for (const std::uint16_t value : to)
            levels.push_back(float(quantise(float(value) / 65535, most)) / float(most));
    }
    bool levels_change_nothing() const {
        for (int level = 0; level <= most; ++level)
            if (std::abs(levels[std::size_t(level)] - float(level) / float(most)) > 2.01f / 255)
                return false;
        return true;
    }
};

std::optional<ToSrgb> ToSrgb::by(std::span<const std::byte> profile, const SampleSpec& spec,
                                 std::string& note) {
    const auto [samples, bit_depth, pixels] = spec;
    if (profile.empty()) return std::nullopt;
    const bool named_srgb = is_srgb_profile(profile);
    const auto leave = [&](const std::string& why) -> std::optional<ToSrgb> {
        if (!named_srgb) add_note(note, why);
        return std::nullopt;
    };
    if (profile.size() > kLargestProfile)
        return leave(
            "its colour profile is over 16 MB and was "
            "not applied");
    const std::vector<std::byte> bytes = without_elements(profile);
    auto made = std::make_shared<Transform>();
    made->inks = space_of(samples).values;
    made->most = bit_depth == 16 ? 65535 : 255;
    const lcms::Profile source(
        cmsOpenProfileFromMemTHR(made->context.get(), bytes.data(), cmsUInt32Number(bytes.size())));
    // Rejects a truncated profile here, because lcms would accept it.
    if (!source || header_word(profile, kSizeAt) > profile.size()) return leave(kDamagedProfile);
    const Space& space = space_of(samples);
    const std::uint32_t signature = header_word(profile, kSpaceAt);
    if (signature != space.signature)
        return leave("its colour profile is one of " + name_of(signature) + ", not of " +
                     space.name + ", and was not applied");
    if (!is_of_device(profile))
        return leave("its colour profile is not one of a picture and was not applied");

    const bool gray = samples == Samples::gray, deep = bit_depth == 16;
    const lcms::Profile target = lcms::srgb(made->context, gray ? 1 : 3);
    const cmsUInt32Number from = deep ? space.words : space.bytes;
    const cmsUInt32Number to = gray ? TYPE_GRAY_16 : deep ? TYPE_RGB_16 : TYPE_RGB_8;
    const bool has_tables = !gray && !cmsIsMatrixShaper(source.get());
    const bool exact = (has_tables || deep) && pixels <= kFew;
    made->conversion.reset(cmsCreateTransformTHR(
        made->context.get(), source.get(), from, target.get(), to, INTENT_PERCEPTUAL,
        exact ? cmsFLAGS_NOOPTIMIZE : cmsFLAGS_HIGHRESPRECALC));
    if (!made->conversion) return leave(kDamagedProfile);
    if (gray) made->fill_levels();
    const std::string name = description(source.get());
    const bool described_srgb = name.find("sRGB") != std::string::npos;
    if (samples != Samples::cmyk &&
        ((described_srgb && has_tables) ||  // tables of sRGB fit colours to a printer's gamut
         (gray ? made->levels_change_nothing() : made->changes_nothing())))
        return std::nullopt;
    add_note(note, "its colours were converted from " +
                       (name.empty() ? "those of its colour profile" : name) + " to sRGB");
    return ToSrgb(std::move(made));
}

ToSrgb ToSrgb::of_lab(const SampleSpec& spec) {
    auto made = std::make_shared<Transform>();
    const bool deep = spec.bit_depth == 16;
    made->most = deep ? 65535 : 255;
    cmsContext context = made->context.get();
    const lcms::Profile source(cmsCreateLab4ProfileTHR(context, nullptr));
    const lcms::Profile target = lcms::srgb(made->context);
    if (source && target)
        made->conversion.reset(cmsCreateTransformTHR(
            context, source.get(), deep ? TYPE_Lab_16 : TYPE_Lab_8, target.get(),
            deep ? TYPE_RGB_16 : TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
            spec.pixels <= kFew ? cmsFLAGS_NOOPTIMIZE : cmsFLAGS_HIGHRESPRECALC));
    if (!made->conversion) throw std::bad_alloc();
    return ToSrgb(std::move(made));
}

void ToSrgb::convert(float* values, int channels, std::size_t pixels) {
    Transform& transform = *transform_;
    if (transform.inks == 1) {
        for (std::size_t i = 0; i < pixels; ++i, values += channels)
            *values = transform.levels[std::size_t(quantise(*values, transform.most))];
    } else {
        transform.run(values, channels, values, channels, pixels);
    }
}

void ToSrgb::convert(Image& image) {
    convert(image.values.data(), image.channels, image.pixel_count());
}

void ToSrgb::convert_inks(const float* inks, float* rgb, std::size_t pixels) {
    transform_->run(inks, 4, rgb, 3, pixels);
}

void convert_to_srgb(Decoded& decoded, std::span<const std::byte> profile) {
    Image& image = decoded.image;
    const Samples samples = image.channels >= 3 ? Samples::rgb : Samples::gray;
    const SampleSpec spec{samples, decoded.bit_depth, image.pixel_count()};
    if (auto to_srgb = ToSrgb::by(profile, spec, decoded.note)) to_srgb->convert(image);
}

bool is_srgb_profile(std::span<const std::byte> profile) {
    const std::string_view text = as_text(profile);
    const auto mentions = [&](std::string_view name) { return text.find(name) != text.npos; };
    return mentions("sRGB"sv) || mentions("s\0R\0G\0B"sv);  // ICC version 2: ASCII; 4: UTF-16
}

}  // namespace redraw
