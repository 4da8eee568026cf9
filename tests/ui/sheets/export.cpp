#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/dialogs.h"
#include "ui/sheets/export_plan.h"

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

namespace {

Status picture_of(int width, int height) {
    Status status;
    status.target = shared(make_image(width, height, 3));
    status.picture = shared(make_image(width * 3, height * 3, 3));
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
    const std::pair<int, PixelSize> sizes[] = {
        {0, {600, 300}}, {3, {4800, 2400}}, {5, {1024, 512}}, {6, {50, 25}}};
    for (const auto& [preset, size] : sizes) CHECK(export_preset_size(preset, status) == size);
    CHECK(export_preset_size(6, picture_of(1, 4000)).width == 1);
}

TEST_CASE("several sizes at once, each once, with names of their own") {
    Status status = picture_of(128, 128);
    status.picture = status.target;
    ExportSheet sheet = sheet_named("lion");
    sheet.method = Method::network;
    // Ticks 512 and 1024 twice: by number, and as 4x and 8x.
    sheet.chosen = {false, false, true, true, true, true, true};
    sheet.custom = true;
    sheet.width = 800;
    sheet.height = 600;
    const auto plan = plan_export(sheet, status, "/somewhere");
    REQUIRE(plan.size() == 4);
    CHECK(plan[0].path == "/somewhere/lion-50.png");
    CHECK(plan[1].path == "/somewhere/lion-4x.png");
    CHECK(plan[2].path == "/somewhere/lion-800x600.png");
    CHECK(plan[3].path == "/somewhere/lion-8x.png");
    CHECK(export_problem(sheet, plan).empty());
    CHECK(estimated_seconds(plan, status) > 0);
    status.seconds_per_pixel = 1e-6;
    double pixels = 0;
    for (const ExportSpec& spec : plan) pixels += double(spec.size.width) * spec.size.height;
    CHECK(estimated_seconds(plan, status) == doctest::Approx(pixels * 1e-6));
}

TEST_CASE("the extension is appended once, a whole name is kept, and only PNG has 16 bits") {
    const Status status = picture_of(100, 100);  // learned at 100 x 100, opened at 300 x 300
    ExportSheet sheet = sheet_named("cub.png");
    for (const auto& [format, sixteen, path, depth] :
         {std::tuple{ImageFormat::png, false, "/x/cub.png", 8},
          {ImageFormat::jpeg, false, "/x/cub.png-300.jpg", 8},
          {ImageFormat::jpeg, true, "/x/cub.png-300.jpg", 8},
          {ImageFormat::png, true, "/x/cub.png", 16}}) {
        sheet.format = format;
        sheet.sixteen_bit = sixteen;
        const ExportSpec spec = plan_export(sheet, status, "/x")[0];
        CHECK(spec.path == path);
        CHECK(spec.encoding.bit_depth == depth);
    }
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

TEST_CASE_FIXTURE(Studio, "what is there already is replaced when that is asked for twice") {
    const TemporaryFolder folder;
    std::ofstream(folder / "lion-400.png") << "x";
    state.preferences.export_folder = folder.path();
    tap(Key::e, true);
    CHECK_FALSE(asks<command::ExportPictures>(press(Key::enter)));
    draw();
    CHECK(count("Replace") == 1);
    state.sheets.export_picture.name = "cub";
    draw();
    CHECK(count("Replace") == 0);
    state.sheets.export_picture.name = "lion";
    CHECK_FALSE(asks<command::ExportPictures>(press(Key::enter)));
    CHECK(asks<command::ExportPictures>(press(Key::enter)));
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "what is there already is kept, and the new file has another name") {
    const TemporaryFolder folder;
    for (const char* name : {"lion-400.png", "lion-2-400.png"})
        std::ofstream(folder.path() / name) << "x";
    state.preferences.export_folder = folder.path();
    tap(Key::e, true);
    press(Key::enter);
    draw();
    std::vector<Requests> all = click("Keep both");
    for (int i = 0; i < 6; ++i) all.push_back(draw());
    const auto written = asked<command::ExportPictures>(all);
    REQUIRE(written);
    CHECK(written->specs[0].path == folder / "lion-3-400.png");
    CHECK(state.sheets.dialog == Dialog::none);
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
