// A moment that is kept as the look of the run, and the dial of the export sheet that chooses one.
#include "engine/film/pace.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheets.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::ui;

namespace {

// As a session would do what was asked.
void follow(Studio& studio, const std::vector<Requests>& all) {
    for (const Requests& r : all) {
        const auto* asked = asked_for<command::KeepMoment>(r);
        if (!asked) continue;
        std::vector<Event> events;
        if (studio.status.events) events = *studio.status.events;
        if (asked->step)
            events.push_back({*asked->step, EventKind::kept});
        else
            events.push_back({0, EventKind::let_go});
        studio.status.events = std::make_shared<const std::vector<Event>>(std::move(events));
    }
}

void press(Studio& studio, Key key, bool ctrl = false, bool shift = false) {
    follow(studio, {studio.press(key, ctrl, shift)});
}

std::optional<std::int64_t> kept(Studio& studio) {
    return kept_step(studio.ui());
}

void keep(Studio& studio, std::int64_t step) {
    studio.state.timelapse.at_step = step;
    press(studio, Key::k);
}

void set_epochs(Studio& studio, double epochs) {
    studio.state.settings.edited.schedule.epochs = epochs;
    committed(studio.state.settings);
}

double epochs_of(const Studio& studio) {
    return studio.state.settings.edited.schedule.epochs;
}

// What is kept after Ctrl+Z, and after Ctrl+Y.
std::optional<std::int64_t> undo(Studio& studio) {
    press(studio, Key::z, true);
    return kept(studio);
}
std::optional<std::int64_t> redo(Studio& studio) {
    press(studio, Key::y, true);
    return kept(studio);
}

// What a drawing changes shrinks from keyframe to keyframe.
std::vector<float> know_changes(Studio& studio) {
    std::vector<float> changes;
    for (std::size_t i = 0; i < studio.status.keyframes->size(); ++i)
        changes.push_back(i == 0 ? 0 : 20.0f / float(i));
    studio.status.keyframe_changes = std::make_shared<const std::vector<float>>(changes);
    return changes;
}

ImVec2 on_dial(const Studio& studio, float part) {
    const Rect dial = studio.place("dial");
    constexpr float kKnob = 7;
    return {dial.x0 + kKnob + part * (dial.width() - 2 * kKnob), (dial.y0 + dial.y1) / 2};
}

}  // namespace

TEST_CASE("K keeps the moment that is shown, again lets it go, and now is no moment") {
    Studio studio;
    press(studio, Key::k);
    CHECK_FALSE(kept(studio));
    keep(studio, 100);
    CHECK(kept(studio) == 100);
    keep(studio, 120);
    CHECK(kept(studio) == 120);
    press(studio, Key::k);
    CHECK_FALSE(kept(studio));
}

TEST_CASE("the button over the drawing does, and is there while one looks back") {
    Studio studio;
    studio.settle();
    CHECK(studio.count("Keep it like this") == 0);
    studio.state.timelapse.at_step = 100;
    studio.settle();
    follow(studio, studio.click("Keep it like this"));
    CHECK(kept(studio) == 100);
    studio.settle();
    CHECK(studio.count("Keep it like this") == 0);
    CHECK(studio.count("kept moment") == 1);
    follow(studio, studio.click("Kept like this"));
    CHECK_FALSE(kept(studio));
    studio.settle();
    CHECK(studio.count("kept moment") == 0);
}

TEST_CASE("what is kept and what is set are taken back in the order they were done") {
    Studio studio;
    studio.settle();
    keep(studio, 100);
    set_epochs(studio, 777);
    keep(studio, 200);
    press(studio, Key::k);
    CHECK_FALSE(kept(studio));
    CHECK(undo(studio) == 200);
    CHECK(undo(studio) == 100);
    CHECK(epochs_of(studio) == 777);
    CHECK(undo(studio) == 100);
    CHECK(epochs_of(studio) != 777);
    CHECK_FALSE(undo(studio));
    CHECK(redo(studio) == 100);
    press(studio, Key::y, true);
    CHECK(epochs_of(studio) == 777);
    CHECK(redo(studio) == 200);
    CHECK_FALSE(redo(studio));
    studio.status.run_serial = 2;  // another run has a history of its own
    studio.settle();
    CHECK_FALSE(undo(studio));
}

TEST_CASE("what was kept after a setting was taken back comes after the setting that follows") {
    Studio studio;
    studio.settle();
    const auto at_first = epochs_of(studio);
    set_epochs(studio, 777);
    press(studio, Key::z, true);
    keep(studio, 100);
    set_epochs(studio, 888);
    CHECK(undo(studio) == 100);
    CHECK(epochs_of(studio) == at_first);
    CHECK_FALSE(undo(studio));
    set_epochs(studio, 999);  // and what was taken back before that is gone
    press(studio, Key::z, true);
    CHECK(epochs_of(studio) == at_first);
    press(studio, Key::y, true);
    CHECK(epochs_of(studio) == 999);
    CHECK_FALSE(kept(studio));
}

