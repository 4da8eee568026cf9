
#include "ui/kit/imgui_compat.h"
#include "ui/kit/widgets.h"

#include <imgui_internal.h>

namespace redraw::ui {
namespace {

void press(ImGuiID id) {
#if IMGUI_VERSION_NUM >= 18956
    ImGui::ActivateItemByID(id);
#else
    ImGui::ActivateItem(id);
#endif
}

// Returns the tooltip of the label in the same row as `place`; empty if the row has none.
std::string said_by_label(const Ui& ui, const Rect& place) {
    const Tooltips& e = ui.state.controls.tooltips;
    const float middle = (place.y0 + place.y1) / 2;
    const bool beside = e.label_window == ImGui::GetCurrentContext()->CurrentWindow &&
                        middle >= e.label_top && middle <= e.label_bottom;
    return beside ? e.beside_label : "";
}

void go_to(Ui& ui, const FocusStop& stop) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    ImGui::ClearActiveID();  // ends typing: the text field with the focus applies its text
    ImGui::FocusWindow(stop.window);
    ImGui::SetFocusID(stop.id, stop.window);
    g.NavDisableHighlight = false;
    g.NavDisableMouseHover = true;
    g.NavInputSource = ImGuiInputSource_Keyboard;
    FocusOrder& focus = ui.state.controls.focus;
    focus.reveal = stop.id;
    // Typing starts one frame later, after the previous field has applied its text.
    focus.type_into = stop.typed ? stop.id : 0;
    ui.requests.expects_field |= stop.typed;
    ui.requests.redraw_after(0);
}

constexpr double kRests = 0.9;  // seconds the mouse must rest before a tooltip appears
// Layout units. kFromMouse: from the mouse to a tooltip, and how far it may move until that goes.
constexpr float kWidest = 300, kBeside = 6, kFromMouse = 12;

float area_of(ImVec2 from, ImVec2 to) {
    return (to.x - from.x) * (to.y - from.y);
}

void explain(Ui& ui, const std::string& text, bool when_asked) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImGuiLastItemData& item = g.LastItemData;
    auto& controls = ui.state.controls.focus.controls;
    for (auto it = controls.rbegin(); item.ID != 0 && it != controls.rend() && it->item == item.ID;
         ++it)
        it->explained = text;
    Tooltips& e = ui.state.controls.tooltips;
    if (when_asked && !e.asked) return;
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) &&
                         (e.asked || !ImGui::IsItemActive());
    const bool focused = e.asked && ImGui::IsItemFocused() &&
                         (ui.state.controls.keyboard_focus || something_is_unfolded(ui));
    if (!hovered && !focused) return;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    Tooltip& found = e.found;
    if (found.of != 0 &&
        (found.hovered != hovered ? found.hovered
                                  : area_of(from, to) > area_of(found.from, found.to)))
        return;
    // Plain text has no ImGui ID, so its rectangle serves as the ID.
    const ImGuiID of = item.ID ? item.ID : g.CurrentWindow->GetIDFromRectangle({from, to});
    found = {of, ui.closed ? ui.help(text) : text, from, to, g.CurrentWindow, hovered};
}

// Returns the cost of showing a tooltip at `place`: the area of other controls that it would cover.
// Controls in the same part of the window count most, large ones such as a pane least.
float covered_by(const Ui& ui, const Tooltip& found, const ImRect& place) {
    const float large = ui.px(160);
    const ImRect item(found.from, found.to);
    float covered = 0;
    for (const Control& control : ui.state.controls.focus.controls) {
        ImRect over(control.from, control.to);
        if (over.Contains(item) || item.Contains(over)) continue;
        const bool sibling = control.window == found.window->RootWindow;
        const bool pane = over.GetWidth() > large && over.GetHeight() > large;
        over.ClipWithFull(place);
        if (over.Min.x < over.Max.x && over.Min.y < over.Max.y)
            covered += over.GetArea() * (pane ? 0.01f : sibling ? 100 : 1);
    }
    return covered;
}

