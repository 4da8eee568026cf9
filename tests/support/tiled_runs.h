// A small picture in 2 x 2 tiles with a run each, hardly trained so that seams would be visible.
#pragma once

#include "engine/image/picture.h"
#include "engine/tiles/tiling.h"
#include "engine/training/trainer.h"
#include "tests/support/examples.h"
#include "tests/support/picture_samples.h"
#include "tests/support/temporary_folder.h"

#include <cstdint>
#include <filesystem>

namespace redraw_test {

struct TiledRuns {
    explicit TiledRuns(int channels = 3) : picture(redraw::test::smooth_image(90, 70, channels)) {
        redraw::write_image(folder / "p.png", picture);
        redraw::PictureCut cut({folder / "p.png", folder.path(), 56, 12});
        while (!cut.advance()) continue;
        join = cut.join_file();
        tiling = cut.tiling();
        for (int i = 0; i < tiling.count(); ++i) learn(tiling.place(i));
    }
    void learn(redraw::TilePlace place) const {
        const redraw::Image tile = redraw::load_picture(join.parent_path() / redraw::kTilesFolder /
                                                        (redraw::tile_name(place) + ".png"))
                                       .image;
        redraw::Config config = small_config({8, 8}, 3);
        config.seed = std::uint64_t(place.row * 7 + place.column);
        redraw::Trainer trainer(
            redraw::start_run(redraw::tile_run(join, place), tile, "tile", config),
            {.kind = redraw::BackendKind::cpu, .threads = 1});
        while (trainer.advance(3) > 0) continue;
        trainer.commit();
    }

    TemporaryFolder folder;
    redraw::Image picture;
    std::filesystem::path join;
    redraw::Tiling tiling;
};

}  // namespace redraw_test