TEST_CASE("what was kept before a new run is taken back after it") {
    Studio studio;
    const auto shows = [&](const char* run, const Config& config) {
        ++studio.status.run_serial;
        studio.status.run_path = run;
        studio.status.config = studio.status.request = config;
        studio.settle();
    };
    shows("/runs/a.redraw", studio.status.request);
    const auto epochs = epochs_of(studio);
    set_epochs(studio, 777);
    studio.status.config = studio.status.request = studio.state.settings.edited;
    keep(studio, 100);
    const Config before = studio.status.request;
    studio.state.settings.edited.network.layers = {8, 8};
    committed(studio.state.settings);
    shows("/runs/b.redraw", studio.state.settings.edited);
    press(studio, Key::z, true);
    shows("/runs/a.redraw", before);
    CHECK(kept(studio) == 100);
    CHECK_FALSE(undo(studio));
    CHECK(epochs_of(studio) == 777);
    press(studio, Key::z, true);
    CHECK(epochs_of(studio) == epochs);
}

TEST_CASE("settings, neurons and what is kept are taken back in the order they were done") {
    Studio studio;
    studio.settle();
    const auto edits = [&] { return studio.draw().view.edits; };
    studio.state.centre.mode = ViewMode::neurons;
    studio.state.centre.neuron = NeuronIndex{0, 1};
    studio.press(Key::m);
    keep(studio, 100);
    studio.state.centre.neuron = NeuronIndex{0, 2};
    studio.press(Key::m);
    set_epochs(studio, 777);
    CHECK(edits().muted.size() == 2);
    press(studio, Key::z, true);
    CHECK(epochs_of(studio) != 777);
    CHECK(edits().muted.size() == 2);
    CHECK(kept(studio) == 100);
    press(studio, Key::z, true);
    CHECK(edits().muted.size() == 1);
    CHECK(kept(studio) == 100);
    press(studio, Key::z, true);
    CHECK(edits().muted.size() == 1);
    CHECK_FALSE(kept(studio));
    press(studio, Key::z, true);
    CHECK(edits().empty());
    // Another run learned another network: what is left can be taken back, and is in order.
    for (int i = 0; i < 4; ++i) press(studio, Key::y, true);
    CHECK(edits().muted.size() == 2);
    studio.state.settings.history.forget_network_changes();
    CHECK(edits().empty());
    CHECK(epochs_of(studio) == 777);
    press(studio, Key::z, true);
    CHECK(epochs_of(studio) != 777);
    CHECK(kept(studio) == 100);
    CHECK_FALSE(undo(studio));
    CHECK_FALSE(can_undo(studio.state.settings));
}

TEST_CASE("a run that is only viewed keeps nothing") {
    Studio studio;
    studio.status.view_only = "Somebody else trains it.";
    studio.state.timelapse.at_step = 100;
    studio.settle();
    CHECK_FALSE(asks<command::KeepMoment>(studio.press(Key::k)));
    CHECK_FALSE(asks<command::KeepMoment>(studio.click("Keep it like this")));
}

TEST_CASE("the dial goes from the first keyframe to now, evenly, and the sheet follows") {
    Studio studio;
    const auto changes = know_changes(studio);
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : *studio.status.keyframes) steps.push_back(keyframe.step);
    const DetailScale scale(steps, changes);
    studio.tap(Key::e, true);
    ExportSheet& sheet = studio.state.sheets.export_picture;
    CHECK_FALSE(sheet.at_step);
    CHECK_FALSE(studio.last.view.then_and_now);
    for (const float part : {0.8f, 0.5f, 0.25f, 0.0f}) {
        studio.drag(on_dial(studio, 0.9f), on_dial(studio, part));
        CHECK(sheet.at_step == steps[scale.keyframe_at(part)]);
        CHECK(studio.last.view.export_step == sheet.at_step);
        CHECK(studio.last.view.then_and_now);
        CHECK_FALSE(studio.state.timelapse.at_step);  // what is behind the sheet stays
    }
    CHECK(newest<&command::ExportPictures::at_step>(studio.press(Key::enter)) == 0);
    studio.tap(Key::e, true);
    studio.drag(on_dial(studio, 0.3f), on_dial(studio, 1.2f));
    CHECK_FALSE(sheet.at_step);
    CHECK(studio.last.view.changes);  // while it is open
}

