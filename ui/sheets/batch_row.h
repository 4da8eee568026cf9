// Draws parts of a batch: a picture as a row of the list (its state, and its PSNR or why it is not
// done), the buttons that control the batch, and the band at the bottom of the window.
#pragma once

#include "ui/kit/widgets.h"

namespace redraw::ui {

// Opens the batch whose results are in this folder, and the sheet that lists its pictures.
void open_batch(Ui& ui, const std::filesystem::path& results);
// Draws, at the cursor, the buttons that change how many pictures are processed in parallel.
void draw_at_once(Ui& ui);
// Draws the button "Pause" or "Resume". A batch whose settings the user has not seen continues only
// if `settings_shown`; otherwise the button opens the sheet that shows them.
void draw_pause_or_go_on(Ui& ui, ButtonStyle style, ImVec2 size, bool settings_shown);

inline constexpr float kBatchRow = 44;                       // row height, layout units
inline constexpr float kBatchThumbnail = kBatchRow - 2 * 4;  // thumbnail's longer side

// Draws the picture with this index of the batch in `row`. Returns true if the row was pressed.
bool draw_batch_row(Ui& ui, const BatchView& status, std::size_t index, const Rect& row,
                    bool chosen);
// Finds a picture among those that this process is working on; null if the picture is not among
// them.
const PictureBeingMade* being_made(const BatchView& status, std::size_t index);

// Returns the progress of a batch at work, as "40 % of 12 pictures"; else empty. `view` may be
// null.
std::string batch_title(const std::shared_ptr<const BatchView>& view);
// The band at the bottom of the window while a batch is open: its progress, and a pause button.
float batch_band_height(const Ui& ui);  // 0 while no batch is open
void draw_batch_band(Ui& ui);
void draw_recent_batch(Ui& ui);  // draws the menu entry that opens the last batch, if there is one

}  // namespace redraw::ui
