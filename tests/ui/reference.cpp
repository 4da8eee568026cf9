// What the drawing is held against: chosen, asked for, and gone again.
#include "ui/actions/reference.h"

#include "tests/support/ui_harness.h"
#include "ui/centre/difference.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

std::shared_ptr<const CoolDown> copy(std::int64_t done, bool drawn = true) {
    CoolDown copy;
    copy.from_step = 500;
    copy.done = done;
    copy.steps = 200;
    copy.psnr_before = 41.8f;
    copy.psnr = 44.1f;
    copy.measured = done >= copy.steps;
    if (drawn) copy.drawing = std::make_shared<HostSurface>(make_image(40, 20, 1, 0.2f));
    return std::make_shared<const CoolDown>(copy);
}

std::shared_ptr<const Companion> companion() {
    Companion other;
    other.name = "lion, fourier";
    other.step = 1240;
    other.psnr = 33;
    return std::make_shared<const Companion>(other);
}

// CIE L*.
double lightness(ImU32 colour) {
    const auto linear = [](std::uint32_t v) {
        const double c = v / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(colour & 255) + 0.7152 * linear(colour >> 8 & 255) +
                     0.0722 * linear(colour >> 16 & 255);
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

}  // namespace

TEST_CASE("B goes through what is there, and only that") {
    Studio studio;
    const auto chosen = [&] { return studio.press(Key::b).difference.to; };
    CHECK(chosen() == Reference::bicubic);
    CHECK(chosen() == Reference::picture);
    studio.status.cool_down = copy(10);
    studio.status.companions = {companion()};
    CHECK(chosen() == Reference::bicubic);
    CHECK(chosen() == Reference::cooled);
    CHECK(chosen() == Reference::companion);
    CHECK(chosen() == Reference::picture);
}

TEST_CASE("bicubic is drawn for the pixels of the screen, also while the picture fits") {
    Studio studio;
    CHECK_FALSE(studio.draw().view.bicubic);
    CHECK_FALSE(studio.last.view.region);
    for (const Key view : {Key::one, Key::two, Key::three, Key::four}) {
        studio.state.centre.reference = Reference::bicubic;
        studio.press(view);
        CHECK(studio.last.view.bicubic);
        REQUIRE(studio.last.view.region);
        CHECK(studio.last.view.region->width > 400);
    }
    CHECK_FALSE(studio.press(Key::five).view.bicubic);  // the neurons are held against nothing
    studio.press(Key::one);
    studio.status.target = gray(4000, 2000);
    studio.draw();  // shown smaller than it is learned: the training grid has all there is
    CHECK(studio.last.view.bicubic);
    CHECK_FALSE(studio.last.view.region);
}

TEST_CASE("what is gone gives way to the picture and comes back with it") {
    Studio studio;
    studio.state.centre.reference = Reference::cooled;
    CHECK(studio.draw().difference.to == Reference::picture);
    studio.status.cool_down = copy(0, false);  // not drawn yet
    CHECK(studio.draw().difference.to == Reference::picture);
    studio.status.cool_down = copy(10);
    CHECK(studio.draw().difference.to == Reference::cooled);
    studio.status.cool_down.reset();
    CHECK(studio.draw().difference.to == Reference::picture);
    studio.state.centre.reference = Reference::bicubic;
    ++studio.status.run_serial;
    CHECK(studio.draw().difference.to == Reference::bicubic);  // every run has it
    studio.state.centre.reference = Reference::companion;
    ++studio.status.run_serial;
    studio.status.companions = {companion()};
    CHECK(studio.draw().difference.to == Reference::picture);
    studio.status = {};  // no run at all
    studio.press(Key::b);
    CHECK_FALSE(studio.last.view.bicubic);
}

TEST_CASE("panes say what they show") {
    Studio studio;
    studio.status.cool_down = copy(50);
    studio.status.companions = {companion()};
    studio.draw();
    Ui ui{studio.state, studio.view, studio.last, studio.status, palette_of(ThemeKind::dark)};
    CHECK(reference_view(ui, Reference::picture).label == "Original, 400 × 200");
    studio.state.preferences.training_pixels = true;
    CHECK(reference_view(ui, Reference::picture).label == "Picture");
    CHECK(reference_view(ui, Reference::bicubic).label == "Bicubic, from 40 × 20 pixels");
    CHECK(reference_view(ui, Reference::cooled).label == "Cooling down, 25 %");
    CHECK(reference_view(ui, Reference::companion).label == "lion, fourier, 33.0 dB");
    studio.status.cool_down = copy(200);
    CHECK(reference_view(ui, Reference::cooled).label == "Cooled down, 44.1 dB");
}

TEST_CASE("Preview it asks for a copy and shows it at once") {
    Studio studio;
    studio.press(Key::four);
    const auto all = studio.click("Preview it");
    CHECK(asks<command::PreviewCoolDown>(all));
    CHECK_FALSE(asks<command::CoolDown>(all));
    CHECK(studio.state.centre.reference == Reference::cooled);
    CHECK(studio.state.centre.mode == ViewMode::side_by_side);  // where one sees it
    studio.status.phase = Phase::finished;
    studio.draw();
    CHECK_FALSE(asks<command::PreviewCoolDown>(studio.click("Preview it")));
}

TEST_CASE("the copy is discarded at any time, done to the run once it is there") {
    Studio studio;
    const auto asks_to_cool = [&] {  // by the bar's own button, beside that of the settings
        studio.draw();
        return studio.count("Cool down now") > 1 &&
               asks<command::CoolDown>(studio.click("Cool down now"));
    };
    studio.status.cool_down = copy(10);
    studio.draw();
    CHECK_FALSE(asks_to_cool());
    CHECK(asks<command::DropCoolDown>(studio.click("Discard")));
    studio.status.cool_down = copy(200);
    CHECK(asks_to_cool());
    studio.status.phase = Phase::finished;
    CHECK_FALSE(asks_to_cool());
    CoolDown unknown = *copy(0);
    unknown.psnr = unknown.psnr_before = std::numeric_limits<float>::quiet_NaN();
    unknown.steps = 0;
    studio.status.cool_down = std::make_shared<const CoolDown>(unknown);
    studio.draw();
}

TEST_CASE("the legend changes what the difference tells") {
    Studio studio;
    studio.press(Key::three);
    CHECK(studio.last.difference.wanted);
    studio.click("Direction");
    CHECK(studio.state.preferences.signed_difference);
    CHECK(studio.last.difference.with_sign);
    studio.click("gain ×4");
    CHECK(studio.last.difference.gain == 8);
    studio.click("Size");
    CHECK_FALSE(studio.last.difference.with_sign);
}

TEST_CASE("differing equally is equally light, on both sides of nothing") {
    CHECK(signed_colour(0) == error_colour(0));
    CHECK((signed_colour(1) & 255) > (signed_colour(-1) & 255) + 50);  // the ends too
    double before = -1;
    for (int i = 0; i <= 100; ++i) {
        const float value = float(i) / 100;
        const double lighter = lightness(signed_colour(value));
        CHECK(std::abs(lighter - lightness(signed_colour(-value))) < 2.5);
        CHECK(lighter > before - 1e-9);
        before = lighter;
        if (i < 8) continue;  // blue here, amber there: not told by lightness, but by hue
        CHECK((signed_colour(-value) >> 16 & 255) > (signed_colour(-value) & 255));
        CHECK((signed_colour(value) >> 16 & 255) < (signed_colour(value) & 255));
    }
}

TEST_CASE("a map tells direction, reads its reference where it lies, and survives anything") {
    const Grid grid = picture_grid(3, 1);
    Image reference = make_image(3, 1, 1, 0.5f), drawing = reference;
    drawing.values = {0.25f, 0.5f, 0.75f};
    const auto colour = [](const std::vector<std::uint8_t>& map, int i) {
        return IM_COL32(map[i * 4], map[i * 4 + 1], map[i * 4 + 2], map[i * 4 + 3]);
    };
    auto map = difference_map(drawing, grid, reference, grid, {4, true}).rgba;
    CHECK(colour(map, 0) == signed_colour(-1));
    CHECK(colour(map, 1) == signed_colour(0));
    CHECK(colour(map, 2) == signed_colour(1));
    // The reference covers the middle only: outside there is nothing to differ from.
    const Grid middle{-1.0 / 3, grid.top, 1.0 / 3, grid.bottom, 1, 1};
    map = difference_map(drawing, grid, make_image(1, 1, 1, 1.0f), middle, {1}).rgba;
    CHECK(colour(map, 0) == error_colour(0));
    CHECK(colour(map, 1) == error_colour(0.5f * 255 / 255.0f + 0.5f / 255));
    CHECK(colour(map, 2) == error_colour(0));
    drawing.values = {NAN, INFINITY, -INFINITY};
    for (const bool with_sign : {false, true})
        CHECK(difference_map(drawing, grid, reference, grid, {32, with_sign}).rgba.size() == 12);
    for (const int channels : {3, 4}) {
        const Image colours = make_image(3, 1, channels, 0.5f);
        map = difference_map(colours, grid, colours, grid, {4, channels == 3}).rgba;
        CHECK(colour(map, 1) == error_colour(0));
        CHECK(map[7] == 255);
    }
    CHECK(difference_map(drawing, grid, make_image(3, 1, 3), grid, {1}).rgba.size() == 12);
}

TEST_CASE("a large screen is mapped at every so many samples, each as it would be alone") {
    CHECK(screen_stride(900, 500) == 1);
    CHECK(screen_stride(1576, 640) == 2);
    CHECK(screen_stride(3840, 2160) == 5);
    Image drawing = make_image(7, 5, 1), reference = make_image(7, 5, 1, 0.5f);
    for (int i = 0; i < 35; ++i) drawing.values[i] = float(i) / 35;
    const Grid grid = picture_grid(7, 5);
    const DifferenceMap all = difference_map(drawing, grid, reference, grid, {2, true});
    const DifferenceMap some = difference_map(drawing, grid, reference, grid, {2, true, 3});
    CHECK(some.width == 3);
    CHECK(some.height == 2);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x)
            CHECK(std::equal(some.rgba.begin() + (y * 3 + x) * 4,
                             some.rgba.begin() + (y * 3 + x + 1) * 4,
                             all.rgba.begin() + (y * 3 * 7 + x * 3) * 4));
}

TEST_CASE("the export sheet asks for a detail of the first size, until it is closed") {
    Studio studio;
    studio.tap(Key::e, true);
    const auto size = [&] {
        const auto& view = studio.last.view.export_view;
        return view ? view->size : PixelSize{};
    };
    CHECK(size() == PixelSize{400, 200});
    studio.state.sheets.export_picture.chosen[4] = true;
    studio.draw();
    CHECK(size() == PixelSize{50, 25});
    studio.state.sheets.export_picture.previewed = {400, 200};
    studio.draw();
    CHECK(size() == PixelSize{400, 200});
    studio.state.sheets.export_picture.chosen.fill(false);
    CHECK_FALSE(studio.draw().view.export_view);
    studio.state.sheets.export_picture.custom = true;
    studio.state.sheets.export_picture.width = 0;
    CHECK_FALSE(studio.draw().view.export_view);
    studio.state.sheets.export_picture.width = 300;
    CHECK(studio.draw().view.export_view);
    studio.tap(Key::escape);
    CHECK_FALSE(studio.draw().view.export_view);
}
