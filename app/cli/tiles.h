// `redraw tiles`: cuts a picture too large for one run into tiles; and what `export`, `info`,
// `compare` and `thumbnail` do with the file that joins the runs of the tiles.
#pragma once

#include "app/cli/options.h"
#include "engine/tiles/picture_cut.h"
#include "engine/tiles/tiled_drawing.h"

#include <filesystem>
#include <memory>

namespace redraw {

struct TilesCommand {
    CutSpec spec;
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// For drawing the whole. Throws Error that names tiles without a run.
TiledDrawing open_tiles(const std::filesystem::path& join_file, const BackendOptions& options);

void print_tiles(const std::filesystem::path& join_file, bool json);
// The same as draw_run().
std::shared_ptr<const Image> draw_tiles(const std::filesystem::path& join_file, int side,
                                        const BackendOptions& options);
// Compares with the picture that was cut, row by row; overlaps of tiles are measured apart.
void compare_tiles(const std::filesystem::path& join_file, const std::filesystem::path& reference,
                   const BackendOptions& options, bool json);

}  // namespace redraw
