#include "ui/kit/row_list.h"

#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

int rows_further(Key key) {
    constexpr int kRowsOfPage = 5;
    if (key == Key::down || key == Key::up) return key == Key::down ? 1 : -1;
    if (key == Key::page_down || key == Key::page_up)
        return key == Key::page_down ? kRowsOfPage : -kRowsOfPage;
    return 0;
}

}  // namespace

std::optional<int> row_after(Key key, int now, int rows) {
    const bool typing = ImGui::GetIO().WantTextInput;
    if (rows == 0 || (typing && key != Key::up && key != Key::down)) return std::nullopt;
    if (key == Key::home) return 0;
    if (key == Key::end) return rows - 1;
    const int further = rows_further(key);
    if (further == 0) return std::nullopt;
    if (now < 0) return further > 0 ? 0 : rows - 1;
    return std::clamp(now + further, 0, rows - 1);
}

bool walk_rows(const Ui& ui, int rows, int& chosen, bool& scroll) {
    bool entered = false;
    for (const KeyPress& press : ui.view.keys) {
        entered |= press.key == Key::enter;
        const auto next = row_after(press.key, chosen, rows);
        if (!next) continue;
        chosen = *next;
        scroll = true;
    }
    return entered;
}

void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen, float inset) {
    if (chosen || ImGui::IsItemHovered()) fill(place, ui.palette.field_hovered, ui.px(5));
    if (chosen)
        fill({place.x0, place.y0 + ui.px(inset), place.x0 + ui.px(3), place.y1 - ui.px(inset)},
             ui.palette.accent, ui.px(2));
}

int draw_rows(Ui& ui, const char* id, const RowListLayout& layout, int rows, int shown,
              const std::function<void(int row, const Rect& place)>& draw_row,
              const std::function<void()>& when_empty) {
    const float edge = layout.framed ? ui.px(6) : 0, line = layout.line;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, layout.framed ? ui.palette.window : 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {edge, edge});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, ui.px(5));
    ImGui::BeginChild(id, {0, layout.height}, false,
                      layout.framed ? ImGuiWindowFlags_AlwaysUseWindowPadding : 0);
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    if (rows == 0) when_empty();
    const float seen = ImGui::GetScrollY(), room = layout.height - 2 * edge;
    const float top = line * float(shown);
    if (shown >= 0 && top < seen)
        ImGui::SetScrollY(top);
    else if (shown >= 0 && top + line > seen + room)
        ImGui::SetScrollY(top + line - room);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const int first = std::max(0, int(seen / line) - 1);
    const int last = std::min(rows, first + int(layout.height / line) + 4);
    int twice = -1;
    for (int row = first; row < last; ++row) {
        const Rect place = box(at.x, at.y + line * float(row), width, line - layout.gap);
        ImGui::SetCursorScreenPos(place.min());
        ImGui::PushID(row);
        draw_row(row, place);
        ImGui::PopID();
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            twice = row;
    }
    if (rows > 0) {
        ImGui::SetCursorScreenPos({at.x, at.y + line * float(rows) - layout.gap - 1});
        ImGui::Dummy({1, 1});
    }
    ImGui::EndChild();
    return twice;
}

}  // namespace redraw::ui
