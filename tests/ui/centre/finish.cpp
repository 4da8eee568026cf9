// The end of training: the replay, the advice under the picture, and that notices and labels leave
// the picture free, and tooltips other controls.
#include "engine/features/studies/keyframe_changes.h"
#include "engine/features/studies/pixel_history.h"
#include "tests/support/ui_harness.h"

#include <imgui_internal.h>

using namespace redraw;
using namespace redraw::ui;

namespace {

// A studio that can finish its run. The changes between keyframes, by which the replay is paced,
// are measured already.
struct FinishingStudio : Studio {
    FinishingStudio() {
        status.result<KeyframeChanges>() = shared(KeyframeChanges(status.keyframes->size(), 1.0f));
        shows(0);
    }
    // Makes the session's last frame one of this step; the replay begins with its first drawing.
    void shows(std::int64_t step) {
        Frame frame = *view.frame;
        frame.step = step;
        view.frame = shared(std::move(frame));
    }
    void finish() {
        status.phase = Phase::training;
        draw();
        status.phase = Phase::finished;
        draw();
    }
    ReplayStage stage() const { return state.replay.stage; }
    void wait(double seconds) {
        for (int i = 0; i < int(seconds * 60); ++i) draw();
    }
};

bool overlap(const Rect& a, const Rect& b) {
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

Rect rect_of(const ImGuiWindow& window) {
    return {window.Pos.x, window.Pos.y, window.Pos.x + window.Size.x, window.Pos.y + window.Size.y};
}

const ImGuiWindow* shown_tooltip() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && (window->Flags & ImGuiWindowFlags_Tooltip)) return window;
    return nullptr;
}

// Lists the controls and input windows over a picture pane, except "main", the wipe's divider, the
// labels and the picture in the corner.
std::vector<std::string> on_the_panes(const Studio& studio) {
    std::vector<std::string> found;
    for (const Control& pane : studio.state.controls.focus.controls) {
        if (!pane.name.ends_with(" pane")) continue;
        const Rect place{pane.from.x, pane.from.y, pane.to.x, pane.to.y};
        for (const Control& other : studio.state.controls.focus.controls)
            if (!other.name.ends_with(" pane") && other.name != "wipe" &&
                !other.name.ends_with(" label") && other.name != "picture in the corner" &&
                overlap(place, {other.from.x, other.from.y, other.to.x, other.to.y}))
                found.push_back(other.name);
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && std::string_view(window->Name) != "main" &&
                !(window->Flags & ImGuiWindowFlags_NoInputs) && window->Size.x > 0 &&
                std::string_view(window->Name) != "Debug##Default" &&
                overlap(place, rect_of(*window)))
                found.push_back(window->Name);
    }
    return found;
}

void put_mouse_on(Studio& studio, std::string_view pane) {
    studio.move_and_draw(studio.middle(pane));
    studio.draw();
}

}  // namespace

TEST_CASE("nothing lies on a finished picture, whatever is said under it") {
    for (const ImVec2 window : {ImVec2{1440, 900}, {1000, 650}})
        for (const Key view : {Key::one, Key::two, Key::four}) {
            CAPTURE(window.x);
            CAPTURE(int(view));
            FinishingStudio studio;
            studio.state.preferences.replay_birth = false;
            studio.view.window = window;
            studio.view.sample = true;
            studio.press(view);
            studio.finish();
            studio.settle();
            REQUIRE(studio.count("Replay") == 1);
            put_mouse_on(studio, "left pane");
            studio.view.time += 5;
            studio.settle();
            CHECK(on_the_panes(studio) == std::vector<std::string>{});
            studio.status.notice = {.text = "Saved a.png.", .saved = "/tmp/a.png", .id = 1};
            studio.state.timelapse.at_step = 100;
            studio.settle();
            CHECK(studio.count("Back to now") == 1);
            CHECK(studio.count("Show in folder") == 1);
            CHECK(on_the_panes(studio) == std::vector<std::string>{});
        }
}

TEST_CASE_FIXTURE(Studio, "the row over the panes reads the pixel under the mouse") {
    CHECK(count("pixel values") == 0);
    put_mouse_on(*this, "left pane");
    REQUIRE(count("pixel values") == 1);
    CHECK(place("pixel values").y1 <= place("left pane").y0);
    CHECK(state.centre.pixel.run == status.run_serial);
    CHECK_FALSE(state.centre.pixel.of);
    using enum PixelValues;
    CHECK(state.preferences.pixel_values == bytes);
    for (const PixelValues next : {hex, unit, bytes}) {
        put_mouse_on(*this, "left pane");
        click(middle("pixel values"));
        CHECK(state.preferences.pixel_values == next);
    }
}

