#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/dialogs.h"
#include "ui/sheets/export_plan.h"

#include <doctest/doctest.h>

#include <fstream>

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

namespace {

Status picture_of(int width, int height) {
    Status status;
    status.target = std::make_shared<const Image>(make_image(width, height, 3));
    status.picture = std::make_shared<const Image>(make_image(width * 3, height * 3, 3));
    status.steps_per_second = 10;
    return status;
}

ExportSheet sheet_named(const char* name) {
    ExportSheet sheet;
    sheet.name = name;
    return sheet;
}

}  // namespace

TEST_CASE("presets become sizes of the picture's shape") {
    const Status status = picture_of(200, 100);
    CHECK(export_preset_size(0, status) == PixelSize{600, 300});
    CHECK(export_preset_size(3, status) == PixelSize{4800, 2400});  // of the picture, not of 200
    CHECK(export_preset_size(4, status) == PixelSize{50, 25});
    CHECK(export_preset_size(6, status) == PixelSize{1024, 512});
    CHECK(export_preset_size(4, picture_of(1, 4000)).width == 1);
}

TEST_CASE("several sizes at once, each once, with names of their own") {
    Status status = picture_of(128, 128);
    status.picture = status.target;
    ExportSheet sheet = sheet_named("lion");
    sheet.method = Method::network;
    sheet.chosen = {false, false, true, true, true, true, true};  // 4x is 512, 8x is 1024 again
    sheet.custom = true;
    sheet.width = 800;
    sheet.height = 600;
    const auto plan = plan_export(sheet, status, "/somewhere");
    REQUIRE(plan.size() == 4);
    CHECK(plan[0].path == "/somewhere/lion-50.png");
    CHECK(plan[1].path == "/somewhere/lion-512.png");
    CHECK(plan[2].path == "/somewhere/lion-800x600.png");
    CHECK(plan[3].path == "/somewhere/lion-1024.png");
    CHECK(export_problem(sheet, plan).empty());
    CHECK(estimated_seconds(plan, status) > 0);
    status.seconds_per_pixel = 1e-6;
    double pixels = 0;
    for (const ExportSpec& spec : plan) pixels += double(spec.size.width) * spec.size.height;
    CHECK(estimated_seconds(plan, status) == doctest::Approx(pixels * 1e-6));
}

TEST_CASE("the extension is appended once, and a whole name is kept") {
    const Status status = picture_of(100, 100);  // opened at 300
    ExportSheet sheet = sheet_named("cub.png");
    CHECK(plan_export(sheet, status, "/x")[0].path == "/x/cub.png");
    sheet.format = ImageFormat::jpeg;
    CHECK(plan_export(sheet, status, "/x")[0].path == "/x/cub.png-300.jpg");
    sheet.sixteen_bit = true;  // of PNG only
    CHECK(plan_export(sheet, status, "/x")[0].encoding.bit_depth == 8);
    sheet.format = ImageFormat::png;
    CHECK(plan_export(sheet, status, "/x")[0].encoding.bit_depth == 16);
}

