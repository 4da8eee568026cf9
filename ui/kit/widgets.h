// The basic widgets: text, buttons, section heads, hairlines, chips, labels. Sizes are in pixels.
#pragma once

#include "ui/kit/explain.h"
#include "ui/state/context.h"

#include <string>
#include <string_view>

namespace redraw::ui {

enum class ButtonStyle { plain, accent, quiet, bare };
enum class Icon { none, play, pause, close, plus };

// Draws text at a place of the window. Returns its width.
float draw_text(Ui& ui, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
ImVec2 text_size(ImFont* font, const std::string& text);
// Replaces the text's end by "…" so that it is no wider than `width`.
std::string shortened(ImFont* font, std::string text, float width);

struct ButtonOptions {
    Icon icon = Icon::none;  // before the label
    bool enabled = true;
};
// A button at the cursor. `size` 0: as large as its text needs. True when pressed.
bool button(Ui& ui, const char* id, const std::string& label, ButtonStyle style,
            ImVec2 size = {0, 0}, const ButtonOptions& options = {});
// A button without a box: coloured text.
bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen = true);
// A choice that is on or off, in a box. True when clicked.
struct ChipOptions {
    bool enabled = true;
};
bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size = {0, 0},
                 const ChipOptions& options = {});
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
// Draws small wrapped text at the cursor.
void note(Ui& ui, const std::string& text, ImU32 colour);
// Draws the mark of the bookmark on a slider, pointing down at `tip`.
void kept_mark(Ui& ui, ImVec2 tip);
// Draws a label over a picture.
void picture_chip(Ui& ui, ImVec2 at, const std::string& text);
// Draws a label on a plot, for a value read off it or the value of a dragged handle. Centred at
// `x`, kept inside `plot` sideways, its top at `y`.
void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge);
float plot_label_height(const Ui& ui);
// Draws a label below the plot, over the values of its axis.
void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text);

// A small picture in a list.

// Draws the whole thumbnail in a square of `side` pixels; an empty field before it is loaded.
void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side);

}  // namespace redraw::ui
