// Without any font of the machine the studio's own signs are still no question marks.
#include "ui/look/fonts.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("the built-in font stands in for what it lacks") {
#if IMGUI_VERSION_NUM < 19200
    ImFontAtlas atlas;
    ImFont* font = atlas.AddFontDefault();
    atlas.Build();
    REQUIRE_FALSE(font->FindGlyphNoFallback(0x2026));
    align_digits({font, font, font, font, font, font, font, font});
    for (const ImWchar sign : {0x2026, 0x2013, 0x2212, 0x2019, 0xD7, 0xB7}) {
        CAPTURE(sign);
        CHECK(font->FindGlyphNoFallback(sign));
    }
    CHECK(font->GetCharAdvance(0x2026) > 0);
#endif
}
