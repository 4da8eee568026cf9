#include "engine/run/mosaic.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/drawing/neuron_forward.h"
#include "engine/drawing/run_summary.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/presets.h"
#include "engine/run/database.h"
#include "engine/run/run_tables.h"
#include "engine/run/state_tables.h"
#include "engine/stop.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/altered_runs.h"
#include "tests/support/error_kind.h"
#include "tests/support/mosaics.h"
#include "tests/support/picture_samples.h"
#include "tests/support/run_samples.h"
#include "tests/support/training.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

using namespace redraw;
using namespace redraw_test;

namespace {

const auto kPicture = std::make_shared<const Image>(redraw::test::smooth_image(90, 70, 3));

// Begins a run that has learned the picture at a third of its size.
Trainer begun(const std::filesystem::path& path, const BackendOptions& options = {}) {
    Config config = small_config({8, 8}, 10);
    config.data.train_size = {.longer_side = 30};
    NewRun made = make_run(path, kPicture, "picture", config);
    Trainer trainer(std::move(made.run), options, made.dataset);
    trainer.keep_source(kPicture, 16);
    advance_to(trainer);
    return trainer;
}

Image drawn(Backend& backend, const Grid& grid, const PixelRect& part,
            std::span<const float> parameters = {}) {
    return backend.render(grid, part, parameters)->on_host();
}

}  // namespace

TEST_CASE("the tiles of a picture are equal, overlap and cover it") {
    for (const PixelSize size : {PixelSize{6000, 4000},
                                 {4032, 3024},
                                 {1999, 700},
                                 {16000, 1},
                                 {1501, 1499},
                                 {9001, 5003}}) {
        const TileGrid tiles = mosaic_tiles(size, 1000, 32);
        CHECK(is_possible(Mosaic{.tiles = tiles, .config = small_config({8, 8}, 1)}, 3));
        const PixelRect first = tiles.rect({0, 0});
        int right = 0;
        for (int column = 0; column < tiles.across.count(); ++column) {
            const PixelRect rect = tiles.rect({0, column});
            CHECK(rect.width == first.width);
            CHECK(rect.width <= 1532);
            if (column > 0) CHECK(right - rect.x >= 32);
            right = rect.x + rect.width;
        }
        CHECK(right == size.width);
        const PixelRect last = tiles.rect(tiles.place(tiles.count() - 1));
        CHECK(last.y + last.height == size.height);
        CHECK(last.height == first.height);
    }
}

