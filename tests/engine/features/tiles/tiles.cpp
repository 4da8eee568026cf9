// Tests a picture that is cut into runs, and how these are joined and used.
#include "engine/drawing/drawing.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/drawing/run_summary.h"
#include "engine/features/tiles/picture_cut.h"
#include "engine/features/tiles/tile_join.h"
#include "engine/image/image_writer.h"
#include "engine/image/resample.h"
#include "engine/session/session.h"
#include "tests/support/altered_runs.h"
#include "tests/support/eventually.h"
#include "tests/support/mosaics.h"
#include "tests/support/picture_samples.h"
#include "tests/support/reading.h"
#include "tests/support/training.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace redraw;
using namespace redraw_test;
using redraw::test::contains;
using redraw::test::error_of;

namespace {

struct CutPicture : RunInFolder {
    std::filesystem::path picture_file = folder / "p.png";
    std::shared_ptr<const Image> picture;

    CutPicture() {
        write_image(picture_file, redraw::test::smooth_image(90, 70, 3), {.bit_depth = 16});
        picture = std::make_shared<const Image>(load_picture(picture_file).image);
    }
    NewRun small_run(const std::filesystem::path& file,
                     RunFile::Existing existing = RunFile::Existing::refuse) const {
        Config config = small_config({8, 8}, 10);
        config.data.train_size = {.longer_side = 30};
        return make_run(file, picture, "p.png", config, existing);
    }
    // Learns the picture whole on one machine.
    void learn_whole(const std::filesystem::path& file) const {
        NewRun made = small_run(file);
        Trainer trainer(std::move(made.run), {.threads = 1}, made.dataset);
        trainer.plan_whole(small_mosaic());
        trainer.keep_source(picture, 16);
        train_and_commit(trainer);
    }
    // Cuts the picture into runs, of which `path` is that of the picture.
    void cut(RunFile::Existing existing = RunFile::Existing::refuse) const {
        NewRun made = small_run(path, existing);
        {
            Trainer trainer(std::move(made.run), {.threads = 1}, made.dataset);
            trainer.plan_whole(small_mosaic());
        }
        PictureCut job(picture_file, RunFile::open(path), made.dataset->target, existing);
        while (!job.advance()) continue;
    }
    std::filesystem::path tile(int row, int column) const { return tile_run(path, {row, column}); }
    // Learns a tile in bursts, and loses the trainer after `most` steps, as a kill does.
    void learn(const std::filesystem::path& file, int threads, std::int64_t most) const {
        for (bool ends = false; !ends;) {
            Trainer trainer(RunFile::open(file), {.threads = threads});
            advance_to(trainer, trainer.step() + most, 3);
            ends = trainer.finished();
            trainer.commit();
        }
    }
    void learn_all(int threads, std::int64_t most = 1 << 20) const {
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 3; ++column) learn(tile(row, column), threads, most);
    }
    // Joins what is learned. Returns why tiles are refused.
    std::vector<std::string> join(int parts = 1 << 20) const {
        Trainer trainer(RunFile::open(path), {.threads = 1});
        TileJoin job(trainer);
        while (parts-- > 0 && !job.advance()) continue;
        return job.refused();
    }
};

std::vector<float> psnr_of_tiles(const RunFile& run) {
    std::vector<float> psnr;
    for (const MosaicTile& tile : run.mosaic_tiles()) psnr.push_back(tile.psnr);
    return psnr;
}

}  // namespace

TEST_CASE_FIXTURE(CutPicture, "joined tiles have the bits of the picture learned whole") {
    learn_whole(folder / "whole.redraw");
    const RunFile whole = reading(folder / "whole.redraw");
    REQUIRE(whole.mosaic_tiles().size() == 6);
    for (const int threads : {1, 2}) {
        cut(RunFile::Existing::replace);
        learn_all(threads, 7);
        // Joins in parts: each joined tile is saved.
        for (int parts = 0; reading(path).mosaic_tiles().size() < 6; ++parts) {
            REQUIRE(parts < 1000);
            join(40);
        }
        CHECK(join().empty());
        const RunFile run = reading(path);
        CHECK(run.state()->parameters == whole.state()->parameters);
        CHECK(run.mosaic() == whole.mosaic());
        CHECK(tiles_of(run) == tiles_of(whole));
        CHECK(psnr_of_tiles(run) == psnr_of_tiles(whole));
        CHECK(steps_of(run.moments()) == steps_of(whole.moments()));
        CHECK(run.picture_size() == PixelSize{90, 70});
        const auto drawn = [](const RunFile& of, PixelSize size, std::int64_t step) {
            const auto backend = with_mosaic(make_drawing_backend({}, of, 3), of, {});
            return draw_rows(*backend,
                             picture_grid(of.target_size().width, of.target_size().height), size, 0,
                             size.height, of.require_parameters(step));
        };
        for (const PixelSize size : {PixelSize{90, 70}, {20, 15}, {131, 97}})
            for (const Keyframe& moment :
                 {run.moments().back(), run.moments()[run.moments().size() - 3]})
                CHECK(drawn(run, size, moment.step) == drawn(whole, size, moment.step));
    }
}

