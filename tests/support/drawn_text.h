// Reads back the text of the last frame from ImGui's glyph quads.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace redraw::ui {

struct DrawnText {
    std::string text;  // UTF-8 of the letters that the fonts hold
    ImVec2 from, to;   // pixels of the window, around the letters
};

inline std::vector<DrawnText> drawn_text() {
    using Corners = std::tuple<float, float, float, float>;
    std::map<Corners, std::pair<const ImFont*, const ImFontGlyph*>> glyphs;
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            if (glyph.Visible) glyphs[{glyph.U0, glyph.V0, glyph.U1, glyph.V1}] = {font, &glyph};
    std::vector<DrawnText> found;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int list = 0; list < drawn.CmdListsCount; ++list) {
        const ImVector<ImDrawVert>& vertices = drawn.CmdLists[list]->VtxBuffer;
        const ImFont* font = nullptr;  // font of the text being read
        float pen = 0, line = 0;       // position of the next letter
        for (int i = 0; i + 3 < vertices.Size; ++i) {
            const ImDrawVert &a = vertices[i], &c = vertices[i + 2];
            const auto at = glyphs.find({a.uv.x, a.uv.y, c.uv.x, c.uv.y});
            if (at == glyphs.end()) {
                font = nullptr;
                continue;
            }
            const auto [of, glyph] = at->second;
            const float x = a.pos.x - glyph->X0, y = a.pos.y - glyph->Y0;
            const float space = of->GetCharAdvance(' ');
            const float spaces = (x - pen) / space;  // spaces before the letter, which draw nothing
            const bool goes_on = of == font && std::abs(y - line) < 0.5f && spaces > -0.1f &&
                                 spaces < 3.1f && std::abs(spaces - std::round(spaces)) < 0.1f;
            if (!goes_on) found.push_back({"", a.pos, c.pos});
            DrawnText& text = found.back();
            if (goes_on) text.text.append(std::size_t(std::lround(spaces)), ' ');
            char letter[5] = {};
            ImTextCharToUtf8(letter, glyph->Codepoint);
            text.text += letter;
            text.from = {std::min(text.from.x, a.pos.x), std::min(text.from.y, a.pos.y)};
            text.to = {std::max(text.to.x, c.pos.x), std::max(text.to.y, c.pos.y)};
            font = of, pen = x + glyph->AdvanceX, line = y;
            i += 3;
        }
    }
    return found;
}

inline bool is_drawn(const std::string& text) {
    return std::ranges::any_of(drawn_text(), [&](const DrawnText& d) { return d.text == text; });
}

}  // namespace redraw::ui
