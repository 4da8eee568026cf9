// The sheet "Share", whose pages are the rows of sheet_table() with a Share: picture, film, clip
// and others.
#pragma once

#include "ui/kit/sheet.h"

namespace redraw::ui {

// The widths of the columns of a page with a preview, in layout units. A page without one uses the
// left column only.
inline constexpr float kShareRows = 424, kSharePreview = 500;

// Begins the sheet at the open page, with a row of tabs to the others; call end_sheet() if it
// returns true. The pages have one size, so that nothing moves when another one opens.
bool begin_share(Ui& ui);

// Draws the page that exports the learning curves as a table.
void draw_curves_page(Ui& ui);
void prepare_curves_page(Ui& ui);

}  // namespace redraw::ui
