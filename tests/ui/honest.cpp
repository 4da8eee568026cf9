// Held-out pixels in the export sheet, and smoothness in the network panel.
#include "engine/data/batch_by_size.h"
#include "engine/network/presets.h"
#include "engine/studies/export_preview.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/export_plan.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

std::vector<Quality> measured(double network, double bicubic) {
    return {{"network", network, 0.9},
            {"nearest", 20, 0.6},
            {"bilinear", 22, 0.7},
            {"bicubic", bicubic, 0.8},
            {"lanczos", 21, 0.7}};
}

std::shared_ptr<const HeldOutMeasure> measure(double progress, std::vector<Quality> methods = {}) {
    HeldOutMeasure told;
    told.progress = progress;
    told.seconds_left = 12;
    told.methods = std::move(methods);
    return std::make_shared<const HeldOutMeasure>(told);
}

// The export sheet of a picture that is learned at its own size.
void open_sheet(Studio& studio) {
    studio.status.picture = studio.status.target;
    studio.tap(Key::e, true);
    studio.draw();
}

bool asks_to_measure(Studio& studio) {
    const char* label = "Test on hidden pixels";
    studio.draw();
    return studio.count(label) > 0 && asks<command::MeasureHeldOut>(studio.click(label));
}

// The sheet's own Cancel is the last one.
bool asks_to_drop(Studio& studio) {
    studio.draw();
    return studio.count("Cancel") > 1 && asks<command::DropHeldOut>(studio.click("Cancel", 0));
}

// Chooses from the list of a row; the configuration of the run that it starts.
std::optional<Config> choose(Studio& studio, const char* name) {
    studio.click("Smoothness");
    if (studio.count(name) == 0) return {};
    return restart_of(studio.click(name));
}

}  // namespace

TEST_CASE("without a larger original the sheet offers to measure") {
    Studio studio;
    open_sheet(studio);
    CHECK(asks_to_measure(studio));
}

TEST_CASE("with one, or with one pixel, it does not") {
    for (const bool larger : {true, false}) {
        Studio studio;
        if (larger) {
            studio.tap(Key::e, true);
        } else {
            studio.status.target = std::make_shared<const Image>(make_image(1, 1, 1));
            open_sheet(studio);
        }
        CHECK_FALSE(asks_to_measure(studio));
    }
}

TEST_CASE("while it measures it can be cancelled, and then begun again") {
    Studio studio;
    open_sheet(studio);
    studio.status.held_out = measure(0.4);
    studio.draw();
    CHECK_FALSE(asks_to_measure(studio));
    CHECK(asks_to_drop(studio));
    studio.status.held_out = measure(1, measured(30, 32));
    studio.draw();
    CHECK_FALSE(asks_to_drop(studio));
    CHECK_FALSE(asks_to_measure(studio));
    studio.status.held_out.reset();
    studio.draw();
    studio.draw();
    CHECK(asks_to_measure(studio));
}

TEST_CASE("one sentence says how the method that draws the file compares with the others") {
    MethodTest test{"", "Here", "closer", "further off"};
    std::vector<Quality> methods = measured(26.37, 31.87);
    const auto said = [&](Method method) {
        test.methods = methods;
        return verdict_of(test, method);
    };
    const auto has = [](const std::string& text, const char* words) {
        return text.find(words) != std::string::npos;
    };
    CHECK(has(said(Method::network), "5.5 dB further off than Bicubic"));
    CHECK(has(said(Method::bicubic), "5.5 dB closer than This drawing"));
    CHECK(said(Method::enlarging).empty());  // not measured
    methods[0].psnr = 31.9;
    CHECK_FALSE(has(said(Method::network), "dB"));
    methods[4].psnr = std::numeric_limits<double>::infinity();
    CHECK(has(said(Method::network), "Lanczos is exact"));
    CHECK(has(said(Method::lanczos), "exact"));
    methods[0].psnr = std::nan("");
    CHECK(said(Method::network).empty());
    methods.clear();
    CHECK(said(Method::network).empty());
}

TEST_CASE("a row for each test, and always as many") {
    Status status = example_status();
    CHECK(method_tests(status).size() == 2);
    ExportCrop crop;
    crop.methods = measured(30, 32);
    status.export_crop = std::make_shared<const ExportCrop>(crop);
    status.held_out = measure(1, measured(33, 32));  // the original is the better witness
    CHECK(method_tests(status)[0].methods.data() == status.export_crop->methods.data());
    CHECK(method_tests(status)[1].methods.empty());
    status.picture = status.target;
    REQUIRE(method_tests(status).size() == 2);
    CHECK(method_tests(status)[1].methods.data() == status.held_out->methods.data());
}

TEST_CASE("how long it takes is a quarter of the run's work, twice that beside training") {
    Status status = example_status();  // 1,000 steps at 50 a second
    CHECK(held_out_seconds(status) == doctest::Approx(10));
    status.phase = Phase::paused;
    CHECK(held_out_seconds(status) == doctest::Approx(5));
    status.steps_per_second = 0;  // just opened: 500 steps took 10 seconds
    CHECK(held_out_seconds(status) == doctest::Approx(5));
    status.step = 0;
    CHECK(held_out_seconds(status) == 0);
}

