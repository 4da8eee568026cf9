// A moment that is kept as the look of the run, and the dial of the export sheet that chooses one.
#include "ui/actions/kept_look.h"
#include "engine/film/detail.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/detail_dial.h"
#include "ui/sheets/export_plan.h"

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
    Requests ignored;
    const Ui ui{studio.state, studio.view, ignored, studio.status, palette_of(ThemeKind::dark)};
    return kept_step(ui);
}

// What a drawing changes shrinks from keyframe to keyframe.
std::vector<float> know_changes(Studio& studio) {
    std::vector<float> changes;
    for (std::size_t i = 0; i < studio.status.keyframes->size(); ++i)
        changes.push_back(i == 0 ? 0 : 20.0f / float(i));
    studio.status.keyframe_changes = std::make_shared<const std::vector<float>>(changes);
    return changes;
}

void settle(Studio& studio) {
    for (int i = 0; i < 3; ++i) studio.draw();
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
    studio.state.timelapse.at_step = 100;
    press(studio, Key::k);
    CHECK(kept(studio) == 100);
    studio.state.timelapse.at_step = 120;
    press(studio, Key::k);
    CHECK(kept(studio) == 120);
    press(studio, Key::k);
    CHECK_FALSE(kept(studio));
}

TEST_CASE("the button over the drawing does, and is there while one looks back") {
    Studio studio;
    settle(studio);
    CHECK(studio.count("Keep it like this") == 0);
    studio.state.timelapse.at_step = 100;
    settle(studio);
    follow(studio, studio.click("Keep it like this"));
    CHECK(kept(studio) == 100);
    settle(studio);
    CHECK(studio.count("Keep it like this") == 0);
    CHECK(studio.count("kept moment") == 1);
    follow(studio, studio.click("Kept like this"));
    CHECK_FALSE(kept(studio));
    settle(studio);
    CHECK(studio.count("kept moment") == 0);
}

TEST_CASE("what is kept and what is set are taken back in the order they were done") {
    Studio studio;
    settle(studio);
    studio.state.timelapse.at_step = 100;
    press(studio, Key::k);
    studio.state.settings.edited.schedule.epochs = 777;
    Requests ignored;
    commit(studio.state.settings, ignored);
    studio.state.timelapse.at_step = 200;
    press(studio, Key::k);
    press(studio, Key::k);
    CHECK_FALSE(kept(studio));
    press(studio, Key::z, true);
    CHECK(kept(studio) == 200);
    press(studio, Key::z, true);
    CHECK(kept(studio) == 100);
    CHECK(studio.state.settings.edited.schedule.epochs == 777);
    press(studio, Key::z, true);
    CHECK(kept(studio) == 100);
    CHECK(studio.state.settings.edited.schedule.epochs != 777);
    press(studio, Key::z, true);
    CHECK_FALSE(kept(studio));
    press(studio, Key::z, true, true);
    CHECK(kept(studio) == 100);
    press(studio, Key::z, true, true);
    CHECK(studio.state.settings.edited.schedule.epochs == 777);
    press(studio, Key::z, true, true);
    CHECK(kept(studio) == 200);
    press(studio, Key::z, true, true);
    CHECK_FALSE(kept(studio));
    studio.status.run_serial = 2;  // another run has a history of its own
    settle(studio);
    press(studio, Key::z, true);
    CHECK_FALSE(kept(studio));
}

TEST_CASE("what was kept after a setting was taken back comes after the setting that follows") {
    Studio studio;
    settle(studio);
    const auto set_epochs = [&](std::int64_t epochs) {
        Requests ignored;
        studio.state.settings.edited.schedule.epochs = epochs;
        commit(studio.state.settings, ignored);
    };
    const auto epochs = [&] { return studio.state.settings.edited.schedule.epochs; };
    const auto at_first = epochs();
    set_epochs(777);
    press(studio, Key::z, true);
    studio.state.timelapse.at_step = 100;
    press(studio, Key::k);
    set_epochs(888);
    press(studio, Key::z, true);
    CHECK(kept(studio) == 100);
    CHECK(epochs() == at_first);
    press(studio, Key::z, true);
    CHECK_FALSE(kept(studio));
    set_epochs(999);  // and what was taken back before that is gone
    press(studio, Key::z, true);
    CHECK(epochs() == at_first);
    press(studio, Key::y, true);
    CHECK(epochs() == 999);
    CHECK_FALSE(kept(studio));
}

TEST_CASE("what was kept before a new run is taken back after it") {
    Studio studio;
    const auto shows = [&](const char* run, const Config& config) {
        ++studio.status.run_serial;
        studio.status.run_path = run;
        studio.status.config = studio.status.request = config;
        settle(studio);
    };
    shows("/runs/a.redraw", studio.status.request);
    const auto epochs = studio.state.settings.edited.schedule.epochs;
    Requests ignored;
    studio.state.settings.edited.schedule.epochs = 777;
    commit(studio.state.settings, ignored);
    studio.status.config = studio.status.request = studio.state.settings.edited;
    studio.state.timelapse.at_step = 100;
    press(studio, Key::k);
    const Config before = studio.status.request;
    studio.state.settings.edited.network.layers = {8, 8};
    commit(studio.state.settings, ignored);
    shows("/runs/b.redraw", studio.state.settings.edited);
    press(studio, Key::z, true);
    shows("/runs/a.redraw", before);
    CHECK(kept(studio) == 100);
    press(studio, Key::z, true);
    CHECK_FALSE(kept(studio));
    CHECK(studio.state.settings.edited.schedule.epochs == 777);
    press(studio, Key::z, true);
    CHECK(studio.state.settings.edited.schedule.epochs == epochs);
}

