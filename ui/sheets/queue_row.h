// One picture of many in the list: its state, how close it came or why it is not done.
#pragma once

#include "ui/state/context.h"

#include <cstddef>

namespace redraw::ui {

inline constexpr float kQueueRow = 44;                       // units
inline constexpr float kQueueThumbnail = kQueueRow - 2 * 4;  // its longer side

// The picture at this place of the plan, over `row`. True when it was pressed.
bool draw_queue_row(Ui& ui, const BatchView& status, std::size_t index, const Rect& row,
                    bool chosen);
// Of what this process makes; null where it does not make this one.
const PictureBeingMade* being_made(const BatchView& status, std::size_t index);

}  // namespace redraw::ui
