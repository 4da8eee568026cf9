// The export sheet: the method that makes each file, the tests of the methods, and the preview. No
// control of the sheet moves while sizes are chosen and methods are tested.
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/features/studies/export_preview.h"
#include "engine/features/studies/view_request.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/export_worth.h"

#include <imgui_internal.h>

#include <limits>
#include <map>
#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

std::vector<Quality> five(double network, double bicubic = 31) {
    return {{"network", network, 0.9},
            {"nearest", 20, 0.6},
            {"bilinear", 22, 0.7},
            {"bicubic", bicubic, 0.8},
            {"lanczos", 21, 0.95}};
}

std::shared_ptr<const EnlargingMeasure> enlarging(double progress) {
    return shared(EnlargingMeasure{.progress = progress});
}

struct ExportingStudio : Studio {
    ExportSheet& sheet = state.sheets.export_picture;

    ExportingStudio() { status.psnr = 45; }  // close to the picture

    // Opens the sheet for a picture that is learned at its own size, without a larger original.
    void open_own_size() {
        status.picture = status.target;
        tap(Key::e, true);
        draw();
    }
    bool asks_to_learn() { return asks<command::LearnEnlargement>(draw()); }
    std::vector<PixelSize> sizes() const { return chosen_sizes(sheet, status); }

    // Returns the top left corners of controls that the sheet always shows, from all its parts.
    std::map<std::string, std::pair<float, float>> places() {
        settle();
        std::map<std::string, std::pair<float, float>> found;
        for (const char* name : {"Original", "8×", "1024", "W × H", "Keep aspect", "PNG", "WebP",
                                 "name", "Choose…", "detail", "method", "compared", "Cancel"})
            found[name] = {place(name).x0, place(name).y0};
        return found;
    }
};

}  // namespace

TEST_CASE("nothing moves in the export sheet, with a larger original or without") {
    for (const bool larger : {true, false}) {
        ExportingStudio studio;
        Status& status = studio.status;
        ExportSheet& sheet = studio.sheet;
        if (!larger) status.picture = status.target;
        studio.state.preferences.more_export = larger;
        studio.press(Key::e, true);
        const auto first = studio.places();
        const auto stays = [&](const auto& change) {
            change();
            CHECK(studio.places() == first);
        };
        stays([&] { sheet.chosen.fill(false); });
        stays([&] { sheet.chosen.fill(true), sheet.custom = true; });
        stays([&] { sheet.width = 0; });  // a size that cannot be drawn
        sheet.custom = false;
        EnlargingMeasure measure{.progress = 0.5};
        measure.seconds_left = 100;
        stays([&] { status.result<EnlargingMeasure>() = shared(measure); });
        measure.finished = true;
        measure.methods = {{"enlarging", 31, 0}, {"lanczos", 30, 0}};
        stays([&] { status.result<EnlargingMeasure>() = shared(measure); });
        for (const double network : {30.0, 33.0}) {
            ExportCrop crop;
            crop.file.size = studio.sizes().front();
            crop.methods = five(network);
            stays([&] { status.result<ExportCrop>() = shared(crop); });
        }
        for (const ImageFormat format : {ImageFormat::jpeg, ImageFormat::tga, ImageFormat::png})
            stays([&] { sheet.format = format; });
        stays([&] { sheet.name.clear(); });
    }
}

TEST_CASE("the picture's own size is proposed, and replaced by the first size that is ticked") {
    for (const int side : {40, 6000}) {
        ExportingStudio studio;
        studio.status.picture = gray(side, side / 2);
        studio.tap(Key::e, true);
        CHECK(studio.sizes() == std::vector{PixelSize{side, side / 2}});
        CHECK(studio.sheet.width == side);  // the custom width starts with the picture's own
        studio.click("2×");
        CHECK(studio.sizes() == std::vector{PixelSize{2 * side, side}});
        // If the user ticked "Original", it stays ticked when another size is ticked.
        studio.click("Original");
        studio.click("1024");
        CHECK(studio.sizes().size() == 3);
        for (const char* size : {"1024", "Original", "2×"}) studio.click(size);
        CHECK(studio.sizes().empty());
    }
}

TEST_CASE_FIXTURE(ExportingStudio, "a size of one's own replaces the proposed one, too") {
    open_own_size();
    click("W × H");
    sheet.width = 30;
    CHECK(sizes() == std::vector{PixelSize{30, 20}});
    click("W × H");
    CHECK(sizes().empty());
    click("Original");
    click("W × H");
    CHECK(sizes().size() == 2);
}

