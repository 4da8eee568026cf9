// Bookmarks, and the dials on the export sheet and on the canvas, which select a keyframe by its
// detail.
#include "ui/actions/timelapse_moves.h"

#include "engine/drawing/pace.h"
#include "engine/features/studies/keyframe_changes.h"
#include "engine/text/words.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheets.h"

#include <random>
#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

// Carries out bookmark requests as a session would.
struct KeepingStudio : Studio {
    KeyframeChanges changes;  // visible change since the keyframe before

    KeepingStudio() {
        for (std::size_t i = 0; i < status.keyframes->size(); ++i)
            changes.push_back(i == 0 ? 0 : 20.0f / float(i));
        status.result<KeyframeChanges>() = shared(changes);
        settle();
    }
    void follow(const std::vector<Requests>& all) {
        for (const Requests& r : all) {
            const auto* asked = asked_for<command::SetBookmark>(r);
            if (!asked) continue;
            auto marks = status.bookmarks ? *status.bookmarks : std::vector<Bookmark>();
            std::erase_if(marks, [&](const Bookmark& mark) { return mark.step == asked->step; });
            if (asked->name) marks.push_back({asked->step, *asked->name});
            status.bookmarks = shared(std::move(marks));
        }
    }
    // Returns the bookmarks, sorted by step.
    std::vector<Bookmark> marks() {
        auto all = status.bookmarks ? *status.bookmarks : std::vector<Bookmark>();
        std::ranges::sort(all, {}, &Bookmark::step);
        return all;
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
        NetworkEdits edits = state.settings.history.present().network;
        if (std::erase(edits.muted, NeuronIndex{0, neuron}) == 0)
            edits.muted.push_back({0, neuron});
        change_network(state.settings, std::move(edits));
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

TEST_CASE_FIXTURE(KeepingStudio, "K bookmarks the moment that is shown, again removes that one") {
    CHECK_FALSE(after(Key::k));  // the live drawing cannot be bookmarked
    CHECK(keep(100) == 100);
    CHECK(keep(120) == 120);
    CHECK(marks() == std::vector<Bookmark>{{100, ""}, {120, ""}});
    CHECK(after(Key::k) == 100);
    CHECK(after(Key::z, true) == 120);  // undo restores the bookmark at step 120
    CHECK(marks().size() == 2);
    CHECK(after(Key::z, true) == 100);
    CHECK_FALSE(after(Key::z, true));
    CHECK(after(Key::y, true) == 100);
}

TEST_CASE_FIXTURE(KeepingStudio,
                  "a bookmark is renamed by a command or a double click, and that is undone") {
    keep(100);
    state.timelapse.at_step = 120;
    follow({act(Action::rename_bookmark)});
    CHECK_FALSE(state.timelapse.renamed);  // the shown moment has no bookmark
    state.timelapse.at_step = 100;
    follow({act(Action::rename_bookmark)});
    settle();
    CHECK(count("bookmark name") == 1);
    type("poster");
    follow({press(Key::tab)});
    for (int i = 0; i < 4; ++i) follow({draw()});
    CHECK(marks() == std::vector<Bookmark>{{100, "poster"}});
    CHECK_FALSE(state.timelapse.renamed);
    Ui of = ui();
    CHECK(moment_name(of, 100) == "poster");
    CHECK(moment_name(of, 120) == capital(step_name(of.status, 120)));
    after(Key::z, true);
    CHECK(marks() == std::vector<Bookmark>{{100, ""}});
    after(Key::y, true);
    CHECK(marks() == std::vector<Bookmark>{{100, "poster"}});
}

TEST_CASE_FIXTURE(KeepingStudio, "in the drawing view a drag turns the dial, and K bookmarks it") {
    state.centre.mode = ViewMode::drawing;
    settle();
    const Rect pane = place("left pane");
    const ImVec2 middle{(pane.x0 + pane.x1) / 2, (pane.y0 + pane.y1) / 2};
    const Canvas canvas = state.centre.canvas;
    const auto drag_by = [&](float part) {
        drag(middle, {middle.x + part * pane.width(), middle.y});
        return state.timelapse.at_step;
    };
    const auto softer = drag_by(-0.2f);
    REQUIRE(softer);
    const auto softest = drag_by(-0.2f);
    CHECK(softest < softer);
    CHECK(after(Key::k) == softest);
    CHECK_FALSE(drag_by(0.5f));                      // beyond the dial's end: the present network
    CHECK(state.centre.canvas.zoom == canvas.zoom);  // the drag did not pan
    state.centre.canvas = set_zoom(canvas, pane.size(), {100, 100}, 8);
    drag_by(-0.2f);  // when zoomed in, a drag pans and turns no dial
    CHECK_FALSE(state.timelapse.at_step);
    CHECK_FALSE(state.centre.dial);
}

TEST_CASE_FIXTURE(KeepingStudio, "each look has a file of its own, named by its moment") {
    status.bookmarks = shared(std::vector<Bookmark>{{100, "soft one"}});
    std::set<std::string> names;
    for (const Keyframe& keyframe : *status.keyframes)
        names.insert(moment_file_name(status, keyframe.step));
    CHECK(names.size() == status.keyframes->size());
    CHECK(moment_file_name(status, 100) == "soft-one");
    Status late = status;  // keyframes far into a long run, a step apart
    late.steps_per_epoch = 30;
    late.keyframes = shared(std::vector<Keyframe>{{370'501, 40}, {370'502, 40}});
    CHECK(moment_file_name(late, 370'501) != moment_file_name(late, 370'502));
    ExportSheet sheet;
    sheet.at_step = 100;
    sheet.name = "lion";
    CHECK(plan_export(sheet, status, "/x").front().path.string().starts_with("/x/lion-soft-one-"));
    sheet.name = "lion.png";  // a file name with its extension is used as typed
    CHECK(plan_export(sheet, status, "/x").front().path == "/x/lion.png");
}

TEST_CASE_FIXTURE(KeepingStudio, "a look is not compared: it stands between its neighbours") {
    tap(Key::e, true);
    click("2×");
    CHECK(count("quality") == 1);
    turn(0.9f, 0.4f);
    settle();
    const auto at = dialled();
    REQUIRE(at);
    CHECK(count("quality") == 0);
    CHECK(last.view.moments.size() == 3);
    CHECK(std::ranges::count(last.view.moments, *at) == 1);
    click("softer");
    CHECK(dialled() < at);
    click("more detail");
    CHECK(dialled() == at);
}

TEST_CASE_FIXTURE(KeepingStudio, "the button over the drawing is there while one looks back") {
    CHECK(count("Bookmark") == 0);
    state.timelapse.at_step = 100;
    settle();
    click_on("Bookmark");
    CHECK(kept() == 100);
    settle();
    CHECK(count("Bookmark") == 0);
    CHECK(count("bookmark") == 1);
    click_on("Bookmarked");
    CHECK_FALSE(kept());
    settle();
    CHECK(count("bookmark") == 0);
}

TEST_CASE_FIXTURE(KeepingStudio, "what is kept, set and muted is undone in the order it was done") {
    struct Seen {
        double epochs;
        std::vector<Bookmark> marks;
        NetworkEdits edits;
        bool operator==(const Seen&) const = default;
    };
    const auto seen = [&] { return Seen{epochs(), marks(), edits()}; };
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
            past.resize(++at);  // a new edit drops the undone edits
            past.push_back(seen());
        }
        REQUIRE(seen() == past[at]);
    }
    status.run_serial = 2;  // another run has its own undo history
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
        CHECK_FALSE(state.timelapse.at_step);  // the view behind the sheet stays live
    }
    CHECK(newest<&command::ExportPictures::at_step>(press(Key::enter)) == 0);
    tap(Key::e, true);
    turn(0.3f, 1.2f);
    CHECK_FALSE(dialled());
    CHECK(last.view.changes);  // the open sheet requests the visible changes
}

