// Tests tiles: how a picture is cut into them, their files, and how they are drawn as one.
#include "engine/batch/batch_view.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/tiles/tiled_drawing.h"
#include "engine/tiles/tiling.h"
#include "tests/support/reading.h"
#include "tests/support/tiled_runs.h"

using namespace redraw;
using namespace redraw_test;
using redraw::test::contains;
using redraw::test::error_of;
using redraw::test::largest_difference;
using redraw::test::random_image;
using redraw::test::smooth_image;
using redraw_test::TiledRuns;

namespace {

void cut(PictureCut& job) {
    while (!job.advance()) continue;
}

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

TEST_CASE("tiles cover an axis, equally long, and fade into each other") {
    for (const int length : {1, 15, 64, 65, 97, 100, 1000, 32768}) {
        for (const auto& [longest, overlap] : {std::pair{64, 16}, {64, 1}, {2048, 64}, {16, 4}}) {
            const TileAxis axis{length, longest, overlap};
            INFO(length << ' ' << axis.longest);
            REQUIRE(axis.begin(0) == 0);
            REQUIRE(axis.end(axis.count() - 1) == length);
            int least = length, most = 0;
            for (int tile = 0; tile < axis.count(); ++tile) {
                const int size = axis.end(tile) - axis.begin(tile);
                least = std::min(least, size);
                most = std::max(most, size);
                if (tile > 0) CHECK(axis.end(tile - 1) - axis.begin(tile) == overlap);
                if (tile > 1) CHECK(axis.end(tile - 2) <= axis.begin(tile));
            }
            CHECK(most <= longest);
            CHECK(most - least <= 1);
            for (double at = -3; at < length + 3; at += std::max(0.37, length / 777.0)) {
                double sum = 0;
                for (int tile = 0; tile < axis.count(); ++tile) {
                    const double weight = axis.weight(tile, at);
                    sum += weight;
                    CHECK(weight >= 0);
                    // A tile has no weight outside its own range.
                    if (at > 0 && at < length && (at < axis.begin(tile) || at > axis.end(tile)))
                        CHECK(weight == 0);
                }
                CHECK(sum == doctest::Approx(1).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("the joining file says what was said, and refuses what is none") {
    const Tiling tiling{
        .picture = "a \"b\".png", .width = 600, .height = 500, .tile = 256, .overlap = 32};
    CHECK(tiling_from_json(to_json(tiling)) == tiling);
    const auto refused = [](const std::string& text) {
        return error_of([&] { tiling_from_json(text); });
    };
    const std::string good =
        R"({"redraw-tiles":1,"width":9,"height":8,"channels":3,"tile":16,"overlap":4})";
    CHECK(refused(good).empty());
    const auto with = [&](const std::string& old, const std::string& now) {
        std::string text = good;
        return text.replace(text.find(old), old.size(), now);
    };
    for (const std::string& text :
         {std::string(), std::string("[]"), good.substr(0, 40), std::string(60000, '[')})
        CHECK(refused(text) == "it is damaged");
    Tiling summed = tiling;
    summed.checksums.assign(std::size_t(summed.count()), 0xfedcba98);
    CHECK(tiling_from_json(to_json(summed)) == summed);
    const std::string sums = good.substr(0, good.size() - 1) + ",\"checksums\":";
    for (const char* wrong : {"\"\"", "\"0123456\"", "\"0123456g\"", "\"-1234567\"",
                              "\"0123456701234567\"", "1", "[]", "null"})
        CHECK(contains(refused(sums + wrong + "}"), "checksum"));
    CHECK(refused(sums + R"("01234567"})").empty());
    CHECK(contains(refused(with("tiles\":1", "tiles\":2")), "newer"));
    CHECK(contains(refused(with("\"width\":9,", "")), "width"));
    for (const char* wrong : {"0", "-3", "1e3", "\"9\"", "null", "1048577", "99999999999999999999"})
        CHECK(contains(refused(with(":9", std::string(":") + wrong)), "between 1 and 1048576"));
    CHECK(contains(refused(with(":3", ":5")), "channels"));
    CHECK(contains(refused(with("\"overlap\":4", "\"overlap\":5")), "overlap of 5"));
    CHECK(contains(refused(with("\"width\":9,\"height\":8", "\"width\":9999,\"height\":9999")),
                   "65536"));

    const TemporaryFolder folder;
    std::ofstream(folder / "a.redraw-tiles") << "{\"redraw-tiles\":1, nothing";
    CHECK(is_tiling_file(folder / "a.redraw-tiles"));
    CHECK(error_of([&] { read_tiling(folder / "a.redraw-tiles"); }) ==
          "Cannot open a.redraw-tiles: it is damaged");
    std::ofstream(folder / "b.redraw-tiles") << std::string(1'100'000, ' ');
    CHECK_FALSE(is_tiling_file(folder / "b.redraw-tiles"));
    CHECK(contains(error_of([&] { read_tiling(folder / "b.redraw-tiles"); }), "the limit is"));
    CHECK_FALSE(is_tiling_file(folder / "none"));
    CHECK_FALSE(is_tiling_file(folder.path()));
}

TEST_CASE("a tile is that part of the picture, bit for bit, and the joining file comes last") {
    for (const int channels : {1, 3, 4}) {
        for (const int depth : {8, 16}) {
            const TemporaryFolder folder;
            const Image picture = random_image(150, 70, channels, (1 << depth) - 1);
            write_image(folder / "p.png", picture, {.bit_depth = depth});
            PictureCut job({folder / "p.png", folder / "out", 64, 16});
            cut(job);
            const Tiling& tiling = job.tiling();
            CHECK(read_tiling(folder / "out" / "p.redraw-tiles") == tiling);
            REQUIRE(tiling.count() == 6);
            for (int i = 0; i < 6; ++i) {
                const TilePlace place = tiling.place(i);
                const Picture tile =
                    load_picture(folder / "out" / "tiles" / (tile_name(place) + ".png"));
                CHECK(tile.image == crop(picture, tiling.rect(place)));
                CHECK(tile.bit_depth == depth);
            }
        }
    }
}

TEST_CASE("cut again, runs of tiles that show the same stay, and all else of the former cut goes") {
    const TiledRuns runs;  // 2 x 2 tiles
    const std::filesystem::path& folder = runs.folder.path();
    const auto exists = [&](TilePlace place) {
        return std::filesystem::exists(tile_run(runs.join, place));
    };
    for (int i = 0; i < 4; ++i)
        PictureRecord::take(tile_run(runs.join, runs.tiling.place(i)))
            ->end({.state = PictureState::done});
    CHECK(contains(error_of([&] { PictureCut({folder / "p.png", folder, 56, 12}); }), "--force"));
    Image changed = load_picture(folder / "p.png").image;
    changed.row(69)[0] = 1 - changed.row(69)[0];  // changes a pixel of the lower left tile
    write_image(folder / "p.png", changed);
    {
        PictureCut stopped({folder / "p.png", folder, 56, 12, true});
        CHECK_FALSE(stopped.advance());
    }
    CHECK(read_tiling(runs.join) == runs.tiling);
    CHECK(exists({1, 0}));
    PictureCut again({folder / "p.png", folder, 56, 12, true});
    cut(again);
    CHECK(read_tiling(runs.join) == again.tiling());
    CHECK(exists({0, 0}));
    CHECK(exists({0, 1}));
    CHECK(exists({1, 1}));
    CHECK_FALSE(exists({1, 0}));
    CHECK(status_of(tile_run(runs.join, {0, 0})).state == PictureState::done);
    CHECK_FALSE(std::filesystem::exists(record_path(tile_run(runs.join, {1, 0}))));
    PictureCut larger({folder / "p.png", folder, 128, 12, true});
    cut(larger);
    CHECK(larger.tiling().count() == 1);
    for (int i = 0; i < 4; ++i) CHECK_FALSE(exists(runs.tiling.place(i)));
    const std::filesystem::directory_iterator tiles(folder / kTilesFolder);
    CHECK(std::distance(begin(tiles), end(tiles)) == 1);
}

TEST_CASE("a folder has the tiles of one picture, and one cut or plan at a time") {
    const TemporaryFolder folder;
    write_image(folder / "p.png", random_image(100, 100, 3, 255));
    write_image(folder / "q.png", random_image(100, 100, 3, 255));
    const auto refused = [&](const char* picture, bool replace) {
        return error_of([&] { PictureCut({folder / picture, folder / "out", 64, 16, replace}); });
    };
    {
        PictureCut first({folder / "p.png", folder / "out", 64, 16});
        CHECK(contains(refused("q.png", true), "Another Redraw cuts or plans"));
        cut(first);
    }
    const auto before = load_picture(folder / "out/tiles/tile-0000-0000.png").image;
    CHECK(contains(refused("q.png", false), "holds the tiles of another picture, p"));
    CHECK(contains(refused("q.png", true), "holds the tiles of another picture, p"));
    CHECK(load_picture(folder / "out/tiles/tile-0000-0000.png").image == before);
    const auto learning = PictureRecord::take(folder / "out/tile-0000-0000.redraw");
    std::ofstream(folder / "out/tile-0000-0000.redraw") << "being learned";
    CHECK(contains(refused("p.png", true), "another Redraw is learning it"));
}

TEST_CASE("a cut that is stopped leaves no joining file, a picture that is damaged neither") {
    const TemporaryFolder folder;
    write_image(folder / "p.png", random_image(2000, 1000, 3, 255));
    {
        PictureCut job({folder / "p.png", folder / "out", 256, 16});
        CHECK_FALSE(job.advance());
        CHECK(job.progress() > 0);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "out" / "p.redraw-tiles"));
    std::filesystem::resize_file(folder / "p.png", 3'000'000);
    CHECK(error_of([&] {
              PictureCut job({folder / "p.png", folder / "out", 256, 16});
              while (!job.advance()) continue;
          }) != "");
    CHECK_FALSE(std::filesystem::exists(folder / "out" / "p.redraw-tiles"));
    write_image(folder / "p.png", random_image(100, 100, 3, 255));
    CHECK(error_of([&] {
              PictureCut({folder / "p.png", folder / "out", 256, 65});
          }) ==
          "Cannot cut p.png: an overlap of 65 pixels is more than a quarter of a tile of 256");
    std::ofstream(folder / "file") << "x";
    CHECK(contains(error_of([&] {
                       PictureCut({folder / "p.png", folder / "file", 64, 16});
                   }),
                   "Cannot make the folder"));
}

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
                const double weight =
                    runs.tiling.grid().across.weight(place.column, rect.x + x + 0.5) *
                    runs.tiling.grid().down.weight(place.row, rect.y + y + 0.5);
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
    // Views smaller than a pixel, larger than the picture, and beyond its edge.
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
    // Replaces a tile of a colour picture by a gray one, as learned from a part without colour.
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
    // A part that does not touch the missing tile is drawn.
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
    CHECK(drawing.draw(drawing.grid(), {0, 0, 8, 8}).width == 8);  // drawn without check_pictures()
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
            if (channels == 4) picture.values[3] = 0;  // a transparent pixel with a colour
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
    const std::string refused = error_of([&] { TiledPsnr(drawing, runs.folder / "q.png"); });
    CHECK(contains(refused, "q.png"));
    CHECK(contains(refused, "91 x 70"));
    CHECK(contains(refused, "90 x 70"));
}
