// The sheets that open over the window, and their larger parts.
#pragma once

#include "engine/export/export.h"
#include "engine/film/film.h"
#include "ui/state/context.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

// The table of sheets, and the open one, drawn over everything else.
std::span<const Sheet> sheet_table();
void draw_sheets(Ui& ui);

// The dial of the export sheet: how far the drawing that is exported had come, and what that means
// for how close it is.

// Two rows of the sheet: the dial, with what keeps the moment, and a sentence.
void draw_detail_dial(Ui& ui, ExportSheet& sheet);
// Describes in a sentence what is exported.
std::string said_of_moment(const Ui& ui, const ExportSheet& sheet);

// Opens what was dropped on the window. One file is opened at once; many pictures are asked about
// together, and of several runs, or when that is wanted, one is chosen:
// nothing is opened behind anybody's back.
void draw_drop_sheet(Ui& ui);
// Files dropped on the window: opens the one, or asks which.
void take_dropped(Ui& ui);

// A detail of an export before it is made, pixel for pixel: on the left what the file will hold, on
// the right what it is compared with. What draws each is chosen above it.

// Asks the session for both, and for the enlarging network where one of them is drawn by it.
void draw_export_preview(Ui& ui, ExportSheet& sheet);
// "Sharpening, 6 s"; empty where nothing has to be waited for.
std::string waiting_text(const Status& status, Method method);

// The sheet that exports the drawing as pictures, weights or code, and what it says of it.
void prepare_export_sheet(Ui& ui);
void draw_export_sheet(Ui& ui);

// The studio's own way to choose a file or a folder: works on every desktop and with no desktop at
// all.
void draw_file_browser(Ui& ui);

// The film that would be written, playing in its sheet: of the small drawings that the timelapse
// has anyway, so that it costs next to nothing. It keeps its place whatever is chosen.

// `race`: of several runs, whose frames are drawn only as they are written.
void draw_film_preview(Ui& ui, const FilmSpec& spec, bool race);

// The sheet that exports a film of the run.
void prepare_film_sheet(Ui& ui);
void draw_film_sheet(Ui& ui);

// The settings' page of keys: every action with its own, which can be another or none.
void draw_keys_page(Ui& ui, float height);

// The sheet of the studio's preferences: looks, learning, files, the folder of runs, and on a page
// of their own the keys.
void draw_preferences_sheet(Ui& ui);

// Presets of one's own: what is set now is kept under a name; renamed, used, shared, removed.
void draw_presets_sheet(Ui& ui);

// Many pictures, before they are begun: how many there are, what becomes of each, and where to.

// `listed`: of what was dropped, so many can be opened one by one instead.
void open_queue_order(Ui& ui, std::vector<std::filesystem::path> paths, std::size_t listed);
void draw_queue_order_sheet(Ui& ui);

// Many pictures as they come: what is done, what is being made, what has failed and why.
void draw_queue_sheet(Ui& ui);

// The rivals of a race: up to three other networks for the same picture, and its finish line.
void prepare_race_sheet(Ui& ui);
void draw_race_sheet(Ui& ui);

// Every run of the folder, one or several chosen: what can be done with them is runs_sheet.h.
void draw_runs_sheet(Ui& ui);

// The sheet that exports a picture in tiles: the whole, smaller as one likes, or the part that is
// looked at.

// Returns the export that the sheet's choices stand for. `seen`: the part of the picture in the
// pane, in its pixels.
ExportSpec tiles_export_spec(const TilesExportSheet& sheet, PixelSize picture,
                             const PixelRect& seen, const std::filesystem::path& folder);
// Returns the largest sensible of the sizes that the sheet offers, in percent.
int tiles_export_percent(PixelSize picture);

void prepare_tiles_export_sheet(Ui& ui);
void draw_tiles_export_sheet(Ui& ui);

}  // namespace redraw::ui
