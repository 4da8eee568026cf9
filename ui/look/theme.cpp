#include "ui/look/theme.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr ImU32 rgb(unsigned hex) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

constexpr Palette kDark{
    .window = rgb(0x121419),
    .panel = rgb(0x191C23),
    .well = rgb(0x0D0F13),
    .field = rgb(0x20242D),
    .field_hovered = rgb(0x282D38),
    .line = rgb(0x2B303B),
    .text = rgb(0xE8EAEE),
    .muted = rgb(0x8B93A3),
    .accent = rgb(0xF5A524),
    .accent_hovered = rgb(0xFFB53D),
    .on_accent = rgb(0x1A1305),
    .accent_text = rgb(0xF5A524),
    .quiet = rgb(0x6B4A13),
    .quiet_hovered = rgb(0x7D5716),
    .on_quiet = rgb(0xFFF4E0),
    .second = rgb(0x5AA9E6),
    .running = rgb(0x58C48B),
    .error = rgb(0xF07A6A),
    .chip = IM_COL32(18, 20, 25, 214),
    .on_chip = rgb(0xE8EAEE),
    .dim = IM_COL32(6, 7, 9, 150),
};

constexpr Palette kLight{
    .window = rgb(0xF4F5F7),
    .panel = rgb(0xFFFFFF),
    .well = rgb(0xE6E8EC),
    .field = rgb(0xF0F1F4),
    .field_hovered = rgb(0xE7E9ED),
    .line = rgb(0xD8DBE1),
    .text = rgb(0x1B1E25),
    .muted = rgb(0x5C6473),
    .accent = rgb(0xF5A524),
    .accent_hovered = rgb(0xE89A1B),
    .on_accent = rgb(0x1A1305),
    .accent_text = rgb(0x8F5400),
    .quiet = rgb(0xFCE9C6),
    .quiet_hovered = rgb(0xFADFAE),
    .on_quiet = rgb(0x4A2D00),
    .second = rgb(0x1D6FB0),
    .running = rgb(0x2C9160),
    .error = rgb(0xB3382A),
    .chip = IM_COL32(18, 20, 25, 214),
    .on_chip = rgb(0xF4F5F7),
    .dim = IM_COL32(40, 44, 52, 110),
};

float luminance(ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    const auto linear = [](float v) {
        return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
    };
    return 0.2126f * linear(c.x) + 0.7152f * linear(c.y) + 0.0722f * linear(c.z);
}

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
    style.FramePadding.y = (26 - 13) * scale / 2;  // fields are 26 high
    style.FrameBorderSize = style.PopupBorderSize = std::max(1.0f, std::floor(scale));

    const auto set = [&](int role, ImU32 colour) {
        style.Colors[role] = ImGui::ColorConvertU32ToFloat4(colour);
    };
    for (ImVec4& colour : style.Colors) colour = ImGui::ColorConvertU32ToFloat4(p.accent);
    set(ImGuiCol_Text, p.text);
    set(ImGuiCol_TextDisabled, p.muted);
    set(ImGuiCol_WindowBg, p.window);
    set(ImGuiCol_ChildBg, 0);
    set(ImGuiCol_PopupBg, p.panel);
    set(ImGuiCol_Border, p.line);
    set(ImGuiCol_BorderShadow, 0);
    set(ImGuiCol_FrameBg, p.field);
    set(ImGuiCol_FrameBgHovered, p.field_hovered);
    set(ImGuiCol_FrameBgActive, p.field_hovered);
    set(ImGuiCol_MenuBarBg, p.panel);
    set(ImGuiCol_ScrollbarBg, 0);
    set(ImGuiCol_ScrollbarGrab, p.line);
    set(ImGuiCol_ScrollbarGrabHovered, p.muted);
    set(ImGuiCol_ScrollbarGrabActive, p.muted);
    set(ImGuiCol_CheckMark, p.accent_text);
    set(ImGuiCol_Button, p.field);
    set(ImGuiCol_ButtonHovered, p.field_hovered);
    set(ImGuiCol_ButtonActive, p.line);
    set(ImGuiCol_Header, p.field);
    set(ImGuiCol_HeaderHovered, p.field_hovered);
    set(ImGuiCol_HeaderActive, p.line);
    set(ImGuiCol_Separator, p.line);
    set(ImGuiCol_TextSelectedBg, with_alpha(p.accent, 0.35f));
    set(ImGuiCol_NavHighlight, p.accent);
    set(ImGuiCol_ModalWindowDimBg, p.dim);
    set(ImGuiCol_NavWindowingDimBg, p.dim);
    ImGui::GetStyle() = style;
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const auto a = static_cast<ImU32>(std::clamp(alpha, 0.0f, 1.0f) * 255.0f + 0.5f);
    return (colour & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

float contrast(ImU32 a, ImU32 b) {
    const float la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

}  // namespace redraw
