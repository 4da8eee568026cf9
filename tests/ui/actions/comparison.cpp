// The runs that the open run is compared with: as references, as curves, and the pixels of their
// renders.
#include "ui/actions/comparison.h"
#include "engine/features/compare/compared_state.h"
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/differences.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

std::shared_ptr<const ComparedState> compared_run() {
    ComparedState other;
    other.name = "lion, fourier";
    other.step = 1240;
    other.psnr = 33;
    return shared(other);
}

ComparedState rival(float value) {
    ComparedState other = racer();
    other.drawing = std::make_shared<HostSurface>(make_image(40, 20, 1, value));
    return other;
}

// Rests the mouse at `at` and returns how many texts are then drawn that start with `begin`.
std::ptrdiff_t said(Studio& studio, ImVec2 at, std::string_view begin) {
    studio.move(at.x, at.y);
    studio.settle();
    return std::ranges::count_if(
        drawn_text(), [&](const DrawnText& drawn) { return drawn.text.starts_with(begin); });
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "the next reference goes to a compared run too, while there is one") {
    const auto chosen = [&] { return act(Action::next_reference).difference.to; };
    chosen();
    chosen();
    status.compared_runs = {compared_run()};
    CHECK(chosen() == Reference::bicubic);
    CHECK(chosen() == Reference::compared_run);
    CHECK(chosen() == Reference::picture);
    state.centre.reference = Reference::second;
    CHECK(draw().difference.to == Reference::picture);
    state.centre.reference = Reference::compared_run;
    ++status.run_serial;
    CHECK(draw().difference.to == Reference::picture);
}

TEST_CASE("the pane of a compared run says which") {
    Studio studio;
    studio.status.compared_runs = {compared_run()};
    studio.draw();
    Ui ui = studio.ui();
    CHECK(reference_view(ui, Reference::compared_run).label == "lion, fourier, 33.0 dB");
    const std::string ahead = standing(studio.status);
    ComparedState small = *compared_run();
    for (const int width : {40, 20}) {
        small.learned = {width, width / 2};
        studio.status.compared_runs = {shared(small)};
        CHECK((standing(studio.status) == ahead) == (width == 40));  // at 20 not comparable
        CHECK(
            reference_view(ui, Reference::compared_run).label.ends_with(pixels_of(small.learned)));
    }
}

TEST_CASE("what differs between two runs") {
    Config a, b;
    b.network.layers = {64};
    b.network.activation = Activation::relu;
    b.schedule.lr_max = 0.01;
    b.preset = "of another program";  // as in an imported run
    CHECK(differences(a, a).empty());
    const auto found = differences(a, b);
    REQUIRE(found.size() == 4);
    CHECK(found[1].what == "Layers");
    CHECK(found[1].a == "4 layers of 128");
    CHECK(found[1].b == "1 layer of 64");
    CHECK(found[3].what == "Max rate");
}

TEST_CASE_FIXTURE(Studio, "in a race each pane reads its own drawing") {
    state.preferences.pixel_values = PixelValues::unit;
    status.compared_runs = {shared(rival(0.875f)), shared(rival(0.125f))};
    settle();
    CHECK(said(*this, middle("left pane"), "A 0.250") == 1);
    CHECK_FALSE(state.centre.pixel.of);
    CHECK(said(*this, middle("right pane"), "B 0.875") == 1);
    CHECK(state.centre.pixel.of == std::size_t(0));
    CHECK(said(*this, middle("third pane"), "C 0.125") == 1);
    CHECK(state.centre.pixel.of == std::size_t(1));
    // Over the pane of the picture, the values of A's render are displayed.
    CHECK(said(*this, middle("fourth pane"), "A 0.250") == 1);
    // In the wipe view, A's render lies left of the divider.
    state.centre.mode = ViewMode::wipe;
    draw();
    const Rect pane = place("left pane");
    const float y = pane.y0 + pane.height() * 0.6f;
    CHECK(said(*this, {pane.x0 + pane.width() * 0.4f, y}, "A 0.250") == 1);
    CHECK(said(*this, {pane.x0 + pane.width() * 0.6f, y}, "B 0.875") == 1);
}

TEST_CASE("where a run beside this one was drawn closer, that is read") {
    Studio studio;
    studio.state.preferences.pixel_values = PixelValues::unit;
    ComparedState other = rival(0.875f);
    other.closer = std::make_shared<HostSurface>(make_image(8, 8, 1, 0.625f));
    other.closer_grid = Grid{-0.2, -0.2, 0.2, 0.2, 8, 8};
    studio.status.compared_runs = {shared(other)};
    studio.settle();
    const ImVec2 middle = studio.middle("right pane");
    CHECK(said(studio, middle, "B 0.625") == 1);
    CHECK(said(studio, {middle.x + studio.place("right pane").width() * 0.4f, middle.y},
               "B 0.875") == 1);
    // The pixel of a run that is gone keeps its line, without that run's value.
    studio.move_and_draw(studio.middle("pixel values"));
    put_beside(studio.status, {});
    CHECK(said(studio, studio.middle("pixel values"), "B ") == 0);
}

TEST_CASE_FIXTURE(Studio, "a comparison shows itself when it begins and leaves when it ends") {
    state.centre.mode = ViewMode::drawing;
    ComparedState other = racer();
    other.racing = false;
    put_beside(status, {other});
    draw();
    CHECK(state.centre.reference == Reference::compared_run);
    CHECK(state.centre.mode == ViewMode::side_by_side);
    CHECK_FALSE(state.of<ComparisonState>().by_time);
    state.centre.reference = Reference::picture;  // the user's choice is kept
    draw();
    CHECK(state.centre.reference == Reference::picture);
    state.centre.reference = Reference::compared_run;
    put_beside(status, {});
    draw();
    CHECK(state.centre.reference == Reference::picture);
    put_beside(status, {racer()});
    draw();
    CHECK(state.of<ComparisonState>().by_time);
}

TEST_CASE_FIXTURE(Studio, "the other run's curve is drawn whatever its metrics are") {
    for (const bool by_time : {false, true})
        for (const int kind : {0, 1, 2, 3}) {
            ComparedState other = racer();
            other.path = "/" + std::to_string(kind) + (by_time ? "t" : "e");
            std::vector<MeasuredPsnr> measured = *other.measured;
            if (kind < 2) measured.resize(std::size_t(kind));
            for (MeasuredPsnr& drawing : measured) {
                if (kind == 2) drawing.psnr = NAN;
                if (kind == 3)  // 1.5 million epochs on an axis of 1,000
                    drawing.step *= 5000, drawing.seconds *= 5000;
            }
            other.measured = shared(std::move(measured));
            put_beside(status, {other});
            draw();
            state.of<ComparisonState>().by_time = by_time;
            state.preferences.log_epochs = !by_time;
            draw();
            CHECK(ImGui::GetDrawData()->TotalVtxCount < 65'000);
        }
}
