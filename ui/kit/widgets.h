// Basic widgets: text, buttons, section headings, thin lines, chips (small rounded boxes with
// text), labels. Sizes are in pixels.
#pragma once

#include "ui/kit/tooltips.h"

#include <initializer_list>
#include <type_traits>

namespace redraw::ui {

enum class ButtonStyle { plain, accent, quiet, bare };
enum class Icon { none, play, pause, close, plus };

// fill() draws a filled rectangle and frame() the outline of one, in the current ImGui window.
inline void fill(const Rect& place, ImU32 colour, float rounding = 0) {
    ImGui::GetWindowDrawList()->AddRectFilled(place.min(), place.max(), colour, rounding);
}
inline void frame(const Rect& place, ImU32 colour, float rounding = 0, float thickness = 1) {
    ImGui::GetWindowDrawList()->AddRect(place.min(), place.max(), colour, rounding, 0, thickness);
}
// Draws text at a position in the window. Returns the text's width in pixels.
float draw_text(Ui& ui, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
// Draws text whose top right corner is `corner`. Returns the text's width in pixels.
float draw_text_before(Ui& ui, ImFont* font, ImVec2 corner, ImU32 colour, const std::string& text);
ImVec2 text_size(ImFont* font, const std::string& text);
// Draws text centred in `place`, aligned to whole pixels.
void draw_centred(Ui& ui, ImFont* font, const Rect& place, ImU32 colour, const std::string& text);
// Returns the text, with its end replaced by "…" if it is wider than `width` pixels.
std::string shortened(ImFont* font, std::string text, float width);
// Draws text over several lines (broken_into_lines()), `width` pixels wide. Returns its height.
float draw_wrapped(ImFont* font, ImVec2 at, float width, ImU32 colour, const std::string& text);
ImVec2 wrapped_size(ImFont* font, const std::string& text, float width);
// Returns the text with line breaks that fit it into `width` pixels, at spaces only, so that a long
// word stays whole, and not between a number and its unit. ImGui's own wrapping also breaks after a
// full stop or comma, and so inside of "16.8".
std::string broken_into_lines(ImFont* font, const std::string& text, float width);

struct ButtonOptions {
    Icon icon = Icon::none;  // the icon drawn before the label
    bool enabled = true;
    std::string help = {};  // the button's tooltip; empty: none
};
// Draws a button at ImGui's cursor. A `size` of 0 fits the text. Returns true if pressed.
bool button(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
            ImVec2 size = {0, 0}, const ButtonOptions& options = {});
// Draws a button at `place`. Returns true if pressed.
bool button_at(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
               const Rect& place, const ButtonOptions& options = {});
// Draws a square button with a cross. Returns true if pressed.
bool close_button(Ui& ui, const char* id, ImVec2 corner, const std::string& help);
// Puts an invisible control over `place`, for the mouse to press or drag there. As the mouse often
// rests on it, its tooltip appears only after Shift+F1. Returns true if pressed.
bool surface(Ui& ui, const char* name, const Rect& place, const std::string& explained);
// Draws a button that is only coloured text. Returns true if pressed.
bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen = true);
// Draws a chip (a small rounded box with text) that switches something on and off. Returns true if
// clicked.
bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size = {0, 0},
                 bool enabled = true);
// One value in a row of chips, of which one is chosen. If `help` is empty, the tooltip is that of
// the label beside the row.
template <class T>
struct Chip {
    T value;
    const char* name;
    std::string help = {};
    bool enabled = true;
};
// Draws one chip for each value. If a chip was pressed, assigns its value to `value` and returns
// true, even if the value was chosen already. `on`: the value shown as chosen.
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
template <class T>
bool choose_chip(Ui& ui, T& value, std::initializer_list<Chip<std::type_identity_t<T>>> chips,
                 ImVec2 size = {0, 0}) {
    return choose_chip(ui, value, T(value), chips, size);
}
// Draws a slider on `track` with its knob at `part`, 0 to 1. Returns the knob's new position.
float slider(Ui& ui, const char* id, const Rect& track, float part);
// Draws a check box with a label, followed by a detail in a muted colour. If it was clicked,
// toggles `on` and returns true. A `width` of 0 fits the text.
bool check_box(Ui& ui, const char* id, const std::string& label, const std::string& detail,
               bool& on, float width = 0);
// Registers the last ImGui item as a Tab stop with this name, and outlines it while it has the
// keyboard focus.
void focus_ring(Ui& ui, std::string_view name);

// Draws a section heading with a tooltip.
void section_head(Ui& ui, const char* text, const char* explained);
// Draws the button "More" or "Less", which toggles `more`: whether rarely used settings are shown.
// `corner`: the button's top right corner; without it, the button is at the right end of the
// section heading that was just drawn.
void more_button(Ui& ui, const char* id, bool& more, ImVec2 corner);
void more_button(Ui& ui, const char* id, bool& more);
void hairline(Ui& ui);
// Draws a polyline with dashes of equal length, however far apart its points are. All lengths in
// pixels.
void draw_dashed(const std::vector<ImVec2>& points, ImU32 colour, float dash, float gap,
                 float thickness);
// Draws small text at ImGui's cursor, wrapped to the available width, by default in muted colour.
void note(Ui& ui, const std::string& text, ImU32 colour);
inline void note(Ui& ui, const std::string& text) {
    note(ui, text, ui.palette.muted);
}
// Draws the mark of a bookmark, a triangle that points down at `tip` on the timelapse slider.
void kept_mark(Ui& ui, ImVec2 tip);
// Draws a tick centred at `at`, about 2 * `r` pixels wide.
void tick_mark(ImVec2 at, float r, ImU32 colour, float thickness);
// Draws an error icon centred at `at`: a disc with "!", which is clear without its colour.
void error_mark(Ui& ui, ImVec2 at);
// Draws a progress bar; `progress` is 0 to 1.
void progress_bar(Ui& ui, const Rect& bar, double progress, ImU32 colour);
// Begins an ImGui window without decorations for one area of the studio's window. End it with
// ImGui::End().
void begin_area(const char* name, const Rect& area, ImU32 ground, ImVec2 padding,
                ImGuiWindowFlags flags = 0);
// Draws text in a small box with its own background, so that it is readable over any picture.
void picture_chip(Ui& ui, ImVec2 at, const std::string& text);
// Draws a label on a plot, for example the value under the mouse. The label is centred at `x`, but
// stays between the plot's left and right edge; its top is at `y`.
void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge);
float plot_label_height(const Ui& ui);
// Draws a label centred at `x` below a plot, over the numbers of its axis.
void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text);

// Draws the whole thumbnail inside a square of `side` pixels, or an empty box until the thumbnail
// is loaded.
void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side);
// Returns the thumbnail of a run or a picture in a list, and requests it. `side`: its longer side
// in pixels.
Texture file_thumbnail(Ui& ui, const std::filesystem::path& file, float side);

}  // namespace redraw::ui