TEST_CASE("the tiles complete every pixel of the picture once, in whatever order") {
    for (const PixelSize size : {PixelSize{90, 70}, {31, 8}, {250, 1}, {8, 8}})
        for (const int order : {1, 5, 7}) {
            const Mosaic mosaic{.tiles = mosaic_tiles(size, 20, 5)};
            const std::int64_t count = mosaic.tiles.count();
            std::vector<int> completed(std::size_t(size.width) * std::size_t(size.height));
            std::vector<MosaicTile> learned;
            for (std::int64_t i = 0; i < count; ++i) {
                std::int64_t tile = i * order % count;
                const auto is_learned = [&] {
                    return std::ranges::find(learned, tile, &MosaicTile::tile) != learned.end();
                };
                while (is_learned()) tile = (tile + 1) % count;
                learned.push_back({.tile = tile, .psnr = 20});
                for (const PixelRect& rect : completed_by_last(mosaic, learned))
                    for (int y = rect.y; y < rect.y + rect.height; ++y)
                        for (int x = rect.x; x < rect.x + rect.width; ++x)
                            ++completed[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
            }
            CHECK(std::ranges::count(completed, 1) == std::ssize(completed));
            CHECK(psnr_of(mosaic, learned) == doctest::Approx(20));
        }
    // Pixels count, not tiles: the two shared columns belong to the tile that completes them.
    const Mosaic pair{.tiles = {{18, 10, 2}, {10, 10, 2}}};
    REQUIRE(pair.tiles.count() == 2);
    const std::vector<MosaicTile> learned{{.tile = 1, .psnr = 10}, {.tile = 0, .psnr = 20}};
    const std::vector<double> psnr = psnr_after_each(pair, learned);
    CHECK(psnr[0] == doctest::Approx(10));
    CHECK(psnr[1] == doctest::Approx(-10 * std::log10((80 * 0.1 + 100 * 0.01) / 180)));
    CHECK(std::isnan(psnr_of(pair, {})));
}

TEST_CASE("tiles are learned from a place outwards, each once") {
    const Mosaic mosaic = small_mosaic();
    std::vector<MosaicTile> learned;
    for (double before = 0; learned.size() < std::size_t(mosaic.tiles.count());) {
        const std::int64_t next = next_tile(mosaic, learned, 80, 60);
        REQUIRE(next >= 0);
        const PixelRect rect = mosaic.tiles.rect(mosaic.tiles.place(next));
        const double distance =
            std::hypot(rect.x + rect.width / 2.0 - 80, rect.y + rect.height / 2.0 - 60);
        CHECK(distance >= before);
        before = distance;
        learned.push_back({.tile = next});
    }
    CHECK(next_tile(mosaic, learned, 80, 60) == -1);
}

TEST_CASE_FIXTURE(RunInFolder, "threads, bursts, kills and the order of tiles change no bit") {
    Trainer whole = begun(path, {.threads = 1});
    const std::int64_t own = whole.step();
    whole.learn_whole(kPicture, small_mosaic());
    CHECK_FALSE(whole.finished());
    const std::int64_t end = whole.total_steps();
    advance_to(whole);
    whole.commit();
    CHECK(whole.step() == end);
    CHECK(whole.advance(5) == 0);
    const auto expected = tiles_of(reading(path));
    CHECK(expected.size() == 6);
    for (const int threads : {1, 3}) {
        const auto copy = folder / std::to_string(threads);
        { begun(copy, {.threads = threads}).commit(); }
        // Drops the trainer every 60 steps, mostly in the middle of a tile, as if it were killed.
        for (bool begins = true, ends = false; !ends; begins = false) {
            Trainer part(RunFile::open(copy), {.threads = threads});
            CHECK(part.step() >= own);
            if (begins) part.learn_whole(part.picture(), small_mosaic());
            for (int steps = 0; steps < 60 && !part.finished(); steps += 3) {
                part.advance(3);
                part.whole()->set_focus(part.run(), {0, 0, 1, 1, 1, 1}, {0.9, 0.9, 1, 1, 1, 1});
            }
            ends = part.finished();
        }
        CHECK(tiles_of(reading(copy)) == expected);
    }
}

TEST_CASE_FIXTURE(RunInFolder,
                  "a planned mosaic begins where the run was stopped, with the same bits") {
    const auto plan = [&](const std::filesystem::path& file, int threads) {
        Trainer trainer = begun(file, {.threads = threads});
        trainer.plan_whole(small_mosaic());
        CHECK_FALSE(trainer.finished());
        return trainer;
    };
    std::map<std::int64_t, std::vector<float>> expected;
    {
        Trainer whole = plan(path, 1);
        advance_to(whole);
        whole.commit();
        expected = tiles_of(reading(path));
        CHECK(expected.size() == 6);
    }
    for (const std::int64_t most : {1, 7, 40}) {
        const auto copy = folder / std::to_string(most);
        { plan(copy, 3); }
        for (bool ends = false; !ends;) {  // drops the trainer without a last save, as a kill does
            Trainer part(RunFile::open(copy), {.threads = int(most)});
            const bool began = part.run().mosaic().has_value();
            CHECK(part.run().planned_mosaic().has_value() != began);
            for (std::int64_t steps = 0; steps < most * 60 && !part.finished(); steps += most)
                part.advance(most);
            if (!began) part.commit();
            ends = part.finished();
        }
        CHECK(tiles_of(reading(copy)) == expected);
    }
}

TEST_CASE_FIXTURE(RunInFolder, "branches and packed runs keep a planned mosaic") {
    Trainer trainer = begun(path);
    trainer.plan_whole(small_mosaic());
    const RunFile& run = trainer.run();
    const auto branch = run.branch(folder / "branch", run.keyframes().back().step);
    run.pack_to(folder / "packed");
    for (const char* name : {"packed", "branch"})
        CHECK(reading(folder / name).planned_mosaic() == small_mosaic());
}

TEST_CASE_FIXTURE(RunInFolder, "a mosaic is drawn over the run's own network, in any parts") {
    Trainer trainer = begun(path);
    const std::vector<float> own = trainer.parameters();
    const Grid grid = resized(trainer.dataset().grid, 131, 97);
    const Image before = drawn(trainer.backend(), grid, whole(grid));
    trainer.learn_whole(kPicture, small_mosaic());
    CHECK(drawn(trainer.backend(), grid, whole(grid)) == before);
    trainer.advance(2);
    CHECK(drawn(trainer.backend(), grid, whole(grid)) != before);  // the tile in progress
    while (trainer.run().mosaic_tiles().size() < 2) trainer.advance(100);
    const Image now = drawn(trainer.backend(), grid, whole(grid));
    CHECK(drawn(trainer.backend(), grid, whole(grid), own) == before);
    const std::vector<float> all = trainer.parameters();
    CHECK(all.size() == own.size() + 1);
    CHECK(drawn(trainer.backend(), grid, whole(grid), all) == now);
    for (const PixelRect part : {PixelRect{0, 0, 1, 1}, {40, 30, 57, 60}, {0, 50, 131, 3}}) {
        const Image some = drawn(trainer.backend(), grid, part);
        bool same = true;
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < 3 * part.width; ++x)
                same &= some.row(y)[x] == now.row(part.y + y)[3 * part.x + x];
        CHECK(same);
        CHECK(drawn(trainer.backend(), grid, part, all) == some);
    }
    // Half-way down the first learned tile's column, the drawing has changed.
    const std::int64_t tile = trainer.run().mosaic_tiles().front().tile;
    const PixelRect rect = trainer.run().mosaic()->tiles.rect({0, int(tile) % 3});
    const double middle = (rect.x + rect.width / 2.0) / 90 * 131;
    CHECK(now.row(48)[3 * int(middle)] != before.row(48)[3 * int(middle)]);
    // Outside the learned tiles, nothing has changed.
    const auto in_tile = [&](double x, double y) {
        return std::ranges::any_of(trainer.run().mosaic_tiles(), [&](const MosaicTile& learned) {
            const TileGrid& tiles = trainer.run().mosaic()->tiles;
            const PixelRect in = tiles.rect(tiles.place(learned.tile));
            return x >= in.x && x < in.x + in.width && y >= in.y && y < in.y + in.height;
        });
    };
    int outside = 0;
    bool unchanged = true;
    for (int i = 0; i < 131 * 97; ++i) {
        const int x = i % 131, y = i / 131;
        if (in_tile((x + 0.5) / 131 * 90, (y + 0.5) / 97 * 70)) continue;
        ++outside;
        for (int k = 3 * x; k < 3 * x + 3; ++k) unchanged &= now.row(y)[k] == before.row(y)[k];
    }
    CHECK(outside > 1000);
    CHECK(unchanged);
}

