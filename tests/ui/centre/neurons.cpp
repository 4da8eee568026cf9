// The neurons view in the studio: the tiles of all neurons, one neuron large, sums of neurons,
// muting and weight edits.
#include "ui/actions/neurons.h"
#include "engine/features/neurons/neuron_study.h"
#include "tests/support/drawn_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/neuron_view.h"
#include "ui/theme/theme.h"

#include <imgui_internal.h>

#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

// A studio with a 40 x 20 run and small pictures of its neurons, by default in four layers.
struct NeuronStudio : Studio {
    explicit NeuronStudio(std::vector<int> layers = {6, 300, 4, 5}) {
        status.config.network.layers = layers;
        auto pictures = std::make_shared<NeuronPictures>();
        pictures->grid = resized(picture_grid(40, 20), 16, 8);
        for (const int width : layers) pictures->layers.push_back(make_image(16, 8, width, 0.5f));
        status.result<NeuronPictures>() = pictures;
        for (const int width : layers) {
            const NeuronAtlas atlas = neuron_atlas(width, 16, 8);
            view.neurons.layers.push_back({{}, atlas.columns * 16, atlas.rows * 8, pictures->grid});
            view.neurons.limits.push_back(1);
        }
        press(Key::five);
        draw();
    }
    NeuronLayout layout() const {
        const Rect room = list();
        return lay_out_neurons(status.config.network.layers, room.width(), room.height(), 2, 1);
    }
    ImVec2 place(NeuronIndex index) const {
        const NeuronLayout tiles = layout();
        const Rect room = list();
        return {room.x0 + tiles.tile_x(index.neuron) + tiles.tile_width / 2,
                room.y0 + tiles.tile_y(index) + tiles.tile_height / 2 -
                    state.of<NeuronsState>().scroll};
    }
    Rect list() const { return Studio::place("neurons"); }
};

// Shows neuron {1, 2}, the third of the second layer, large. Its four weights are known.
void enlarge_a_neuron(Studio& studio) {
    studio.view.window = {1440, 900};
    studio.draw();
    studio.state.centre.mode = ViewMode::neurons;
    const NeuronIndex index{1, 2};
    studio.state.of<NeuronsState>().large = index;
    auto pictures = std::make_shared<NeuronPictures>();
    pictures->chosen = index;
    pictures->large = make_image(8, 4, 1, 0.5f);
    pictures->large_grid = picture_grid(8, 4);
    pictures->weights = {0.5f, -1.0f, 0.25f, 0.125f};
    studio.status.result<NeuronPictures>() = pictures;
    studio.draw();
}

// An exported film that adds up the neurons ignores the slider.
void check_film_of_sum(Studio& studio) {
    studio.open(Dialog::export_film);
    studio.click("Neurons added up");
    const auto film = asked<command::ExportFilm>(studio.click("Export"));
    REQUIRE(film);
    CHECK(film->spec.neurons == 5);
    CHECK(film->edits.muted.size() == 2);
    studio.settle();
}

// An exported film uses the edits of the displayed network.
void check_edited_film(Studio& studio, const NetworkEdits& edits) {
    studio.open(Dialog::export_film);
    CHECK(newest<&command::ExportFilm::edits>(studio.click("Export")) == edits);
}

}  // namespace

TEST_CASE_FIXTURE(NeuronStudio, "a click shows one large; Escape, a click and key 5 go back") {
    CHECK(last.view.neurons);
    CHECK_FALSE(last.view.neurons->chosen);
    const NeuronIndex wanted{0, 4};
    const ImVec2 at = place(wanted);
    click(at);
    REQUIRE(state.of<NeuronsState>().large == wanted);
    CHECK(draw().view.neurons->chosen == wanted);
    press(Key::escape);
    CHECK_FALSE(state.of<NeuronsState>().large);
    CHECK(state.centre.mode == ViewMode::neurons);
    CHECK_FALSE(draw().view.neurons->chosen);
    press(Key::enter);  // Enter enlarges the last enlarged neuron again
    CHECK(state.of<NeuronsState>().large == wanted);
    draw();
    click(500, 300);
    CHECK_FALSE(state.of<NeuronsState>().large);
    press(Key::enter);
    press(Key::five);
    CHECK_FALSE(state.of<NeuronsState>().large);
    press(Key::one);
    CHECK_FALSE(draw().view.neurons);
}

