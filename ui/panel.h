// What every panel is handed, and the panels. One file each.
#pragma once

#include "ui/requests.h"
#include "ui/state.h"
#include "ui/time_axis.h"
#include "ui/view.h"

#include <cmath>

namespace redraw {

struct Ui {
    UiState& state;
    const View& view;
    Requests& requests;
    const Status& status;
    const Palette& palette;
    bool closed = false;  // what is drawn now cannot be changed: see begin_settings()

    float px(float units) const { return std::floor(units * view.scale + 0.5f); }
    float side_width() const { return px(264); }  // of the left panel's contents
    bool has_run() const { return status.target != nullptr; }
    PixelSize picture_size() const {  // as it was opened; nothing without one
        const auto& picture = status.picture ? status.picture : status.target;
        return picture ? PixelSize{picture->width, picture->height} : PixelSize{};
    }
    bool running() const { return status.phase == Phase::training; }
    bool view_only() const { return !status.view_only.empty(); }
    bool can_train() const { return has_run() && !view_only(); }
    // Explains a control: what it does, and why it does not in a run that is only viewed.
    std::string help(const std::string& text) const {
        if (!view_only()) return text;
        return text.empty() ? status.view_only : text + "\n" + status.view_only;
    }
};

// Pixels of the window.
struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    ImVec2 min() const { return {x0, y0}; }
    ImVec2 max() const { return {x1, y1}; }
    float width() const { return x1 - x0; }
    float height() const { return y1 - y0; }
    bool contains(ImVec2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
};

void draw_menus(Ui& ui, const Rect& area);
void draw_top_bar(Ui& ui, const Rect& area);
void draw_picture_panel(Ui& ui);
void draw_network_panel(Ui& ui);
void draw_layers_row(Ui& ui);
void draw_smoothness_row(Ui& ui);
bool draw_encoding_rows(Ui& ui);  // true when a setting changed
// What a field left open shows: "Auto", with what was chosen; empty for a number of one's own.
std::string automatic_text(const Ui& ui, double edited, double chosen);
void draw_schedule_panel(Ui& ui);
void draw_schedule_plot(Ui& ui);
void draw_centre(Ui& ui, const Rect& area);
void draw_centre_tabs(Ui& ui, const Rect& area, double zoom);
void draw_cool_down_bar(Ui& ui, const Rect& area);
void draw_neurons(Ui& ui, const Rect& area);
void draw_empty_centre(Ui& ui, const Rect& area);
void draw_readout(Ui& ui, const Rect& pane, const Placement& placement);
void draw_curves(Ui& ui, const Rect& area, const TimeAxis& axis);
void draw_timelapse(Ui& ui, const Rect& area, const TimeAxis& axis);
void draw_playhead(Ui& ui, float top, float bottom, const TimeAxis& axis);
void draw_notices(Ui& ui, const Rect& area);
void perform(Ui& ui, AdviceAct act);
void draw_dialogs(Ui& ui);
void draw_file_browser(Ui& ui);
void draw_export_sheet(Ui& ui);
void draw_film_sheet(Ui& ui);
void draw_recent_menu(Ui& ui);
void draw_runs_sheet(Ui& ui);
void draw_race_sheet(Ui& ui);
void draw_branch_line(Ui& ui, ImVec2 at, float width);
void draw_drop_sheet(Ui& ui);
void draw_shortcuts_sheet(Ui& ui);
void draw_about(Ui& ui);
void draw_quit_question(Ui& ui);

}  // namespace redraw
