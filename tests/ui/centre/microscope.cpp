// The microscope view in the studio: choosing a pixel, the four steps of its explanation, and
// walking through the layers.
#include "engine/features/microscope/microscope.h"
#include "engine/features/studies/view_request.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/microscope.h"

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
struct MicroscopeStudio : Studio {
    std::shared_ptr<Microscope> story = std::make_shared<Microscope>();

    MicroscopeStudio() {
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
        press(Key::seven);
        draw();
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
    MicroscopeStep step() const { return state.of<MicroscopeState>().step; }
};

}  // namespace

TEST_CASE_FIXTURE(MicroscopeStudio, "it is asked for only while it is shown") {
    CHECK(asked_view() == MicroscopeView{20, 10, {}, {}});  // the middle pixel by default
    for (const Key other : {Key::one, Key::four, Key::five}) {
        press(other);
        CHECK_FALSE(asked_view());
    }
    press(Key::seven);
    CHECK(asked_view());
    status.config.network.encoding = Encoding::window;
    CHECK_FALSE(asked_view());
    CHECK(count("microscope note") == 1);  // a note says why the view is empty
    status.config.network.encoding = Encoding::none;
    state.of<MicroscopeState>() = {.view = MicroscopeView{100, 3, NeuronIndex{1, 2}, 1},
                                   .run = status.run_serial};
    ++status.run_serial;  // another run keeps the pixel, clamped, and drops the neuron
    CHECK(asked_view() == MicroscopeView{39, 3, {}, {}});
}

TEST_CASE_FIXTURE(MicroscopeStudio, "four steps, by tabs and by arrow keys") {
    CHECK(step() == MicroscopeStep::forward);
    for (const auto& [tab, wanted] : {std::pair{"2 Error", MicroscopeStep::error},
                                      {"3 Backward", MicroscopeStep::backward},
                                      {"4 Update", MicroscopeStep::update},
                                      {"1 Forward", MicroscopeStep::forward}}) {
        click(tab);
        CHECK(step() == wanted);
    }
    press(Key::left);
    CHECK(step() == MicroscopeStep::forward);
    for (int i = 0; i < 5; ++i) press(Key::right);
    CHECK(step() == MicroscopeStep::update);
    press(Key::left);
    CHECK(step() == MicroscopeStep::backward);
    CHECK_FALSE(state.timelapse.at_step);
    press(Key::home);  // Home still moves the timelapse
    CHECK(asked_view());
    CHECK(last.view.at_step == 0);
}

TEST_CASE_FIXTURE(MicroscopeStudio, "a click on a way in walks back, keys walk both ways") {
    draw();
    click("Layer 1, neuron 8");
    CHECK(unit() == NeuronIndex{0, 7});
    explain(neuron({0, 7}, 2));
    press(Key::down);
    CHECK(unit() == NeuronIndex{-1, 1});
    press(Key::up);
    CHECK(unit() == NeuronIndex{1, 0});
    press(Key::escape);  // goes back to the neuron that contributes most
    CHECK_FALSE(unit());
    click("To Layer 2, neuron 1");
    CHECK(unit() == NeuronIndex{1, 0});
    press(Key::seven);
    CHECK_FALSE(unit());
    click("3 Backward");
    click("Outputs");
    CHECK(unit() == NeuronIndex{2, 0});
}

TEST_CASE_FIXTURE(MicroscopeStudio, "the weight that is updated is chosen among the strongest") {
    click("4 Update");
    click("Layer 1, neuron 8");  // the strongest input, chosen already: takes the next
    CHECK(asked_view() == MicroscopeView{20, 10, NeuronIndex{1, 4}, 6});
    story->update->link = story->unit.strongest.back();
    status.result<Microscope>() = story;
    click("Layer 1, neuron 3");
    CHECK(asked_view()->input == 7);
    CHECK(count("Weight") == 1);
}

TEST_CASE_FIXTURE(MicroscopeStudio, "a pixel is chosen by a click, by keys, and in another view") {
    const Rect picture = place("microscope picture");
    const Placement at = ::redraw::ui::place({}, picture.size(), 40, 20);
    const auto pixel = [&](float column, float row) {
        return ImVec2{picture.x0 + float(at.x + (column + 0.5) * at.zoom),
                      picture.y0 + float(at.y + (row + 0.5) * at.zoom)};
    };
    click(pixel(31, 4));
    CHECK(asked_view() == MicroscopeView{31, 4, {}, {}});
    press(Key::left, false, true);
    press(Key::down, false, true);
    CHECK(asked_view() == MicroscopeView{30, 5, {}, {}});
    drag(pixel(10, 4), pixel(20, 4));  // a drag pans instead of choosing a pixel
    CHECK(asked_view() == MicroscopeView{30, 5, {}, {}});
    state.centre.canvas = {};
    press(Key::four);
    const Rect pane = place("left pane");
    move_and_draw({(pane.x0 + pane.x1) / 2 + 1, (pane.y0 + pane.y1) / 2 + 1});
    press(Key::seven);
    CHECK(asked_view() == MicroscopeView{20, 10, {}, {}});
}

TEST_CASE_FIXTURE(MicroscopeStudio, "numbers of every kind fit into small windows") {
    for (const ImVec2 window : {ImVec2{1280, 720}, {900, 500}, {2400, 1400}})
        for (const int channels : {1, 4}) {
            view.window = window;
            story->layers.back() = {std::vector(std::size_t(channels), NAN),
                                    std::vector(std::size_t(channels), 1e30f),
                                    std::vector(std::size_t(channels), -INFINITY)};
            story->target.assign(std::size_t(channels), 0);
            story->losses.assign(std::size_t(channels), 1e-12f);
            status.result<Microscope>() = story;
            for (int i = 0; i < 4; ++i) {
                state.of<MicroscopeState>().step = MicroscopeStep(i);
                settle();
                for (const Control& control : state.controls.focus.controls)
                    CHECK(control.to.x <= window.x + 1);
            }
        }
}
