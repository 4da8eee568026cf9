#include "engine/image/colour.h"

#include "engine/image/decode.h"
#include "engine/image/image_writer.h"
#include "engine/image/profiles.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>

namespace redraw {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLargestProfile = 16 << 20;
// The most pixels that are computed one by one, in up to a microsecond each. For more, lcms makes a
// table of colours first, as far as 9 of delta-E off where a profile is steep; 8-bit RGB whose
// profile is curves and a matrix needs none.
constexpr std::size_t kFew = 1 << 20;

int inks_of(Samples samples) {
    return samples == Samples::gray ? 1 : samples == Samples::cmyk ? 4 : 3;
}

std::uint32_t space_of(Samples samples) {
    return samples == Samples::gray  ? cmsSigGrayData
           : samples == Samples::rgb ? cmsSigRgbData
                                     : cmsSigCmykData;
}

// Four bytes of a profile's header, as they are: lcms's own lists do not hold every value.
std::uint32_t header_word(std::span<const std::byte> profile, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t i = at; i < at + 4 && i < profile.size(); ++i)
        word = word << 8 | std::to_integer<std::uint32_t>(profile[i]);
    return word;
}
constexpr std::size_t kSizeAt = 0, kClassAt = 12, kSpaceAt = 16;

std::string name_of(std::uint32_t space) {
    return space == cmsSigGrayData   ? "gray"
           : space == cmsSigRgbData  ? "RGB"
           : space == cmsSigCmykData ? "CMYK"
                                     : "other colours";
}

// Removes the multiprocess elements, which hardly any profile has and every one has a substitute
// for: their number, and with it the time they take, has no bounds.
std::vector<std::byte> without_elements(std::span<const std::byte> profile) {
    constexpr std::size_t kTags = 128, kTag = 12;
    std::vector<std::byte> kept(profile.begin(), profile.end());
    for (std::size_t at = kTags + 4; at + kTag <= kept.size() && at < kTags + 4 + 100 * kTag;
         at += kTag) {
        const std::string_view tag(reinterpret_cast<const char*>(kept.data() + at), 4);
        if (tag.starts_with("D2B"sv) || tag.starts_with("B2D"sv)) kept[at] = std::byte('x');
    }
    return kept;
}

// Whether it is the profile of a device; the others convert or name colours.
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

// Gray has a value for every level, the others go through lcms row by row.
struct ToSrgb::Transform {
    lcms::Context context;
    lcms::Conversion conversion;
    int inks = 3;
    int most = 255;  // level
    std::vector<float> levels{};
    std::vector<std::uint8_t> bytes_in{}, bytes_out{};
    std::vector<std::uint16_t> words_in{}, words_out{};

    template <class Level>
    void run(const float* from, int from_stride, float* to, int to_stride, std::size_t pixels) {
        constexpr bool kBytes = std::is_same_v<Level, std::uint8_t>;
        constexpr std::size_t kAtOnce = 4096;
        constexpr float kMost = kBytes ? 255.0f : 65535.0f;
        auto& in = [&]() -> std::vector<Level>& {
            if constexpr (kBytes)
                return bytes_in;
            else
                return words_in;
        }();
        auto& out = [&]() -> std::vector<Level>& {
            if constexpr (kBytes)
                return bytes_out;
            else
                return words_out;
        }();
        in.resize(kAtOnce * std::size_t(inks));
        out.resize(kAtOnce * 3);
        for (std::size_t first = 0; first < pixels; first += kAtOnce) {
            const std::size_t count = std::min(kAtOnce, pixels - first);
            Level* level = in.data();
            for (std::size_t i = 0; i < count; ++i, from += from_stride)
                for (int c = 0; c < inks; ++c)
                    *level++ = static_cast<Level>(quantise(from[c], int(kMost)));
            cmsDoTransform(conversion.get(), in.data(), out.data(), cmsUInt32Number(count));
            const Level* converted = out.data();
            for (std::size_t i = 0; i < count; ++i, to += to_stride)
                for (int c = 0; c < 3; ++c) to[c] = float(*converted++) / kMost;
        }
    }

