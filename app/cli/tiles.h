// `redraw tiles`: a picture too large for one run, cut into tiles, and what `export`, `info`,
// `compare` and `thumbnail` do with the file that joins the runs of them.
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

// To be drawn whole. Throws Error, naming tiles that have no run.
TiledDrawing open_tiles(const std::filesystem::path& join_file, const BackendOptions& options);

void print_tiles(const std::filesystem::path& join_file, bool json);
// As draw_run().
std::shared_ptr<const Image> draw_tiles(const std::filesystem::path& join_file, int side,
                                        const BackendOptions& options);
// Against the picture that was cut, row by row; and apart from that where tiles overlap.
void compare_tiles(const std::filesystem::path& join_file, const std::filesystem::path& reference,
                   const BackendOptions& options, bool json);

}  // namespace redraw
