// A moment that is kept as the look of the run, and the dial of the export sheet that chooses one.
#include "ui/actions/timelapse_moves.h"

#include "engine/film/pace.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheets.h"

#include <random>

using namespace redraw;
using namespace redraw::ui;

namespace {

// Does what is asked of a session.
struct KeepingStudio : Studio {
    std::vector<float> changes;  // of the drawing, which shrink from keyframe to keyframe

    KeepingStudio() {
        for (std::size_t i = 0; i < status.keyframes->size(); ++i)
            changes.push_back(i == 0 ? 0 : 20.0f / float(i));
        status.keyframe_changes = shared(changes);
        settle();
    }
    void follow(const std::vector<Requests>& all) {
        for (const Requests& r : all) {
            const auto* asked = asked_for<command::KeepMoment>(r);
            if (!asked) continue;
            std::vector<Event> events;
            if (status.events) events = *status.events;
            const bool keeps = asked->step.has_value();
            events.push_back(
                {asked->step.value_or(0), keeps ? EventKind::kept : EventKind::let_go});
            status.events = shared(std::move(events));
        }
    }
    void click_on(const char* name) { follow(click(name)); }
    std::optional<std::int64_t> kept() { return kept_step(ui()); }
    std::optional<std::int64_t> after(Key key, bool ctrl = false) {
        follow({press(key, ctrl)});
        return kept();
    }
    std::optional<std::int64_t> keep(std::int64_t step) {
        state.timelapse.at_step = step;
        return after(Key::k);
    }
    void mute(int neuron) {
        state.centre.mode = ViewMode::neurons;
        state.centre.neuron = NeuronIndex{0, neuron};
        press(Key::m);
    }
    void set_epochs(double epochs) {
        state.settings.edited.schedule.epochs = epochs;
        committed(state.settings);
    }
    double epochs() const { return state.settings.edited.schedule.epochs; }
    NetworkEdits edits() { return draw().view.edits; }

    void turn(float from, float to) {
        const Rect dial = place("dial");
        constexpr float kKnob = 7;
        const auto at = [&](float part) {
            return ImVec2{dial.x0 + kKnob + part * (dial.width() - 2 * kKnob),
                          (dial.y0 + dial.y1) / 2};
        };
        drag(at(from), at(to));
    }
    std::optional<std::int64_t>& dialled() { return state.sheets.export_picture.at_step; }
};

}  // namespace

TEST_CASE_FIXTURE(KeepingStudio, "K keeps the moment that is shown, again lets it go") {
    CHECK_FALSE(after(Key::k));  // now is no moment
    CHECK(keep(100) == 100);
    CHECK(keep(120) == 120);
    CHECK_FALSE(after(Key::k));
}

TEST_CASE_FIXTURE(KeepingStudio, "the button over the drawing is there while one looks back") {
    CHECK(count("Keep it like this") == 0);
    state.timelapse.at_step = 100;
    settle();
    click_on("Keep it like this");
    CHECK(kept() == 100);
    settle();
    CHECK(count("Keep it like this") == 0);
    CHECK(count("kept moment") == 1);
    click_on("Kept like this");
    CHECK_FALSE(kept());
    settle();
    CHECK(count("kept moment") == 0);
}

TEST_CASE_FIXTURE(KeepingStudio, "what is kept, set and muted is undone in the order it was done") {
    struct Seen {
        double epochs;
        std::optional<std::int64_t> kept;
        NetworkEdits edits;
        bool operator==(const Seen&) const = default;
    };
    const auto seen = [&] { return Seen{epochs(), kept(), edits()}; };
    std::vector<Seen> past{seen()};
    std::size_t at = 0;
    std::mt19937 random(4);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const auto act = random() % 6;
        if (act == 0) after(Key::y, true);
        if (act == 1 || act == 2) after(Key::z, true);
        if (act == 3) set_epochs(500 + i);
        if (act == 4) keep(std::int64_t(10 * (1 + random() % 40)));
        if (act == 5) mute(int(random() % 3));
        if (act == 0) at += at + 1 < past.size();
        if (act == 1 || act == 2) at -= at > 0;
        if (act > 2) {
            past.resize(++at);  // what was taken back before that is gone
            past.push_back(seen());
        }
        REQUIRE(seen() == past[at]);
    }
    status.run_serial = 2;  // another run has a history of its own
    settle();
    const auto before = kept();
    CHECK(after(Key::z, true) == before);
}

TEST_CASE_FIXTURE(KeepingStudio, "what was kept before a new run is taken back after it") {
    const auto shows = [&](const char* run, const Config& config) {
        ++status.run_serial;
        status.run_path = run;
        status.config = status.request = config;
        settle();
    };
    shows("/runs/a.redraw", status.request);
    const auto at_first = epochs();
    set_epochs(777);
    status.config = status.request = state.settings.edited;
    keep(100);
    const Config before = status.request;
    state.settings.edited.network.layers = {8, 8};
    committed(state.settings);
    shows("/runs/b.redraw", state.settings.edited);
    after(Key::z, true);
    shows("/runs/a.redraw", before);
    CHECK(kept() == 100);
    CHECK_FALSE(after(Key::z, true));
    CHECK(epochs() == 777);
    after(Key::z, true);
    CHECK(epochs() == at_first);
}

