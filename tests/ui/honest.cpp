// Held-out pixels in the export sheet, and smoothness in the network panel.
#include "engine/data/batch_by_size.h"
#include "engine/network/presets.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/export_preview.h"

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
    studio.press(Key::e, true);
    studio.draw();
    studio.draw();
}

bool asks_to_measure(Studio& studio) {
    const char* label = "Measure on held-out pixels";
    studio.draw();
    return studio.count(label) > 0 && any(studio.click(label), [](const Requests& r) {
               return asks<command::MeasureHeldOut>(r);
           });
}

// The sheet's own Cancel is the last one.
bool asks_to_drop(Studio& studio) {
    studio.draw();
    return studio.count("Cancel") > 1 && any(studio.click("Cancel", 0), [](const Requests& r) {
               return asks<command::DropHeldOut>(r);
           });
}

// Chooses from the list of a row.
Requests choose(Studio& studio, const char* name) {
    studio.click("Smoothness");
    if (studio.count(name) == 0) return {};
    for (const Requests& r : studio.click(name))
        if (newest<&command::Restart::config>(r)) return r;
    return {};
}

std::shared_ptr<const HeldOutMeasure> measure_of_half(double network, double lanczos) {
    HeldOutMeasure measure;
    measure.progress = 1;
    measure.methods = {{"network", network, 0}, {"lanczos", lanczos, 0}};
    return std::make_shared<const HeldOutMeasure>(measure);
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
            studio.press(Key::e, true);
            studio.draw();
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

TEST_CASE("one sentence says which is better between the pixels") {
    CHECK(held_out_verdict(measured(26.37, 31.87)) ==
          "Between its pixels plain bicubic is closer by 5.5 dB: for a larger picture take that. "
          "SSIM says the opposite.");
    auto methods = measured(33, 32);
    CHECK(held_out_verdict(methods) ==
          "Between its pixels the network is closer by 1.0 dB than bicubic: for a larger picture "
          "take its drawing.");
    methods[4].psnr = 34;
    methods[4].ssim = 0.95;
    CHECK(held_out_verdict(methods) ==
          "Between its pixels plain Lanczos is closer by 1.0 dB: for a larger picture take that.");
    CHECK(held_out_verdict(measured(32.01, 32)) ==
          "Between its pixels network and bicubic are equally close.");
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    CHECK(held_out_verdict(measured(kInfinite, kInfinite)).find("equally") != std::string::npos);
    CHECK(held_out_verdict(measured(30, kInfinite)).find("to the last bit") != std::string::npos);
}

TEST_CASE("what is larger can be drawn by the interpolation that does better") {
    Status status = example_status();  // 40 x 20 of 400 x 200
    ExportSheet sheet;
    sheet.name = "lion";
    sheet.chosen = {};
    sheet.chosen[6] = true;  // 1024
    sheet.custom = true;
    sheet.width = 20;
    sheet.height = 10;
    sheet.drawn_by = DrawnBy::interpolation;
    const auto planned = [&] { return plan_export(sheet, status, "/x"); };
    const auto none = [&] {
        for (const ExportSpec& spec : planned())
            if (spec.interpolation) return false;
        return !better_interpolation(status);
    };
    CHECK(enlarges(sheet, status));
    CHECK(none());  // nothing is measured yet
    ExportCrop crop;
    crop.methods = measured(30, 32);
    status.export_crop = std::make_shared<const ExportCrop>(crop);
    CHECK(better_interpolation(status) == Filter::bicubic);
    REQUIRE(planned().size() == 2);
    CHECK(planned()[0].path == "/x/lion-20.png");
    CHECK_FALSE(planned()[0].interpolation);
    CHECK(planned()[1].path == "/x/lion-1024-bicubic.png");
    CHECK(planned()[1].interpolation == Filter::bicubic);
    status.held_out = measure(1, measured(33, 32));  // the original is the better witness
    CHECK(better_interpolation(status) == Filter::bicubic);
    status.picture = status.target;
    CHECK(none());
    status.held_out = measure(1, measured(30, 30.01));
    CHECK(none());
    status.held_out = measure(0.5);
    CHECK(none());
    status.held_out = measure(1, measured(30, 31));
    CHECK(planned()[1].interpolation == Filter::bicubic);
    sheet.drawn_by = DrawnBy::network;
    CHECK_FALSE(planned()[1].interpolation);
    sheet.chosen.fill(false);
    CHECK_FALSE(enlarges(sheet, status));
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
    studio.status.target = std::make_shared<const Image>(make_image(200, 100, 1, 0.5f));
    studio.status.config.network.first_omega = 60;
    ++studio.status.run_serial;
    studio.draw();
    const Config before = studio.state.settings.edited;
    const Requests smooth = choose(studio, "Smooth");
    REQUIRE(newest<&command::Restart::config>(smooth));
    CHECK(newest<&command::Restart::config>(smooth)->network.first_omega == 24);
    const Requests undone = studio.press(Key::z, true);
    CHECK(asks<command::Open>(undone));  // the run that was
    CHECK(studio.state.settings.edited == before);
    CHECK(asks<command::Open>(studio.press(Key::z, true, true)));
    CHECK(studio.state.settings.edited == *newest<&command::Restart::config>(smooth));
    CHECK_FALSE(newest<&command::Restart::config>(choose(studio, "Smooth")));  // it is that already
    CHECK(newest<&command::Restart::config>(choose(studio, "Balanced"))->network.first_omega == 40);
    CHECK(newest<&command::Restart::config>(choose(studio, "Crisp"))->network.first_omega == 0);
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
        const Requests asked = choose(studio, wanted.smoothness);
        REQUIRE(newest<&command::Restart::config>(asked));
        CHECK(newest<&command::Restart::config>(asked)->network == expected);
    }
}