TEST_CASE("the sheet begins with what is shown, else with what is kept, else with now") {
    Studio studio;
    know_changes(studio);
    const auto begins = [&] {
        studio.tap(Key::e, true);
        const auto step = studio.state.sheets.export_picture.at_step;
        studio.tap(Key::escape);
        return step;
    };
    CHECK_FALSE(begins());
    keep(studio, 200);
    studio.state.timelapse.at_step = 100;
    CHECK(begins() == 100);
    studio.press(Key::end);
    CHECK(begins() == 200);
    studio.tap(Key::e, true);
    follow(studio, studio.click("Kept"));
    CHECK_FALSE(kept(studio));
    studio.drag(on_dial(studio, 0.9f), on_dial(studio, 0.4f));
    follow(studio, studio.click("Keep"));
    CHECK(kept(studio) == studio.state.sheets.export_picture.at_step);
    // And the dial comes back to it, though not quite there.
    const auto step = kept(studio);
    studio.drag(on_dial(studio, 0.9f), on_dial(studio, 0.41f));
    CHECK(studio.state.sheets.export_picture.at_step == step);
}

TEST_CASE("by arrow keys each turn is seen, there and back, however far the keyframes are apart") {
    Studio studio;
    know_changes(studio);
    Ui ui = studio.ui();
    std::optional<std::int64_t> step;
    int turns = 0;
    while (step != 0 && ++turns < 100) {
        const auto next = turned(ui, step, -1);
        REQUIRE(next);
        CHECK(*next < step.value_or(1000));
        step = next;
    }
    CHECK(turns < 30);
    CHECK(turned(ui, step, -1) == 0);
    for (turns = 0; step && ++turns < 100;) {
        const auto next = turned(ui, step, +1);
        CHECK(next.value_or(1000) > *step);
        step = next;
    }
    CHECK_FALSE(step);
    CHECK_FALSE(turned(ui, step, +1));
}

TEST_CASE("it says that this is an earlier, softer moment, and how close") {
    Studio studio;
    Ui ui = studio.ui();
    ExportSheet sheet;
    CHECK(said_of_moment(ui, sheet) == "The drawing as it is when the export starts, now 23.5 dB.");
    sheet.at_step = 100;
    CHECK(said_of_moment(ui, sheet) ==
          "The drawing as it was at epoch 100, step 100: 20.0 dB, an earlier, softer moment, and "
          "no closer drawing. Now it is 23.5 dB.");
    sheet.at_step = 0;
    CHECK(said_of_moment(ui, sheet) ==
          "The drawing as it was at epoch 0, step 0: nothing was learned yet. Now it is 23.5 dB.");
    studio.status.psnr = 12;  // a rate that is too high: then it is not softer
    sheet.at_step = 100;
    CHECK(said_of_moment(ui, sheet).find("20.0 dB, an earlier moment.") != std::string::npos);
}

TEST_CASE(
    "nothing in the sheet moves when the dial is turned, and a moment that is gone is let go") {
    Studio studio;
    know_changes(studio);
    studio.tap(Key::e, true);
    const auto places = [&] {
        std::vector<float> at;
        for (const char* name :
             {"dial", "Keep", "Original", "preview", "detail", "name", "method", "Cancel"})
            for (const float v : {studio.place(name).x0, studio.place(name).y0}) at.push_back(v);
        return at;
    };
    const auto before = places();
    ExportSheet& sheet = studio.state.sheets.export_picture;
    for (const std::int64_t step : {0, 100, 500}) {
        sheet.at_step = step;
        studio.settle();
        CHECK(places() == before);
    }
    sheet.at_step = 104;  // which was thinned out meanwhile
    studio.settle();
    CHECK(sheet.at_step == 100);
    studio.status.keyframe_changes.reset();  // before anything is measured
    studio.settle();
    CHECK(places() == before);
    studio.drag(on_dial(studio, 0.9f), on_dial(studio, 0.2f));
    CHECK(sheet.at_step == 100);  // it cannot be turned yet
    studio.status.keyframes = std::make_shared<const std::vector<Keyframe>>();
    studio.settle();
    CHECK_FALSE(sheet.at_step);
}

TEST_CASE("another moment that is kept says which one it replaces, and that one can be had back") {
    Studio studio;
    const auto keep_next = [&](std::int64_t step) {
        studio.state.notices.message.clear();
        keep(studio, step);
    };
    keep_next(100);
    CHECK(kept(studio) == 100);
    CHECK(studio.state.notices.message.empty());
    keep_next(300);
    CHECK(kept(studio) == 300);
    CHECK(studio.state.notices.message.find("100") != std::string::npos);
    CHECK(studio.state.notices.message.find("Ctrl+Z") != std::string::npos);
    CHECK(undo(studio) == 100);
    keep_next(100);  // let go: nothing is replaced
    CHECK_FALSE(kept(studio));
    CHECK(studio.state.notices.message.empty());
}