TEST_CASE("what cannot be written is said before it is tried") {
    const Status status = picture_of(100, 100);
    const auto problem = [&](auto&& spoil) {
        ExportSheet sheet = sheet_named("lion");
        spoil(sheet);
        return export_problem(sheet, plan_export(sheet, status, "/x"));
    };
    CHECK(problem([](ExportSheet&) {}).empty());
    CHECK_FALSE(problem([](ExportSheet& s) { s.chosen.fill(false); }).empty());
    CHECK_FALSE(problem([](ExportSheet& s) { s.name.clear(); }).empty());
    CHECK_FALSE(problem([](ExportSheet& s) { s.name = "../up"; }).empty());
    const auto custom = [](int w, int h, ImageFormat format) {
        return [=](ExportSheet& s) {
            s.custom = true;
            s.width = w;
            s.height = h;
            s.format = format;
        };
    };
    CHECK_FALSE(problem(custom(0, 10, ImageFormat::png)).empty());
    CHECK_FALSE(problem(custom(70'000, 10, ImageFormat::png)).empty());
    CHECK_FALSE(problem(custom(16'384, 10, ImageFormat::webp)).empty());
    CHECK(problem(custom(16'384, 16'384, ImageFormat::png)).empty());
}

TEST_CASE("the locked aspect follows whichever side was typed") {
    const Status status = picture_of(200, 100);
    ExportSheet sheet;
    sheet.width = 500;
    keep_aspect(sheet, status, true);
    CHECK(sheet.height == 250);
    sheet.height = 33;
    keep_aspect(sheet, status, false);
    CHECK(sheet.width == 66);
    sheet.keep_aspect = false;
    sheet.width = 7;
    keep_aspect(sheet, status, true);
    CHECK(sheet.height == 33);
}

TEST_CASE("a film has the picture's shape and the extension of its kind, once") {
    const Image target = make_image(200, 100, 3);
    FilmSheet sheet;
    sheet.name = "lion";
    sheet.longer_side = 300;
    sheet.frames_per_second = 60;
    const auto planned = [&](FilmFormat format) {
        sheet.format = format;
        return plan_film(sheet, target, "/x");
    };
    CHECK(planned(FilmFormat::gif).path == "/x/lion.gif");
    CHECK(planned(FilmFormat::gif).frames_per_second == 50);
    CHECK(planned(FilmFormat::mp4).path == "/x/lion.mp4");
    CHECK(planned(FilmFormat::mp4).frames_per_second == 60);
    CHECK(planned(FilmFormat::webm).path == "/x/lion.webm");
    CHECK(planned(FilmFormat::frames).path == "/x/lion");
    CHECK(planned(FilmFormat::frames).size == PixelSize{300, 150});
    CHECK(planned(FilmFormat::gif).hold == 1);
    CHECK_FALSE(planned(FilmFormat::gif).caption);
    sheet.hold = 2.5;
    sheet.caption = true;
    CHECK(planned(FilmFormat::webm).hold == 2.5);
    CHECK(planned(FilmFormat::webm).caption);
    sheet.name = "lion.mp4";
    CHECK(planned(FilmFormat::mp4).path == "/x/lion.mp4");
    CHECK(planned(FilmFormat::webm).path == "/x/lion.mp4.webm");
}

TEST_CASE("what is there already is replaced when that is asked for twice, under the same name") {
    const TemporaryFolder folder;
    for (const char* name : {"lion-400.png", "lion-film.gif", "lion-film.mp4"})
        std::ofstream(folder.path() / name) << "x";
    Studio studio;
    studio.state.preferences.export_folder = folder.path();
    studio.tap(Key::e, true);
    CHECK_FALSE(asks<command::ExportPictures>(studio.press(Key::enter)));
    studio.draw();
    CHECK(studio.count("Replace") == 1);
    studio.state.sheets.export_picture.name = "cub";
    studio.draw();
    CHECK(studio.count("Replace") == 0);
    studio.state.sheets.export_picture.name = "lion";
    CHECK_FALSE(asks<command::ExportPictures>(studio.press(Key::enter)));
    CHECK(asks<command::ExportPictures>(studio.press(Key::enter)));
    CHECK(studio.state.sheets.dialog == Dialog::none);
    studio.draw();
    studio.tap(Key::e, true, true);
    CHECK_FALSE(asks<command::ExportFilm>(studio.press(Key::enter)));
    CHECK(asks<command::ExportFilm>(studio.press(Key::enter)));
}

TEST_CASE("the browser filters its entries, and reads a typed name as a path") {
    Browser browser;
    browse(browser, "/pictures");
    for (const char* name : {"b.PNG", "A.webp", "run.redraw"})
        browser.entries.push_back({browser.folder / name, name});
    browser.filter = "RUN";
    CHECK(matching(browser) == std::vector{2});
    browser.typed = "~/x.png";
    CHECK(typed_path(browser, "/home/me") == "/home/me/x.png");
    browser.typed = "/abs/x.png ";
    CHECK(typed_path(browser, "/home/me") == "/abs/x.png");
    browser.typed = "file:///abs/a%20b.png";
    CHECK(typed_path(browser, "/home/me") == "/abs/a b.png");
    browser.typed = "x y.png ";
    CHECK(typed_path(browser, "/home/me") == browser.folder / "x y.png");
}
