#include "ui/settings/layers_row.h"

#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr float kChip = 40, kGap = 4, kIndent = 62;

bool draw_chip(Ui& ui, std::vector<int>& layers, int index) {
    ImGui::PushID(index);
    std::string taken;
    bool changed = false;
    const std::string shown = std::to_string(layers[index]);
    // Centred while nobody types: ImGui's fields are left aligned.
    const float slack = (ui.px(kChip) - text_size(ui.view.fonts.body, shown).x) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {std::max(ui.px(3), slack), ImGui::GetStyle().FramePadding.y});
    if (text_field(ui, "##width", shown, ui.px(kChip), taken)) {
        const auto width = parse_number(taken);
        if (taken.empty() || (width && *width == 0)) {
            if (layers.size() > 1) layers.erase(layers.begin() + index);
            changed = true;
        } else if (width) {
            layers[index] = int(std::clamp(std::round(*width), -1e9, 1e9));
            changed = true;
        }
    }
    ImGui::PopStyleVar();
    tooltip(ui, "Neurons in this layer. Clear it, or right click, to remove the layer.");
    if (ImGui::BeginPopupContextItem("layer")) {
        if (ImGui::MenuItem("Remove this layer", nullptr, false, layers.size() > 1)) {
            layers.erase(layers.begin() + index);
            changed = true;
        }
        if (ImGui::MenuItem("Add a layer after it")) {
            layers.insert(layers.begin() + index, layers[index]);
            changed = true;
        }
        ImGui::EndPopup();
    }
    ImGui::PopID();
    return changed;
}

}  // namespace

void draw_layers_row(Ui& ui) {
    Settings& settings = ui.state.settings;
    std::vector<int>& layers = settings.edited.network.layers;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    bool changed = setting_row(ui, Setting::layers);
    if (changed) layers = NetworkSpec{}.layers;

    const float step = ui.px(kChip + kGap), line = ui.px(30);
    const int a_line = int((ui.side_width() - ui.px(kIndent + 24)) / step);
    const auto place = [&](int row, int column) {
        ImGui::SetCursorScreenPos(
            {at.x + ui.px(kIndent) + float(column) * step, at.y + float(row) * line});
    };
    const int count = int(layers.size());
    for (int i = 0; i < count && i < int(layers.size()); ++i) {
        place(i / a_line, i % a_line);
        changed |= draw_chip(ui, layers, i);
    }
    place((count - 1) / a_line, (count - 1) % a_line + 1);
    if (button(ui, "##add", "", ButtonLook::plain, {ui.px(24), ui.px(26)}, Icon::plus)) {
        layers.push_back(layers.back());
        changed = true;
    }
    tooltip(ui, "Adds a layer as wide as the last one.");
    ImGui::SetCursorScreenPos({at.x, at.y + float((count - 1) / a_line + 1) * line + ui.px(4)});
    if (changed) commit(settings, ui.requests);
}

}  // namespace redraw