TEST_CASE_FIXTURE(KeepingStudio, "the sheet begins with what is on the screen, never a bookmark") {
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
    CHECK_FALSE(begins());
    tap(Key::e, true);
    click("moment");  // the menu lists the bookmark at step 200
    click(capital(step_name(ui().status, 200)).c_str());
    CHECK(dialled() == 200);
    click("moment");
    click_on("Remove this bookmark");
    CHECK_FALSE(kept());
    turn(0.9f, 0.4f);
    click("moment");
    click_on("Bookmark this moment");
    CHECK(kept() == dialled());
    // The dial snaps to a bookmark if it is released near the bookmark.
    turn(0.9f, 0.41f);
    CHECK(dialled() == kept());
    click("moment");
    click("Now");
    CHECK_FALSE(dialled());
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

TEST_CASE_FIXTURE(Studio, "it says which moment is exported, without scolding a look") {
    Ui of = ui();
    for (const auto& [step, psnr, says] : {std::tuple{-1, 23.5f, "Now, 23.5 dB at 40 × 20."},
                                           {100, 23.5f, "20.0 dB at 40 × 20: softer"},
                                           {0, 23.5f, "before the first step"},
                                           {100, 12.0f, "20.0 dB at 40 × 20: an earlier moment"}}) {
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
             {"dial", "moment", "Original", "preview", "detail", "name", "method", "Cancel"})
            for (const float v : {place(name).x0, place(name).y0}) at.push_back(v);
        return at;
    };
    const auto before = places();
    for (const std::int64_t step : {0, 100, 500}) {
        dialled() = step;
        CHECK(places() == before);
    }
    dialled() = 104;  // a keyframe that was thinned out: the nearest one replaces it
    settle();
    CHECK(dialled() == 100);
    status.result<KeyframeChanges>().reset();  // no change is measured yet
    CHECK(places() == before);
    turn(0.9f, 0.2f);
    CHECK(dialled() == 100);  // a dial without measured changes does not turn
    status.keyframes = shared(std::vector<Keyframe>());
    settle();
    CHECK_FALSE(dialled());
}
