#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"

#include "ui/kit/widgets.h"

#include <charconv>
#include <cstdio>

namespace redraw::ui {

Config default_config(const Ui& ui) {
    return preset_config(ui.state.settings.edited.preset);
}

float field_width(Ui& ui) {
    return ui.px(ui.half ? 62 : 134);
}

void begin_settings(Ui& ui) {
    ui.closed = ui.view_only();
    ImGui::BeginDisabled(ui.closed);
}

void end_settings(Ui& ui) {
    ImGui::EndDisabled();
    ui.closed = false;
}

void go_to_setting(Ui& ui, Setting setting) {
    constexpr std::array kNeverFolded{Setting::layers, Setting::lr_max, Setting::lr_min,
                                      Setting::finish};
    Preferences& p = ui.state.preferences;
    ui.state.open_panel();
    ui.state.page = nullptr;
    bool& more = setting < Setting::preset   ? p.more_picture
                 : setting < Setting::lr_max ? p.more_network
                                             : p.more_schedule;
    more |= std::ranges::find(kNeverFolded, setting) == kNeverFolded.end();
    ui.state.controls.focus.setting = int(setting);
}

void focus_found_setting(Ui& ui) {
    ControlsState& controls = ui.state.controls;
    FocusOrder& focus = controls.focus;
    if (const auto stop = std::exchange(focus.setting_stop, {});
        stop && *stop < focus.stops.size()) {
        focus.next = focus.stops[*stop];
        controls.keyboard_focus = true;
        ui.requests.redraw_after(0);
    }
    focus.setting.reset();
}

bool setting_row(Ui& ui, Setting setting) {
    FocusOrder& focus = ui.state.controls.focus;
    if (focus.setting == int(setting) && !ui.closed) focus.setting_stop = focus.stops.size();
    const char* label = label_of(setting);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ui.row_width();
    const float height = ui.px(26);
    if (ui.state.controls.lit == int(setting)) {
        const Rect row{at.x - ui.px(8), at.y - ui.px(2), right, at.y + height + ui.px(2)};
        fill(row, with_alpha(ui.palette.accent, 0.25f), ui.px(6));
        frame(row, ui.palette.accent, ui.px(6), ui.px(2));
    }
    ImGui::PushID(int(setting));
    const float label_width = text_size(ui.fonts.body, label).x;
    ImGui::InvisibleButton("label", {label_width + ui.px(8), height});
    bool reset = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    begin_label(ui, help_of(setting, default_config(ui)));
    if (ImGui::BeginPopupContextItem("reset")) {
        reset |= ImGui::MenuItem("Reset to default");
        ImGui::EndPopup();
    }
    ImGui::PopID();
    draw_text(ui, ui.fonts.body, {at.x, at.y + (height - ui.fonts.body->FontSize) / 2},
              ui.closed ? ui.palette.muted : ui.palette.text, label);
    name_control(ui, label, {right - field_width(ui), at.y, right, at.y + height});
    ImGui::SetCursorScreenPos({right - field_width(ui), at.y});
    return reset;
}

bool begin_choice(Ui& ui, const char* id, const std::string& shown, float width,
                  const std::string& help) {
    ImGui::SetNextItemWidth(width);
    const std::string preview = shortened(ui.fonts.body, shown, width - ui.px(32));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(6), ui.px(6)});
    const bool open = ImGui::BeginCombo(
        id, preview.c_str(), ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
    ImGui::PopStyleVar();
    if (open) {
        begin_explained_list(ui, help, at.y);
        return true;
    }
    focus_stop(ui, id);
    if (!help.empty()) tooltip(ui, help);
    const ImVec2 c{at.x + width - ui.px(13), at.y + ui.px(13)};
    const float r = ui.px(3.5f);
    ImGui::GetWindowDrawList()->AddTriangleFilled({c.x - r, c.y - r * 0.6f},
                                                  {c.x + r, c.y - r * 0.6f}, {c.x, c.y + r * 0.8f},
                                                  ui.palette.muted);
    return false;
}

bool choice(Ui& ui, const std::string& name, bool chosen) {
    const bool picked = ImGui::Selectable(name.c_str(), chosen);
    name_control(ui, name);
    tooltip(ui, ui.state.controls.tooltips.of_list);
    return picked;
}

bool menu_entry(Ui& ui, const char* name, const MenuEntry& entry) {
    const bool picked = ImGui::MenuItem(name, entry.keys, entry.ticked, entry.enabled);
    name_control(ui, name);
    return picked;
}

bool text_field(Ui& ui, const char* id, const std::string& shown, float width, std::string& taken) {
    UiState& s = ui.state;
    const ImGuiID key = ImGui::GetID(id);
    char text[256];
    const std::string& now = s.controls.typing == key ? s.controls.typed : shown;
    std::snprintf(text, sizeof text, "%s", now.c_str());
    ImGui::SetNextItemWidth(width);
    ImGui::InputText(id, text, sizeof text, ImGuiInputTextFlags_AutoSelectAll);
    focus_stop(ui, id, true);
    if (ui.closed) {
        if (s.controls.typing == key) s.controls.typing = 0;
        return false;
    }
    if (ImGui::IsItemActivated()) {
        s.controls.typing = key;
        s.controls.typed = shown;
    }
    if (ImGui::IsItemActive()) s.controls.typed = text;
    if (!ImGui::IsItemDeactivated() || s.controls.typing != key) return false;
    s.controls.typing = 0;
    taken = text;
    return taken != shown;
}

std::optional<double> parse_number(std::string text) {
    std::erase(text, ' ');
    const double unit = text.ends_with('k') ? 1e3 : text.ends_with('M') ? 1e6 : 1;
    if (unit > 1) text.pop_back();
    const auto commas = std::count(text.begin(), text.end(), ',');
    const auto comma = text.rfind(',');
    const bool groups = commas > 0 && text.find('.') == std::string::npos &&
                        text.size() - comma == 4 && comma > 0 &&
                        text.find('e') == std::string::npos && text[0] != '0';
    if (groups || (commas > 0 && text.find('.') != std::string::npos))
        std::erase(text, ',');
    else if (commas == 1)
        text[comma] = '.';
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (begin != end && *begin == '+') ++begin;
    double value = 0;
    const auto [rest, problem] = std::from_chars(begin, end, value);
    if (problem != std::errc{} || rest != end || !std::isfinite(value)) return std::nullopt;
    return value * unit;
}

bool number_row(Ui& ui, Setting setting, double& value, double fallback, const std::string& shown) {
    if (!applies(setting, ui.state.settings.edited)) return false;
    const double before = value;
    if (setting_row(ui, setting)) value = fallback;
    ImGui::PushID(int(setting));
    std::string taken;
    if (text_field(ui, "##number", shown.empty() ? shown_number(value) : shown, field_width(ui),
                   taken)) {
        if (taken.empty())
            value = fallback;
        else if (const auto parsed = parse_number(taken))
            value = *parsed;
    }
    ImGui::PopID();
    return value != before;
}

}  // namespace redraw::ui