// Returns a tooltip's position: beside the place where the mouse rests, otherwise beside its item,
// where it covers the least. The tooltip of an entry of a menu or list goes beside the whole menu
// or list.
ImVec2 place_of(const Ui& ui, const Tooltip& found, ImVec2 size) {
    const ImGuiWindow& window = *found.window;
    const ImVec2 mouse = ui.state.controls.tooltips.rests_at;
    const bool listed =
        (window.Flags & ImGuiWindowFlags_Popup) && !(window.Flags & ImGuiWindowFlags_Modal);
    const ImRect item(found.from, found.to), area = window.RootWindow->Rect();
    const ImRect beside = listed          ? ImRect(area.Min.x, item.Min.y, area.Max.x, item.Max.y)
                          : found.hovered ? ImRect(mouse, mouse)
                                          : item;
    const float gap = ui.px(found.hovered && !listed ? kFromMouse : kBeside);
    ImVec2 best = beside.Max;
    float least = FLT_MAX;
    for (const float x : {beside.Max.x + gap, beside.Min.x - gap - size.x, beside.Min.x})
        for (const float y : {beside.Max.y + gap, beside.Min.y - gap - size.y, beside.Min.y}) {
            const ImVec2 at{std::clamp(x, ui.px(2), std::max(ui.px(2), ui.view.window.x - size.x)),
                            std::clamp(y, ui.px(2), std::max(ui.px(2), ui.view.window.y - size.y))};
            const ImRect place(at, {at.x + size.x, at.y + size.y});
            const float cost = covered_by(ui, found, place) +
                               (place.Contains(beside.Min) || place.Overlaps(beside) ? 1e6f : 0);
            if (cost < least) best = at, least = cost;
        }
    return best;
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
    ui.state.controls.tooltips.found = {};
    ui.state.controls.tooltips.label_window = nullptr;
    focus.sheet = 0;
    // Moves the keyboard focus at the start of the frame, because a field notices only between two
    // frames that it lost the focus.
    if (const FocusStop next = std::exchange(focus.next, {}); next.id) go_to(ui, next);
    focus.holds_arrows = false;
    leave_tab_order();
}

void name_control(Ui& ui, std::string_view name) {
    const ImRect& item = ImGui::GetCurrentContext()->LastItemData.Rect;
    const Rect place{item.Min.x, item.Min.y, item.Max.x, item.Max.y};
    name_control(ui, name, place);
    if (const std::string said = said_by_label(ui, place); !said.empty()) tooltip(ui, said);
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
                                                    .item = g.LastItemData.ID,
                                                    .window = g.CurrentWindow->RootWindow});
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
    g.NavInputSource = ImGuiInputSource_Keyboard;  // lets a field start typing when it is activated
    press(g.LastItemData.ID);
    ui.requests.expects_field = true;
    ui.requests.redraw_after(0);
}

void keep_focus_in_sheet(Ui& ui) {
    ui.state.controls.focus.sheet = ui.state.controls.focus.stops.size();
}