TEST_CASE_FIXTURE(KeepingStudio, "of another network's neurons nothing is left to take back") {
    const auto at_first = epochs();
    mute(1);
    keep(100);
    mute(2);
    set_epochs(777);
    CHECK(edits().muted.size() == 2);
    state.settings.history.forget_network_changes();
    CHECK(edits().empty());
    CHECK(epochs() == 777);
    CHECK(after(Key::z, true) == 100);
    CHECK(epochs() == at_first);
    CHECK_FALSE(after(Key::z, true));
    CHECK_FALSE(can_undo(state.settings));
}

TEST_CASE_FIXTURE(KeepingStudio, "the dial goes from the first keyframe to now, evenly") {
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : *status.keyframes) steps.push_back(keyframe.step);
    const DetailScale scale(steps, changes);
    tap(Key::e, true);
    CHECK_FALSE(dialled());
    CHECK_FALSE(last.view.then_and_now);
    for (const float part : {0.8f, 0.5f, 0.25f, 0.0f}) {
        turn(0.9f, part);
        CHECK(dialled() == steps[scale.keyframe_at(part)]);
        CHECK(last.view.export_step == dialled());
        CHECK(last.view.then_and_now);
        CHECK_FALSE(state.timelapse.at_step);  // what is behind the sheet stays
    }
    CHECK(newest<&command::ExportPictures::at_step>(press(Key::enter)) == 0);
    tap(Key::e, true);
    turn(0.3f, 1.2f);
    CHECK_FALSE(dialled());
    CHECK(last.view.changes);  // while it is open
}

TEST_CASE_FIXTURE(KeepingStudio, "the sheet begins with what is shown, else kept, else now") {
    const auto begins = [&] {
        tap(Key::e, true);
        const auto step = dialled();
        tap(Key::escape);
        return step;
    };
    CHECK_FALSE(begins());
    keep(200);
    state.timelapse.at_step = 100;
    CHECK(begins() == 100);
    press(Key::end);
    CHECK(begins() == 200);
    tap(Key::e, true);
    click_on("Kept");
    CHECK_FALSE(kept());
    turn(0.9f, 0.4f);
    click_on("Keep");
    CHECK(kept() == dialled());
    // And the dial comes back to it, though not quite there.
    turn(0.9f, 0.41f);
    CHECK(dialled() == kept());
}

TEST_CASE_FIXTURE(KeepingStudio, "by arrow keys each turn is seen, there and back") {
    Ui of = ui();
    std::optional<std::int64_t> step;
    int turns = 0;
    for (; step != 0 && turns < 30; ++turns) {
        const auto next = turned(of, step, -1);
        REQUIRE(next);
        CHECK(*next < step.value_or(1000));
        step = next;
    }
    CHECK(turns < 30);
    CHECK(turned(of, step, -1) == 0);
    for (turns = 0; step && turns < 100; ++turns) {
        const auto next = turned(of, step, +1);
        CHECK(next.value_or(1000) > *step);
        step = next;
    }
    CHECK_FALSE(step);
    CHECK_FALSE(turned(of, step, +1));
}

TEST_CASE_FIXTURE(Studio, "it says that this is an earlier, softer moment, and how close") {
    Ui of = ui();
    for (const auto& [step, psnr, says] :
         {std::tuple{-1, 23.5f, "now 23.5 dB"},
          {100, 23.5f, "20.0 dB, an earlier, softer moment"},
          {0, 23.5f, "nothing was learned yet. Now it is 23.5 dB."},
          {100, 12.0f, "20.0 dB, an earlier moment."}}) {  // then it is not softer
        ExportSheet sheet;
        if (step >= 0) sheet.at_step = step;
        status.psnr = psnr;
        CAPTURE(said_of_moment(of, sheet));
        CHECK(said_of_moment(of, sheet).find(says) != std::string::npos);
    }
}

TEST_CASE_FIXTURE(KeepingStudio,
                  "nothing moves as the dial turns; a moment that is gone is let go") {
    tap(Key::e, true);
    const auto places = [&] {
        settle();
        std::vector<float> at;
        for (const char* name :
             {"dial", "Keep", "Original", "preview", "detail", "name", "method", "Cancel"})
            for (const float v : {place(name).x0, place(name).y0}) at.push_back(v);
        return at;
    };
    const auto before = places();
    for (const std::int64_t step : {0, 100, 500}) {
        dialled() = step;
        CHECK(places() == before);
    }
    dialled() = 104;  // which was thinned out meanwhile
    settle();
    CHECK(dialled() == 100);
    status.keyframe_changes.reset();  // before anything is measured
    CHECK(places() == before);
    turn(0.9f, 0.2f);
    CHECK(dialled() == 100);  // it cannot be turned yet
    status.keyframes = shared(std::vector<Keyframe>());
    settle();
    CHECK_FALSE(dialled());
}

TEST_CASE_FIXTURE(KeepingStudio, "another moment says which one it replaces, to be had back") {
    const std::string& said = state.notices.message;
    CHECK(keep(100) == 100);
    CHECK(said.empty());
    CHECK(keep(300) == 300);
    CHECK(said.find("100") != std::string::npos);
    CHECK(said.find("Ctrl+Z") != std::string::npos);
    CHECK(after(Key::z, true) == 100);
    state.notices.message.clear();
    CHECK_FALSE(keep(100));  // let go: nothing is replaced
    CHECK(said.empty());
}