TEST_CASE_FIXTURE(Studio,
                  "the box with a pixel's history is drawn while I is held, or kept by Shift+I") {
    const auto boxes = [&] {
        for (int i = 0; i < 20; ++i) {
            draw();
            if (!last.view.history_of) continue;
            auto history = std::make_shared<PixelHistory>();
            history->point = *last.view.history_of;
            history->steps = {0, 10, 500};
            history->values = {0.5f, 0.3f, 0.25f};
            status.result<PixelHistory>() = history;
        }
        return count("pixel history");
    };
    put_mouse_on(*this, "left pane");
    CHECK(boxes() == 0);
    press(Key::i);
    CHECK(boxes() == 1);
    press(Key::i);
    CHECK(boxes() == 0);
    open(Dialog::export_picture);
    press(Key::i);  // the open sheet gets the keys
    CHECK(boxes() == 0);
}

TEST_CASE("a tooltip stands close to the mouse, covers no pointer, and goes when it moves on") {
    struct Scene {
        Dialog dialog;
        std::vector<const char*> names;
    };
    const Scene scenes[] = {
        {Dialog::none, {"Curves", "finish", "Open…", "scrub", "Export at any size…", "closeness"}},
        {Dialog::export_picture, {"Original", "2×", "1024", "Keep aspect"}},
        {Dialog::export_film, {"GIF", "MP4"}},
        {Dialog::preferences, {"Dark", "Light", "Replay the first picture after each start"}}};
    for (const Scene& scene : scenes) {
        Studio studio;
        studio.open(scene.dialog);
        for (const char* name : scene.names) {
            CAPTURE(name);
            REQUIRE(studio.count(name) > 0);
            const ImVec2 mouse = studio.middle(name);
            studio.move_and_draw(mouse);
            studio.draw();
            CHECK(shown_tooltip() == nullptr);
            studio.view.time += 1;
            studio.settle();
            const ImGuiWindow* tip = shown_tooltip();
            REQUIRE(tip);
            const Rect place = rect_of(*tip);
            CHECK_FALSE(place.contains(mouse));
            const float x = std::max({place.x0 - mouse.x, mouse.x - place.x1, 0.0f});
            const float y = std::max({place.y0 - mouse.y, mouse.y - place.y1, 0.0f});
            CHECK(std::hypot(x, y) <= 18);  // 12 points across and 12 down
            CHECK(place.x0 >= 0);
            CHECK(place.y0 >= 0);
            CHECK(place.x1 <= studio.view.window.x);
            CHECK(place.y1 <= studio.view.window.y);
            studio.move_and_draw({mouse.x + 9, mouse.y + 9});
            studio.draw();
            CHECK(shown_tooltip() == nullptr);
        }
    }
}

TEST_CASE_FIXTURE(Studio, "after a click a control has no tooltip until the mouse has left it") {
    const ImVec2 tab = middle("Curves");
    click(tab);
    view.time += 2;
    settle();
    CHECK(shown_tooltip() == nullptr);
    move_and_draw(kNowhere);
    draw();
    move_and_draw(tab);
    draw();
    view.time += 1;
    settle();
    CHECK(shown_tooltip() != nullptr);
}

TEST_CASE_FIXTURE(FinishingStudio,
                  "the first finished picture replays its birth, once, then is wiped") {
    move(kNowhere.x, kNowhere.y);
    finish();
    settle();
    CHECK(stage() == ReplayStage::plays);
    CHECK(count("view") == 0);
    CHECK(count("Replay") == 0);
    CHECK(count("replay") == 1);
    std::int64_t before = 0;
    for (int i = 0; i < 230; ++i) {
        const auto request = draw().view.at_step;
        REQUIRE(request);
        CHECK(*request >= before);
        before = *request;
    }
    CHECK(before > 400);
    wait(0.5);
    CHECK(stage() == ReplayStage::follows);
    CHECK(state.centre.mode == ViewMode::wipe);
    CHECK_FALSE(state.timelapse.at_step);
    const Rect pane = place("left pane");
    const auto follows = [&](float part) {
        move_and_draw({pane.x0 + part * pane.width(), (pane.y0 + pane.y1) / 2});
        draw();
        return std::abs(state.centre.wipe - part) < 0.02f;
    };
    CHECK(follows(0.3f));
    CHECK(follows(0.7f));
    click(ImGui::GetIO().MousePos);
    CHECK(stage() == ReplayStage::none);
    CHECK_FALSE(follows(0.3f));
    finish();
    wait(4);
    CHECK(stage() == ReplayStage::none);
    // Opening another run leaves the wipe view, which the replay of the previous run had selected.
    ++status.run_serial;
    draw();
    CHECK(state.centre.mode == ViewMode::drawing);
}

