// What comes within one frame: everything a user did while the window was busy, and nothing of it
// is lost or hits something else.
#include "ui/kit/input_queue.h"
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

#include <cfloat>

using namespace redraw;
using namespace redraw::ui;

namespace {

using Kind = InputEvent::Kind;

// A studio that is given its input as a window system gives it.
struct Desk {
    Studio studio;
    InputQueue queue;
    double clock = 100;
    std::vector<Requests> asked;
    int frames = 0;

    void add(InputEvent event) {
        event.time = clock;
        queue.add(event);
    }
    void move(ImVec2 to) { add({.kind = Kind::position, .x = to.x, .y = to.y}); }
    void button(bool down) { add({.kind = Kind::button, .down = down}); }
    void click(ImVec2 at) {
        move(at);
        button(true);
        button(false);
    }
    void press(Key key, bool ctrl = false) {
        add({.kind = Kind::key, .down = true, .press = {key, ctrl}});
        add({.kind = Kind::key, .down = false, .press = {key, ctrl}});
    }
    void type(const std::string& text) {  // each letter's key, the letter, and the key's release
        for (const char c : text) {
            const Key key = static_cast<Key>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
            add({.kind = Kind::key, .down = true, .press = {key}});
            add({.kind = Kind::text, .character = static_cast<unsigned char>(c)});
            add({.kind = Kind::key, .down = false, .press = {key}});
        }
    }
    void frame() {
        ImGuiIO& io = ImGui::GetIO();
        studio.view.keys = queue.feed(io, io.WantTextInput);
        asked.push_back(studio.draw());
        if (studio.last.expects_field) queue.expect_field();
        ++frames;
    }
    // Until all of it was taken, and a few frames more.
    void settle() {
        for (int left = 4; left > 0;) {
            left = queue.empty() ? left - 1 : 4;
            frame();
            REQUIRE(frames < 500);
        }
    }
    void list_runs() {
        static std::vector<RecentEntry> runs(3);
        for (int i = 0; i < 3; ++i) {
            runs[std::size_t(i)].path = "/run" + std::to_string(i);
            runs[std::size_t(i)].name = "run " + std::to_string(i);
        }
        studio.view.recent = runs;
        studio.state.sheets.dialog = Dialog::runs;
        settle();
    }
};

}  // namespace

TEST_CASE("a key that opens a field, the text for it and Enter, all while one frame was drawn") {
    Desk desk;
    desk.list_runs();
    desk.click(desk.studio.middle("run 1"));
    desk.press(Key::f2);
    desk.type("wide net");
    desk.press(Key::enter);
    desk.settle();
    CHECK(newest<&request::RenameRun::name>(desk.asked) == "wide net");
}

TEST_CASE("so are a click into a field, a chord there and the text that replaces it") {
    Desk desk;
    desk.list_runs();
    desk.click(desk.studio.middle("filter"));
    desk.type("lion");
    desk.press(Key::a, true);
    desk.type("run 2");
    desk.settle();
    CHECK(desk.studio.state.sheets.runs.filter == "run 2");
    desk.press(Key::home);
    desk.press(Key::del);
    desk.settle();
    CHECK(desk.studio.state.sheets.runs.filter == "un 2");
}

TEST_CASE("the next field takes what is typed behind Tab") {
    Desk desk;
    desk.settle();
    desk.click(desk.studio.middle("Rate max"));
    desk.press(Key::a, true);
    desk.type("0.004");
    desk.press(Key::tab);
    desk.press(Key::tab);
    desk.settle();
    CHECK(desk.studio.state.settings.edited.schedule.lr_max == doctest::Approx(0.004));
}

TEST_CASE("two clicks in two places are two, each where it was") {
    Desk desk;
    desk.settle();
    desk.click(desk.studio.middle("File"));
    desk.settle();
    desk.press(Key::escape);
    desk.settle();
    desk.asked.clear();
    desk.click(desk.studio.middle("Restart"));
    desk.click(desk.studio.middle("Pause"));
    desk.move(kNowhere);
    desk.settle();
    CHECK(asks<command::Restart>(desk.asked));
    CHECK(asks<command::SetRunning>(desk.asked));
}

TEST_CASE("a double click is one by when its presses were, not by when they are drawn") {
    for (const double apart : {0.1, 0.6}) {
        Desk desk;
        desk.list_runs();
        const ImVec2 at = desk.studio.middle("run 2");
        desk.click(at);
        desk.clock += apart;
        desk.click(at);
        ImGui::GetIO().DeltaTime = apart < 0.3 ? 0.5f : 0.01f;  // the frames say otherwise
        desk.settle();
        CHECK(asks<request::Open>(desk.asked) == (apart < 0.3));
    }
}

TEST_CASE("a drag within a frame ends where it was let go") {
    Desk desk;
    desk.settle();
    const Rect scrub = desk.studio.place("scrub");
    const float y = (scrub.y0 + scrub.y1) / 2;
    desk.move({scrub.x0 + 0.9f * (scrub.x1 - scrub.x0), y});
    desk.button(true);
    desk.move({scrub.x0 + 0.5f * (scrub.x1 - scrub.x0), y});
    desk.move({scrub.x0 + 0.1f * (scrub.x1 - scrub.x0), y});
    desk.button(false);
    desk.move(kNowhere);
    desk.settle();
    const auto at = desk.studio.state.timelapse.at_step;
    REQUIRE(at);
    CHECK(*at < desk.studio.status.step / 4);
}

TEST_CASE("a key that repeats itself does not lag behind") {
    Desk desk;
    desk.settle();
    desk.frames = 0;
    for (int i = 0; i < 60; ++i)
        desk.add({.kind = Kind::key, .down = true, .press = {.key = Key::left, .repeated = i > 0}});
    desk.add({.kind = Kind::key, .press = {Key::left}});
    desk.settle();
    CHECK(desk.frames < 10);
    CHECK(desk.studio.state.timelapse.at_step);
}

TEST_CASE("out of the window the mouse is nowhere, but in the middle of a drag") {
    Desk desk;
    desk.move({300, 300});
    desk.button(true);
    desk.add({.kind = Kind::left});
    desk.settle();
    CHECK(ImGui::GetIO().MousePos.x == 300);
    desk.button(false);
    desk.add({.kind = Kind::left});
    desk.settle();
    CHECK(ImGui::GetIO().MousePos.x == -FLT_MAX);
}