TEST_CASE_FIXTURE(RunInFolder, "from a distance a mosaic is the mean of what it draws, in parts") {
    Trainer trainer = begun(path);
    trainer.learn_whole(kPicture, small_mosaic());
    while (!trainer.finished()) trainer.advance(1000);
    const Grid picture = trainer.dataset().grid;
    const std::vector<float> all = trainer.parameters();
    const Image near = draw_rows(trainer.backend(), picture, {90, 70}, 0, 70, {});
    for (const PixelSize size : {PixelSize{20, 15}, {13, 10}, {9, 7}, {4, 3}}) {
        CAPTURE(size.width);
        const Grid grid = resized(picture, size.width, size.height);
        const Image far = draw_on(trainer.backend(), picture, grid, whole(grid), all, 2);
        CHECK(redraw::psnr(far, resample_area(near, size.width, size.height)) > 30);
        CHECK(draw_on(trainer.backend(), picture, grid, whole(grid), {}, 2) == far);
        const PixelRect part{1, 1, size.width - 2, 1};
        const Image row = draw_on(trainer.backend(), picture, grid, part, all, 2);
        CHECK(row == crop(far, part));
    }
    // The neurons shown for a run with tiles are those of the run's own network.
    const NeuronForward forward(trainer.config().network, trainer.channels(), all);
    CHECK(forward.layers() == 2);
}

