#include "engine/drawing/letters.h"

#include "engine/error.h"

#include <cmath>
#include <string_view>

namespace redraw {

namespace {

// Returns the distance of a point from a stroke's centre line.
float distance_to(const Stroke& s, float x, float y) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, length = dx * dx + dy * dy;
    const float along = length > 0 ? ((x - s.x0) * dx + (y - s.y0) * dy) / length : 0;
    const float t = std::clamp(along, 0.0f, 1.0f);
    return std::hypot(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

}  // namespace

Box box_of(const Box& whole, float x0, float y0, float x1, float y1) {
    return {std::max(whole.x0, int(std::floor(x0))), std::max(whole.y0, int(std::floor(y0))),
            std::min(whole.x1, int(std::ceil(x1))), std::min(whole.y1, int(std::ceil(y1)))};
}

void blend(float* pixel, int channels, const Ink& ink, float coverage) {
    if (coverage <= 0) return;
    const bool transparent = has_alpha(channels);
    const int colours = channels - int(transparent);
    // Clamps to the displayable range 0 to 1; NaN becomes 0.
    const auto shown = [](float value) { return value > 0 ? std::min(value, 1.0f) : 0.0f; };
    const float below = transparent ? shown(pixel[colours]) * (1 - coverage) : 1 - coverage;
    for (int c = 0; c < colours; ++c)
        pixel[c] = (ink[std::size_t(std::min(c, 2))] * coverage + shown(pixel[c]) * below) /
                   (coverage + below);
    if (transparent) pixel[colours] = coverage + below;
}

// Derives each pixel's coverage from its distance to the nearest stroke.
void draw_strokes(const FrameRows& rows, const Box& box, const std::vector<Stroke>& strokes,
                  float half, const Ink& ink) {
    const float reach = half + 1;
    std::vector<float> distances(std::size_t(box.width()) * box.height(), reach);
    const auto distance = [&](int x, int y) -> float& {
        return distances[std::size_t(y - box.y0) * box.width() + std::size_t(x - box.x0)];
    };
    for (const Stroke& s : strokes) {
        const Box near = box_of(box, std::min(s.x0, s.x1) - reach, std::min(s.y0, s.y1) - reach,
                                std::max(s.x0, s.x1) + reach, std::max(s.y0, s.y1) + reach);
        for (int y = near.y0; y < near.y1; ++y)
            for (int x = near.x0; x < near.x1; ++x)
                distance(x, y) =
                    std::min(distance(x, y), distance_to(s, float(x) + 0.5f, float(y) + 0.5f));
    }
    paint(rows, box, ink, [&](int x, int y) { return half - distance(x, y) + 0.5f; });
}

}  // namespace redraw

// Compiles stb_truetype into this file only, with internal linkage.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

// Object files other than ELF's have no hidden symbols, and their assembler no way back.
#ifdef __ELF__
#define REDRAW_OF_THIS_PROGRAM ".hidden redraw_caption_font\n"
#define REDRAW_SECTION_BEFORE ".previous\n"
#else
#define REDRAW_OF_THIS_PROGRAM
#define REDRAW_SECTION_BEFORE ".text\n"
#endif
// Embeds the font file whose path the build provides.
asm(R"(.section .rodata.redraw_caption_font, "a"
.balign 16
)" REDRAW_OF_THIS_PROGRAM R"(.globl redraw_caption_font
redraw_caption_font:
.incbin ")" REDRAW_CAPTION_FONT R"("
)" REDRAW_SECTION_BEFORE);
extern "C" const unsigned char redraw_caption_font[];
namespace redraw {

namespace {

struct Typeface {
    stbtt_fontinfo font{};
    float capital = 0;  // capital height; `digit`: the widest digit's width; font units
    int digit = 0;

