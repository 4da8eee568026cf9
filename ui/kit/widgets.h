// The basic widgets: text, buttons, section heads, hairlines, chips, labels. Sizes are in pixels.
#pragma once

#include "ui/kit/tooltips.h"

namespace redraw::ui {

enum class ButtonStyle { plain, accent, quiet, bare };
enum class Icon { none, play, pause, close, plus };

// Draw a filled box, and the frame of one, in the current window; in pixels.
inline void fill(const Rect& place, ImU32 colour, float rounding = 0) {
    ImGui::GetWindowDrawList()->AddRectFilled(place.min(), place.max(), colour, rounding);
}
inline void frame(const Rect& place, ImU32 colour, float rounding = 0, float thickness = 1) {
    ImGui::GetWindowDrawList()->AddRect(place.min(), place.max(), colour, rounding, 0, thickness);
}
// Draws text at a place of the window. Returns its width.
float draw_text(Ui& ui, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
ImVec2 text_size(ImFont* font, const std::string& text);
// Draws text in the middle of a place, on whole pixels.
void draw_centred(Ui& ui, ImFont* font, const Rect& place, ImU32 colour, const std::string& text);
// Replaces the text's end by "…" so that it is no wider than `width`.
std::string shortened(ImFont* font, std::string text, float width);

struct ButtonOptions {
    Icon icon = Icon::none;  // before the label
    bool enabled = true;
    std::string help = {};  // its tooltip
};
// A button at the cursor. `size` 0: as large as its text needs. True when pressed.
bool button(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
            ImVec2 size = {0, 0}, const ButtonOptions& options = {});
// The same at a place.
bool button_at(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
               const Rect& place, const ButtonOptions& options = {});
// A button without a box: coloured text.
bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen = true);
// A choice that is on or off, in a box. True when clicked.
bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size = {0, 0},
                 bool enabled = true);
// One of the values that a row of chips offers. No `help`: that of the label beside it.
template <class T>
struct Chip {
    T value;
    const char* name;
    std::string help = {};
    bool enabled = true;
};
// Draws a chip for each and takes over the one that is pressed: true then, also if it was on.
// `on`: the value that is shown as chosen.
template <class T, class Chips>
bool choose_chip(Ui& ui, T& value, const T& on, const Chips& chips, ImVec2 size = {0, 0}) {
    bool pressed = false, first = true;
    for (const auto& chip : chips) {
        if (!std::exchange(first, false)) ImGui::SameLine(0, ui.px(6));
        if (toggle_chip(ui, chip.name, chip.name, on == chip.value, size, chip.enabled)) {
            value = chip.value;
            pressed = true;
        }
        if (!chip.help.empty()) tooltip(ui, chip.help);
    }
    return pressed;
}
template <class T, class Chips>
bool choose_chip(Ui& ui, T& value, const Chips& chips, ImVec2 size = {0, 0}) {
    return choose_chip(ui, value, T(value), chips, size);
}
// The same as a box to tick, with its label and a muted detail behind it. `width` 0: as needed.
bool check_box(Ui& ui, const char* id, const std::string& label, const std::string& detail, bool on,
               float width = 0);
// Registers the last item as a control, and outlines it while it has the keyboard focus.
void focus_ring(Ui& ui, std::string_view name);

// Draws the head of a section, with a tooltip.
void section_head(Ui& ui, const char* text, const char* explained);
// Draws the button at the right end of a section's head that unfolds rarely used settings.
void more_button(Ui& ui, const char* id, bool& more);
void hairline(Ui& ui);
// Draws a line in dashes of equal length, whatever lies between its points; all in pixels.
void draw_dashed(const std::vector<ImVec2>& points, ImU32 colour, float dash, float gap,
                 float thickness);
// Draws small wrapped text at the cursor.
void note(Ui& ui, const std::string& text, ImU32 colour);
// Draws the mark of the bookmark on a slider, pointing down at `tip`.
void kept_mark(Ui& ui, ImVec2 tip);
// Draws a sign, not only a colour, for what went wrong, around `at`.
void error_mark(Ui& ui, ImVec2 at);
// Draws how far something is, 0 to 1.
void progress_bar(Ui& ui, const Rect& bar, double progress, ImU32 colour);
// Begins a window that is a part of the studio's; end it with ImGui::End().
void begin_area(const char* name, const Rect& area, ImU32 ground, ImVec2 padding,
                ImGuiWindowFlags flags = 0);
// Draws a label over a picture.
void picture_chip(Ui& ui, ImVec2 at, const std::string& text);
// Draws a label on a plot, for a value read off it or the value of a dragged handle. Centred at
// `x`, kept inside `plot` sideways, its top at `y`.
void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge);
float plot_label_height(const Ui& ui);
// Draws a label below the plot, over the values of its axis.
void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text);

// Draws the whole thumbnail in a square of `side` pixels; an empty field before it is loaded.
void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side);

}  // namespace redraw::ui