TEST_CASE_FIXTURE(RunInFolder, "each tile is a moment of the file, and comes back exactly") {
    Trainer trainer = begun(path);
    const Grid grid = trainer.dataset().grid;
    trainer.learn_whole(kPicture, small_mosaic());
    std::map<std::int64_t, Image> moments;
    while (!trainer.finished()) {
        trainer.advance(1000);
        const auto parameters = trainer.require_parameters(trainer.keyframes().back().step);
        moments[trainer.keyframes().back().step] =
            drawn(trainer.backend(), grid, whole(grid), parameters);
    }
    const double psnr = trainer.measure_whole();
    trainer.commit();
    const RunFile run = reading(path);
    const std::vector<Keyframe> kept = run.moments();
    CHECK(steps_of(kept) == steps_of(trainer.keyframes()));
    CHECK(run.state()->step == run.keyframes().back().step);
    const auto backend = with_mosaic(make_drawing_backend({}, run, 3), run, {});
    CHECK(moments.size() == 6);
    for (const auto& moment : moments) {
        CAPTURE(moment.first);
        CHECK(drawn(*backend, grid, whole(grid), run.require_parameters(moment.first)) ==
              moment.second);
    }
    const Image exported =
        draw_rows(*backend, grid, {90, 70}, 0, 70, run.require_parameters(kept.back().step));
    CHECK(redraw::psnr(exported, *kPicture) == doctest::Approx(psnr).epsilon(1e-6));
    CHECK(psnr_of(*run.mosaic(), run.mosaic_tiles()) == doctest::Approx(psnr).epsilon(1e-6));

    // Copies keep all tiles; a branch from an earlier moment keeps the tiles learned by then.
    run.pack_to(folder / "packed.redraw");
    CHECK(tiles_of(reading(folder / "packed.redraw")) == tiles_of(run));
    run.branch(folder / "third.redraw", kept[kept.size() - 4].step);
    const RunFile third = reading(folder / "third.redraw");
    CHECK(third.mosaic_tiles().size() == 3);
    CHECK(third.mosaic() == run.mosaic());
    run.branch(folder / "own.redraw", run.keyframes()[1].step);
    CHECK_FALSE(reading(folder / "own.redraw").mosaic());
}

TEST_CASE_FIXTURE(RunInFolder, "a reader follows the tiles that another program learns") {
    Trainer writer = begun(path);
    writer.commit();
    Trainer reader(RunFile::open(path, RunFile::Access::read_only), {});
    const Grid grid = resized(reader.dataset().grid, 60, 40);
    writer.learn_whole(kPicture, small_mosaic());
    for (const std::size_t tiles : {1, 3, 6}) {
        while (writer.run().mosaic_tiles().size() < tiles) writer.advance(1000);
        for (int again = 0; again < 2; ++again) {
            CHECK(reader.follow());
            CHECK(reader.parameters() == writer.parameters());
            CHECK(drawn(reader.backend(), grid, whole(grid)) ==
                  drawn(writer.backend(), grid, whole(grid)));
        }
        CHECK(reader.step() == writer.step());
    }
}