TEST_CASE("smoothness is chosen, taken back and done again") {
    Studio studio;
    studio.status.target = gray(200, 100);
    studio.status.config.network.first_omega = 60;
    ++studio.status.run_serial;
    studio.draw();
    const Config before = studio.state.settings.edited;
    const auto smooth = choose(studio, "Smooth");
    CHECK(smooth.value().network.first_omega == 24);
    CHECK(asks<command::Open>(studio.press(Key::z, true)));  // the run that was
    CHECK(studio.state.settings.edited == before);
    CHECK(asks<command::Open>(studio.press(Key::z, true, true)));
    CHECK(studio.state.settings.edited == *smooth);
    CHECK_FALSE(choose(studio, "Smooth"));  // it is that already
    CHECK(choose(studio, "Balanced")->network.first_omega == 40);
    CHECK(choose(studio, "Crisp")->network.first_omega == 0);
}

TEST_CASE("smoothness sets the number of its encoding, for the size that is learned") {
    struct Case {
        const char *preset, *smoothness;
        int side;
        double first_omega, sigma;
        int finest;
    };
    const Case cases[] = {
        {"siren", "Balanced", 100, 20, 0, 0}, {"siren", "Smooth", 512, 61.44, 0, 0},
        {"fourier", "Smooth", 100, 0, 2, 0},  {"fourier", "Balanced", 200, 0, 6.67, 0},
        {"grid", "Balanced", 100, 0, 0, 75},  {"grid", "Smooth", 40, 0, 0, 20},
        {"grid", "Smooth", 1, 0, 0, 1},       {"lineart", "Smooth", 400, 32, 0, 0},
        {"siren", "Smooth", 16384, 80, 0, 0}, {"fourier", "Balanced", 3, 0, 2, 0},
    };
    for (const Case& wanted : cases) {
        CAPTURE(std::string(wanted.preset));
        CAPTURE(wanted.side);
        Studio studio;
        studio.status.picture = studio.status.target =
            std::make_shared<const Image>(make_image(wanted.side, 1, 1, 0.5f));
        Config& edited = studio.state.settings.edited;
        edited = preset_config(wanted.preset);
        edited.data.train_size.longer_side = wanted.side;
        edited.network.pixel = PixelModel::point;
        NetworkSpec expected = edited.network;
        expected.first_omega = wanted.first_omega;
        expected.fourier.sigma = wanted.sigma;
        expected.grid.finest = wanted.finest;
        studio.draw();
        const auto asked = choose(studio, wanted.smoothness);
        CHECK(asked.value().network == expected);
    }
}

TEST_CASE("an area pixel has more cells than one, of which smoothness takes a share") {
    Studio studio;
    studio.status.picture = studio.status.target = gray(100, 60);
    studio.status.config.network.pixel = PixelModel::area;  // found from the picture
    studio.state.settings.edited.network = preset_config("grid").network;
    studio.state.settings.edited.network.pixel = PixelModel::automatic;
    studio.draw();
    const auto asked = choose(studio, "Smooth");
    CHECK(asked.value().network.grid.finest == 75);
    CHECK(asked->network.pixel == PixelModel::automatic);
}

TEST_CASE("a network without the number has no choice") {
    Studio studio;
    studio.state.settings.edited.network.activation = Activation::tanh;
    studio.draw();
    CHECK(studio.count("Smoothness") == 0);
    studio.state.settings.edited.network.encoding = Encoding::grid;
    studio.draw();
    CHECK(choose(studio, "Smooth")->network.grid.finest > 0);
}

TEST_CASE("another training size keeps a number of one's own") {
    Config config;
    config.network.first_omega = 77;
    CHECK(with_train_size(config, {.longer_side = 300}, {600, 300}).network.first_omega == 77);
}

TEST_CASE("one choice: what draws a file names it, is previewed and is written") {
    Studio studio;
    studio.press(Key::e, true);
    ExportSheet& sheet = studio.state.sheets.export_picture;
    sheet.name = "lion";
    sheet.chosen = {true, true, false, false, true};  // 400 x 200, 800 x 400, 50 x 25
    const auto follows = [&](std::optional<Method> chosen, Method beyond, const char* name) {
        sheet.method = chosen;
        const auto plan = plan_export(sheet, studio.status, "/x");
        REQUIRE(plan.size() == 3);
        CHECK(plan[0].method == Method::network);
        CHECK(plan[1].method == Method::network);  // the picture itself has that size
        CHECK(plan[2].method == beyond);
        CHECK(plan[2].path == name);
        for (const ExportSpec& spec : plan) {
            sheet.previewed = spec.size;
            studio.draw();
            REQUIRE(studio.last.view.export_view);
            CHECK(studio.last.view.export_view->size == spec.size);
            CHECK(studio.last.view.export_view->method == spec.method);
        }
    };
    follows({}, Method::enlarging, "/x/lion-800-enlarged.png");  // it will be learned first
    follows(Method::network, Method::network, "/x/lion-800.png");
    follows(Method::nearest, Method::nearest, "/x/lion-800-nearest.png");
    follows(Method::lanczos, Method::lanczos, "/x/lion-800-lanczos.png");
    EnlargingMeasure measure{.progress = 1, .finished = true, .interpolation = Filter::nearest};
    studio.status.enlarging = std::make_shared<const EnlargingMeasure>(measure);
    follows({}, Method::nearest, "/x/lion-800-nearest.png");
    follows(Method::enlarging, Method::enlarging, "/x/lion-800-enlarged.png");
    sheet.at_step = 100;
    for (const ExportSpec& spec : plan_export(sheet, studio.status, "/x"))
        CHECK(spec.method == Method::network);
}