    // Whether it changes no colour by more than rounding does: as a profile of sRGB's.
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
        const std::size_t pixels = before.size() / 3;
        if (most == 255)
            run<std::uint8_t>(before.data(), 3, after.data(), 3, pixels);
        else
            run<std::uint16_t>(before.data(), 3, after.data(), 3, pixels);
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

void ToSrgb::Free::operator()(Transform* transform) const {
    delete transform;
}

ToSrgb::ToSrgb(std::unique_ptr<Transform, Free> transform) : transform_(std::move(transform)) {}

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
    std::unique_ptr<Transform, Free> made(new Transform);
    made->inks = inks_of(samples);
    made->most = bit_depth == 16 ? 65535 : 255;
    const lcms::Profile source = lcms::open_profile(made->context, bytes);
    // lcms makes do with a part of one.
    if (!source || header_word(profile, kSizeAt) > profile.size()) return leave(kDamagedProfile);
    const std::uint32_t space = header_word(profile, kSpaceAt);
    if (space != space_of(samples))
        return leave("its colour profile is one of " + name_of(space) + ", not of " +
                     name_of(space_of(samples)) + ", and was not applied");
    if (!is_of_device(profile))
        return leave("its colour profile is not one of a picture and was not applied");

    const bool gray = samples == Samples::gray, deep = bit_depth == 16;
    const lcms::Profile target = gray ? lcms::srgb_gray(made->context) : lcms::srgb(made->context);
    const cmsUInt32Number from = gray                      ? TYPE_GRAY_16
                                 : samples == Samples::rgb ? (deep ? TYPE_RGB_16 : TYPE_RGB_8)
                                                           : (deep ? TYPE_CMYK_16 : TYPE_CMYK_8);
    const cmsUInt32Number to = gray ? TYPE_GRAY_16 : deep ? TYPE_RGB_16 : TYPE_RGB_8;
    const bool has_tables = !gray && !cmsIsMatrixShaper(source.get());
    const bool exact = (has_tables || deep) && pixels <= kFew;
    made->conversion.reset(cmsCreateTransformTHR(
        made->context.get(), source.get(), from, target.get(), to, INTENT_PERCEPTUAL,
        exact ? cmsFLAGS_NOOPTIMIZE : cmsFLAGS_HIGHRESPRECALC));
    if (!made->conversion) return leave(kDamagedProfile);
    if (gray) made->fill_levels();
    if (samples != Samples::cmyk &&
        ((named_srgb && has_tables) ||  // the tables fit it to a print's range
         (gray ? made->levels_change_nothing() : made->changes_nothing())))
        return std::nullopt;
    const std::string name = description(source.get());
    add_note(note, "its colours were converted from " +
                       (name.empty() ? "those of its colour profile" : name) + " to sRGB");
    return ToSrgb(std::move(made));
}

ToSrgb ToSrgb::of_lab(const SampleSpec& spec) {
    std::unique_ptr<Transform, Free> made(new Transform);
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
    } else if (transform.most == 255) {
        transform.run<std::uint8_t>(values, channels, values, channels, pixels);
    } else {
        transform.run<std::uint16_t>(values, channels, values, channels, pixels);
    }
}

void ToSrgb::convert(Image& image) {
    convert(image.values.data(), image.channels, image.pixel_count());
}

void ToSrgb::convert_inks(const float* inks, float* rgb, std::size_t pixels) {
    if (transform_->most == 255)
        transform_->run<std::uint8_t>(inks, 4, rgb, 3, pixels);
    else
        transform_->run<std::uint16_t>(inks, 4, rgb, 3, pixels);
}

void convert_to_srgb(Image& image, std::span<const std::byte> profile, int bit_depth,
                     std::string& note) {
    const Samples samples = image.channels >= 3 ? Samples::rgb : Samples::gray;
    if (auto to_srgb = ToSrgb::by(profile, {samples, bit_depth, image.pixel_count()}, note))
        to_srgb->convert(image);
}

bool is_srgb_profile(std::span<const std::byte> profile) {
    const std::string_view text(reinterpret_cast<const char*>(profile.data()), profile.size());
    const auto mentions = [&](std::string_view name) { return text.find(name) != text.npos; };
    return mentions("sRGB"sv) || mentions("s\0R\0G\0B"sv);  // version 2: ASCII; 4: UTF-16
}

}  // namespace redraw