TEST_CASE_FIXTURE(RunInFolder, "a tile that could not be saved is saved later") {
    Trainer trainer = begun(path);
    const std::vector<float> own = trainer.parameters();
    trainer.learn_whole(kPicture, small_mosaic());
    const std::filesystem::path journal = path.native() + "-journal";
    std::filesystem::create_directory(journal);  // makes every save fail
    while (trainer.run().mosaic_tiles().empty()) trainer.advance(1000);
    CHECK_FALSE(trainer.save_error().empty());
    const auto tile = trainer.run().mosaic_parameters(0);
    // Meanwhile a copy elsewhere has the tile and the run's own network, and can be continued.
    CHECK(kind_of([&] { trainer.commit(); }) == Error::Kind::not_saved);
    trainer.rescue(folder / "copy", kPicture.get());
    {
        Trainer copy(RunFile::open(folder / "copy"), BackendOptions());
        CHECK(copy.run().state()->parameters == own);
        CHECK(copy.seconds() == doctest::Approx(trainer.seconds()));
        CHECK(copy.run().mosaic_parameters(0) == tile);
        while (!copy.finished()) copy.advance(1000);
        CHECK(copy.run().mosaic_tiles().size() == 6);
    }
    std::filesystem::remove(journal);
    trainer.commit();
    CHECK(trainer.save_error().empty());
    CHECK(reading(path).mosaic_parameters(0) == tile);
}

TEST_CASE_FIXTURE(RunInFolder, "the schedule of a run that learns the whole picture stays") {
    Trainer trainer = begun(path);
    trainer.learn_whole(kPicture, small_mosaic());
    CHECK_THROWS_AS(trainer.learn_whole(kPicture, small_mosaic()), Error);
    Schedule longer = trainer.config().schedule;
    longer.epochs *= 2;
    CHECK_THROWS_AS(trainer.set_schedule(longer), Error);
    CHECK(lacks_moments(reading(path).state().value(), trainer.config().optimizer));
    CHECK_THROWS_AS(require_size(small_mosaic(), *trainer.target()), Error);
}

TEST_CASE_FIXTURE(RunInFolder,
                  "a drawing is given up when the program ends, and the run is saved") {
    Trainer trainer = begun(path);
    trainer.learn_whole(kPicture, small_mosaic());
    while (trainer.run().mosaic_tiles().size() < 2) trainer.advance(100);
    const float psnr = trainer.measure().psnr;
    std::optional<Error::Kind> kind;
    stop_drawing();
    try {
        trainer.measure();
    } catch (const Error& error) {
        kind = error.kind();
    }
    CHECK_NOTHROW(trainer.commit());
    stop_drawing(false);
    CHECK(kind == Error::Kind::cancelled);
    CHECK(trainer.measure().psnr == psnr);
    CHECK(reading(path).mosaic_tiles().size() == 2);
}

