// A picture in tiles in the window: it is zoomed by keys as a run is, and exported by a sheet of
// its own.
#include "tests/support/ui_harness.h"
#include "ui/sheets/sheets.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

namespace {

struct TiledStudio : Studio {
    explicit TiledStudio(TiledPicture tiled = {20'000, 12'000, 60, 0, ""}) {
        status = {};
        status.phase = Phase::paused;
        status.run_serial = 2;
        status.picture_name = "map.png";
        status.tiled = std::make_shared<const TiledPicture>(std::move(tiled));
        draw();
    }
    double zoom() const {
        return ui::place(state.centre.canvas, state.centre.pane, 20'000, 12'000).zoom;
    }
    // Opens the sheet and presses its button; what it asks for.
    std::vector<ExportSpec> exported() {
        press(Key::e, true);
        for (int i = 0; i < 3; ++i) draw();
        std::vector<ExportSpec> specs;
        for (const Requests& requests : click("Export"))
            for (const Request& request : requests.asked)
                if (const auto* command = std::get_if<Command>(&request))
                    if (const auto* tiles = std::get_if<command::ExportTiles>(command))
                        specs.push_back(tiles->spec);
        return specs;
    }
};

}  // namespace

TEST_CASE("keys zoom a picture in tiles, and what needs a run does nothing") {
    TiledStudio studio;
    const double whole = studio.zoom();
    studio.press(Key::plus);
    CHECK(studio.zoom() > whole);
    studio.press(Key::zero, true);
    CHECK(studio.zoom() == doctest::Approx(1));
    studio.press(Key::minus);
    CHECK(studio.zoom() < 1);
    studio.press(Key::f);
    CHECK(studio.zoom() == doctest::Approx(whole));
    for (const Key key : {Key::space, Key::n, Key::b, Key::z, Key::f5}) studio.press(key);
    studio.press(Key::e, true, true);
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("everything about a picture in tiles says what it is") {
    TiledStudio studio;
    for (const bool sheet : {false, true}) {
        if (sheet) studio.tap(Key::e, true);
        CHECK(studio.state.controls.focus.controls.size() > 8);
        for (const Control& control : studio.state.controls.focus.controls) {
            INFO(control.name);
            CHECK(control.explained.size() > 10);
        }
    }
}

TEST_CASE("the whole is exported no larger than is sensible, at first, and as one likes") {
    TiledStudio studio;
    const std::vector<ExportSpec> specs = studio.exported();
    REQUIRE(specs.size() == 1);
    const ExportSpec& spec = specs.front();
    CHECK(spec.size == PixelSize{5'000, 3'000});
    CHECK_FALSE(spec.part);
    CHECK(spec.path.filename() == "map-5000x3000.png");
}

TEST_CASE("tiles that cannot be drawn yet are said, and nothing is exported") {
    TiledStudio studio({20'000, 12'000, 60, 3, ""});
    CHECK(studio.exported().empty());
}

TEST_CASE("what is seen is that part, at every size, and never beyond the drawing") {
    const TilesExportSheet sheet{.seen = true, .percent = 50, .name = "map", .replaced = {}};
    const ExportSpec spec =
        tiles_export_spec(sheet, {20'001, 12'001}, {1'001, 2'001, 801, 601}, "/f");
    CHECK(spec.size == PixelSize{10'001, 6'001});
    REQUIRE(spec.part);
    CHECK(spec.part->width == 400);
    CHECK(spec.path == "/f/map-400x300.png");
    for (const int percent : {100, 50, 25, 10, 5})
        for (const PixelRect seen : {PixelRect{0, 0, 1, 1}, PixelRect{96, 76, 1, 1},
                                     PixelRect{0, 0, 97, 77}, PixelRect{90, 0, 7, 77}}) {
            TilesExportSheet any{.seen = true, .percent = percent, .name = "p", .replaced = {}};
            const ExportSpec got = tiles_export_spec(any, {97, 77}, seen, "/f");
            REQUIRE(got.part);
            CHECK(got.part->width >= 1);
            CHECK(got.part->height >= 1);
            CHECK(got.part->x + got.part->width <= got.size.width);
            CHECK(got.part->y + got.part->height <= got.size.height);
        }
    CHECK(tiles_export_percent({4'000, 3'000}) == 100);
    CHECK(tiles_export_percent({3'000, 90'000}) == 5);
}
