#include "ui/kit/explain.h"

#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace redraw::ui {
namespace {

constexpr double kRests = 0.45;  // seconds
constexpr float kWidest = 300, kBeside = 6;

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
    Explanations& e = ui.state.controls.explanations;
    if (when_asked && !e.asked) return;
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) &&
                         (e.asked || !ImGui::IsItemActive());
    const bool focused = e.asked && ImGui::IsItemFocused() &&
                         (ui.state.controls.keyboard_focus || something_is_unfolded(ui));
    if (!hovered && !focused) return;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    Explanation& found = e.found;
    if (found.of != 0 &&
        (found.hovered != hovered ? found.hovered
                                  : area_of(from, to) > area_of(found.from, found.to)))
        return;
    // Plain text has no ID of its own.
    const ImGuiID of = item.ID ? item.ID : g.CurrentWindow->GetIDFromRectangle({from, to});
    found = {of, ui.closed ? ui.help(text) : text, from, to, g.CurrentWindow, hovered};
}

// Places a tooltip beside a menu or a list, below or above other items, or at the mouse if an item
// fills the window.
ImVec2 place_of(const Ui& ui, const Explanation& found, ImVec2 size) {
    const float gap = ui.px(kBeside);
    const ImVec2 room{ui.view.window.x - size.x - gap, ui.view.window.y - size.y - gap};
    const auto inside = [&](float x, float y) {
        return ImVec2{std::clamp(x, gap, std::max(gap, room.x)),
                      std::clamp(y, gap, std::max(gap, room.y))};
    };
    const ImGuiWindow& window = *found.window;
    const bool list =
        (window.Flags & ImGuiWindowFlags_Popup) && !(window.Flags & ImGuiWindowFlags_Modal);
    if (list) {
        const float right = window.Pos.x + window.Size.x + gap;
        return inside(right <= room.x ? right : window.Pos.x - gap - size.x, found.from.y);
    }
    if (found.to.y + gap <= room.y) return inside(found.from.x, found.to.y + gap);
    if (found.from.y - gap - size.y >= gap)
        return inside(found.from.x, found.from.y - gap - size.y);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return inside(mouse.x - size.x / 2, mouse.y - ui.px(16) - size.y);
}

}  // namespace

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
    if (ui.state.controls.explanations.asked)
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
    Explanations& e = ui.state.controls.explanations;
    e.beside_label = explained;
    e.label_window = ImGui::GetCurrentContext()->CurrentWindow;
    e.label_top = ImGui::GetItemRectMin().y;
    e.label_bottom = ImGui::GetItemRectMax().y;
    tooltip(ui, explained);
}

void extend_label(Ui& ui) {
    ui.state.controls.explanations.label_bottom = ImGui::GetItemRectMax().y;
}

std::string said_by_label(const Ui& ui, const Rect& place) {
    const Explanations& e = ui.state.controls.explanations;
    const float middle = (place.y0 + place.y1) / 2;
    const bool beside = e.label_window == ImGui::GetCurrentContext()->CurrentWindow &&
                        middle >= e.label_top && middle <= e.label_bottom;
    return beside ? e.beside_label : "";
}

void explain_by_label(Ui& ui) {
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    if (const std::string said = said_by_label(ui, {from.x, from.y, to.x, to.y}); !said.empty())
        tooltip(ui, said);
}

void begin_explained_list(Ui& ui, const std::string& explained, float y) {
    Explanations& e = ui.state.controls.explanations;
    const bool beside = y >= e.label_top && y <= e.label_bottom;
    e.of_list = explained.empty() && beside ? e.beside_label : explained;
}

void begin_explanations(Ui& ui) {
    Explanations& e = ui.state.controls.explanations;
    e.found = {};
    e.label_window = nullptr;
}

void draw_explanation(Ui& ui) {
    Explanations& e = ui.state.controls.explanations;
    const Explanation& found = e.found;
    if (found.of != e.of) {
        e.of = found.of;
        e.since = ui.view.time;
        e.drawn = 0;
    }
    // Shift+F1 with the mouse on nothing starts the walk with Tab.
    if (std::exchange(e.just_asked, false) && found.of == 0 && !ui.state.controls.keyboard_focus) {
        ui.state.controls.keyboard_focus = true;
        ui.state.controls.focus.step = 1;
    }
    if (found.of == 0 || found.text.empty()) return;
    const double left = e.asked ? 0 : e.since + kRests - ui.view.time;
    if (left > 0) return ui.requests.redraw_after(left);
    // ImGui cannot open another window in the frame in which a sheet opens.
    const ImGuiWindow* sheet = ImGui::GetTopMostPopupModal();
    if (sheet && !sheet->WasActive) return ui.requests.redraw_after(0);
    // ImGui measures a new window before it shows it; nothing else may ask for another frame.
    if (++e.drawn <= 2) ui.requests.redraw_after(0);
    ImFont* font = ui.view.fonts.small;
    const float wrap = ui.px(kWidest);
    const ImVec2 pad = ImGui::GetStyle().WindowPadding;
    const ImVec2 text = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, found.text.c_str());
    ImGui::SetNextWindowPos(place_of(ui, found, {text.x + 2 * pad.x, text.y + 2 * pad.y}));
    ImGui::PushFont(font);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(wrap + pad.x);
    ImGui::TextUnformatted(found.text.data(), found.text.data() + found.text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopFont();
}

}  // namespace redraw::ui
