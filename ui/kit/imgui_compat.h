// Input events and the tab order in the same words for each version of Dear ImGui, from 1.86 on.
#pragma once

#include <imgui.h>

namespace redraw::ui {

#if IMGUI_VERSION_NUM >= 18700
inline void send_key(ImGuiIO& io, int key, bool down) {
    io.AddKeyEvent(ImGuiKey(key), down);
}
inline void send_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt) {
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
    io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
    io.AddKeyEvent(ImGuiKey_ModShift, shift);
    io.AddKeyEvent(ImGuiKey_ModAlt, alt);
#endif
}
inline void send_mouse(ImGuiIO& io, ImVec2 at) {
    io.AddMousePosEvent(at.x, at.y);
}
inline void send_button(ImGuiIO& io, int button, bool down) {
    io.AddMouseButtonEvent(button, down);
}
inline void send_wheel(ImGuiIO& io, float x, float y) {
    io.AddMouseWheelEvent(x, y);
}
#else
inline void send_key(ImGuiIO& io, int key, bool down) {
    if (io.KeyMap[key] >= 0) io.KeyMap[key] = key;  // leaves Tab to leave_tab_order()
    io.KeysDown[key] = down;
}
inline void send_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt) {
    io.KeyCtrl = ctrl;
    io.KeyShift = shift;
    io.KeyAlt = alt;
}
inline void send_mouse(ImGuiIO& io, ImVec2 at) {
    io.MousePos = at;
}
inline void send_button(ImGuiIO& io, int button, bool down) {
    io.MouseDown[button] = down;
}
inline void send_wheel(ImGuiIO& io, float x, float y) {
    io.MouseWheelH += x;
    io.MouseWheel += y;
}
#endif

// Disables ImGui's own Tab order until restore_tab_order().
inline void leave_tab_order() {
#if IMGUI_VERSION_NUM >= 18940
    ImGui::PushTabStop(false);
#elif IMGUI_VERSION_NUM >= 18700
    ImGui::PushAllowKeyboardFocus(false);
#else
    ImGui::GetIO().KeyMap[ImGuiKey_Tab] = -1;
#endif
}
inline void restore_tab_order() {
#if IMGUI_VERSION_NUM >= 18940
    ImGui::PopTabStop();
#elif IMGUI_VERSION_NUM >= 18700
    ImGui::PopAllowKeyboardFocus();
#endif
}

}  // namespace redraw::ui