void end_focus_order(Ui& ui) {
    restore_tab_order();
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    FocusOrder& focus = ui.state.controls.focus;
    const int step = std::exchange(focus.step, 0);
    const bool pressed = std::exchange(focus.pressed, false);
    const ImGuiID type_into = std::exchange(focus.type_into, 0);
    if (ui.state.controls.unfolded && pressed) {  // Enter chooses the marked row
        if (something_is_unfolded(ui) && !g.NavDisableHighlight) press(g.NavId);
        return ui.requests.redraw_after(0);
    }
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

void tooltip(Ui& ui, const std::string& text) {
    explain(ui, text, false);
}

void explain_when_asked(Ui& ui, const std::string& text) {
    explain(ui, text, true);
}

void read_out(Ui& ui, std::string_view name, const Rect& place, const std::string& explained) {
    const ImGuiID id =
        ImGui::GetCurrentContext()->CurrentWindow->GetID(name.data(), name.data() + name.size());
    ImGui::ItemAdd({place.min(), place.max()}, id);
    if (ui.state.controls.tooltips.asked)
        focus_ring(ui, name);
    else
        name_control(ui, name);
    if (!explained.empty()) tooltip(ui, explained);
}

float read_out(Ui& ui, std::string_view name, ImFont* font, ImVec2 at, ImU32 colour,
               const std::string& text, const std::string& explained) {
    const ImVec2 size = text_size(font, text);
    read_out(ui, name, {at.x, at.y, at.x + size.x, at.y + size.y}, explained);
    return draw_text(ui, font, at, colour, text);
}

void begin_label(Ui& ui, const std::string& explained) {
    Tooltips& e = ui.state.controls.tooltips;
    e.beside_label = explained;
    e.label_window = ImGui::GetCurrentContext()->CurrentWindow;
    e.label_top = ImGui::GetItemRectMin().y;
    e.label_bottom = ImGui::GetItemRectMax().y;
    tooltip(ui, explained);
}

void extend_label(Ui& ui) {
    ui.state.controls.tooltips.label_bottom = ImGui::GetItemRectMax().y;
}

void begin_explained_list(Ui& ui, const std::string& explained, float y) {
    Tooltips& e = ui.state.controls.tooltips;
    const bool beside = y >= e.label_top && y <= e.label_bottom;
    e.of_list = explained.empty() && beside ? e.beside_label : explained;
}

void draw_tooltip(Ui& ui) {
    Tooltips& e = ui.state.controls.tooltips;
    const Tooltip& found = e.found;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool moved = found.hovered && std::hypot(mouse.x - e.rests_at.x, mouse.y - e.rests_at.y) >
                                            ui.px(kFromMouse);
    if (found.of != e.of || moved) {
        e.of = found.of;
        e.rests_at = mouse;
        e.since = ui.view.time;
        e.drawn = 0;
    }
    // After Shift+F1 with no control under the mouse, gives the first Tab stop the keyboard focus.
    if (std::exchange(e.just_asked, false) && found.of == 0 && !ui.state.controls.keyboard_focus) {
        ui.state.controls.keyboard_focus = true;
        ui.state.controls.focus.step = 1;
    }
    // A clicked control shows no tooltip until the mouse has left it.
    if (ImGui::IsAnyMouseDown())
        e.pressed_at = ImGui::GetIO().MousePos;
    else if (found.of == 0 || !ImRect(found.from, found.to).Contains(e.pressed_at))
        e.pressed_at = {-1, -1};
    if (found.of == 0 || found.text.empty()) return;
    if (!e.asked && e.pressed_at.x >= 0) return;
    const double left = e.asked ? 0 : e.since + kRests - ui.view.time;
    if (left > 0) return ui.requests.redraw_after(left);
    // Delays the tooltip by one frame, because ImGui cannot open another window in the frame in
    // which a sheet opens.
    const ImGuiWindow* sheet = ImGui::GetTopMostPopupModal();
    if (sheet && !sheet->WasActive) return ui.requests.redraw_after(0);
    // Requests another frame, because ImGui measures a new window before showing it.
    if (++e.drawn <= 2) ui.requests.redraw_after(0);
    ImFont* font = ui.fonts.small;
    const float wrap = ui.px(kWidest);
    const ImVec2 pad = ImGui::GetStyle().WindowPadding;
    const std::string lines = broken_into_lines(font, found.text, wrap);
    const ImVec2 text = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, lines.c_str());
    ImGui::SetNextWindowPos(place_of(ui, found, {text.x + 2 * pad.x, text.y + 2 * pad.y}));
    ImGui::PushFont(font);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(wrap + pad.x);
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopFont();
}

void redraw_where_sheet_grew(Ui& ui, float tallest) {
    const ImGuiWindow& sheet = *ImGui::GetCurrentWindow();
    const float held = sheet.DC.CursorMaxPos.y - sheet.DC.CursorStartPos.y;
    const float height = std::min(held + 2 * sheet.WindowPadding.y, tallest);
    if (std::abs(height - sheet.Size.y) >= 1) ui.requests.redraw_after(0);
}

void lie_under_sheet() {
    if (ImGuiWindow* sheet = ImGui::GetTopMostPopupModal())
        ImGui::BringWindowToDisplayBehind(ImGui::GetCurrentWindow(), sheet);
}

}  // namespace redraw::ui
