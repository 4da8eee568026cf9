// Basic widgets: text, buttons, section headings, hairlines, chips, labels. Sizes are in pixels.
#pragma once

#include "ui/kit/tooltips.h"

namespace redraw::ui {

enum class ButtonStyle { plain, accent, quiet, bare };
enum class Icon { none, play, pause, close, plus };

// fill() draws a filled box and frame() a box outline in the current window; both in pixels.
inline void fill(const Rect& place, ImU32 colour, float rounding = 0) {
    ImGui::GetWindowDrawList()->AddRectFilled(place.min(), place.max(), colour, rounding);
}
inline void frame(const Rect& place, ImU32 colour, float rounding = 0, float thickness = 1) {
    ImGui::GetWindowDrawList()->AddRect(place.min(), place.max(), colour, rounding, 0, thickness);
}
// Draws text at a position in the window. Returns the text's width in pixels.
float draw_text(Ui& ui, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
ImVec2 text_size(ImFont* font, const std::string& text);
// Draws text centred in `place`, aligned to whole pixels.
void draw_centred(Ui& ui, ImFont* font, const Rect& place, ImU32 colour, const std::string& text);
// Replaces the text's end by "…" so that it is no wider than `width`.
std::string shortened(ImFont* font, std::string text, float width);

struct ButtonOptions {
    Icon icon = Icon::none;  // drawn before the label
    bool enabled = true;
    std::string help = {};  // tooltip
};
// Draws a button at the cursor. A `size` of 0 fits the text. Returns true if pressed.
bool button(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
            ImVec2 size = {0, 0}, const ButtonOptions& options = {});
// Draws a button at `place`. Returns true if pressed.
bool button_at(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
               const Rect& place, const ButtonOptions& options = {});
// Draws a button as coloured text without a box. Returns true if pressed.
bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen = true);
// Draws an on/off choice in a box. Returns true if clicked.
bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size = {0, 0},
                 bool enabled = true);
// One of the values that a row of chips offers. An empty `help` uses the tooltip of the label
// beside the row.
template <class T>
struct Chip {
    T value;
    const char* name;
    std::string help = {};
    bool enabled = true;
};
// Draws one chip per value. Assigns the value of a pressed chip to `value` and returns true, even
// if it was already chosen. `on`: the value shown as chosen.
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
// Draws a check box with a label and a muted detail after it. Returns true if clicked. A `width` of
// 0 fits the text.
bool check_box(Ui& ui, const char* id, const std::string& label, const std::string& detail, bool on,
               float width = 0);
// Registers the last item as a control, and outlines it while it has the keyboard focus.
void focus_ring(Ui& ui, std::string_view name);

// Draws a section heading with a tooltip.
void section_head(Ui& ui, const char* text, const char* explained);
// Draws the button, at the right end of a section heading, that shows or hides rarely used
// settings.
void more_button(Ui& ui, const char* id, bool& more);
void hairline(Ui& ui);
// Draws a polyline with dashes of equal length, independent of the distances between its points.
// All lengths in pixels.
void draw_dashed(const std::vector<ImVec2>& points, ImU32 colour, float dash, float gap,
                 float thickness);
// Draws small wrapped text at the cursor.
void note(Ui& ui, const std::string& text, ImU32 colour);
// Draws the bookmark's mark on a slider, pointing down at `tip`.
void kept_mark(Ui& ui, ImVec2 tip);
// Draws an error icon centred at `at`, so that colour alone does not mark errors.
void error_mark(Ui& ui, ImVec2 at);
// Draws a progress bar; `progress` is 0 to 1.
void progress_bar(Ui& ui, const Rect& bar, double progress, ImU32 colour);
// Begins an ImGui window for one area of the main window. End it with ImGui::End().
void begin_area(const char* name, const Rect& area, ImU32 ground, ImVec2 padding,
                ImGuiWindowFlags flags = 0);
// Draws a label over a picture.
void picture_chip(Ui& ui, ImVec2 at, const std::string& text);
// Draws a label on a plot, for a value under the mouse or the value of a dragged handle. The label
// is centred at `x`, stays inside `plot` horizontally, and has its top at `y`.
void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge);
float plot_label_height(const Ui& ui);
// Draws a label below the plot, covering the values of the axis.
void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text);

// Draws the whole thumbnail in a square of `side` pixels, or an empty box until the thumbnail is
// loaded.
void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side);

}  // namespace redraw::ui
