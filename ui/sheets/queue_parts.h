// What the two sheets of many pictures and the band below the window share.
#pragma once

#include "ui/kit/widgets.h"
#include "ui/state/context.h"

#include <filesystem>

namespace redraw::ui {

// Opens the queue of that folder of results, and the sheet that lists it.
void open_queue(Ui& ui, const std::filesystem::path& results);
// Fewer or more of them at once, at the cursor.
void draw_at_once(Ui& ui);
// Pause, or Go on. A plan whose settings the user has not seen goes on where they are shown, and
// else its sheet opens.
void draw_pause_or_go_on(Ui& ui, ButtonStyle style, ImVec2 size, bool settings_shown);
// A bar of so much, 0 to 1.
void draw_queue_bar(Ui& ui, const Rect& bar, double progress, ImU32 colour);

}  // namespace redraw::ui
