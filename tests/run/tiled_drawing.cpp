// Tiles drawn as one picture, at any size and in any parts, with few of them in memory.
#include "engine/tiles/tiled_drawing.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/tiles/tiled_psnr.h"
#include "tests/support/reading.h"
#include "tests/support/tiled_runs.h"

using namespace redraw;
using namespace redraw_test;
using redraw::test::contains;
using redraw::test::error_of;
using redraw::test::largest_difference;
using redraw::test::smooth_image;

namespace {

BackendOptions one_core() {
    return {.kind = BackendKind::cpu, .threads = 1};
}

Image alone(const TiledRuns& runs, TilePlace place) {
    const RunFile run = reading(tile_run(runs.join, place));
    const PixelRect rect = runs.tiling.rect(place);
    const auto backend = make_drawing_backend(one_core(), run, run.channels());
    return draw_rows(*backend, picture_grid(rect.width, rect.height), {rect.width, rect.height}, 0,
                     rect.height, *latest_parameters(run));
}

}  // namespace

TEST_CASE("each pixel is its tile's own, and between two tiles their mean by distance") {
    const TiledRuns runs;
    REQUIRE(runs.tiling.count() == 4);
    TiledDrawing drawing(runs.join, one_core());
    const Image whole_drawing = drawing.draw(drawing.grid(), whole(drawing.grid()));
    REQUIRE(whole_drawing.width == 90);
    Image expected = make_image(90, 70, 3);
    int unmixed = 0;
    for (int i = 0; i < 4; ++i) {
        const TilePlace place = runs.tiling.place(i);
        const Image own = alone(runs, place);
        const PixelRect rect = runs.tiling.rect(place);
        for (int y = 0; y < rect.height; ++y) {
            for (int x = 0; x < rect.width; ++x) {
                const double weight = runs.tiling.across().weight(place.column, rect.x + x + 0.5) *
                                      runs.tiling.down().weight(place.row, rect.y + y + 0.5);
                unmixed += weight == 1;
                for (int c = 0; c < 3; ++c)
                    expected.row(rect.y + y)[(rect.x + x) * 3 + c] +=
                        float(weight) * own.row(y)[x * 3 + c];
            }
        }
    }
    CHECK(unmixed == 78 * 58);
    CHECK(largest_difference(whole_drawing, expected) < 1e-4f);
}

TEST_CASE("no bit depends on the part, the memory or the device's threads") {
    const TiledRuns runs;
    TiledDrawing drawing(runs.join, one_core());
    TiledDrawing forgetful(runs.join, {.kind = BackendKind::cpu, .threads = 2}, 1);
    for (const auto& [width, height] : {std::pair{90, 70}, {31, 40}, {200, 155}, {3, 2}}) {
        const Grid grid = resized(drawing.grid(), width, height);
        const Image at_once = drawing.draw(grid, whole(grid));
        for (int y = 0; y < height; y += 13) {
            const PixelRect part{width / 3, y, width - width / 3, std::min(13, height - y)};
            CHECK(forgetful.draw(grid, part) == crop(at_once, part));
        }
    }
    // A look closer than a pixel, and one beyond the picture.
    for (const Grid& look : {Grid{0.1, 0.1, 0.1002, 0.1001, 20, 10}, Grid{-2, -2, 2, 2, 40, 40},
                             Grid{0.9, 0.7, 1.5, 1.3, 16, 16}}) {
        const Image at_once = drawing.draw(look, whole(look));
        CHECK(std::ranges::all_of(at_once.values, [](float v) { return std::isfinite(v); }));
        const PixelRect part{3, 2, 5, 4};
        CHECK(forgetful.draw(look, part) == crop(at_once, part));
    }
}

TEST_CASE("gray tiles and tiles with alpha are drawn in the picture's channels") {
    const TiledRuns gray(1);
    TiledDrawing drawing(gray.join, one_core());
    CHECK(drawing.draw(drawing.grid(), {0, 0, 90, 1}).channels == 1);
    // A run that took a gray part of a colour picture for gray.
    const TiledRuns colour;
    std::filesystem::copy_file(tile_run(gray.join, {1, 0}), tile_run(colour.join, {1, 0}),
                               std::filesystem::copy_options::overwrite_existing);
    TiledDrawing mixed(colour.join, one_core());
    const Image drawn = mixed.draw(mixed.grid(), {0, 69, 20, 1});
    const Image plain = drawing.draw(drawing.grid(), {0, 69, 20, 1});
    REQUIRE(drawn.channels == 3);
    for (std::size_t i = 0; i < drawn.values.size(); ++i)
        CHECK(drawn.values[i] == plain.values[i / 3]);
}

