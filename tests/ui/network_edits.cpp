// Touching a neuron: muted, a weight dragged, taken back, exported.
#include "tests/support/ui_harness.h"
#include "ui/actions/neuron_layout.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::ui;

namespace {

// With a neuron of the second layer large, whose few weights are known.
void enlarge_a_neuron(Studio& studio) {
    studio.view.window = {1440, 900};
    studio.draw();
    studio.state.centre.mode = ViewMode::neurons;
    const NeuronIndex index{1, 2};
    studio.state.centre.neuron = index;
    auto pictures = std::make_shared<NeuronPictures>();
    pictures->chosen = index;
    pictures->large = make_image(8, 4, 1, 0.5f);
    pictures->large_grid = picture_grid(8, 4);
    pictures->weights = {0.5f, -1.0f, 0.25f, 0.125f};
    studio.status.neurons = pictures;
    studio.draw();
}

}  // namespace

TEST_CASE(
    "M mutes the neuron, what is drawn is the network without it, and Ctrl+Z brings it back") {
    Studio studio;
    enlarge_a_neuron(studio);
    const NeuronIndex index{1, 2};
    CHECK(studio.draw().view.edits.empty());
    studio.press(Key::m);
    CHECK(studio.draw().view.edits == NetworkEdits{{index}, {}});
    studio.state.centre.mode = ViewMode::side_by_side;  // in every view
    CHECK(studio.draw().view.edits.muted.size() == 1);
    studio.press(Key::z, true);
    CHECK(studio.draw().view.edits.empty());
    studio.press(Key::y, true);
    CHECK(studio.draw().view.edits.muted.size() == 1);
    studio.state.centre.mode = ViewMode::neurons;
    studio.click("Mute");
    CHECK(studio.draw().view.edits.empty());
    studio.click("Mute");
    studio.click("Put back");
    CHECK(studio.draw().view.edits.empty());
    studio.click("Mute");
    studio.state.centre.mode = ViewMode::side_by_side;
    studio.click("As it was learned");
    CHECK(studio.draw().view.edits.empty());
    studio.state.centre.mode = ViewMode::neurons;
    studio.press(Key::z, true);
    CHECK(studio.draw().view.edits.muted.size() == 1);
    ++studio.status.run_serial;  // another run
    CHECK(studio.draw().view.edits.empty());
}

TEST_CASE("a weight's bar is dragged: live, one step, and a click changes nothing") {
    Studio studio;
    enlarge_a_neuron(studio);
    const Rect plot = studio.place("weights");
    const auto bar = [&](int input) { return plot.x0 + plot.width() * (float(input) + 0.5f) / 4; };
    const float middle = (plot.y0 + plot.y1) / 2;
    studio.click(bar(1), middle + 10);
    CHECK(studio.draw().view.edits.empty());
    bool live = false;
    for (const Requests& r : studio.drag({bar(1), middle + 20}, {bar(1), plot.y0}))
        live |= !r.view.edits.empty() && studio.state.settings.history.size() <= 2;
    CHECK(live);
    const NetworkEdits edits = studio.draw().view.edits;
    REQUIRE(edits.weights.size() == 1);
    CHECK(edits.weights[0].of == NeuronIndex{1, 2});
    CHECK(edits.weights[0].input == 1);
    CHECK(edits.weights[0].value == doctest::Approx(1.25).epsilon(0.05));
    CHECK(studio.state.settings.history.size() == 2);
    studio.drag({bar(3), middle}, {bar(3), middle + 500});
    CHECK(studio.draw().view.edits.weights.size() == 2);
    CHECK(studio.draw().view.edits.weights[1].value < -1);
    studio.press(Key::z, true);
    CHECK(studio.draw().view.edits == edits);
    // A film and a picture are of what is seen.
    studio.tap(Key::e, true, true);
    CHECK(newest<&command::ExportFilm::edits>(studio.click("Export")) == edits);
}

TEST_CASE(
    "weights that are no numbers, one weight, a thousand: the bars can be drawn and dragged") {
    Studio studio;
    enlarge_a_neuron(studio);
    for (const std::size_t count : {1, 9, 64, 65, 1000}) {
        auto pictures = std::make_shared<NeuronPictures>(*studio.status.neurons);
        pictures->weights.assign(count, 0.0f);
        pictures->weights[count / 2] = NAN;
        pictures->weights.back() = 0.5f;
        studio.status.neurons = pictures;
        studio.state.settings.history.present().network = {};
        studio.settle(2);
        const Rect plot = studio.place("weights");
        studio.drag({plot.x1 - 1, (plot.y0 + plot.y1) / 2}, {plot.x1 - 1, plot.y1});
        const NetworkEdits edits = studio.draw().view.edits;
        REQUIRE(edits.weights.size() == 1);
        CHECK(edits.weights[0].input == int(count) - 1);
        CHECK(std::isfinite(edits.weights[0].value));
    }
    CHECK(edits_text({}).empty());
    CHECK(edits_text({{{0, 0}}, {}}) == "1 neuron muted");
    CHECK(edits_text({{{0, 0}, {0, 1}}, {{}}}) == "2 neurons muted, 1 weight changed");
}
