#include "ui/menus.h"

#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/fields.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"
#include "ui/runs/run_card.h"
#include "ui/sheets/queue_parts.h"
#include "ui/time/timelapse.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw::ui {
namespace {

// A menu in a menu; EndMenu when true.
bool begin_submenu(Ui& ui, const char* name, const char* help, bool enabled = true) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
    const bool open = ImGui::BeginMenu(name, enabled);
    ImGui::PopStyleVar();
    if (open) return true;
    name_control(ui, name);
    tooltip(ui, help);
    return false;
}

// The newest runs with their drawings.
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
    menu_item(ui, "All runs…", Action::runs);
    ImGui::EndMenu();
}

void file_menu(Ui& ui) {
    menu_item(ui, "Open…", Action::open);
    if (menu_entry(ui, "Open folder…")) open_dialog(ui, Dialog::open_folder);
    tooltip(ui,
            "Many pictures at once: each in the folder is drawn larger or learned, one after "
            "another. Dropping the folder on the window does the same.");
    if (menu_entry(ui, "Open the sample", false, ui.view.can_open_sample))
        ui.requests.ask(request::OpenSample{});
    tooltip(ui, "Learns the drawing of a lion cub that comes with the studio.");
    recent_menu(ui);
    menu_item(ui, "Runs…", Action::runs);
    menu_item(ui, "Race…", Action::race);
    ImGui::Separator();
    menu_item(ui, "Save a copy…", Action::save_copy);
    menu_item(ui, "Export picture…", Action::export_picture);
    menu_item(ui, "Export film…", Action::export_film);
    if (menu_entry(ui, "Export page…", false, ui.has_run())) open_dialog(ui, Dialog::page_file);
    tooltip(ui, "The learning as one file for a web browser, which draws it from the network.");
    if (menu_entry(ui, "Export curves…", false, ui.has_run())) open_dialog(ui, Dialog::curves_file);
    tooltip(ui, "The curves of the learning as a table, or as a picture.");
    ImGui::Separator();
    if (menu_entry(ui, "Presets…")) open_dialog(ui, Dialog::presets);
    tooltip(ui,
            "Presets of your own: keep these settings under a name, rename, share or remove one.");
    if (menu_entry(ui, "Import preset…")) open_dialog(ui, Dialog::import_preset);
    tooltip(ui, "Takes a preset that somebody shared as a file into yours.");
    ImGui::Separator();
    menu_item(ui, "Quit", Action::quit);
}

void reference_menu(Ui& ui) {
    if (!begin_submenu(ui, "Against", "What the drawing is held against.", ui.has_run())) return;
    const Reference shown = shown_reference(ui);
    for (const Reference reference : kReferences) {
        if (!has_reference(ui, reference)) continue;
        const ReferenceView offered = reference_view(ui, reference);
        if (menu_entry(ui, offered.name.c_str(), reference == shown))
            ui.state.centre.reference = reference;
        tooltip(ui, "Holds the drawing against " + offered.phrase + ".");
    }
    ImGui::Separator();
    menu_item(ui, "Next", Action::next_reference);
    ImGui::EndMenu();
}

void view_menu(Ui& ui) {
    const ViewMode mode = ui.state.centre.mode;
    menu_item(ui, "Side by side", Action::view_side_by_side, true, mode == ViewMode::side_by_side);
    menu_item(ui, "Wipe", Action::view_wipe, true, mode == ViewMode::wipe);
    menu_item(ui, "Difference", Action::view_difference, true, mode == ViewMode::difference);
    menu_item(ui, "Drawing", Action::view_drawing, true, mode == ViewMode::drawing);
    menu_item(ui, "Neurons", Action::view_neurons, true, mode == ViewMode::neurons);
    ImGui::Separator();
    reference_menu(ui);
    menu_item(ui, "Fit", Action::fit);
    menu_item(ui, "Dive", Action::dive);
    menu_item(ui, "Zoom to 100 %", Action::actual_size);
    menu_item(ui, "Zoom in", Action::zoom_in);
    menu_item(ui, "Zoom out", Action::zoom_out);
    ImGui::Separator();
    if (begin_submenu(ui, "Timelapse", "How the learning is played.", ui.has_run())) {
        timelapse_menu(ui);
        ImGui::EndMenu();
    }
    menu_item(ui, "Larger text", Action::text_larger);
    menu_item(ui, "Smaller text", Action::text_smaller);
    ImGui::Separator();
    menu_item(ui, "Panel at the left", Action::side_panel, true, ui.state.preferences.side_panel);
    menu_item(ui, "Presentation", Action::presentation, true, ui.state.presentation);
    menu_item(ui, "Full screen", Action::fullscreen, true, ui.view.fullscreen);
}

}  // namespace

void draw_menus(Ui& ui, const Rect& area) {
    ImFont* font = ui.view.fonts.menu;
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ui.px(8), std::floor((area.height() - font->FontSize) / 2)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(12), ui.px(8)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.palette.panel);
    ImGui::Begin("menus", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                     ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleColor();
    if (ImGui::BeginMenuBar()) {
        const auto menu = [&](const char* name, const char* help, auto&& items) {
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
            items();
            ImGui::PopStyleVar(2);
            ImGui::EndMenu();
        };
        menu("File", "Opens pictures and runs, and writes them.", [&] { file_menu(ui); });
        menu("Edit", "Copies and pastes, and takes changes of settings back.", [&] {
            menu_item(ui, "Copy drawing", Action::copy);
            menu_item(ui, "Paste picture", Action::paste);
            ImGui::Separator();
            menu_item(ui, "Undo", Action::undo, can_undo(ui.state.settings, ui.view_only()));
            menu_item(ui, "Redo", Action::redo, can_redo(ui.state.settings, ui.view_only()));
            ImGui::Separator();
            menu_item(ui, "Settings…", Action::settings);
        });
        menu("View", "How the picture and the window are shown.", [&] { view_menu(ui); });
        menu("Help", "The guide, the keys, what everything is, and what Redraw is.", [&] {
            menu_item(ui, "What is this?", Action::what_is_this, true,
                      ui.state.controls.explanations.asked);
            menu_item(ui, "Guide", Action::guide);
            menu_item(ui, "Shortcuts", Action::shortcuts);
            if (menu_entry(ui, "About Redraw")) open_dialog(ui, Dialog::about);
            tooltip(ui, "Which Redraw this is, what it is made with, and where it trains.");
        });
        ImGui::EndMenuBar();
    }
    ImGui::GetWindowDrawList()->PushClipRect(area.min(), area.max());
    ImGui::GetWindowDrawList()->AddRectFilled({area.x0, area.y1 - std::max(1.0f, ui.px(1))},
                                              area.max(), ui.palette.line);
    ImGui::GetWindowDrawList()->PopClipRect();
    ImGui::End();
    ImGui::PopStyleVar(3);
    ImGui::PopFont();
}

}  // namespace redraw::ui