TEST_CASE("a tile without a run is told, and what is no run of a tile is refused") {
    const TiledRuns runs;
    TiledDrawing drawing(runs.join, one_core(), 1);
    CHECK(drawing.missing().empty());
    const auto refused = [&] {
        return error_of([&] { drawing.draw(drawing.grid(), whole(drawing.grid())); });
    };
    const std::filesystem::path last = tile_run(runs.join, {1, 1});
    std::filesystem::remove(last);
    CHECK(drawing.missing() == std::vector<TilePlace>{{1, 1}});
    CHECK(contains(refused(), "tile-0001-0001.redraw"));
    // What does not need it is drawn.
    CHECK(drawing.draw(drawing.grid(), {0, 0, 20, 20}).width == 20);
    std::ofstream(last) << "nonsense";
    CHECK(contains(refused(), "tile-0001-0001.redraw"));
    std::filesystem::remove(last);
    {
        Trainer foreign(
            start_run(last, smooth_image(20, 10, 3), "other.png", small_config({8, 8}, 1)),
            one_core());
        foreign.commit();
    }
    CHECK(contains(refused(), "it is a run of 20 x 10 pixels, and the tile has 51 x 41"));
}

TEST_CASE("what is kept is drawn from runs of these very tiles only") {
    const TiledRuns runs;
    const auto refused = [&] {
        TiledDrawing drawing(runs.join, one_core());
        drawing.check_pictures();
        return error_of([&] { drawing.draw(drawing.grid(), whole(drawing.grid())); });
    };
    CHECK(refused() == "");
    const std::filesystem::path first = tile_run(runs.join, {0, 0}),
                                second = tile_run(runs.join, {0, 1}), spare = runs.folder / "spare";
    std::filesystem::rename(first, spare);
    std::filesystem::rename(second, first);
    std::filesystem::rename(spare, second);
    CHECK(contains(refused(), "Cannot draw tile-0000-0000.redraw: it has learned another picture"));
    TiledDrawing drawing(runs.join, one_core());
    CHECK(drawing.draw(drawing.grid(), {0, 0, 8, 8}).width == 8);  // a quick look does not ask
    Tiling older = runs.tiling;
    older.checksums.clear();
    std::ofstream(runs.join) << to_json(older);
    CHECK(refused() == "");
}

TEST_CASE("a tile is known again however it was learned") {
    for (const int channels : {1, 3, 4})
        for (const int depth : {8, 16}) {
            CAPTURE(channels);
            const TemporaryFolder folder;
            Image picture = smooth_image(40, 30, channels);
            if (channels == 4) picture.values[3] = 0;  // and something hidden in its colours
            write_image(folder / "p.png", picture, {.bit_depth = depth});
            PictureCut cut({folder / "p.png", folder.path(), 64, 12});
            while (!cut.advance()) continue;
            const Picture tile = load_picture(folder / "tiles" / "tile-0000-0000.png");
            REQUIRE(cut.tiling().checksums == std::vector{tile_checksum(tile.image)});
            for (const ChannelMode learned :
                 {ChannelMode::automatic, ChannelMode::gray, ChannelMode::color})
                for (const int side : {0, 20}) {
                    Config config = small_config({8, 8}, 1);
                    config.data.channels = learned;
                    config.data.train_size = {.longer_side = side};
                    NewRun made =
                        make_run(folder / "a.redraw", std::make_shared<const Image>(tile.image),
                                 "tile", config, RunFile::Existing::replace);
                    Trainer trainer(std::move(made.run), one_core(),
                                    std::shared_ptr<const Dataset>(made.dataset));
                    trainer.keep_source(std::move(made.picture), tile.bit_depth);
                    trainer.commit();
                    const std::uint32_t sum = cut.tiling().checksums.front();
                    CHECK(has_learned(trainer.run(), sum, cut.tiling().learned_channels()));
                    if (learned == ChannelMode::automatic)
                        CHECK_FALSE(
                            has_learned(trainer.run(), sum + 1, cut.tiling().learned_channels()));
                }
        }
}

TEST_CASE("how close the tiles come, where they overlap and elsewhere") {
    const TiledRuns runs;
    TiledDrawing drawing(runs.join, one_core());
    TiledPsnr job(drawing, runs.folder / "p.png");
    while (!job.advance()) continue;
    const Image drawn = drawing.draw(drawing.grid(), whole(drawing.grid()));
    CHECK(job.result().whole == doctest::Approx(psnr(drawn, runs.picture)));
    CHECK(job.result().overlapping != job.result().elsewhere);
    CHECK(std::min(job.result().overlapping, job.result().elsewhere) <= job.result().whole);
    CHECK(std::max(job.result().overlapping, job.result().elsewhere) >= job.result().whole);
    write_image(runs.folder / "q.png", smooth_image(91, 70, 3));
    CHECK(error_of([&] { TiledPsnr(drawing, runs.folder / "q.png"); }) ==
          "Cannot compare with q.png: it has 91 x 70 pixels, and the tiled picture 90 x 70.");
}
