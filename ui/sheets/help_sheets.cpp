#include "ui/sheets/help_sheets.h"

#include "ui/actions/shortcuts.h"
#include "ui/kit/sheet.h"
#include "ui/kit/widgets.h"

#include <cstring>

namespace redraw {

void draw_shortcuts_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Shortcuts", 640)) return;
    const Fonts& fonts = ui.view.fonts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float column = ui.px(304), line = ui.px(23);
    const auto all = shortcuts();
    float y[2] = {at.y, at.y};
    int side = 0;
    const char* group = "";
    for (const Shortcut& shortcut : all) {
        if (std::strcmp(group, shortcut.group) != 0) {
            group = shortcut.group;
            // Training, File and Edit on the left, the rest on the right.
            side = std::strcmp(group, "View") == 0 || side ? 1 : 0;
            if (y[side] > at.y) y[side] += ui.px(10);
            draw_text(ui, fonts.caption, {at.x + side * column, y[side]}, ui.palette.muted, group);
            y[side] += line;
        }
        draw_text(ui, fonts.body, {at.x + side * column, y[side]}, ui.palette.accent_text,
                  shortcut.keys);
        draw_text(ui, fonts.body, {at.x + side * column + ui.px(96), y[side]}, ui.palette.text,
                  shortcut.what);
        y[side] += line;
    }
    ImGui::SetCursorScreenPos({at.x, std::max(y[0], y[1]) + ui.px(10)});
    note(ui,
         "Tab walks through the controls; Space or Enter then presses them and Esc gives the "
         "keys back. The wheel zooms around the mouse, dragging pans. In Neurons Enter shows one "
         "large, the arrows go to the next one or the next layer, and Esc goes back.",
         ui.palette.muted);
    end_sheet();
}

void draw_about(Ui& ui) {
    if (!begin_sheet(ui, "Redraw " REDRAW_VERSION, 420)) return;
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "Drop a picture; watch a small neural network learn to redraw it; scrub back through its "
        "learning; export the drawing at any size.");
    ImGui::PopTextWrapPos();
    note(ui,
         "MIT licence. Drawn with Dear ImGui, GLFW and OpenGL; runs are SQLite files. The "
         "window cannot be read by a screen reader: the command line, redraw, does all the "
         "same.",
         ui.palette.muted);
    if (!ui.status.backend.empty()) note(ui, "Training on " + ui.status.backend, ui.palette.muted);
    end_sheet();
}

void draw_quit_question(Ui& ui) {
    if (!begin_sheet(ui, "An export is being written", 400)) return;
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "Quitting now cancels it; nothing half written is left behind. The run "
        "itself is saved.");
    ImGui::PopTextWrapPos();
    ImGui::Dummy({1, ui.px(6)});
    if (button(ui, "quit", "Quit anyway", ButtonLook::plain)) {
        ui.requests.ask(request::Quit{});
        close_dialog(ui);
    }
    ImGui::SameLine();
    if (button(ui, "stay", "Keep exporting", ButtonLook::accent)) close_dialog(ui);
    end_sheet();
}

}  // namespace redraw
