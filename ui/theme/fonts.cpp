#include "ui/theme/fonts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace redraw::ui {
namespace {

// Glyph ranges that are always loaded: Latin, punctuation and the symbols in the studio's own
// texts.
constexpr ImWchar kAlways[] = {0x0020, 0x017F, 0x03C0, 0x03C9, 0x2010, 0x2027,
                               0x2030, 0x205E, 0x2190, 0x2193, 0x2212, 0x2212,
                               0x221E, 0x221E, 0xFFFD, 0xFFFD, 0};

constexpr ImWchar kNumbers[] = {0x0020, 0x007E, 0x221E, 0x221E, 0};

bool always(unsigned codepoint) {
    for (int i = 0; kAlways[i] != 0; i += 2)
        if (codepoint >= kAlways[i] && codepoint <= kAlways[i + 1]) return true;
    return false;
}

using Bytes = std::vector<char>;

// Copies the font with ImGui's allocator, because the atlas takes ownership and frees the copy.
ImFont* add(ImFontAtlas& atlas, const Bytes& bytes, float pixels, const ImWchar* ranges,
            bool merge) {
    if (bytes.empty()) return nullptr;
    ImFontConfig config;
    config.MergeMode = merge;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.PixelSnapH = false;
    config.RasterizerMultiply = 1.06f;
    void* copy = IM_ALLOC(bytes.size());
    std::memcpy(copy, bytes.data(), bytes.size());
    return atlas.AddFontFromMemoryTTF(copy, int(bytes.size()), pixels, &config, ranges);
}

#if IMGUI_VERSION_NUM < 19200
// Maps dashes, quotes, "…" and "•" that the font lacks to similar signs, not to "?".
// ImGui's built-in font, for example, has the ellipsis at its Windows-1252 code.
void fill_gaps(ImFont& font) {
    constexpr std::pair<ImWchar, ImWchar> kNearest[] = {
        {0x2026, 0x85}, {0x2026, '.'},  {0x2013, '-'}, {0x2014, '-'}, {0x2212, '-'},
        {0x2018, '\''}, {0x2019, '\''}, {0x201C, '"'}, {0x201D, '"'}, {0x2022, 0xB7}};
    for (const auto& [sign, nearest] : kNearest)
        if (!font.FindGlyphNoFallback(sign) && font.FindGlyphNoFallback(nearest))
            font.AddRemapChar(sign, nearest);
}
#endif

}  // namespace

bool want_glyphs(Glyphs& glyphs, std::string_view utf8) {
    bool grew = false;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        unsigned codepoint = length == 1 ? lead : lead & (0x7Fu >> length);
        for (int k = 1; k < length && i + k < utf8.size(); ++k)
            codepoint = (codepoint << 6) | (static_cast<unsigned char>(utf8[i + k]) & 0x3Fu);
        i += length;
        if (codepoint < 0x20 || codepoint > IM_UNICODE_CODEPOINT_MAX || always(codepoint)) continue;
        grew |= glyphs.insert(static_cast<ImWchar>(codepoint)).second;
    }
    return grew;
}

Fonts load_fonts(ImFontAtlas& atlas, float scale, const Glyphs& extra, const FontFiles& files) {
    // The ranges are static because the atlas reads them when it is built, after this function
    // returns.
    static std::vector<ImWchar> extra_ranges;
    extra_ranges.clear();
    for (const ImWchar glyph : extra) extra_ranges.insert(extra_ranges.end(), {glyph, glyph});
    extra_ranges.push_back(0);

    const auto make = [&](const Bytes& face, float size, const ImWchar* ranges = kAlways) {
        const float pixels = std::round(size * scale);
        ImFont* font = add(atlas, face, pixels, ranges, false);
        if (!font) {
            ImFontConfig config;
            config.SizePixels = pixels;
            return atlas.AddFontDefault(&config);
        }
        if (!extra.empty() && ranges == kAlways)
            for (const Bytes* more : {&face, &files.wide, &files.eastern})
                add(atlas, *more, pixels, extra_ranges.data(), true);
        return font;
    };
    Fonts fonts;
    fonts.body = make(files.regular, 13);
    fonts.menu = make(files.regular, 14);
    fonts.small = make(files.regular, 12);
    fonts.axis = make(files.regular, 11);
    fonts.caption = make(files.strong, 11);
    fonts.strong = make(files.strong, 13);
    fonts.page = make(files.regular, 20);
    fonts.stage = make(files.regular, 34);
    fonts.number = make(files.strong, 20);
    fonts.display = make(files.strong, 52, kNumbers);
    return fonts;
}

void align_digits([[maybe_unused]] const Fonts& fonts) {
#if IMGUI_VERSION_NUM < 19200  // later versions of ImGui rasterize glyphs at their first use
    for (ImFont* font : {fonts.body, fonts.menu, fonts.small, fonts.axis, fonts.caption,
                         fonts.strong, fonts.page, fonts.stage, fonts.number, fonts.display}) {
        fill_gaps(*font);
        float widest = 0;
        for (ImWchar c = '0'; c <= '9'; ++c) widest = std::max(widest, font->GetCharAdvance(c));
        for (ImWchar c = '0'; c <= '9'; ++c) {
            auto* glyph = const_cast<ImFontGlyph*>(font->FindGlyphNoFallback(c));
            if (!glyph) continue;
            const float shift = (widest - glyph->AdvanceX) / 2;
            glyph->X0 += shift;
            glyph->X1 += shift;
            glyph->AdvanceX = widest;
            font->IndexAdvanceX[c] = widest;
        }
    }
#endif
}

}  // namespace redraw::ui
