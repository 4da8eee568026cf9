// Tests opening a picture in tiles in place of a run: the drawing, whole and in detail, tiles that
// lack a run, and a run opened before and after the tiles.
#include "engine/image/quality.h"
#include "engine/tiles/tiled_drawing.h"
#include "tests/support/threadless_session.h"
#include "tests/support/tiled_runs.h"

using namespace redraw;
using namespace redraw_test;

namespace {

struct TiledSession : SessionInFolder {
    const TiledRuns runs;

    // Works until everything is drawn. From then on the loop only waits to look for new runs.
    void settle() {
        until([&] { return loop.work() > 0; });
    }
    void open_tiles() {
        open(runs.join);
        settle();
    }
};

Image drawn(TiledView& view, const std::shared_ptr<const Frame>& frame) {
    while (view.update()) continue;
    return frame->surface->on_host();
}

}  // namespace

TEST_CASE_FIXTURE(TiledSession, "a picture in tiles is drawn whole, and where one looks") {
    open_tiles();
    REQUIRE(status->tiled);
    CHECK(status->tiled->width == 90);
    CHECK(status->tiled->tiles == 4);
    CHECK(status->tiled->not_drawn == 0);
    CHECK(status->picture_name == "p.png");
    CHECK(status->phase == Phase::paused);
    CHECK_FALSE(status->backend.empty());
    CHECK_FALSE(status->target);
    TiledDrawing drawing(runs.join, {.kind = BackendKind::cpu, .threads = 1});
    REQUIRE(frame);
    CHECK(frame->full_picture);
    CHECK(frame->run_serial == status->run_serial);
    CHECK(frame->surface->on_host() == drawing.draw(drawing.grid(), whole(drawing.grid()), 2));
    const Grid look{-0.2, -0.3, 0.5, 0.2, 280, 200};
    ask(ViewRequest{.region = look}, 0);
    settle();
    CHECK_FALSE(frame->full_picture);
    CHECK(frame->grid == look);
    CHECK(frame->surface->on_host() == drawing.draw(look, whole(look), 2));
    const std::uint64_t serial = frame->serial;
    ask(ViewRequest{}, 3);  // the whole drawing is cached
    CHECK(frame->full_picture);
    CHECK(frame->serial > serial);
}

TEST_CASE_FIXTURE(TiledSession, "tiles without a run are gray, counted and named") {
    std::filesystem::remove(tile_run(runs.join, {0, 0}));
    std::ofstream(tile_run(runs.join, {1, 1})) << "nonsense";
    open_tiles();
    CHECK(status->tiled->not_drawn == 2);
    CHECK(status->tiled->why.find("tile-0001-0001.redraw") != std::string::npos);
    CHECK(status->error.empty());
    const Image& drawn = frame->surface->on_host();
    for (const auto& [x, y] : {std::pair{0, 0}, {30, 20}, {89, 69}})
        for (int c = 0; c < 3; ++c) CHECK(drawn.row(y)[x * 3 + c] == doctest::Approx(0.5));
}

TEST_CASE_FIXTURE(TiledSession, "it fills the view from the first frame, gray until it is drawn") {
    open(runs.join, {}, {}, 0);
    REQUIRE(frame);
    CHECK(frame->run_serial == status->run_serial);
    CHECK(frame->full_picture);
    const Image& first = frame->surface->on_host();
    CHECK(first.width == 90);
    for (const float value : first.values) CHECK(value == doctest::Approx(0.5));
}

TEST_CASE_FIXTURE(TiledSession, "opened again, it is drawn where one looked, without being asked") {
    open_tiles();
    const Grid look{-0.2, -0.3, 0.5, 0.2, 280, 200};
    ask(ViewRequest{.region = look}, 0);
    settle();
    const std::uint64_t serial = status->run_serial;
    open_tiles();
    CHECK(status->run_serial > serial);
    CHECK(frame->run_serial == status->run_serial);
    CHECK_FALSE(frame->full_picture);
    CHECK(frame->grid == look);
}

TEST_CASE_FIXTURE(TiledSession, "a run before it is kept, and one after it is a run again") {
    write_image(folder / "small.png", test::smooth_image(20, 16, 1));
    open(folder / "small.png", small_config({8, 8}, 100'000), folder / "small.redraw", 5);
    REQUIRE(status->phase == Phase::training);
    open_tiles();
    REQUIRE(status->tiled);
    CHECK(RunFile::open(folder / "small.redraw").state()->step > 0);
    // A picture in tiles refuses the commands that need a run.
    ask(command::SetRunning{true});
    CHECK_FALSE(status->error.empty());
    CHECK(status->tiled);
    open(folder / "small.redraw");
    settle();
    CHECK_FALSE(status->tiled);
    CHECK(status->target);
    // Opening a damaged index of tiles leaves the open run as it was.
    std::ofstream(folder / "bad.redraw-tiles") << "{\"redraw-tiles\":1";
    open(folder / "bad.redraw-tiles");
    CHECK(status->error == "Cannot open bad.redraw-tiles: it is damaged");
    CHECK(status->target);
}

TEST_CASE("a tile that is learned meanwhile is taken up once its run rests") {
    const TiledRuns runs;
    const BackendOptions options{.kind = BackendKind::cpu, .threads = 1};
    std::filesystem::remove(tile_run(runs.join, {0, 1}));
    std::filesystem::remove(tile_run(runs.join, {1, 0}));
    std::shared_ptr<const Frame> frame;
    TiledView view(runs.join, options, 1, [&](auto shown) {
        if (shown->full_picture) frame = shown;
    });
    const Image before = drawn(view, frame);
    CHECK(view.newest()->not_drawn == 2);
    view.look_for_runs();
    CHECK(drawn(view, frame) == before);

    runs.learn({0, 1});
    view.look_for_runs();  // the new run is not used yet: it may still be written
    CHECK(view.newest()->not_drawn == 2);
    view.look_for_runs();
    CHECK(view.newest()->not_drawn == 1);
    CHECK_FALSE(drawn(view, frame) == before);

    runs.learn({1, 0});
    view.look_for_runs();
    view.look_for_runs();
    TiledDrawing all(runs.join, options);
    CHECK(drawn(view, frame) == all.draw(all.grid(), whole(all.grid()), 2));
    CHECK(view.newest()->not_drawn == 0);

    // Gives one tile's run another time stamp, as further training does, and removes another run.
    std::filesystem::last_write_time(
        tile_run(runs.join, {1, 1}),
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    std::filesystem::remove(tile_run(runs.join, {0, 0}));
    view.look_for_runs();
    view.look_for_runs();
    CHECK(view.newest()->not_drawn == 1);
    CHECK(drawn(view, frame).row(0)[0] == doctest::Approx(0.5));
}

TEST_CASE_FIXTURE(TiledSession, "tiles are exported, and one that is missing is named") {
    open_tiles();
    const auto written = folder / "tiles.png";
    ask(command::ExportTiles{{.path = written, .size = {90, 70}, .encoding = {}}}, 0);
    until([&] { return status->notice.saved == written; });
    TiledDrawing drawing(runs.join, {.kind = BackendKind::cpu, .threads = 1});
    CHECK(psnr(load_picture(written).image, drawing.draw(drawing.grid(), whole(drawing.grid()))) >
          50);
    std::filesystem::remove(tile_run(runs.join, {0, 0}));
    TiledSession later;
    later.open(runs.join);
    later.settle();
    later.ask(command::ExportTiles{{.path = written, .size = {90, 70}, .encoding = {}}});
    CHECK(later.status->error.find("tile-0000-0000.redraw") != std::string::npos);
}