TEST_CASE_FIXTURE(NeuronStudio, "arrows move between neurons while one is large, else scrub") {
    press(Key::enter);
    const auto after = [&](Key key) {
        press(key);
        return state.of<NeuronsState>().large.value_or(NeuronIndex{-1, -1});
    };
    CHECK(after(Key::left) == NeuronIndex{0, 0});  // the first neuron has no predecessor
    CHECK(after(Key::right) == NeuronIndex{0, 1});
    for (int i = 0; i < 4; ++i) after(Key::right);
    CHECK(after(Key::right) == NeuronIndex{1, 0});  // the selection continues in the next layer
    CHECK(after(Key::left) == NeuronIndex{0, 5});
    CHECK(after(Key::down) == NeuronIndex{1, 5});
    CHECK(after(Key::down) == NeuronIndex{2, 3});  // the third layer has four neurons only
    CHECK(after(Key::down) == NeuronIndex{3, 3});
    CHECK(after(Key::down) == NeuronIndex{3, 3});
    CHECK(after(Key::right) == NeuronIndex{3, 4});
    CHECK(after(Key::right) == NeuronIndex{3, 4});
    CHECK_FALSE(state.timelapse.at_step);
    press(Key::escape);
    press(Key::left);
    CHECK(state.timelapse.at_step);
    press(Key::escape);  // goes back to the present network
    CHECK_FALSE(state.timelapse.at_step);
}

TEST_CASE("every layer can be reached by the wheel and by keys") {
    NeuronStudio studio({300, 1024, 1024, 40});
    const float most = studio.layout().height - studio.list().height();
    REQUIRE(most > 0);
    studio.move_and_draw(
        {700, 300});  // newer Dear ImGui handles the wheel one frame after a mouse move
    studio.wheel_and_draw(-1);
    CHECK(studio.state.of<NeuronsState>().scroll > 0);
    for (int i = 0; i < 60; ++i) studio.press(Key::down);
    CHECK(studio.state.of<NeuronsState>().scroll == doctest::Approx(most));
    const NeuronIndex last{3, 39};
    const ImVec2 at = studio.place(last);
    CHECK(at.y < studio.list().y1);
    studio.click(at);
    CHECK(studio.state.of<NeuronsState>().large == last);
    // After arrow keys have moved two layers up, the list scrolls to the selected neuron.
    studio.press(Key::up);
    studio.press(Key::up);
    studio.tap(Key::escape);
    CHECK(studio.place({1, 39}).y > studio.list().y0);
    CHECK(studio.place({1, 39}).y < studio.list().y1);
    CHECK(ImGui::GetDrawData()->TotalVtxCount < 30'000);  // rows outside the view are not drawn
}

TEST_CASE("zoom and pan are shared with the other views") {
    NeuronStudio studio({4, 4});
    const ImVec2 at = studio.place({1, 2});
    studio.move_and_draw(at);
    for (int i = 0; i < 14; ++i) {
        studio.wheel_and_draw(1);
    }
    const Requests asked = studio.draw();
    REQUIRE(asked.view.region);
    const Grid region = *asked.view.region;
    CHECK(region.right - region.left < 1.2);
    CHECK((region.right - region.left) / (region.bottom - region.top) ==
          doctest::Approx(2).epsilon(0.03));  // the picture's aspect ratio, 2:1
    const auto zoom = studio.state.centre.canvas.zoom;
    studio.drag(at, {at.x - 20, at.y}, 5);
    CHECK_FALSE(
        studio.state.of<NeuronsState>().large);  // a drag pans; it is not a click on the tile
    REQUIRE(studio.draw().view.region);
    CHECK(studio.draw().view.region->left > region.left);
    studio.tap(Key::four);
    CHECK(studio.state.centre.canvas.zoom == zoom);
    REQUIRE(studio.last.view.region);
    studio.press(Key::five);
    studio.press(Key::f);
    CHECK_FALSE(studio.draw().view.region);
}

TEST_CASE("another run with fewer neurons is safe, and starts with all of them") {
    NeuronStudio studio;
    studio.state.of<NeuronsState>().large = NeuronIndex{3, 4};
    // The neuron pictures and textures still belong to the old network.
    studio.status.config.network.layers = {2};
    studio.draw();
    CHECK(studio.state.of<NeuronsState>().large == NeuronIndex{0, 1});
    studio.status.run_serial = 2;
    studio.status.result<NeuronPictures>().reset();
    studio.view.neurons.layers.clear();
    studio.view.neurons.limits.clear();
    studio.draw();
    CHECK_FALSE(studio.state.of<NeuronsState>().large);
    CHECK(studio.state.of<NeuronsState>().scroll == 0);
    studio.tap(Key::enter);
    CHECK(studio.last.view.neurons->chosen == NeuronIndex{0, 0});
}

TEST_CASE("one large is drawn with few weights, many, none, and none that is a number") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const auto& weights : std::vector<std::vector<float>>{
             {12, -4}, std::vector<float>(300, 0.25f), {}, std::vector<float>(20, nan), {nan, 0}}) {
        NeuronStudio studio;
        studio.press(Key::enter);
        auto pictures = std::make_shared<NeuronPictures>();
        pictures->chosen = NeuronIndex{0, 0};
        pictures->large_grid = resized(picture_grid(40, 20), 32, 16);
        pictures->large = make_image(32, 16, 1, weights.empty() ? nan : 0.5f);
        pictures->weights = weights;
        studio.status.result<NeuronPictures>() = pictures;
        studio.view.neurons.large = {{}, 32, 16, pictures->large_grid};
        studio.draw();
        studio.move_and_draw({500, 300});
        CHECK(studio.state.of<NeuronsState>().large == NeuronIndex{0, 0});
    }
}

