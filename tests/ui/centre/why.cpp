// The view Why in the studio: choosing a place, what is said of it, the four steps of one step of
// learning, and walking through the layers.
#include "ui/actions/why.h"
#include "engine/features/compare/compared_state.h"
#include "engine/features/microscope/microscope.h"
#include "engine/features/scan_line/place_detail.h"
#include "engine/features/studies/view_request.h"
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

MicroscopeUnit neuron(NeuronIndex index, int inputs) {
    MicroscopeUnit unit;
    unit.index = index;
    unit.activation = Activation::sine;
    unit.omega = 30;
    unit.inputs = inputs;
    for (int i = 0; i < std::min(inputs, 6); ++i)
        unit.strongest.push_back({inputs - 1 - i, 0.5f, 0.25f, std::size_t(i)});
    return unit;
}

// A studio with a run of 40 x 20 pixels, in which the microscope explains pixel (5, 7).
struct WhyStudio : Studio {
    std::shared_ptr<Microscope> story = std::make_shared<Microscope>();

    WhyStudio() {
        status.config.network.layers = {8, 9};
        story->step = 500;
        story->column = 5;
        story->row = 7;
        for (const std::size_t neurons : {8u, 9u, 1u})
            story->layers.push_back({std::vector(neurons, 0.1f), std::vector(neurons, 0.2f),
                                     std::vector(neurons, 0.3f)});
        story->target = {0.5f};
        story->losses = {0.1f};
        story->inputs = {0.1f, 0.2f};
        explain(neuron({1, 4}, 8));
        press(Key::six);
        draw();
    }
    void unfold_step() {
        draw();
        click("One step of learning, in numbers…");
        settle();
    }
    void explain(MicroscopeUnit unit) {
        story->unit = std::move(unit);
        story->unit.next = NeuronIndex{story->unit.index.layer + 1, 0};
        story->update.emplace();
        story->update->link = story->unit.strongest.front();
        story->update->gradient = 0.01f;
        status.result<Microscope>() = std::make_shared<Microscope>(*story);
    }
    std::optional<MicroscopeView> asked_view() { return draw().view.microscope; }
    std::optional<NeuronIndex> unit() { return asked_view()->unit; }
    LearningStep step() const { return state.of<WhyState>().step; }
};

// Gives the view a row on which the render undershoots the picture and turns NaN, and a place whose
// detail is learned up to the middle frequency.
void show_place(Status& status) {
    ScanLine line{.step = 500, .row = 10, .samples = 5, .picture = {}, .drawing = {}};
    for (int x = 0; x < 40; ++x) line.picture.push_back(x < 20 ? 0 : 1);
    for (int x = 0; x < 200; ++x) line.drawing.push_back(x < 100 ? -0.3f : NAN);
    status.result<ScanLine>() = shared(line);
    PlaceDetail place;
    place.step = 500;
    place.picture = {0.5f};
    place.drawing = {0.4f};
    place.side = 40;
    place.around.finest = 20;
    for (int b = 0; b < 9; ++b) {
        place.around.picture.push_back(0.1f / float(1 << b));
        place.around.learned.push_back(b < 5 ? 1 : 0);
    }
    status.result<PlaceDetail>() = shared(place);
}

// Returns the number of vertices in the last frame.
int drawn() {
    return ImGui::GetDrawData()->TotalVtxCount;
}

}  // namespace

TEST_CASE_FIXTURE(WhyStudio, "a place is asked about only while the view is shown") {
    const NeuronIndex output{2, 0};
    CHECK(asked_view() == MicroscopeView{20, 10, output, {}});  // the middle pixel by default
    REQUIRE(last.view.place);
    CHECK(last.view.place->x == doctest::Approx(20.5 / 40));
    CHECK(last.view.place->y == doctest::Approx(10.5 / 20));
    for (const Key other : {Key::one, Key::two, Key::three, Key::four}) {
        press(other);
        CHECK_FALSE(asked_view());
        CHECK_FALSE(last.view.place);
        press(Key::six);
    }
    CHECK(asked_view());
    CHECK(count("Compare with") == 0);                  // the view compares with the picture only
    status.config.network.encoding = Encoding::window;  // it has no neurons of single places
    CHECK_FALSE(asked_view());
    CHECK(last.view.place);
    status.config.network.encoding = Encoding::none;
    state.of<WhyState>() = {
        .view = MicroscopeView{100, 3, NeuronIndex{1, 2}, 1}, .one_step = true, .run = 1};
    ++status.run_serial;  // another run keeps the place, clamped, and drops the neuron
    CHECK(asked_view() == MicroscopeView{39, 3, {}, {}});
}

TEST_CASE_FIXTURE(WhyStudio, "a place is chosen by a click, by keys, and in another view") {
    const Rect shown = place("left pane");
    const Placement at = ::redraw::ui::place({}, shown.size(), {40, 20});
    const auto pixel = [&](float column, float row) {
        return ImVec2{shown.x0 + float(at.x + (column + 0.5) * at.zoom),
                      shown.y0 + float(at.y + (row + 0.5) * at.zoom)};
    };
    const auto chosen = [&] {
        const auto asked = asked_view();
        return std::pair(asked->column, asked->row);
    };
    click(pixel(31, 4));
    CHECK(chosen() == std::pair(31, 4));
    press(Key::left);
    press(Key::down);
    CHECK(chosen() == std::pair(30, 5));
    drag(pixel(10, 4), pixel(20, 4));  // a drag moves the picture instead
    CHECK(chosen() == std::pair(30, 5));
    click(middle("picture in the corner"));  // shows the picture while it is pressed
    CHECK(chosen() == std::pair(30, 5));
    state.centre.canvas = {};
    press(Key::four);
    const Rect pane = place("left pane");
    move_and_draw({(pane.x0 + pane.x1) / 2 + 1, (pane.y0 + pane.y1) / 2 + 1});
    press(Key::six);
    CHECK(asked_view()->column == 20);
    CHECK(asked_view()->row == 10);
}