TEST_CASE_FIXTURE(FinishingStudio, "the replay's time begins with its first drawing, and mixes") {
    KeyframeChanges changes(status.keyframes->size(), 1.0f);
    changes.mixes.assign(changes.size() - 1, true);
    status.result<KeyframeChanges>() = shared(changes);
    shows(status.step);
    finish();
    wait(2);
    REQUIRE(stage() == ReplayStage::plays);
    CHECK(last.view.at_step == 0);
    CHECK(last.view.next_share == 0);
    shows(0);
    wait(0.5);
    CHECK(*last.view.at_step > 0);
    int between = 0;
    for (int i = 0; i < 120; ++i) between += draw().view.next_share > 0;
    CHECK(between > 100);
    press(Key::escape);
    settle();
    shows(status.step);
    act(Action::replay);
    wait(3.5);  // a session that does not answer holds nothing up
    CHECK(*last.view.at_step > 0);
}

TEST_CASE_FIXTURE(FinishingStudio,
                  "a key ends the replay and acts, Escape and a click only end it") {
    finish();
    settle();
    REQUIRE(stage() == ReplayStage::plays);
    press(Key::three);
    settle();
    CHECK(stage() == ReplayStage::none);
    CHECK(state.centre.mode == ViewMode::difference);
    CHECK_FALSE(state.timelapse.at_step);
    state.centre.mode = ViewMode::drawing;
    act(Action::replay);
    settle();
    press(Key::escape);
    settle();
    CHECK(stage() == ReplayStage::none);
    CHECK(state.centre.mode == ViewMode::drawing);
    act(Action::replay);
    settle();
    REQUIRE(stage() == ReplayStage::plays);
    click(600, 300);
    CHECK(stage() == ReplayStage::none);
    CHECK(state.centre.mode == ViewMode::drawing);
    click("Replay");  // the button under the picture replays, too
    CHECK(stage() == ReplayStage::plays);
}

TEST_CASE(
    "nothing replays by itself that was opened finished, is watched elsewhere or is not wanted") {
    struct Scene {
        const char* name;
        void (*set)(FinishingStudio&);
        bool trains = true;
    };
    const Scene scenes[] = {
        {"off", [](FinishingStudio& s) { s.state.preferences.replay_birth = false; }},
        {"opened finished", [](FinishingStudio&) {}, false},
        {"a race", [](FinishingStudio& s) { put_beside(s.status, {racer()}); }},
        {"neurons", [](FinishingStudio& s) { s.press(Key::five); }},
        {"why", [](FinishingStudio& s) { s.press(Key::six); }},
        {"an earlier moment", [](FinishingStudio& s) { s.state.timelapse.at_step = 100; }},
        {"a sheet", [](FinishingStudio& s) { s.open(Dialog::export_picture); }},
        {"one moment only", [](FinishingStudio& s) {
             s.status.keyframes = shared(std::vector<Keyframe>{{0, NAN}});
         }}};
    for (const Scene& scene : scenes) {
        CAPTURE(scene.name);
        FinishingStudio studio;
        if (!scene.trains) {
            ++studio.status.run_serial;
            studio.status.phase = Phase::finished;
            studio.draw();
        }
        scene.set(studio);
        if (scene.trains) studio.finish();
        studio.wait(4);
        CHECK(studio.stage() == ReplayStage::none);
    }
}

TEST_CASE_FIXTURE(FinishingStudio,
                  "the replay waits for the changes, but not for long and for no busy user") {
    status.result<KeyframeChanges>().reset();
    finish();
    CHECK(stage() == ReplayStage::waits);
    CHECK(draw().view.changes);
    wait(1);
    CHECK(stage() == ReplayStage::waits);
    wait(2.5);
    CHECK(stage() == ReplayStage::plays);
    press(Key::escape);
    settle();
    state.replay.seen = false;
    finish();
    CHECK(stage() == ReplayStage::waits);
    press(Key::three);  // chooses a view and cancels the pending replay
    CHECK(state.centre.mode == ViewMode::difference);
    wait(4);
    CHECK(stage() == ReplayStage::none);
}
