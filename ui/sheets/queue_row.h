// One picture of many in the list: its state, how close it came or why it is not done.
#pragma once

#include "ui/kit/widgets.h"

namespace redraw::ui {

// Opens the queue of that folder of results, and the sheet that lists it.
void open_queue(Ui& ui, const std::filesystem::path& results);
// Fewer or more of them at once, at the cursor.
void draw_at_once(Ui& ui);
// Pause, or Go on. A plan whose settings the user has not seen goes on where they are shown, and
// else its sheet opens.
void draw_pause_or_go_on(Ui& ui, ButtonStyle style, ImVec2 size, bool settings_shown);

inline constexpr float kQueueRow = 44;                       // units
inline constexpr float kQueueThumbnail = kQueueRow - 2 * 4;  // its longer side

// The picture at this place of the plan, over `row`. True when it was pressed.
bool draw_queue_row(Ui& ui, const BatchView& status, std::size_t index, const Rect& row,
                    bool chosen);
// Finds a picture among those that this process makes; null where it does not make this one.
const PictureBeingMade* being_made(const BatchView& status, std::size_t index);

// Many pictures, below everything else while they are open: how far they are, and pause.
float queue_band_height(const Ui& ui);  // 0 while there are none
void draw_queue_band(Ui& ui, const Rect& band);

}  // namespace redraw::ui