TEST_CASE("an area pixel has more cells than one, of which smoothness takes a share") {
    Studio studio;
    studio.status.picture = studio.status.target =
        std::make_shared<const Image>(make_image(100, 60, 1, 0.5f));
    studio.status.config.network.pixel = PixelModel::area;  // found from the picture
    studio.state.settings.edited.network = preset_config("grid").network;
    studio.state.settings.edited.network.pixel = PixelModel::automatic;
    studio.draw();
    const Requests asked = choose(studio, "Smooth");
    REQUIRE(newest<&command::Restart::config>(asked));
    CHECK(newest<&command::Restart::config>(asked)->network.grid.finest == 75);
    CHECK(newest<&command::Restart::config>(asked)->network.pixel == PixelModel::automatic);
}

TEST_CASE("a network without the number has no choice") {
    Studio studio;
    studio.state.settings.edited.network.activation = Activation::tanh;
    studio.draw();
    CHECK(studio.count("Smoothness") == 0);
    studio.state.settings.edited.network.encoding = Encoding::grid;
    studio.draw();
    CHECK(newest<&command::Restart::config>(choose(studio, "Smooth"))->network.grid.finest > 0);
}

TEST_CASE("another training size keeps a number of one's own") {
    Config config;
    config.network.first_omega = 77;
    CHECK(with_train_size(config, {.longer_side = 300}, {600, 300}).network.first_omega == 77);
}

TEST_CASE("what is larger than the picture is drawn by who was measured to come closest") {
    Status status = example_status();  // 40 x 20 of 400 x 200
    status.config.network.pixel = PixelModel::area;
    ExportSheet sheet;
    sheet.name = "lion";
    sheet.chosen = {};
    sheet.chosen[6] = true;  // 1024
    const auto by = [&](PixelSize size) { return drawn_by(sheet, status, size); };
    CHECK(goes_beyond(sheet, status));
    CHECK(by({1024, 512}) == DrawnBy::network);  // nothing is measured
    EnlargingMeasure measure{.progress = 0.5};
    status.enlarging = std::make_shared<const EnlargingMeasure>(measure);
    CHECK(std::isnan(enlarging_advantage(status)));
    CHECK(by({1024, 512}) == DrawnBy::network);
    measure = {.progress = 1, .finished = true};
    measure.methods = {{"network", 31, 0}, {"bicubic", 29.5, 0}, {"lanczos", 30, 0}};
    status.enlarging = std::make_shared<const EnlargingMeasure>(measure);
    CHECK(enlarging_advantage(status) == doctest::Approx(1));
    CHECK(by({1024, 512}) == DrawnBy::enlarging);
    CHECK(by({400, 200}) == DrawnBy::network);  // the picture itself has that size
    CHECK(by({20, 10}) == DrawnBy::network);
    CHECK(plan_export(sheet, status, "/x")[0].path == "/x/lion-1024-enlarged.png");
    CHECK(plan_export(sheet, status, "/x")[0].by_enlargement);

    status.held_out = measure_of_half(32, 30);  // the run's own network is further ahead of Lanczos
    CHECK(by({1024, 512}) == DrawnBy::network);
    status.held_out = measure_of_half(30.5, 30);
    CHECK(by({1024, 512}) == DrawnBy::enlarging);
    sheet.drawn_by = DrawnBy::network;  // chosen
    CHECK(by({1024, 512}) == DrawnBy::network);
    sheet.drawn_by = DrawnBy::enlarging;
    CHECK(by({1024, 512}) == DrawnBy::enlarging);
    CHECK(by({400, 200}) == DrawnBy::network);
    status.enlarging.reset();  // it will be learned first
    CHECK(by({1024, 512}) == DrawnBy::enlarging);
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
    tiny.status.target = tiny.status.picture =
        std::make_shared<const Image>(make_image(20, 7, 1, 0.5f));
    tiny.state.sheets.dialog = Dialog::export_picture;
    tiny.state.sheets.export_picture.name = "dot";
    CHECK_FALSE(asks<command::LearnEnlargement>(tiny.draw()));
}
