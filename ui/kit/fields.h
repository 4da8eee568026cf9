// Rows of settings.
#pragma once

#include "ui/kit/settings_text.h"
#include "ui/state/context.h"

namespace redraw {

// Between the two stand settings of the run, which cannot be changed while it is only viewed.
void begin_settings(Ui& ui);
void end_settings(Ui& ui);
// The label of a setting, its explanation, and "Reset to default" by double or right click. Leaves
// the cursor at the field. True when a reset is asked for.
bool setting_row(Ui& ui, Setting setting);
float field_width(Ui& ui);
// Opens a list of choices; EndCombo when true.
bool begin_choice(Ui& ui, const char* id, const std::string& shown, float width);
// One of the choices, or of a menu's entries. True when it was picked.
bool choice(Ui& ui, const std::string& name, bool chosen);
bool menu_entry(Ui& ui, const char* name, bool ticked = false, bool enabled = true,
                const char* keys = nullptr);
// A field for a number: takes its value on Enter or when left, never while typing. `shown` replaces
// the number while nobody types ("auto (60)"). True when the text was taken.
bool text_field(Ui& ui, const char* id, const std::string& shown, float width, std::string& taken);

}  // namespace redraw
