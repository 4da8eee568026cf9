// The sheet that exports a picture in tiles: the whole, smaller as one likes, or the part that is
// looked at.
#pragma once

#include "engine/export/export.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Returns the export that the sheet's choices stand for. `seen`: the part of the picture in the
// pane, in its pixels.
ExportSpec tiles_export_spec(const TilesExportSheet& sheet, PixelSize picture,
                             const PixelRect& seen, const std::filesystem::path& folder);
// Returns the largest sensible of the sizes that the sheet offers, in percent.
int tiles_export_percent(PixelSize picture);

void prepare_tiles_export_sheet(Ui& ui);
void draw_tiles_export_sheet(Ui& ui);

}  // namespace redraw::ui