TEST_CASE_FIXTURE(ExportingStudio,
                  "what is rarely exported is behind More, and shown while in use") {
    const std::vector<const char*> rare{"50", "BMP", "TGA", "8 bit", "16 bit"};
    const auto shown = [&] {
        settle();
        std::vector<const char*> names;
        std::ranges::copy_if(rare, std::back_inserter(names),
                             [&](const char* name) { return count(name) > 0; });
        return names;
    };
    const int folded = count("More");
    tap(Key::e, true);
    CHECK(shown().empty());
    REQUIRE(count("More") == folded + 1);
    click("More");
    CHECK(state.preferences.more_export);
    CHECK(shown() == rare);
    click("16 bit");
    click("50");
    click("Less");
    CHECK_FALSE(state.preferences.more_export);
    CHECK(shown() == std::vector{rare[0], rare[3], rare[4]});
    click("JPEG");
    CHECK(count("quality") == 1);
    state.preferences.more_export = true;
    settle();
    click("TGA");
    click("50");
    click("Less");
    CHECK(shown() == std::vector{rare[2]});
    click("PNG");
    click("8 bit");
    CHECK(shown().empty());
}

TEST_CASE_FIXTURE(Studio, "in a narrow window the columns lie one below the other") {
    view.window = {640, 400};
    tap(Key::e, true);
    CHECK(place("Keep aspect").x1 <= 640);
    CHECK(count("detail") == 0);
    CHECK(ImGui::GetTopMostPopupModal()->ScrollMax.y > 0);
    ImGui::SetScrollY(ImGui::GetTopMostPopupModal(), 380);
    settle();
    CHECK(place("detail").x1 <= 640);
}

TEST_CASE_FIXTURE(Studio, "what was saved can be copied, and no button moves when it was") {
    status.notice = {"Saved lion-400.png.", "/tmp/lion-400.png"};
    const auto buttons = [&] {
        settle();
        std::vector<float> at;
        for (const char* name : {"Open", "Show in folder", "Copy"}) at.push_back(place(name).x0);
        return at;
    };
    const std::vector<float> before = buttons();
    CHECK(newest<&request::CopyFile::path>(click("Copy")) == "/tmp/lion-400.png");
    CHECK(buttons() == before);
}