TEST_CASE_FIXTURE(NeuronStudio, "the label has the epoch of the pictures that are seen") {
    auto pictures = std::make_shared<NeuronPictures>(*status.result<NeuronPictures>());
    pictures->step = 9;
    status.result<NeuronPictures>() = pictures;
    draw();
    CHECK(is_drawn("Now, epoch 9"));
}

TEST_CASE("the slider adds up the loudest neurons of the last layer, by mouse and by keys") {
    NeuronStudio studio;  // five neurons in the last layer
    const auto rank = [&](std::vector<int> loudest) {
        auto pictures = std::make_shared<NeuronPictures>(*studio.status.result<NeuronPictures>());
        pictures->loudest = std::move(loudest);
        studio.status.result<NeuronPictures>() = pictures;
    };
    const auto muted = [&] {
        std::vector<int> neurons;
        for (const NeuronIndex& index : studio.draw().view.edits.muted) {
            CHECK(index.layer == 3);
            neurons.push_back(index.neuron);
        }
        return neurons;
    };
    rank({3, 0, 4, 1, 2});
    const Rect track = studio.Studio::place("add up");
    const float y = (track.y0 + track.y1) / 2;
    CHECK(muted().empty());
    studio.click(track.x0 + 1, y);
    CHECK(muted() == std::vector<int>{3, 0, 4, 1, 2});
    CHECK(studio.count("sum of neurons") == 1);
    studio.drag({track.x0 + 1, y}, {track.x0 + 0.4f * track.width(), y});
    CHECK(muted() == std::vector<int>{4, 1, 2});
    rank({4, 2, 0, 1, 3});  // another training step changes the ranking
    CHECK(muted() == std::vector<int>{0, 1, 3});
    ImGuiWindow* main = const_cast<ImGuiWindow*>(ImGui::FindWindowByName("main"));
    int tabs = 0;
    do studio.tap(Key::tab);
    while (++tabs < 80 && ImGui::GetCurrentContext()->NavId != main->GetID("add up"));
    studio.press(Key::right);
    CHECK(muted() == std::vector<int>{1, 3});
    studio.press(Key::left);
    CHECK(muted().size() == 3);
    studio.press(Key::escape);
    // Neurons that the user muted stay muted. Other views and a neuron shown large ignore the
    // slider.
    change_network(studio.state.settings, {{{0, 1}, {3, 3}}, {}});
    CHECK(studio.draw().view.edits.muted.size() == 4);
    studio.state.of<NeuronsState>().large = NeuronIndex{3, 0};
    CHECK(studio.draw().view.edits.muted.size() == 2);
    studio.state.of<NeuronsState>().large.reset();
    studio.state.centre.mode = ViewMode::drawing;
    CHECK(studio.draw().view.edits.muted.size() == 2);
    studio.state.centre.mode = ViewMode::neurons;
    CHECK(studio.draw().view.edits.muted.size() == 4);
    check_film_of_sum(studio);
    studio.click(studio.Studio::place("add up").x1 - 1, y);
    // At the slider's end, the render has all neurons but those muted by the user.
    CHECK(studio.draw().view.edits.muted.size() == 2);
    CHECK(studio.count("sum of neurons") == 0);
    ++studio.status.run_serial;  // another run has no edits
    CHECK(studio.draw().view.edits.empty());
}

