// A picture in tiles opened in the place of a run: the whole, a look closer, tiles without a run,
// and the runs before and after it.
#include "tests/support/threadless_session.h"
#include "tests/support/tiled_runs.h"

#include "engine/image/quality.h"
#include "engine/tiles/tiled_drawing.h"

#include <algorithm>
#include <fstream>

using namespace redraw;
using namespace redraw_test;

namespace {

// Until nothing is left to be drawn: it goes on to look for runs.
void settle(ThreadlessSession& session) {
    session.until([&] { return session.loop.work() > 0; });
}

Image drawn(TiledView& view, const std::shared_ptr<const Frame>& frame) {
    while (view.update()) continue;
    return frame->surface->on_host();
}

}  // namespace

TEST_CASE("a picture in tiles is drawn whole, and where one looks") {
    const TiledRuns runs;
    SessionInFolder session;
    session.open(runs.join);
    settle(session);
    REQUIRE(session.status->tiled);
    CHECK(session.status->tiled->width == 90);
    CHECK(session.status->tiled->tiles == 4);
    CHECK(session.status->tiled->not_drawn == 0);
    CHECK(session.status->picture_name == "p.png");
    CHECK(session.status->phase == Phase::paused);
    CHECK_FALSE(session.status->backend.empty());
    CHECK_FALSE(session.status->target);
    TiledDrawing drawing(runs.join, {.kind = BackendKind::cpu, .threads = 1});
    REQUIRE(session.frame);
    CHECK(session.frame->full_picture);
    CHECK(session.frame->run_serial == session.status->run_serial);
    CHECK(session.frame->surface->on_host() ==
          drawing.draw(drawing.grid(), whole(drawing.grid()), 2));

    const Grid look{-0.2, -0.3, 0.5, 0.2, 280, 200};
    session.ask(ViewRequest{.region = look}, 0);
    settle(session);
    CHECK_FALSE(session.frame->full_picture);
    CHECK(session.frame->grid == look);
    CHECK(session.frame->surface->on_host() == drawing.draw(look, whole(look), 2));
    const std::uint64_t serial = session.frame->serial;
    session.ask(ViewRequest{}, 3);  // the whole is at hand
    CHECK(session.frame->full_picture);
    CHECK(session.frame->serial > serial);
}

TEST_CASE("tiles without a run are gray and counted, and one that is damaged is named") {
    const TiledRuns runs;
    std::filesystem::remove(tile_run(runs.join, {0, 0}));
    std::ofstream(tile_run(runs.join, {1, 1})) << "nonsense";
    SessionInFolder session;
    session.open(runs.join);
    settle(session);
    CHECK(session.status->tiled->not_drawn == 2);
    CHECK(session.status->tiled->why.find("tile-0001-0001.redraw") != std::string::npos);
    CHECK(session.status->error.empty());
    const Image& drawn = session.frame->surface->on_host();
    for (const auto& [x, y] : {std::pair{0, 0}, {30, 20}, {89, 69}})
        for (int c = 0; c < 3; ++c) CHECK(drawn.row(y)[x * 3 + c] == doctest::Approx(0.5));
}

TEST_CASE("a run before it is kept, and one after it is a run again") {
    const TiledRuns runs;
    SessionInFolder session;
    write_image(session.folder / "small.png", test::smooth_image(20, 16, 1));
    session.open(session.folder / "small.png", small_config({8, 8}, 100'000),
                 session.folder / "small.redraw", 5);
    REQUIRE(session.status->phase == Phase::training);
    session.open(runs.join);
    settle(session);
    REQUIRE(session.status->tiled);
    CHECK(RunFile::open(session.folder / "small.redraw").state()->step > 0);
    // What is asked of a run is refused in a sentence.
    session.ask(command::SetRunning{true});
    CHECK_FALSE(session.status->error.empty());
    CHECK(session.status->tiled);
    session.open(session.folder / "small.redraw");
    settle(session);
    CHECK_FALSE(session.status->tiled);
    CHECK(session.status->target);

    // A file that is none leaves what is open.
    std::ofstream(session.folder / "bad.redraw-tiles") << "{\"redraw-tiles\":1";
    session.open(session.folder / "bad.redraw-tiles");
    CHECK(session.status->error == "Cannot open bad.redraw-tiles: it is damaged");
    CHECK(session.status->target);
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
    view.look_for_runs();  // it may still be written
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

    // Learned further, and gone.
    std::filesystem::last_write_time(
        tile_run(runs.join, {1, 1}),
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    std::filesystem::remove(tile_run(runs.join, {0, 0}));
    view.look_for_runs();
    view.look_for_runs();
    CHECK(view.newest()->not_drawn == 1);
    CHECK(drawn(view, frame).row(0)[0] == doctest::Approx(0.5));
}

TEST_CASE("a picture in tiles is exported, and a tile that is missing is named") {
    const TiledRuns runs;
    SessionInFolder session;
    session.open(runs.join);
    settle(session);
    const auto written = session.folder / "tiles.png";
    session.ask(command::ExportTiles{{.path = written, .size = {90, 70}, .encoding = {}}}, 0);
    session.until([&] { return session.status->notice.saved == written; });
    TiledDrawing drawing(runs.join, {.kind = BackendKind::cpu, .threads = 1});
    CHECK(psnr(load_picture(written).image, drawing.draw(drawing.grid(), whole(drawing.grid()))) >
          50);
    std::filesystem::remove(tile_run(runs.join, {0, 0}));
    SessionInFolder later;
    later.open(runs.join);
    settle(later);
    later.ask(command::ExportTiles{{.path = written, .size = {90, 70}, .encoding = {}}});
    CHECK(later.status->error.find("tile-0000-0000.redraw") != std::string::npos);
}