TEST_CASE("one sentence says how the method that draws the file compares with the others") {
    MethodTest test{"", "Here"};
    std::vector<Quality> methods = five(26.37, 31.87);
    const auto said = [&](Method method) {
        test.methods = methods;
        return verdict_of(test, method);
    };
    const auto has = [](const std::string& text, const char* words) {
        return text.find(words) != std::string::npos;
    };
    CHECK(has(said(Method::network), "5.5 dB behind Bicubic"));
    CHECK(has(said(Method::bicubic), "5.5 dB ahead of This drawing"));
    CHECK(said(Method::enlarging).empty());  // this method was not measured
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

TEST_CASE("a row for each test") {
    Status status = example_status();
    CHECK(method_tests(status).size() == 2);
    ExportCrop crop;
    crop.methods = five(30);
    status.result<ExportCrop>() = shared(crop);
    CHECK(method_tests(status)[0].methods.size() == 3);
    CHECK(method_tests(status)[1].methods.empty());
    status.picture = status.target;
    CHECK(method_tests(status).size() == 1);
}

TEST_CASE_FIXTURE(ExportingStudio, "what draws a file names it, is previewed and is written") {
    press(Key::e, true);
    sheet.name = "lion";
    sheet.chosen = {true, true};  // the sizes 400 x 200 and 800 x 400
    sheet.chosen[6] = true;       // the size 50 x 25
    const auto follows = [&](std::optional<Method> chosen, Method beyond, const char* name) {
        sheet.method = chosen;
        const auto plan = plan_export(sheet, status, "/x");
        REQUIRE(plan.size() == 3);
        CHECK(plan[0].method == Method::network);
        CHECK(plan[1].method == Method::network);  // the size of the picture itself
        CHECK(plan[2].method == beyond);
        CHECK(plan[2].path == name);
        for (const ExportSpec& spec : plan) {
            sheet.previewed = spec.size;
            const ExportView shown = draw().view.export_view.value();
            CHECK(shown.size == spec.size);
            CHECK(shown.method == spec.method);
        }
    };
    // By default the enlarging network makes the larger file; it is learned before the export.
    follows({}, Method::enlarging, "/x/lion-2x-enlarged.png");
    follows(Method::network, Method::network, "/x/lion-2x.png");
    follows(Method::nearest, Method::nearest, "/x/lion-2x-nearest.png");
    follows(Method::lanczos, Method::lanczos, "/x/lion-2x-lanczos.png");
    status.result<EnlargingMeasure>() =
        shared(EnlargingMeasure{.progress = 1, .finished = true, .interpolation = Filter::nearest});
    follows({}, Method::nearest, "/x/lion-2x-nearest.png");
    follows(Method::enlarging, Method::enlarging, "/x/lion-2x-enlarged.png");
    sheet.at_step = 100;
    for (const ExportSpec& spec : plan_export(sheet, status, "/x"))
        CHECK(spec.method == Method::network);
}

TEST_CASE_FIXTURE(ExportingStudio,
                  "an enlargement keeps metadata if its picture has any and the tick asks for it") {
    const auto kept = [&] {
        std::vector<bool> files;
        for (const ExportSpec& spec : plan_export(sheet, status, "/x"))
            files.push_back(spec.encoding.metadata != nullptr);
        return files;
    };
    press(Key::e, true);
    sheet.chosen = {true, true};  // the picture's own size, which the run draws, and twice that
    draw();
    CHECK(count("Keep date, place and camera") == 0);
    status.metadata = shared(Metadata{.across_inch = 300, .down_inch = 300});
    draw();
    CHECK(kept() == std::vector{false, false});
    click("Keep date, place and camera");
    CHECK(kept() == std::vector{false, true});
    sheet.format = ImageFormat::bmp;
    CHECK(kept() == std::vector{false, false});
    sheet.format = ImageFormat::jpeg;
    sheet.method = Method::network;
    CHECK(kept() == std::vector{false, false});
}

TEST_CASE_FIXTURE(ExportingStudio, "an export before the enlarging network is ready asks for it") {
    state.preferences.export_folder = "/no folder";
    press(Key::e, true);
    sheet.chosen = {false, true};
    draw();
    status.result<EnlargingMeasure>() = enlarging(0.4);
    const auto specs = newest<&command::ExportPictures::specs>(press(Key::enter));
    CHECK(specs.value().at(0).method == Method::enlarging);
}

TEST_CASE_FIXTURE(ExportingStudio, "what is on the canvas is what is written, at every size") {
    const auto methods = [&] {
        state.sheets = {};
        tap(Key::e, true);
        sheet.chosen = {true, true, true, true};
        draw();
        std::set<Method> found;
        for (const ExportSpec& spec : plan_export(sheet, status, "/x")) found.insert(spec.method);
        CHECK(sheet.enlarging_asked == (found.count(Method::enlarging) > 0));
        tap(Key::escape);
        return found;
    };
    const std::set drawing{Method::network};
    status.psnr = 22;  // a look
    CHECK(methods() == drawing);
    status.psnr = 45;
    state.timelapse.at_step = 100;  // an early moment
    CHECK(methods() == drawing);
    state.timelapse.at_step.reset();
    CHECK(methods() == std::set{Method::network, Method::enlarging});
    change_network(state.settings, {{{0, 1}}, {}});  // a muted neuron
    CHECK(methods() == drawing);
}

TEST_CASE_FIXTURE(ExportingStudio, "a method is chosen above the picture that it draws") {
    press(Key::e, true);
    sheet.chosen = {false, true};
    draw();
    click("method");
    click("Bicubic");
    CHECK(sheet.method == Method::bicubic);
    CHECK(draw().view.export_view->method == Method::bicubic);
    click("compared");
    click("Nearest");
    CHECK(draw().view.export_view->compared == Method::nearest);
    CHECK(plan_export(sheet, status, "/x")[0].method == Method::bicubic);
    sheet.chosen = {true};
    draw();
    click("method");
    CHECK(count("Bicubic") == 0);
    CHECK(count("This drawing") == 1);
}

TEST_CASE_FIXTURE(ExportingStudio,
                  "the preview is dragged, and zoomed by the wheel, within the file") {
    press(Key::e, true);
    sheet.chosen = {false, true};
    settle();
    const Rect at = place("detail");
    const ImVec2 from{at.x0 + 60, (at.y0 + at.y1) / 2};
    CHECK_FALSE(last.view.export_view->middle);
    drag(from, {from.x + 40, from.y});
    const Point moved = last.view.export_view->middle.value();
    CHECK(moved.x == doctest::Approx(0.5 - 40.0 / 800));
    CHECK(moved.y == doctest::Approx(0.5));
    const PixelSize room = last.view.export_view->room;
    move_and_draw(from);
    wheel_and_draw(1);
    CHECK(draw().view.export_view->room.width == (room.width + 1) / 2);
    for (int i = 0; i < 20; ++i) wheel_and_draw(-1);
    CHECK(draw().view.export_view->room == room);
    for (int i = 0; i < 12; ++i) drag(from, {from.x + 300, from.y + 300});
    const PixelRect corner = export_part({800, 400}, room, last.view.export_view->middle.value());
    CHECK(corner.x == 0);
    CHECK(corner.y == 0);
}

TEST_CASE_FIXTURE(ExportingStudio, "the enlarging network is learned once, for what is larger") {
    sheet.name = "lion";
    sheet.chosen[6] = true;
    state.sheets.dialog = Dialog::export_picture;
    CHECK_FALSE(asks_to_learn());  // the sizes "Original" and "50" need no enlarging
    sheet.chosen[5] = true;
    const auto target = status.target, picture = status.picture;
    // The picture is too small to learn enlarging from, so no enlarging network is requested.
    status.target = status.picture = gray(20, 7);
    CHECK_FALSE(asks_to_learn());
    status.target = target;
    status.picture = picture;
    CHECK(asks_to_learn());
    CHECK_FALSE(asks_to_learn());
    status.result<EnlargingMeasure>() = enlarging(0.4);
    CHECK_FALSE(asks_to_learn());
}