    Typeface() {
        REDRAW_CHECK(stbtt_InitFont(&font, redraw_caption_font, 0) != 0, "Inter is no font");
        int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
        stbtt_GetCodepointBox(&font, 'H', &x0, &y0, &x1, &y1);
        capital = float(y1);
        for (char c = '0'; c <= '9'; ++c) digit = std::max(digit, advance(glyph(unsigned(c))));
    }
    int glyph(unsigned codepoint) const { return stbtt_FindGlyphIndex(&font, int(codepoint)); }
    int advance(int glyph) const {
        int width = 0, bearing = 0;
        stbtt_GetGlyphHMetrics(&font, glyph, &width, &bearing);
        return width;
    }
};

const Typeface& typeface() {
    static const Typeface inter;
    return inter;
}

// Removes and returns the first character of a text that is not empty. For a malformed sequence
// removes one byte and returns U+FFFF, which no font has.
unsigned take_character(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    unsigned character = length == 1 ? lead : lead & (0x7Fu >> length);
    bool good = length > 0 && length <= text.size();
    for (std::size_t i = 1; good && i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        good = (next & 0xC0) == 0x80;
        character = character << 6 | (next & 0x3Fu);
    }
    text.remove_prefix(good ? length : 1);
    return good ? character : 0xFFFFu;
}

// Calls `visit` with each glyph and the x at which it starts. Returns the x at which the text ends.
// Unit: height of a capital letter.
template <class Visit>
float walk(std::string_view text, Visit visit) {
    const Typeface& type = typeface();
    float x = 0;
    while (!text.empty()) {
        const unsigned character = take_character(text);
        const int glyph = type.glyph(character), own = type.advance(glyph);
        const int width = character >= '0' && character <= '9' ? type.digit : own;
        visit(glyph, (x + float(width - own) / 2) / type.capital);
        x += float(width);
    }
    return x / type.capital;
}

}  // namespace

float width_of(const std::string& text) {
    return walk(text, [](int, float) {});
}

void draw_text(const FrameRows& rows, const Box& whole, const std::string& text, float left,
               float base, float unit, const Ink& ink) {
    const Typeface& type = typeface();
    const Box box = rows.of(box_of(whole, left - unit, base - 1.5f * unit,
                                   left + (width_of(text) + 1) * unit, base + unit));
    if (box.width() <= 0 || box.height() <= 0) return;
    std::vector<float> covered(std::size_t(box.width()) * std::size_t(box.height()));
    const auto at = [&](int x, int y) -> float& {
        return covered[std::size_t(y - box.y0) * std::size_t(box.width()) +
                       std::size_t(x - box.x0)];
    };
    const float scale = unit / type.capital, down = std::floor(base);
    std::vector<unsigned char> bitmap;
    walk(text, [&](int glyph, float start) {
        const float x = left + start * unit, across = std::floor(x);
        Box own;
        stbtt_GetGlyphBitmapBoxSubpixel(&type.font, glyph, scale, scale, x - across, base - down,
                                        &own.x0, &own.y0, &own.x1, &own.y1);
        const int width = own.width(), x0 = own.x0 + int(across), y0 = own.y0 + int(down);
        const Box seen{std::max(box.x0, x0), std::max(box.y0, y0), std::min(box.x1, x0 + width),
                       std::min(box.y1, y0 + own.height())};
        if (seen.width() <= 0 || seen.height() <= 0) return;
        bitmap.assign(std::size_t(width) * std::size_t(own.height()), 0);
        stbtt_MakeGlyphBitmapSubpixel(&type.font, bitmap.data(), width, own.height(), width, scale,
                                      scale, x - across, base - down, glyph);
        for (int row = seen.y0; row < seen.y1; ++row)
            for (int column = seen.x0; column < seen.x1; ++column)
                at(column, row) += float(bitmap[std::size_t(row - y0) * std::size_t(width) +
                                                std::size_t(column - x0)]) /
                                   255;
    });
    paint(rows, box, ink, at);
}

}  // namespace redraw
