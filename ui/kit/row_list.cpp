#include "ui/kit/row_list.h"

#include <algorithm>

namespace redraw::ui {
namespace {

constexpr int kRowsOfPage = 5;

int rows_further(Key key) {
    switch (key) {
        case Key::down:
            return 1;
        case Key::up:
            return -1;
        case Key::page_down:
            return kRowsOfPage;
        case Key::page_up:
            return -kRowsOfPage;
        default:
            return 0;
    }
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

void draw_chosen_row(const Ui& ui, const Rect& place, bool chosen, float inset) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (chosen || ImGui::IsItemHovered())
        list.AddRectFilled(place.min(), place.max(), ui.palette.field_hovered, ui.px(5));
    if (chosen)
        list.AddRectFilled({place.x0, place.y0 + ui.px(inset)},
                           {place.x0 + ui.px(3), place.y1 - ui.px(inset)}, ui.palette.accent,
                           ui.px(2));
}

RowList::RowList(Ui& ui, const char* id, const RowListLayout& layout)
    : layout_(layout), edge_(layout.framed ? ui.px(6) : 0) {
    ImGui::PushStyleColor(ImGuiCol_ChildBg, layout.framed ? ui.palette.window : 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {edge_, edge_});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, ui.px(5));
    ImGui::BeginChild(id, {0, layout.height}, false,
                      layout.framed ? ImGuiWindowFlags_AlwaysUseWindowPadding : 0);
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

RowList::~RowList() {
    ImGui::EndChild();
}

void RowList::scroll_to(int row) const {
    if (row < 0) return;
    const float top = layout_.line * float(row), seen = ImGui::GetScrollY();
    const float room = layout_.height - 2 * edge_;
    if (top < seen)
        ImGui::SetScrollY(top);
    else if (top + layout_.line > seen + room)
        ImGui::SetScrollY(top + layout_.line - room);
}

RowList::Seen RowList::begin_rows(int rows) const {
    const int first = std::max(0, int(ImGui::GetScrollY() / layout_.line) - 1);
    return {ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x, first,
            std::min(rows, first + int(layout_.height / layout_.line) + 4)};
}

Rect RowList::begin_row(const Seen& seen, int row) const {
    const float y = seen.at.y + layout_.line * float(row);
    ImGui::SetCursorScreenPos({seen.at.x, y});
    ImGui::PushID(row);
    return {seen.at.x, y, seen.at.x + seen.width, y + layout_.line - layout_.gap};
}

bool RowList::end_row() {
    ImGui::PopID();
    return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

void RowList::end_rows(const Seen& seen, int rows) const {
    if (rows == 0) return;
    const float end = layout_.line * float(rows) - layout_.gap - 1;
    ImGui::SetCursorScreenPos({seen.at.x, seen.at.y + end});
    ImGui::Dummy({1, 1});
}

}  // namespace redraw::ui