TEST_CASE("an export before the enlarging network is ready asks for that network") {
    Studio studio;
    studio.state.preferences.export_folder = "/no folder";
    studio.press(Key::e, true);
    studio.state.sheets.export_picture.chosen = {false, true};
    studio.draw();
    studio.status.enlarging =
        std::make_shared<const EnlargingMeasure>(EnlargingMeasure{.progress = 0.4});
    const auto specs = newest<&command::ExportPictures::specs>(studio.press(Key::enter));
    REQUIRE(specs);
    CHECK(specs->at(0).method == Method::enlarging);
}

TEST_CASE("a method is chosen above the picture that it draws, and what it is compared with") {
    Studio studio;
    studio.press(Key::e, true);
    ExportSheet& sheet = studio.state.sheets.export_picture;
    sheet.chosen = {false, true};
    studio.draw();
    studio.click("method");
    studio.click("Bilinear");
    CHECK(sheet.method == Method::bilinear);
    CHECK(studio.draw().view.export_view->method == Method::bilinear);
    studio.click("compared");
    studio.click("Nearest");
    CHECK(studio.draw().view.export_view->compared == Method::nearest);
    CHECK(plan_export(sheet, studio.status, "/x")[0].method == Method::bilinear);
    sheet.chosen = {true};
    studio.draw();
    studio.click("method");
    CHECK(studio.count("Bilinear") == 0);
    CHECK(studio.count("This drawing") == 1);
}

TEST_CASE("the preview is moved by dragging and zoomed by the wheel, within the file") {
    Studio studio;
    studio.press(Key::e, true);
    ExportSheet& sheet = studio.state.sheets.export_picture;
    sheet.chosen = {false, true};
    studio.settle();
    const Rect at = studio.place("detail");
    const ImVec2 middle{at.x0 + 60, (at.y0 + at.y1) / 2};
    CHECK_FALSE(studio.last.view.export_view->middle);
    studio.drag(middle, {middle.x + 40, middle.y});
    const auto moved = studio.last.view.export_view->middle;
    REQUIRE(moved);
    CHECK(moved->x == doctest::Approx(0.5 - 40.0 / 800));
    CHECK(moved->y == doctest::Approx(0.5));
    const PixelSize room = studio.last.view.export_view->room;
    studio.move_and_draw(middle);
    studio.wheel_and_draw(1);
    CHECK(studio.draw().view.export_view->room.width == (room.width + 1) / 2);
    for (int i = 0; i < 20; ++i) {
        studio.wheel_and_draw(-1);
    }
    CHECK(studio.draw().view.export_view->room == room);
    for (int i = 0; i < 12; ++i) studio.drag(middle, {middle.x + 300, middle.y + 300});
    const PixelRect corner =
        export_part({800, 400}, room, studio.last.view.export_view->middle.value());
    CHECK(corner.x == 0);
    CHECK(corner.y == 0);
}

TEST_CASE("the sheet has the enlarging network learned once, and not for what is no larger") {
    Studio studio;
    studio.state.sheets.export_picture = {};
    studio.state.sheets.dialog = Dialog::export_picture;
    studio.state.sheets.export_picture.name = "lion";
    studio.state.sheets.export_picture.chosen = {true, false, false, false, true};
    CHECK_FALSE(asks<command::LearnEnlargement>(studio.draw()));  // 50 and the picture's own
    studio.state.sheets.export_picture.chosen[6] = true;
    CHECK(asks<command::LearnEnlargement>(studio.draw()));
    CHECK_FALSE(asks<command::LearnEnlargement>(studio.draw()));
    studio.status.enlarging =
        std::make_shared<const EnlargingMeasure>(EnlargingMeasure{.progress = 0.4});
    CHECK_FALSE(asks<command::LearnEnlargement>(studio.draw()));
}

TEST_CASE(
    "a picture too small to teach its enlargement is not asked to, and so nothing is refused") {
    Studio tiny;
    tiny.status.target = tiny.status.picture = gray(20, 7);
    tiny.state.sheets.dialog = Dialog::export_picture;
    tiny.state.sheets.export_picture.name = "dot";
    CHECK_FALSE(asks<command::LearnEnlargement>(tiny.draw()));
}
