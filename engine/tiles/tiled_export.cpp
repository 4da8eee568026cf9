#include "engine/tiles/tiled_export.h"

namespace redraw {
std::unique_ptr<PictureExport> tiled_export(TiledDrawing& drawing, const ExportSpec& spec) {
    const Grid grid = resized(drawing.grid(), spec.size.width, spec.size.height);
    const PixelRect part = spec.written();
    drawing.check_pictures();
    return std::make_unique<PictureExport>(
        [&drawing, grid, part](int first_row, int rows) {
            return drawing.draw(grid, {part.x, part.y + first_row, part.width, rows});
        },
        rows_per_part(drawing, spec.size, part.width), drawing.channels(), spec);
}

}  // namespace redraw
