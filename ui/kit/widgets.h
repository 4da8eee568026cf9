// The few shapes everything is drawn with: text, buttons, section heads, hairlines, chips, labels.
// Each looks the same everywhere.
#pragma once

#include "ui/kit/explain.h"
#include "ui/state/context.h"

#include <string>
#include <string_view>

namespace redraw::ui {

enum class ButtonStyle { plain, accent, quiet, bare };
enum class Icon { none, play, pause, close, plus };

// Text at a place of the window, drawn over what is there. Returns its width.
float draw_text(Ui& ui, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
ImVec2 text_size(ImFont* font, const std::string& text);
// The text's end replaced by "…" so that it is no wider than `width`.
std::string shortened(ImFont* font, std::string text, float width);

// A button at the cursor. `size` 0: as large as its text needs.
bool button(Ui& ui, const char* id, const std::string& label, ButtonStyle view,
            ImVec2 size = {0, 0}, Icon icon = Icon::none, bool enabled = true);
// A word that acts: coloured text, no box.
bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen = true);
// A choice that is on or off, in a box.
bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size = {0, 0},
                 bool enabled = true);
// The same as a box to be ticked, with what it stands for behind it.
bool check_box(Ui& ui, const char* id, const std::string& label, const std::string& detail, bool on,
               float width = 0);
// The last item is a control of this name: a line around it while the keyboard is on it.
void focus_ring(Ui& ui, std::string_view name);

// With what the section is for.
void section_head(Ui& ui, const char* text, const char* explained);
// At the right end of the section's head: shows or folds what is seldom needed.
void more_button(Ui& ui, const char* id, bool& more);
void hairline(Ui& ui);
// Muted wrapped text at the cursor.
void note(Ui& ui, const std::string& text, ImU32 colour);
// Points down at a place of a slider: the moment that is kept.
void kept_mark(Ui& ui, ImVec2 tip);
// A label that lies on a picture.
void picture_chip(Ui& ui, ImVec2 at, const std::string& text);
// A label on a plot: what is read off it, or what a handle is dragged to. Centred at `x`, kept
// inside `plot` sideways, its top at `y`.
void plot_label(Ui& ui, const Rect& plot, float x, float y, std::string text, ImU32 edge);
float plot_label_height(const Ui& ui);
// Below the plot, over the values of its axis, where it hides no curve.
void axis_label(Ui& ui, const Rect& plot, float x, const std::string& text);

}  // namespace redraw::ui