TEST_CASE_FIXTURE(CutPicture, "tiles are joined as they come, or learned by the joined run") {
    learn_whole(folder / "whole.redraw");
    const auto expected = tiles_of(reading(folder / "whole.redraw"));
    cut();
    CHECK(join().size() == 6);  // none is learned
    learn(tile(0, 1), 1, 1000);
    learn(tile(1, 2), 1, 1000);
    std::filesystem::remove(tile(1, 0));
    const std::vector<std::string> refused = join();
    CHECK(refused.size() == 4);
    CHECK(std::ranges::count(refused, "tile-0001-0000.redraw: it does not exist") == 1);
    CHECK(std::ranges::count(refused, "tile-0000-0000.redraw: it is not learned yet") == 1);
    CHECK(reading(path).mosaic_tiles().size() == 2);
    {
        Trainer trainer(RunFile::open(path), {.threads = 1});
        CHECK_FALSE(trainer.finished());
        CHECK(trainer.mosaic_left() == 4);
        CHECK(contains(error_of([&] { trainer.advance(1); }), "does not hold its picture"));
        trainer.keep_source(picture, 16);
        train_and_commit(trainer);
    }
    CHECK(tiles_of(reading(path)) == expected);
    CHECK(join().empty());
}

TEST_CASE_FIXTURE(CutPicture, "a run that is not that of the tile is refused") {
    cut();
    learn_all(1);
    std::filesystem::copy_file(tile(0, 0), tile(0, 1),
                               std::filesystem::copy_options::overwrite_existing);
    {
        Config config = small_config({8, 8}, 6);
        const RunFile learned = reading(tile(0, 2));
        std::filesystem::remove(tile(1, 1));
        RunFile::create(tile(1, 1), config, learned.target(), learned.picture_name());
        std::filesystem::remove(tile(1, 2));
        config.network.layers = {9};
        const RunFile last = reading(tile(1, 0));
        RunFile::create(tile(1, 2), config, last.target(),
                        tile_picture_name(reading(path), reading(path).target(), {1, 2}));
    }
    std::filesystem::resize_file(tile(1, 0), 5000);
    const std::vector<std::string> refused = join();
    REQUIRE(refused.size() == 4);
    const auto says = [&](const char* name, const char* why) {
        return std::ranges::any_of(refused, [&](const std::string& each) {
            return each.starts_with(name) && contains(each, why);
        });
    };
    CHECK(says("tile-0000-0001", "it is not of this picture"));
    CHECK(says("tile-0001-0001", "it is not of this picture"));
    CHECK(says("tile-0001-0002", "it has another network"));
    CHECK(says("tile-0001-0000", "Cannot "));
    CHECK(reading(path).mosaic_tiles().size() == 2);

    Trainer other(RunFile::open(tile(0, 0)), {.threads = 1});
    CHECK(contains(error_of([&] { TileJoin{other}; }), "redraw tiles"));
}

TEST_CASE_FIXTURE(CutPicture,
                  "a tile's run has its pixels, and a cut that ends early leaves none") {
    cut();
    const TileGrid tiles = small_mosaic().tiles;
    for (std::int64_t i = 0; i < tiles.count(); ++i) {
        const TilePlace place = tiles.place(i);
        CHECK(reading(tile(place.row, place.column)).target() == crop(*picture, tiles.rect(place)));
    }
    CHECK_THROWS_AS(cut(), Error);  // the runs exist
    NewRun made = small_run(folder / "b.redraw");
    {
        Trainer trainer(std::move(made.run), {.threads = 1}, made.dataset);
        trainer.plan_whole(small_mosaic());
    }
    std::filesystem::create_directory(folder / "b");
    std::filesystem::rename(folder / "b.redraw", folder / "b" / "b.redraw");
    {
        PictureCut job(picture_file, RunFile::open(folder / "b" / "b.redraw"), made.dataset->target,
                       RunFile::Existing::refuse);
        for (int i = 0; i < 3; ++i) CHECK_FALSE(job.advance());
    }
    CHECK(std::filesystem::is_empty(folder / "b"));
}

TEST_CASE_FIXTURE(CutPicture, "a small picture is read as it is for its own network") {
    PictureRows rows(picture_file);
    CHECK(read_small_copy(rows) == *picture);
}

TEST_CASE_FIXTURE(CutPicture, "a joined run is opened, scrubbed and exported without its picture") {
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    cut();
    learn(tile(0, 0), 1, 1000);
    join();
    const std::int64_t first = reading(path).moments().back().step;
    const auto opened = [&](const Session& session, int tiles) {
        return eventually([&] {
            const auto status = session.status();
            return status->whole && status->whole->learned == tiles;
        });
    };
    {
        Session session({}, [] {});
        session.ask(command::Open{path});
        REQUIRE(opened(session, 1));
        CHECK(session.status()->phase == Phase::paused);
        CHECK(session.status()->whole->size == PixelSize{90, 70});
        session.ask(command::SetRunning{true});
        CHECK(eventually(
            [&] { return contains(session.status()->error, "does not hold its picture"); }));
    }
    learn_all(1);
    join();
    Session session({}, [] {});
    session.ask(command::Open{path});
    REQUIRE(opened(session, 6));
    CHECK(session.status()->phase == Phase::finished);
    session.ask(ViewRequest{.at_step = first});
    CHECK(eventually([&] { return session.frame() && session.frame()->step == first; }));
    ExportSpec spec;
    spec.path = folder / "all.png";
    spec.size = {90, 70};
    session.ask(command::ExportPictures{{spec}, std::nullopt});
    REQUIRE(eventually([&] { return std::filesystem::exists(spec.path); }));
    CHECK(load_picture(spec.path).image.width == 90);
}