TEST_CASE("settings, neurons and what is kept are taken back in the order they were done") {
    Studio studio;
    settle(studio);
    const auto edits = [&] { return studio.draw().view.edits; };
    studio.state.centre.mode = ViewMode::neurons;
    studio.state.centre.neuron = NeuronIndex{0, 1};
    studio.press(Key::m);
    studio.state.timelapse.at_step = 100;
    press(studio, Key::k);
    studio.state.centre.neuron = NeuronIndex{0, 2};
    studio.press(Key::m);
    studio.state.settings.edited.schedule.epochs = 777;
    Requests ignored;
    commit(studio.state.settings, ignored);
    CHECK(edits().muted.size() == 2);
    press(studio, Key::z, true);
    CHECK(studio.state.settings.edited.schedule.epochs != 777);
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
    CHECK(studio.state.settings.edited.schedule.epochs == 777);
    press(studio, Key::z, true);
    CHECK(studio.state.settings.edited.schedule.epochs != 777);
    CHECK(kept(studio) == 100);
    press(studio, Key::z, true);
    CHECK_FALSE(kept(studio));
    CHECK_FALSE(can_undo(studio.state.settings));
}

TEST_CASE("a run that is only viewed keeps nothing") {
    Studio studio;
    studio.status.view_only = "Somebody else trains it.";
    studio.state.timelapse.at_step = 100;
    settle(studio);
    CHECK_FALSE(asks<command::KeepMoment>(studio.press(Key::k)));
    CHECK_FALSE(any(studio.click("Keep it like this"), asks<command::KeepMoment>));
}

TEST_CASE("the dial goes from the first keyframe to now, evenly, and the sheet follows") {
    Studio studio;
    const auto changes = know_changes(studio);
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : *studio.status.keyframes) steps.push_back(keyframe.step);
    const DetailScale scale(steps, changes);
    studio.press(Key::e, true);
    settle(studio);
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
    const Requests r = studio.press(Key::enter);
    CHECK(newest<&command::ExportPictures::at_step>(r) == 0);
    studio.press(Key::e, true);
    settle(studio);
    studio.drag(on_dial(studio, 0.3f), on_dial(studio, 1.2f));
    CHECK_FALSE(sheet.at_step);
    CHECK(studio.last.view.changes);  // while it is open
}

TEST_CASE("the sheet begins with what is shown, else with what is kept, else with now") {
    Studio studio;
    know_changes(studio);
    const auto begins = [&] {
        studio.press(Key::e, true);
        settle(studio);
        const auto step = studio.state.sheets.export_picture.at_step;
        studio.press(Key::escape);
        settle(studio);
        return step;
    };
    CHECK_FALSE(begins());
    studio.state.timelapse.at_step = 200;
    press(studio, Key::k);
    studio.state.timelapse.at_step = 100;
    CHECK(begins() == 100);
    studio.press(Key::end);
    CHECK(begins() == 200);
    studio.press(Key::e, true);
    settle(studio);
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
    Requests ignored;
    const Ui ui{studio.state, studio.view, ignored, studio.status, palette_of(ThemeKind::dark)};
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
    Requests ignored;
    const Ui ui{studio.state, studio.view, ignored, studio.status, palette_of(ThemeKind::dark)};
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
    studio.press(Key::e, true);
    settle(studio);
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
        settle(studio);
        CHECK(places() == before);
    }
    sheet.at_step = 104;  // which was thinned out meanwhile
    settle(studio);
    CHECK(sheet.at_step == 100);
    studio.status.keyframe_changes.reset();  // before anything is measured
    settle(studio);
    CHECK(places() == before);
    studio.drag(on_dial(studio, 0.9f), on_dial(studio, 0.2f));
    CHECK(sheet.at_step == 100);  // it cannot be turned yet
    studio.status.keyframes = std::make_shared<const std::vector<Keyframe>>();
    settle(studio);
    CHECK_FALSE(sheet.at_step);
}

TEST_CASE("another moment that is kept says which one it replaces, and that one can be had back") {
    Studio studio;
    const auto keep = [&](std::int64_t step) {
        studio.state.timelapse.at_step = step;
        studio.state.notices.message.clear();
        press(studio, Key::k);
    };
    keep(100);
    CHECK(kept(studio) == 100);
    CHECK(studio.state.notices.message.empty());
    keep(300);
    CHECK(kept(studio) == 300);
    CHECK(studio.state.notices.message.find("100") != std::string::npos);
    CHECK(studio.state.notices.message.find("Ctrl+Z") != std::string::npos);
    press(studio, Key::z, true);
    CHECK(kept(studio) == 100);
    keep(100);  // let go: nothing is replaced
    CHECK_FALSE(kept(studio));
    CHECK(studio.state.notices.message.empty());
}
