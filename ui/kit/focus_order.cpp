#include "ui/kit/focus_order.h"

#include "ui/kit/explain.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

void press(ImGuiID id) {
#if IMGUI_VERSION_NUM >= 18956
    ImGui::ActivateItemByID(id);
#else
    ImGui::ActivateItem(id);
#endif
}

void go_to(Ui& ui, const FocusStop& stop) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    ImGui::ClearActiveID();  // a field left takes what was typed
    ImGui::FocusWindow(stop.window);
    ImGui::SetFocusID(stop.id, stop.window);
    g.NavDisableHighlight = false;
    g.NavDisableMouseHover = true;
    g.NavInputSource = ImGuiInputSource_Keyboard;
    FocusOrder& focus = ui.state.controls.focus;
    focus.reveal = stop.id;
    // A frame later: the field that is left has to take its text before another one is typed into.
    focus.type_into = stop.typed ? stop.id : 0;
    ui.requests.expects_field |= stop.typed;
    ui.requests.redraw_after(0);
}

}  // namespace

bool something_is_unfolded(const Ui& ui) {
    const int sheets = ui.state.sheets.dialog == Dialog::none ? 0 : 1;
    return ImGui::GetCurrentContext()->OpenPopupStack.Size > sheets;
}

void begin_focus_order(Ui& ui) {
    FocusOrder& focus = ui.state.controls.focus;
    focus.stops.clear();
    focus.controls.clear();
    begin_explanations(ui);
    focus.sheet = 0;
    // Now and not when Tab was pressed: a field notices that it is left between two frames only.
    if (const FocusStop next = std::exchange(focus.next, {}); next.id) go_to(ui, next);
    focus.holds_arrows = false;
#if IMGUI_VERSION_NUM >= 18940
    ImGui::PushTabStop(false);  // ImGui's own order
#elif IMGUI_VERSION_NUM >= 18700
    ImGui::PushAllowKeyboardFocus(false);
#else
    ImGui::GetIO().KeyMap[ImGuiKey_Tab] = -1;
#endif
}

void name_control(Ui& ui, std::string_view name) {
    const ImRect& item = ImGui::GetCurrentContext()->LastItemData.Rect;
    name_control(ui, name, {item.Min.x, item.Min.y, item.Max.x, item.Max.y});
    explain_by_label(ui);
}

void name_control(Ui& ui, std::string_view name, const Rect& place) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImRect& seen = g.CurrentWindow->ClipRect;
    const ImVec2 from{std::max(place.x0, seen.Min.x), std::max(place.y0, seen.Min.y)};
    const ImVec2 to{std::min(place.x1, seen.Max.x), std::min(place.y1, seen.Max.y)};
    name.remove_prefix(name.starts_with("##") ? 2 : 0);
    if (from.x < to.x && from.y < to.y)
        ui.state.controls.focus.controls.push_back({.name = std::string(name),
                                                    .from = from,
                                                    .to = to,
                                                    .explained = said_by_label(ui, place),
                                                    .item = g.LastItemData.ID});
}

void focus_stop(Ui& ui, std::string_view name, bool typed) {
    name_control(ui, name);
    ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImGuiID id = g.LastItemData.ID;
    if (id == 0 || (g.LastItemData.InFlags & ImGuiItemFlags_Disabled)) return;
    FocusOrder& focus = ui.state.controls.focus;
    focus.stops.push_back({id, g.CurrentWindow, typed});
    if (focus.reveal != id) return;
    focus.reveal = 0;
    const ImRect& seen = g.CurrentWindow->InnerClipRect;
    if (!seen.Contains(g.LastItemData.Rect)) ImGui::SetScrollHereY();
}

void type_into_last(Ui& ui) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    g.NavInputSource = ImGuiInputSource_Keyboard;  // from which a field takes it for typing
    press(g.LastItemData.ID);
    ui.requests.expects_field = true;
    ui.requests.redraw_after(0);
}

void keep_focus_in_sheet(Ui& ui) {
    ui.state.controls.focus.sheet = ui.state.controls.focus.stops.size();
}

void end_focus_order(Ui& ui) {
#if IMGUI_VERSION_NUM >= 18940
    ImGui::PopTabStop();
#elif IMGUI_VERSION_NUM >= 18700
    ImGui::PopAllowKeyboardFocus();
#endif
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    FocusOrder& focus = ui.state.controls.focus;
    const int step = std::exchange(focus.step, 0);
    const bool pressed = std::exchange(focus.pressed, false);
    const ImGuiID type_into = std::exchange(focus.type_into, 0);
    if (!ui.state.controls.keyboard_focus || something_is_unfolded(ui)) return;
    if (type_into) {
        press(type_into);
        ui.requests.expects_field = true;
    }
    const auto first = focus.stops.begin() +
                       std::ptrdiff_t(ui.state.sheets.dialog == Dialog::none ? 0 : focus.sheet);
    const std::ptrdiff_t count = focus.stops.end() - first;
    const ImGuiID at = g.ActiveId ? g.ActiveId : g.NavId;
    const auto found = std::find_if(first, focus.stops.end(),
                                    [&](const FocusStop& stop) { return stop.id == at; });
    if (pressed && found != focus.stops.end()) press(at);
    if (pressed || type_into) ui.requests.redraw_after(0);
    if (step == 0 || count == 0) return;
    const std::ptrdiff_t next = found == focus.stops.end() ? (step > 0 ? 0 : count - 1)
                                                           : (found - first + step + count) % count;
    focus.next = first[next];
    ui.requests.expects_field |= focus.next.typed;
    ui.requests.redraw_after(0);
}

Arrows take_arrows(Ui& ui) {
    Arrows arrows;
    if (!ui.state.controls.keyboard_focus || !ImGui::IsItemFocused()) return arrows;
    ui.state.controls.focus.holds_arrows = true;
    for (const KeyPress& press : ui.view.keys) {
        arrows.x += press.key == Key::right ? 1 : press.key == Key::left ? -1 : 0;
        arrows.y += press.key == Key::up ? 1 : press.key == Key::down ? -1 : 0;
    }
    return arrows;
}

}  // namespace redraw::ui
