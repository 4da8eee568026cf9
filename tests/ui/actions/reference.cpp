// The references that the render is compared with, and the display of pixel values under the mouse.
#include "ui/actions/reference.h"
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/centre/difference.h"
#include "ui/centre/readout.h"

#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

// CIE lightness L*, 0 to 100.
double lightness(ImU32 colour) {
    const auto linear = [](std::uint32_t v) {
        const double c = v / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(colour & 255) + 0.7152 * linear(colour >> 8 & 255) +
                     0.0722 * linear(colour >> 16 & 255);
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

// Rests the mouse at `at` and returns every text then drawn that starts with `begin`.
std::vector<std::string> words(Studio& studio, ImVec2 at, const std::string& begin) {
    studio.move(at.x, at.y);
    studio.settle();
    std::vector<std::string> found;
    for (const DrawnText& drawn : drawn_text())
        if (drawn.text.starts_with(begin)) found.push_back(drawn.text);
    return found;
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "the next reference goes through what is there, and only that") {
    const auto chosen = [&] { return act(Action::next_reference).difference.to; };
    CHECK(chosen() == Reference::bicubic);
    CHECK(chosen() == Reference::picture);
}

TEST_CASE("bicubic is drawn for the pixels of the screen, fitted too") {
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
    CHECK_FALSE(studio.press(Key::five).view.bicubic);  // the neurons view has no reference
    studio.press(Key::one);
    studio.status.target = gray(4000, 2000);
    // In a picture shown smaller than it is learned, a render at training size has enough detail.
    studio.draw();
    CHECK(studio.last.view.bicubic);
    CHECK_FALSE(studio.last.view.region);
}

TEST_CASE_FIXTURE(Studio, "what is gone gives way to the picture and comes back with it") {
    state.centre.reference = Reference::bicubic;
    ++status.run_serial;
    // The bicubic reference exists for every run.
    CHECK(draw().difference.to == Reference::bicubic);
    status = {};  // no run is open
    act(Action::next_reference);
    CHECK_FALSE(last.view.bicubic);
}

TEST_CASE("panes say what they show") {
    Studio studio;
    Ui ui{studio.state, studio.view, studio.last, studio.status, palette_of(ThemeKind::dark)};
    CHECK(reference_view(ui, Reference::picture).label == "Original, 400 × 200");
    studio.state.preferences.training_pixels = true;
    CHECK(reference_view(ui, Reference::picture).label == "Picture");
    CHECK(reference_view(ui, Reference::bicubic).label == "Bicubic, from 40 × 20 pixels");
}

TEST_CASE_FIXTURE(Studio, "the legend changes what the difference tells") {
    press(Key::three);
    CHECK(last.difference.wanted);
    draw();
    for (const char* name : {"Amount", "Sign", "scale", "gain ×4"})
        CHECK(place(name).y1 <= place("left pane").y0);  // above the panes, not on them
    CHECK(place("scale").x0 > place("Sign").x1);
    CHECK(place("Amount").x0 > place("drawing label").x1);
    click("Sign");
    CHECK(state.preferences.signed_difference);
    CHECK(last.difference.with_sign);
    click("gain ×4");
    CHECK(last.difference.gain == 8);
    click("Amount");
    CHECK_FALSE(last.difference.with_sign);
}

TEST_CASE("differing equally is equally light, on both sides of nothing") {
    CHECK(signed_colour(0) == error_colour(0));
    // The two ends of the colour scale differ in hue.
    CHECK((signed_colour(1) & 255) > (signed_colour(-1) & 255) + 50);
    double before = -1;
    for (int i = 0; i <= 100; ++i) {
        const float value = float(i) / 100;
        const double lighter = lightness(signed_colour(value));
        CHECK(std::abs(lighter - lightness(signed_colour(-value))) < 2.5);
        CHECK(lighter > before - 1e-9);
        before = lighter;
        if (i < 8) continue;  // the sign shows by hue, not lightness: blue below zero, amber above
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
    // The reference covers the middle only; where there is no reference the difference is 0.
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

TEST_CASE_FIXTURE(Studio, "the export sheet asks for a detail until it is closed") {
    tap(Key::e, true);
    const auto size = [&] {
        const auto& asked = last.view.export_view;
        return asked ? asked->size : PixelSize{};
    };
    CHECK(size() == PixelSize{400, 200});
    state.sheets.export_picture.chosen[6] = true;
    draw();
    CHECK(size() == PixelSize{50, 25});
    state.sheets.export_picture.previewed = {400, 200};
    draw();
    CHECK(size() == PixelSize{400, 200});
    state.sheets.export_picture.chosen.fill(false);
    CHECK_FALSE(draw().view.export_view);
    state.sheets.export_picture.custom = true;
    state.sheets.export_picture.width = 0;
    CHECK_FALSE(draw().view.export_view);
    state.sheets.export_picture.width = 300;
    CHECK(draw().view.export_view);
    tap(Key::escape);
    CHECK_FALSE(draw().view.export_view);
}

TEST_CASE_FIXTURE(Studio, "over the neurons no pixel of the picture is read") {
    tap(Key::five);
    for (float x = 330; x < 1430; x += 90)
        for (float y = 110; y < 560; y += 60) {
            INFO(x << ' ' << y);
            CHECK(words(*this, {x, y}, "picture ").empty());
        }
    CHECK(count("left pane") == 0);
}

TEST_CASE_FIXTURE(Studio, "the read-out counts the pixels of the original, and reads them") {
    Image original = make_image(400, 200, 1, 0.5f);  // learned at 40 x 20
    original.values[150 * 400 + 300] = 1;
    status.picture = shared(original);
    settle();
    const Rect pane = place("left pane");
    const Placement at = ui().placement();
    const ImVec2 there{pane.x0 + float(at.x + 30.05 * at.zoom),
                       pane.y0 + float(at.y + 15.05 * at.zoom)};
    CHECK(words(*this, there, "300, 150").size() == 1);
    CHECK(words(*this, there, "picture 255").size() == 1);
    state.preferences.training_pixels = true;
    CHECK(words(*this, there, "30, 15").size() == 1);
    CHECK(words(*this, there, "picture 128").size() == 1);
}

TEST_CASE("the box lies whole in its part of the window, wherever the mouse is") {
    const Rect room{100, 50, 700, 400};
    const ImVec2 size{260, 120};
    for (float x = room.x0; x <= room.x1; x += 20)
        for (float y = room.y0; y <= room.y1; y += 10) {
            const ImVec2 at = place_beside({x, y}, size, room, 16);
            CHECK(at.x >= room.x0);
            CHECK(at.y >= room.y0);
            CHECK(at.x + size.x <= room.x1);
            CHECK(at.y + size.y <= room.y1);
            const bool over = x >= at.x && x <= at.x + size.x && y >= at.y && y <= at.y + size.y;
            CHECK_FALSE(over);  // the box of pixel values does not cover its pixel
        }
    // A box larger than `room` starts at the top left corner of `room`.
    CHECK(place_beside({300, 200}, {900, 900}, room, 16).x == room.x0);
    CHECK(place_beside({300, 200}, {900, 900}, room, 16).y == room.y0);
}

TEST_CASE_FIXTURE(
    Studio, "the values fit over the panes in a small window with large text, in each notation") {
    view.window = {900, 575};
    scale_text(1.25f);
    settle();
    const Rect pane = place("left pane");
    const ImVec2 low{pane.x1 - pane.width() * 0.2f, pane.y1 - pane.height() * 0.45f};
    const std::pair<PixelValues, const char*> notations[] = {{PixelValues::bytes, "drawing 64"},
                                                             {PixelValues::hex, "drawing #40"},
                                                             {PixelValues::unit, "drawing 0.250"}};
    for (const auto& [notation, drawn] : notations) {
        state.preferences.pixel_values = notation;
        REQUIRE(words(*this, low, drawn).size() == 1);
        const Rect at = place("pixel values");
        CHECK(at.y1 <= pane.y0);
        CHECK(at.x1 <= view.window.x);
    }
}