TEST_CASE("a sum has an end of its own, and what it mutes is not muted again") {
    NeuronStudio studio;
    studio.view.window = {1440, 900};
    auto pictures = std::make_shared<NeuronPictures>(*studio.status.result<NeuronPictures>());
    pictures->loudest = {3, 0, 4, 1, 2};
    studio.status.result<NeuronPictures>() = pictures;
    studio.settle();
    const Rect track = studio.Studio::place("add up");
    // The sum renders only with neurons 3 and 0 of the last layer.
    studio.click(track.x0 + 0.4f * track.width(), (track.y0 + track.y1) / 2);
    studio.settle();
    CHECK(studio.count("Undo neuron edits") == 0);
    const auto own = [&] { return studio.state.settings.history.present().network; };
    Ui ui = studio.ui();
    toggle_muted(ui, {3, 1});
    CHECK(own().empty());
    toggle_muted(ui, {3, 3});
    CHECK(own().muted == std::vector{NeuronIndex{3, 3}});
    studio.settle();
    studio.click("Undo neuron edits");
    CHECK(own().empty());
    CHECK(studio.state.of<NeuronsState>().sum == 2);
    studio.click("Show all neurons");
    CHECK_FALSE(studio.state.of<NeuronsState>().sum);
    studio.settle();
    CHECK(studio.count("Show all neurons") == 0);
}

TEST_CASE_FIXTURE(Studio, "a poster of the neurons is a file of the shown moment") {
    const TemporaryFolder folder;
    state.preferences.export_folder = folder.path();
    state.timelapse.at_step = 100;
    tap(Key::e, true);
    click("Neurons");
    draw();
    REQUIRE(state.sheets.dialog == Dialog::export_poster);
    const auto asked_for = asked<command::ExportPictures>(press(Key::enter));
    REQUIRE(asked_for);
    CHECK(asked_for->at_step == 100);
    CHECK(asked_for->specs[0].poster);
    CHECK(asked_for->specs[0].path == folder / "lion-neurons.png");
    // A window network, which enlarges, has no poster.
    status.config.network.encoding = Encoding::window;
    tap(Key::e, true);
    click("Neurons");
    CHECK(state.sheets.dialog == Dialog::export_picture);
}

TEST_CASE_FIXTURE(Studio, "Mute mutes the neuron, and Ctrl+Z brings it back") {
    enlarge_a_neuron(*this);
    const NeuronIndex index{1, 2};
    CHECK(draw().view.edits.empty());
    click("Mute");
    CHECK(draw().view.edits == NetworkEdits{{index}, {}});
    state.centre.mode = ViewMode::side_by_side;  // edits hold in every view
    CHECK(draw().view.edits.muted.size() == 1);
    press(Key::z, true);
    CHECK(draw().view.edits.empty());
    press(Key::y, true);
    CHECK(draw().view.edits.muted.size() == 1);
    state.centre.mode = ViewMode::neurons;
    click("Mute");
    CHECK(draw().view.edits.empty());
    click("Mute");
    click("Undo neuron edits");
    CHECK(draw().view.edits.empty());
    click("Mute");
    state.centre.mode = ViewMode::side_by_side;
    click("Undo neuron edits");
    CHECK(draw().view.edits.empty());
    state.centre.mode = ViewMode::neurons;
    press(Key::z, true);
    CHECK(draw().view.edits.muted.size() == 1);
    ++status.run_serial;  // edits do not carry over to another run
    CHECK(draw().view.edits.empty());
}

TEST_CASE("a weight's bar is dragged live, in one step, not by a click") {
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
    check_edited_film(studio, edits);
}

TEST_CASE("any weights, also none that is a number, are drawn and dragged") {
    Studio studio;
    enlarge_a_neuron(studio);
    for (const std::size_t count : {1, 9, 64, 65, 1000}) {
        auto pictures = std::make_shared<NeuronPictures>(*studio.status.result<NeuronPictures>());
        pictures->weights.assign(count, 0.0f);
        pictures->weights[count / 2] = NAN;
        pictures->weights.back() = 0.5f;
        studio.status.result<NeuronPictures>() = pictures;
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
