// The sheets that open over the window, and their larger parts.
#pragma once

#include "engine/export/export.h"
#include "ui/state/context.h"

namespace redraw::ui {

// sheet_table() lists all sheets. draw_sheets() draws the open sheet over everything else.
std::span<const Sheet> sheet_table();
void draw_sheets(Ui& ui);

// The functions of single sheets: each draw_ function draws its whole sheet, each prepare_ function
// sets the fields of a sheet when it opens.
void draw_drop_sheet(Ui& ui);  // lets the user choose one of several dropped files
void draw_export_sheet(Ui& ui);
void prepare_export_sheet(Ui& ui);
void draw_file_browser(Ui& ui);  // chooses a file or a folder without the desktop's dialog
void draw_film_sheet(Ui& ui);
void prepare_film_sheet(Ui& ui);
void draw_clip_sheet(Ui& ui);  // chooses the shape of a clip to share
void prepare_clip_sheet(Ui& ui);
void draw_looks_sheet(Ui& ui);  // chooses one of nine small drawings, which becomes a run
void draw_page_sheet(Ui& ui);
void prepare_page_sheet(Ui& ui);
struct LessonsSheet {
    int chosen = 0;       // index of the selected row
    bool scroll = false;  // scroll to the selected row
};
void draw_lessons_sheet(Ui& ui);
void prepare_lessons_sheet(Ui& ui);
struct PaletteSheet {
    std::string query{};
    int chosen = 0;       // index of the selected row
    bool scroll = false;  // scroll to the selected row
    bool focus = true;    // give the search field the keyboard focus in the next frame
};
void prepare_palette_sheet(Ui& ui);
void draw_palette_sheet(Ui& ui);  // finds actions and settings by name
void draw_preferences_sheet(Ui& ui);
void draw_presets_sheet(Ui& ui);
void draw_batch_order_sheet(Ui& ui);  // sets up a batch before it starts
void draw_batch_sheet(Ui& ui);        // shows the open batch
void draw_race_sheet(Ui& ui);
void prepare_race_sheet(Ui& ui);
void draw_runs_sheet(Ui& ui);

// For what the file sheets of the sheets above choose a file or a folder.
extern const Purpose kBatchFolder, kPresetFile, kImportedPreset;

// Opens a file dropped on the window. Several files open a sheet that asks which one to open,
// or offers a batch.
void take_dropped(Ui& ui);
// Opens the sheet that sets up a batch if several pictures were dropped.
void offer_batch(Ui& ui, const DropListing& found);

// Describes in a sentence which checkpoint the export sheet exports.
std::string said_of_moment(const Ui& ui, const ExportSheet& sheet);
// Lists a file that will be written: its name, size and estimated bytes, in one line.
void note_file(Ui& ui, const ExportSpec& spec, int channels);

}  // namespace redraw::ui
