#include "ui/panels.h"

#include "engine/text/display_name.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/fields.h"
#include "ui/runs/run_card.h"
#include "ui/sheets/queue_row.h"
#include "ui/time/time_panels.h"

#include <initializer_list>

namespace redraw::ui {
namespace {

// Opens a menu in a menu; call EndMenu if true.
bool begin_submenu(Ui& ui, const char* name, const char* help, bool enabled = true) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
    const bool open = ImGui::BeginMenu(name, enabled);
    ImGui::PopStyleVar();
    if (open) return true;
    name_control(ui, name);
    tooltip(ui, help);
    return false;
}

// Lists the newest runs with their drawings.
void recent_menu(Ui& ui) {
    constexpr std::size_t kMost = 9;
    if (!begin_submenu(ui, "Recent",
                       "The newest runs, with their drawings, and the last queue of many pictures.",
                       !ui.view.recent.empty() || !ui.view.last_queue.empty()))
        return;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(4)});
    if (!ui.view.last_queue.empty()) {
        const std::string name = "Queue: " + display_name(ui.view.last_queue.filename());
        ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, name);
        if (menu_entry(ui, name.c_str())) open_queue(ui, ui.view.last_queue);
        tooltip(ui, "Many pictures, as they were left: what is done, what has failed and why.");
        ImGui::Separator();
    }
    const std::size_t count = std::min(ui.view.recent.size(), kMost);
    for (std::size_t i = 0; i < count; ++i) run_menu_row(ui, ui.view.recent[i]);
    ImGui::PopStyleVar();
    ImGui::Separator();
    menu_item(ui, Action::runs, "All runs…");
    ImGui::EndMenu();
}

void items(Ui& ui, std::initializer_list<Action> actions) {
    for (const Action action : actions) menu_item(ui, action);
}

void file_menu(Ui& ui) {
    using enum Action;
    items(ui, {open, open_folder, open_sample});
    recent_menu(ui);
    items(ui, {runs, race});
    ImGui::Separator();
    items(ui, {save_copy, export_picture, export_film, export_page, export_curves});
    ImGui::Separator();
    items(ui, {presets, import_preset});
    ImGui::Separator();
    items(ui, {quit});
}

void edit_menu(Ui& ui) {
    using enum Action;
    items(ui, {copy, paste});
    ImGui::Separator();
    items(ui, {undo, redo});
    ImGui::Separator();
    items(ui, {settings});
}

void reference_menu(Ui& ui) {
    if (!begin_submenu(ui, "Against", "What the drawing is held against.", ui.has_run())) return;
    const Reference shown = shown_reference(ui);
    for (const Reference reference : kReferences) {
        if (!has_reference(ui, reference)) continue;
        const ReferenceView offered = reference_view(ui, reference);
        if (menu_entry(ui, offered.name.c_str(), {.ticked = reference == shown}))
            ui.state.centre.reference = reference;
        tooltip(ui, "Holds the drawing against " + offered.phrase + ".");
    }
    ImGui::Separator();
    menu_item(ui, Action::next_reference);
    ImGui::EndMenu();
}

void view_menu(Ui& ui) {
    using enum Action;
    items(ui, {view_side_by_side, view_wipe, view_difference, view_drawing, view_neurons});
    ImGui::Separator();
    reference_menu(ui);
    items(ui, {fit, dive, actual_size, zoom_in, zoom_out});
    ImGui::Separator();
    if (begin_submenu(ui, "Timelapse", "How the learning is played.", ui.has_run())) {
        timelapse_menu(ui);
        ImGui::EndMenu();
    }
    items(ui, {text_larger, text_smaller});
    ImGui::Separator();
    items(ui, {side_panel, presentation, fullscreen});
}

void help_menu(Ui& ui) {
    using enum Action;
    items(ui, {what_is_this, guide, shortcuts, about});
}

}  // namespace

void draw_menus(Ui& ui, const Rect& area) {
    ImFont* font = ui.view.fonts.menu;
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ui.px(8), std::floor((area.height() - font->FontSize) / 2)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(12), ui.px(8)});
    begin_area("menus", area, ui.palette.panel, {ui.px(12), 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_MenuBar);
    if (ImGui::BeginMenuBar()) {
        const auto menu = [&](const char* name, const char* help, void (*draw)(Ui&)) {
            ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.muted);
            ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
            const bool open = ImGui::BeginMenu(name);
            ImGui::PopStyleVar();
            ImGui::PopStyleColor();
            if (!open) {
                focus_stop(ui, name);
                return tooltip(ui, help);
            }
            ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(4)});
            ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(16), ui.px(8)});
            draw(ui);
            ImGui::PopStyleVar(2);
            ImGui::EndMenu();
        };
        menu("File", "Opens pictures and runs, and writes them.", file_menu);
        menu("Edit", "Copies and pastes, and takes changes of settings back.", edit_menu);
        menu("View", "How the picture and the window are shown.", view_menu);
        menu("Help", "The guide, the keys, what everything is, and what Redraw is.", help_menu);
        ImGui::EndMenuBar();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min(), area.max());
    list.AddRectFilled({area.x0, area.y1 - ui.hair()}, area.max(), ui.palette.line);
    list.PopClipRect();
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
}

}  // namespace redraw::ui
