// The export sheet: nothing in it moves while sizes are chosen and measured.
#include "tests/support/ui_harness.h"
#include "ui/sheets/export_plan.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <map>

using namespace redraw;
using namespace redraw::ui;

namespace {

// Where everything stands that is always there.
std::map<std::string, std::pair<float, float>> places(Studio& studio) {
    studio.settle();
    std::map<std::string, std::pair<float, float>> found;
    for (const char* name : {"Original", "8×", "1024", "W × H", "Keep aspect", "PNG", "TGA", "name",
                             "Choose…", "detail", "method", "compared", "Cancel"}) {
        const Rect place = studio.place(name);
        found[name] = {place.x0, place.y0};
    }
    return found;
}

std::vector<Quality> five(double network) {
    return {{"network", network, 0.9},
            {"nearest", 20, 0.6},
            {"bilinear", 22, 0.7},
            {"bicubic", 31, 0.8},
            {"lanczos", 21, 0.95}};
}

void stays_through_everything(Studio& studio) {
    ExportSheet& sheet = studio.state.sheets.export_picture;
    studio.press(Key::e, true);
    const auto first = places(studio);
    sheet.chosen.fill(false);
    CHECK(places(studio) == first);
    sheet.chosen.fill(true);
    sheet.custom = true;
    CHECK(places(studio) == first);
    sheet.width = 0;  // not to be drawn
    CHECK(places(studio) == first);
    sheet.custom = false;
    EnlargingMeasure enlarging{.progress = 0.5};
    enlarging.seconds_left = 100;
    for (const bool finished : {false, true}) {
        enlarging.finished = finished;
        if (finished) enlarging.methods = {{"enlarging", 31, 0}, {"lanczos", 30, 0}};
        studio.status.enlarging = std::make_shared<const EnlargingMeasure>(enlarging);
        CHECK(places(studio) == first);
    }
    for (const double network : {30.0, 33.0}) {
        HeldOutMeasure held_out;
        held_out.progress = 1;
        held_out.methods = five(network);
        studio.status.held_out = std::make_shared<const HeldOutMeasure>(held_out);
        ExportCrop crop;
        crop.file.size = chosen_sizes(sheet, studio.status).front();
        crop.methods = five(network);
        studio.status.export_crop = std::make_shared<const ExportCrop>(crop);
        CHECK(places(studio) == first);
    }
    for (const ImageFormat format : {ImageFormat::jpeg, ImageFormat::tga, ImageFormat::png}) {
        sheet.format = format;
        CHECK(places(studio) == first);
    }
    sheet.name.clear();
    CHECK(places(studio) == first);
}

}  // namespace

TEST_CASE("nothing moves in the export sheet, with a larger original or without") {
    for (const bool larger : {true, false}) {
        Studio studio;
        if (!larger) studio.status.picture = studio.status.target;
        stays_through_everything(studio);
    }
}

TEST_CASE("one size is ticked at first: the picture's own, never a smaller one") {
    for (const int side : {40, 6000}) {
        Studio studio;
        studio.status.picture = std::make_shared<const Image>(make_image(side, side / 2, 1, 0.5f));
        studio.tap(Key::e, true);
        const auto sizes = chosen_sizes(studio.state.sheets.export_picture, studio.status);
        REQUIRE(sizes.size() == 1);
        CHECK(sizes[0] == PixelSize{side, side / 2});
        CHECK(studio.state.sheets.export_picture.width == side);  // to start from
    }
}

TEST_CASE("a size is ticked and taken off by itself") {
    Studio studio;
    studio.tap(Key::e, true);
    studio.click("2×");
    CHECK(chosen_sizes(studio.state.sheets.export_picture, studio.status).size() == 2);
    studio.click("Original");
    studio.click("2×");
    CHECK(chosen_sizes(studio.state.sheets.export_picture, studio.status).empty());
}

TEST_CASE("in a narrow window the columns lie one below the other, and all can be reached") {
    Studio studio;
    studio.view.window = {640, 400};
    studio.tap(Key::e, true);
    CHECK(studio.place("Keep aspect").x1 <= 640);
    CHECK(studio.count("detail") == 0);
    CHECK(ImGui::GetTopMostPopupModal()->ScrollMax.y > 0);
    ImGui::SetScrollY(ImGui::GetTopMostPopupModal(), 380);
    studio.settle();
    CHECK(studio.place("detail").x1 <= 640);
}

TEST_CASE("what was saved can be copied, and no button moves when it was") {
    Studio studio;
    give_notice(studio.status, {"Saved lion-400.png.", "/tmp/lion-400.png"});
    studio.settle();
    const auto buttons = [&] {
        std::vector<float> at;
        for (const char* name : {"Open", "Show in folder", "Copy"})
            at.push_back(studio.place(name).x0);
        return at;
    };
    const std::vector<float> before = buttons();
    CHECK(newest<&request::CopyFile::path>(studio.click("Copy")) == "/tmp/lion-400.png");
    studio.settle();
    CHECK(buttons() == before);
}
