#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>

namespace redraw::ui {
namespace {

constexpr ImU32 rgb(unsigned hex) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

struct Role {
    ImU32 Palette::*colour;
    ImU32 dark, light;
};
constexpr Role kRoles[] = {
    {&Palette::window, rgb(0x121419), rgb(0xF4F5F7)},
    {&Palette::panel, rgb(0x191C23), rgb(0xFFFFFF)},
    {&Palette::well, rgb(0x0D0F13), rgb(0xE6E8EC)},
    {&Palette::field, rgb(0x20242D), rgb(0xF0F1F4)},
    {&Palette::field_hovered, rgb(0x282D38), rgb(0xE7E9ED)},
    {&Palette::line, rgb(0x2B303B), rgb(0xD8DBE1)},
    {&Palette::text, rgb(0xE8EAEE), rgb(0x1B1E25)},
    {&Palette::muted, rgb(0x8B93A3), rgb(0x5C6473)},
    {&Palette::accent, rgb(0xF5A524), rgb(0xF5A524)},
    {&Palette::accent_hovered, rgb(0xFFB53D), rgb(0xE89A1B)},
    {&Palette::on_accent, rgb(0x1A1305), rgb(0x1A1305)},
    {&Palette::accent_text, rgb(0xF5A524), rgb(0x8F5400)},
    {&Palette::quiet, rgb(0x6B4A13), rgb(0xFCE9C6)},
    {&Palette::quiet_hovered, rgb(0x7D5716), rgb(0xFADFAE)},
    {&Palette::on_quiet, rgb(0xFFF4E0), rgb(0x4A2D00)},
    {&Palette::second, rgb(0x5AA9E6), rgb(0x1D6FB0)},
    {&Palette::third, rgb(0x3FC2A0), rgb(0x00745C)},
    {&Palette::fourth, rgb(0xE48CC4), rgb(0xA3337C)},
    {&Palette::running, rgb(0x58C48B), rgb(0x2C9160)},
    {&Palette::error, rgb(0xF07A6A), rgb(0xB3382A)},
    {&Palette::chip, IM_COL32(18, 20, 25, 214), IM_COL32(18, 20, 25, 214)},
    {&Palette::on_chip, rgb(0xE8EAEE), rgb(0xF4F5F7)},
    {&Palette::dim, IM_COL32(6, 7, 9, 150), IM_COL32(40, 44, 52, 110)},
};
static_assert(sizeof(Palette) == std::size(kRoles) * sizeof(ImU32), "every role has its colours");

constexpr Palette palette(ImU32 Role::*theme) {
    Palette palette{};
    for (const Role& role : kRoles) palette.*role.colour = role.*theme;
    return palette;
}
constexpr Palette kDark = palette(&Role::dark), kLight = palette(&Role::light);

}  // namespace

const Palette& palette_of(ThemeKind kind) {
    return kind == ThemeKind::light ? kLight : kDark;
}

void apply_theme(ThemeKind kind, float scale) {
    const Palette& p = palette_of(kind);
    ImGuiStyle style;
    style.WindowPadding = {10, 8};
    style.WindowRounding = style.ChildRounding = 0;
    style.WindowBorderSize = style.ChildBorderSize = 0;
    style.PopupRounding = 6;
    style.PopupBorderSize = 1;
    style.FramePadding = {10, 6};
    style.FrameRounding = 5;
    style.FrameBorderSize = 1;
    style.ItemSpacing = {8, 8};
    style.ItemInnerSpacing = {6, 4};
    style.ScrollbarSize = 9;
    style.ScrollbarRounding = 5;
    style.GrabMinSize = 12;
    style.GrabRounding = 5;
    style.DisabledAlpha = 0.45f;
    style.WindowMinSize = {8, 8};
    style.ScaleAllSizes(scale);
    style.FramePadding.y = (26 - 13) * scale / 2;  // makes fields 26 layout units high
    style.FrameBorderSize = style.PopupBorderSize = std::max(1.0f, std::floor(scale));

    const auto set = [&](ImU32 colour, std::initializer_list<int> roles) {
        for (const int role : roles) style.Colors[role] = ImGui::ColorConvertU32ToFloat4(colour);
    };
    for (ImVec4& colour : style.Colors) colour = ImGui::ColorConvertU32ToFloat4(p.accent);
    set(0, {ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_ScrollbarBg});
    set(p.text, {ImGuiCol_Text});
    set(p.muted,
        {ImGuiCol_TextDisabled, ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive});
    set(p.window, {ImGuiCol_WindowBg});
    set(p.panel, {ImGuiCol_PopupBg, ImGuiCol_MenuBarBg});
    set(p.line, {ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_ScrollbarGrab, ImGuiCol_ButtonActive,
                 ImGuiCol_HeaderActive});
    set(p.field, {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header});
    set(p.field_hovered, {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered,
                          ImGuiCol_HeaderHovered});
    set(p.accent_text, {ImGuiCol_CheckMark});
    set(with_alpha(p.accent, 0.35f), {ImGuiCol_TextSelectedBg});
    set(p.dim, {ImGuiCol_ModalWindowDimBg, ImGuiCol_NavWindowingDimBg});
    ImGui::GetStyle() = style;
}

ImU32 colour_between(std::span<const Stop> stops, float part) {
    const float position = std::clamp(part, 0.0f, 1.0f) * float(stops.size() - 1);
    const auto below = std::min(std::size_t(position), stops.size() - 2);
    const auto channel = [&](int c) {
        const float from = stops[below][c], to = stops[below + 1][c];
        return int(from + (position - float(below)) * (to - from) + 0.5f);
    };
    return IM_COL32(channel(0), channel(1), channel(2), 255);
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const auto a = ImU32(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255.0f));
    return (colour & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

}  // namespace redraw::ui
