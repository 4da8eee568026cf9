// The drawing of a picture in tiles as a file, or a part of it, in a job of small parts.
#pragma once

#include "engine/export/export.h"
#include "engine/tiles/tiled_drawing.h"

#include <memory>

namespace redraw {

// `drawing` outlives it. Throws Error, as advance() does: a tile has no run that can be drawn.
std::unique_ptr<PictureExport> tiled_export(TiledDrawing& drawing, const ExportSpec& spec);

}  // namespace redraw
