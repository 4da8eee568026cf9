// The few shapes everything is drawn with: text, buttons, section heads, hairlines, chips, rows of
// a setting, sheets. Each looks the same everywhere.
#pragma once

#include "ui/panel.h"
#include "ui/settings_text.h"

#include <string>

namespace redraw {

enum class ButtonLook { plain, accent, quiet, bare };
enum class Icon { none, play, pause, close, plus };

// Text at a place of the window, drawn over what is there. Returns its width.
float draw_text(Ui& ui, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);
ImVec2 text_size(ImFont* font, const std::string& text);
// The text's end replaced by "…" so that it is no wider than `width`.
std::string shortened(ImFont* font, std::string text, float width);

// A button at the cursor. `size` 0: as large as its text needs.
bool button(Ui& ui, const char* id, const std::string& label, ButtonLook look, ImVec2 size = {0, 0},
            Icon icon = Icon::none, bool enabled = true);
// A word that acts: coloured text, no box.
bool text_button(Ui& ui, const char* id, const std::string& label, bool chosen = true);
// A choice that is on or off, in a box.
bool toggle_chip(Ui& ui, const char* id, const std::string& label, bool on, ImVec2 size = {0, 0},
                 bool enabled = true);
void draw_icon(Ui& ui, Icon icon, ImVec2 centre, ImU32 colour);
// A line around the last item while the keyboard is on it.
void focus_ring(Ui& ui);

void section_head(Ui& ui, const char* text);
void hairline(Ui& ui);
// Muted wrapped text at the cursor.
void note(Ui& ui, const std::string& text, ImU32 colour);
// A label that lies on a picture.
void picture_chip(Ui& ui, ImVec2 at, const std::string& text);

// Explains the last item once the mouse has rested on it.
void tooltip(Ui& ui, const std::string& text);

// --- rows of the left panel -------------------------------------------------------------------
// Between the two stand settings of the run, which cannot be changed while it is only viewed.
void begin_settings(Ui& ui);
void end_settings(Ui& ui);
// The label of a setting, its explanation, and "Reset to default" by double or right click. Leaves
// the cursor at the field. True when a reset is asked for.
bool setting_row(Ui& ui, Setting setting);
float field_width(Ui& ui);
// Opens a list of choices; EndCombo when true.
bool begin_choice(Ui& ui, const char* id, const std::string& shown, float width);
// A field for a number: takes its value on Enter or when left, never while typing. `shown` replaces
// the number while nobody types ("auto (60)"). True when the text was taken.
bool text_field(Ui& ui, const char* id, const std::string& shown, float width, std::string& taken);

// --- sheets -----------------------------------------------------------------------------------
bool begin_sheet(Ui& ui, const char* title, float width);
void end_sheet();
// Enter was pressed and no field took it.
bool confirmed_by_key(const Ui& ui);
void close_dialog(Ui& ui);

}  // namespace redraw