TEST_CASE_FIXTURE(RunInFolder, "a mosaic that no training makes is damage") {
    {
        Trainer trainer = begun(path);
        trainer.learn_whole(kPicture, small_mosaic());
        while (trainer.run().mosaic_tiles().size() < 2) trainer.advance(100);
    }
    const std::string made = run_samples::contents(path);
    const Mosaic mosaic = reading(path).mosaic().value();
    const std::vector<MosaicTile> tiles = reading(path).mosaic_tiles();
    // Rewrites the mosaic's rows with correct checksums; returns true if the file still opens.
    const auto opens = [&](const Mosaic& other, const std::vector<MosaicTile>& others,
                           std::size_t bytes = 0) {
        run_samples::write(path, made);
        {
            Database database(path, Database::Mode::read_write);
            const auto packed = read_mosaic_parameters(database, 1, mosaic.tile_parameters(3));
            database.execute("DELETE FROM mosaic");
            database.execute("DELETE FROM mosaic_tile");
            write_mosaic(database, other);
            for (std::size_t i = 0; i < others.size(); ++i)
                write_mosaic_tile(database, std::int64_t(i) + 1, others[i],
                                  std::span(packed).first(packed.size() - bytes));
        }
        try {
            reading(path).mosaic_parameters(0);
            return true;
        } catch (const Error&) {
            return false;
        }
    };
    CHECK(opens(mosaic, tiles));
    const auto says_planned = [&](const std::string& file, bool has_row) {
        run_samples::write(path, file);
        Database database(path, Database::Mode::read_write);
        RunHeader header = read_header(database);
        header.goal.whole = true;
        write_header(database, header);
        if (!has_row) database.execute("DELETE FROM mosaic");
    };
    says_planned(made, true);
    CHECK_THROWS_AS(reading(path), Error);  // it has tiles
    says_planned(made, false);
    CHECK_THROWS_AS(reading(path), Error);
    const auto changed = [&](auto change) {
        Mosaic other = mosaic;
        change(other);
        return opens(other, tiles);
    };
    CHECK_FALSE(changed([](Mosaic& m) { m.tiles.across.length = 0; }));
    CHECK_FALSE(changed([](Mosaic& m) { m.tiles.across.length = 1 << 30; }));
    CHECK_FALSE(changed([](Mosaic& m) { m.tiles.down.overlap = 0; }));
    CHECK_FALSE(changed([](Mosaic& m) { m.tiles.down.overlap = m.tiles.down.longest; }));
    CHECK_FALSE(changed([](Mosaic& m) { m.seconds = -1; }));
    Mosaic tiny = mosaic;
    tiny.config.network.encoding = Encoding::none;
    tiny.config.network.layers = {1};
    tiny.tiles = {{100, 2, 1}, {100, 2, 1}};
    CHECK(is_possible(tiny, 1));
    tiny.tiles.across = {16, 10, 4};
    CHECK(is_possible(tiny, 1));
    tiny.tiles.across = {16, 10, 5};  // three tiles would share a pixel
    CHECK_FALSE(is_possible(tiny, 1));
    tiny.tiles.across = {1000, 2, 1};  // 98,901 tiles
    CHECK_FALSE(is_possible(tiny, 1));
    // Few parameters, but every sample takes all of them: drawing would take hours.
    tiny.tiles = {{16384, 4000, 64}, {8192, 4000, 64}};
    tiny.config.network.layers = {80, 80};
    CHECK(is_possible(tiny, 3));
    tiny.config.network.layers = {140, 140};
    CHECK_FALSE(is_possible(tiny, 3));
    tiny.config.network.layers = {8, 8};
    CHECK(is_possible(tiny, 3));
    tiny.tiles = {{16384, 8200, 64}, {8192, 4200, 64}};  // tiles of 23 megapixels
    CHECK_FALSE(is_possible(tiny, 3));
    tiny.tiles = {{100, 60, 10}, {100, 60, 10}};
    CHECK(is_possible(tiny, 3));
    tiny.config.network.layers = {250, 250};
    CHECK(is_possible(tiny, 3));
    tiny.config.network.layers = {260, 260};
    CHECK_FALSE(is_possible(tiny, 3));
    // The largest pictures that can be learned whole.
    CHECK(is_possible(mosaic_for({100'000, 100'000}, 4, {.epochs = 4}), 4));
    CHECK_THROWS_AS(mosaic_for({200'000, 100'000}, 3, {.epochs = 4}), Error);
    CHECK_FALSE(changed([](Mosaic& m) { m.config = preset_config("enlarge"); }));
    CHECK_FALSE(changed([](Mosaic& m) { m.config.network.layers = {4000, 4000}; }));
    CHECK_FALSE(changed([](Mosaic& m) { m.config.network.layers = {9, 8}; }));  // other parameters
    const auto changed_tile = [&](auto change) {
        std::vector<MosaicTile> others = tiles;
        change(others[1]);
        return opens(mosaic, others);
    };
    CHECK_FALSE(changed_tile([&](MosaicTile& t) { t.tile = tiles[0].tile; }));
    CHECK_FALSE(changed_tile([](MosaicTile& t) { t.tile = 6; }));
    CHECK_FALSE(changed_tile([](MosaicTile& t) { t.tile = -1; }));
    CHECK_FALSE(changed_tile([](MosaicTile& t) { t.steps = 0; }));
    CHECK_FALSE(changed_tile([](MosaicTile& t) { t.steps = std::int64_t(1) << 50; }));
    CHECK_FALSE(changed_tile([](MosaicTile& t) { t.seconds = 1e300; }));
    CHECK_FALSE(changed_tile([](MosaicTile& t) { t.psnr = -1; }));
    CHECK_FALSE(opens(mosaic, tiles, 5));  // a blob that is cut off
    run_samples::write(path, made);
    Database(path, Database::Mode::read_write).execute("DELETE FROM state");
    const RunFile without = reading(path);
    CHECK_THROWS_AS(without.moments(), Error);
    CHECK_THROWS_AS(without.branch(folder / "branch.redraw", 0), Error);
}