TEST_CASE_FIXTURE(WhyStudio, "the strongest neurons lead to one step of learning, and back") {
    explain(neuron({2, 0}, 9));  // the output, whose inputs are the last layer's neurons
    draw();
    REQUIRE(count("Layer 2, neuron 9") == 1);
    click("Layer 2, neuron 9");
    settle();
    CHECK(state.of<WhyState>().one_step);
    CHECK(unit() == NeuronIndex{1, 8});
    click("‹ Why");
    settle();
    CHECK_FALSE(state.of<WhyState>().one_step);
    CHECK(unit() == NeuronIndex{2, 0});
    unfold_step();
    CHECK_FALSE(unit());  // the neuron that contributes most
    press(Key::escape);
    CHECK_FALSE(state.of<WhyState>().one_step);
    CHECK(state.centre.mode == ViewMode::why);
}

TEST_CASE_FIXTURE(WhyStudio, "four steps, by tabs and by arrow keys") {
    unfold_step();
    CHECK(step() == LearningStep::forward);
    for (const auto& [tab, wanted] : {std::pair{"Error", LearningStep::error},
                                      {"Backward", LearningStep::backward},
                                      {"Update", LearningStep::update},
                                      {"Forward", LearningStep::forward}}) {
        click(tab);
        CHECK(step() == wanted);
    }
    press(Key::left);
    CHECK(step() == LearningStep::forward);
    for (int i = 0; i < 5; ++i) press(Key::right);
    CHECK(step() == LearningStep::update);
    press(Key::left);
    CHECK(step() == LearningStep::backward);
    CHECK_FALSE(state.timelapse.at_step);
    press(Key::right, false, true);  // Shift moves the place
    CHECK(asked_view()->column == 21);
    press(Key::home);  // Home still moves the timelapse
    CHECK(asked_view());
    CHECK(last.view.at_step == 0);
}

TEST_CASE_FIXTURE(WhyStudio, "a click on a way in walks back, keys walk both ways") {
    unfold_step();
    click("Layer 1, neuron 8");
    CHECK(unit() == NeuronIndex{0, 7});
    explain(neuron({0, 7}, 2));
    press(Key::down);
    CHECK(unit() == NeuronIndex{-1, 1});
    press(Key::up);
    CHECK(unit() == NeuronIndex{1, 0});
    press(Key::escape);  // goes back to the neuron that contributes most
    CHECK_FALSE(unit());
    click("Feeds most");
    CHECK(unit() == NeuronIndex{1, 0});
    click("Backward");
    click("Outputs");
    CHECK(unit() == NeuronIndex{2, 0});
}

TEST_CASE_FIXTURE(WhyStudio, "the weight that is updated is chosen among the strongest") {
    unfold_step();
    click("Update");
    click("Layer 1, neuron 8");  // the strongest input, chosen already: takes the next
    CHECK(asked_view() == MicroscopeView{20, 10, NeuronIndex{1, 4}, 6});
    story->update->link = story->unit.strongest.back();
    status.result<Microscope>() = story;
    click("Layer 1, neuron 3");
    CHECK(asked_view()->input == 7);
    CHECK(count("Weight") == 1);
}

TEST_CASE_FIXTURE(WhyStudio, "numbers of every kind fit into small windows") {
    for (const ImVec2 window : {ImVec2{1280, 720}, {900, 500}, {2400, 1400}})
        for (const int channels : {1, 4}) {
            view.window = window;
            story->layers.back() = {std::vector(std::size_t(channels), NAN),
                                    std::vector(std::size_t(channels), 1e30f),
                                    std::vector(std::size_t(channels), -INFINITY)};
            story->target.assign(std::size_t(channels), 0);
            story->losses.assign(std::size_t(channels), 1e-12f);
            status.result<Microscope>() = story;
            for (int i = -1; i < 4; ++i) {
                state.of<WhyState>().one_step = i >= 0;
                state.of<WhyState>().step = LearningStep(std::max(0, i));
                settle();
                for (const Control& control : state.controls.focus.controls)
                    CHECK(control.to.x <= window.x + 1);
            }
        }
}

TEST_CASE("curve and bands are drawn at every size, of runs that race and at any moment") {
    for (const ImVec2 size :
         {ImVec2{1440, 900}, ImVec2{1280, 720}, ImVec2{900, 500}, ImVec2{640, 480}, ImVec2{1, 1}})
        for (const bool race : {false, true}) {
            WhyStudio studio;
            studio.view.window = size;
            studio.settle();
            const int empty = drawn();
            show_place(studio.status);
            if (race) {
                ComparedState other = racer();
                other.drawing = std::make_shared<HostSurface>(make_image(40, 20, 1, 0.75f));
                put_beside(studio.status, {other, racer("/c")});
                studio.draw();  // a race switches to the side-by-side view
                studio.press(Key::six);
            }
            studio.settle();
            if (size.x < 1440) continue;  // a smaller window may have no room for plots
            CHECK(drawn() > empty + 200);
            CHECK(studio.count("spectrum") == 1);
            CHECK(studio.count("row's curve") == 1);
            studio.move_and_draw(studio.middle("spectrum"));  // marks the band under the mouse
            studio.move_and_draw(kNowhere);
            const int now = drawn();
            studio.state.timelapse.at_step = 100;
            studio.settle();
            // A past keyframe hides the rivals' curves, as only their present renders are known.
            if (race) CHECK(drawn() != now);
        }
}
