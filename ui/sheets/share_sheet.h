// The sheet "Share", whose pages are the rows of sheet_table() with a Share: picture, film, clip
// and others.
#pragma once

#include "ui/kit/sheet.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::ui {

// The widths of the columns of a page with a preview, in layout units. A page without one uses the
// left column only.
inline constexpr float kShareRows = 424, kSharePreview = 500;

// Begins the sheet at the open page, with a row of tabs to the others; call end_sheet() if it
// returns true. The pages have one size, so that nothing moves when another one opens.
bool begin_share(Ui& ui);

// For a page that writes one file. name_file() sets the file's name to the run's with `ending`;
// call it when the page opens. draw_one_file() draws the page's rows and foot. `help`: the tooltip
// of the name. The path gets `extension` unless it has this one or the `other`. Returns the path
// once the file may be written.
void name_file(Ui& ui, const char* ending);
std::optional<std::filesystem::path> draw_one_file(Ui& ui, const char* help,
                                                   std::string_view extension,
                                                   std::string_view other = {});

// Draws the page that exports the learning curves as a table.
void draw_curves_page(Ui& ui);
// Draws the page that exports a poster of all neurons. has_poster() returns false for a network
// that enlarges: its neurons see a few pixels only.
void draw_poster_page(Ui& ui);
bool has_poster(const Ui& ui);

}  // namespace redraw::ui