TEST_CASE_FIXTURE(RunInFolder, "tiles are read when they are drawn, and few are kept") {
    {
        Trainer trainer = begun(path);
        trainer.learn_whole(kPicture, small_mosaic());
        advance_to(trainer);
        trainer.commit();
    }
    const RunFile run = reading(path);
    const Grid picture = picture_grid(run.target_size().width, run.target_size().height);
    const std::size_t each = run.mosaic()->tile_parameters(3) * sizeof(float);
    std::vector<std::int64_t> learned;
    for (const MosaicTile& tile : run.mosaic_tiles()) learned.push_back(tile.tile);
    std::map<std::size_t, int> reads;
    const auto backend = [&](std::size_t bytes) {
        return MosaicBackend(
            make_drawing_backend({}, run, 3), run.parameter_count(), picture, *run.mosaic(),
            learned,
            [&, read = run.tile_reader()](std::size_t place) {
                ++reads[place];
                return read(place);
            },
            3, {}, bytes);
    };
    const std::vector<float> all = run.require_parameters(run.moments().back().step);
    CHECK(all.size() == run.parameter_count() + 1);
    const Grid near = resized(picture, 90, 70), far = resized(picture, 20, 15);
    MosaicBackend large = backend(1 << 30), small = backend(2 * each + 1);
    const Image expected = drawn(large, near, whole(near), all);
    CHECK(drawn(large, near, {60, 50, 4, 4}, all) == crop(expected, {60, 50, 4, 4}));
    CHECK(reads.size() == 6);
    for (const auto& read : reads) CHECK(read.second == 1);
    CHECK(large.cached_bytes() == 6 * each);
    CHECK(drawn(small, near, whole(near), all) == expected);
    CHECK(small.cached_bytes() == 2 * each);
    CHECK(drawn(small, near, whole(near), all) == expected);
    MosaicBackend quarters = backend(5 * each);
    CHECK(drawn(quarters, far, whole(far), all) == drawn(large, far, whole(far), all));
    CHECK(quarters.cached_bytes() <= 5 * each);

    // A part needs the tiles on it only. Damage is met where a damaged tile is drawn.
    reads.clear();
    MosaicBackend part = backend(0);
    drawn(part, near, {0, 0, 5, 5}, all);
    CHECK(reads.size() == 1);
    Database(path, Database::Mode::read_write)
        .execute("UPDATE mosaic_tile SET parameters = x'00' WHERE id = 1");
    CHECK_THROWS_AS(drawn(part, near, whole(near), all), Error);
}

TEST_CASE_FIXTURE(RunInFolder, "from afar a mosaic of many tiles is its run's own network") {
    Trainer trainer = begun(path);
    Mosaic many = small_mosaic();
    many.tiles = mosaic_tiles({90, 70}, 8, 2);
    CHECK(many.tiles.count() == 99);
    const auto render = [&](const Mosaic& mosaic, int width, const PixelRect& part) {
        int reads = 0;
        MosaicBackend backend(make_drawing_backend({}, trainer.run(), 3), trainer.parameter_count(),
                              trainer.dataset().grid, mosaic, {0},
                              [&](std::size_t) {
                                  ++reads;
                                  return std::vector<float>(mosaic.tile_parameters(3));
                              },
                              3, {});
        const Grid grid = resized(trainer.dataset().grid, width, width * 70 / 90);
        drawn(backend, grid, part, with_tile_count(trainer.parameters(), 1));
        return reads;
    };
    CHECK(render(many, 90, {0, 0, 4, 4}) == 1);  // few enough tiles
    many.tiles = mosaic_tiles({90, 70}, 7, 2);
    CHECK(many.tiles.count() > 100);
    CHECK(render(many, 90, {0, 0, 4, 4}) == 0);
    CHECK(render(many, 90 * 40, {0, 0, 4, 4}) == 1);  // near enough
}
