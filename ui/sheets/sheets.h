// The sheets that open over the window, and their larger parts.
#pragma once

#include "engine/export/export.h"
#include "ui/state/context.h"

namespace redraw::ui {

// The table of sheets, and the open one, drawn over everything else.
std::span<const Sheet> sheet_table();
void draw_sheets(Ui& ui);

// The rows of the table: draw their sheet, which they begin and end, and set its fields when it
// opens.
void draw_drop_sheet(Ui& ui);  // several dropped files, of which one is chosen
void draw_export_sheet(Ui& ui);
void prepare_export_sheet(Ui& ui);
void draw_file_browser(Ui& ui);  // chooses a file or a folder where the desktop has no dialog
void draw_film_sheet(Ui& ui);
void prepare_film_sheet(Ui& ui);
void draw_preferences_sheet(Ui& ui);
void draw_presets_sheet(Ui& ui);
void draw_queue_order_sheet(Ui& ui);  // many pictures, before they are begun
void draw_queue_sheet(Ui& ui);        // many pictures, as they come
void draw_race_sheet(Ui& ui);
void prepare_race_sheet(Ui& ui);
void draw_runs_sheet(Ui& ui);
void draw_tiles_export_sheet(Ui& ui);
void prepare_tiles_export_sheet(Ui& ui);

// Opens files dropped on the window: the one, or a sheet that asks which. Many pictures are asked
// about together, and nothing is opened behind anybody's back.
void take_dropped(Ui& ui);
// Opens the sheet of many pictures. `listed`: how many files were dropped, of which one can be
// opened instead.
void open_queue_order(Ui& ui, std::vector<std::filesystem::path> paths, std::size_t listed);

// Describes in a sentence which moment the export sheet exports.
std::string said_of_moment(const Ui& ui, const ExportSheet& sheet);
// Draws a detail of an export before it is made, pixel for pixel: on the left what the file will
// hold, on the right what it is compared with. Asks the session for both, and for the enlarging
// network where one of them is drawn by it.
void draw_export_preview(Ui& ui, ExportSheet& sheet);
// "Sharpening, 6 s"; empty where nothing has to be waited for.
std::string waiting_text(const Status& status, Method method);

// Returns the export that the sheet's choices stand for. `seen`: the part of the picture in the
// pane, in its pixels.
ExportSpec tiles_export_spec(const TilesExportSheet& sheet, PixelSize picture,
                             const PixelRect& seen, const std::filesystem::path& folder);
// Returns the largest sensible of the sizes that the sheet offers, in percent.
int tiles_export_percent(PixelSize picture);

}  // namespace redraw::ui
