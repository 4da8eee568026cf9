#include "engine/film/letters.h"

#include "engine/error.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// All of the library is in this file, and nobody else sees it.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

// The font file, as the build found it.
asm(R"(.section .rodata.redraw_caption_font, "a"
.balign 16
.hidden redraw_caption_font
.globl redraw_caption_font
redraw_caption_font:
.incbin ")" REDRAW_CAPTION_FONT R"("
.previous
)");
extern "C" const unsigned char redraw_caption_font[];

namespace redraw {
namespace {

struct Typeface {
    stbtt_fontinfo font{};
    float capital = 0;  // its height, and the width of the widest digit, in the font's units
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

// Takes the first character from a text; U+FFFF, which no font has, for a byte that is no UTF-8.
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

// Calls with each glyph and where it starts; returns where the text ends.
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
