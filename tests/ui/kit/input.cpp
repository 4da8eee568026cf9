// Input from the window system that was queued while the window was busy, pasted text, and the
// window's title.
#include "tests/support/ui_harness.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/pasted_path.h"
#include "ui/kit/input_queue.h"

#include <cfloat>
#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

using Kind = InputEvent::Kind;

// A studio whose input arrives as queued events of the window system.
struct Desk {
    Studio studio;
    InputQueue queue;
    double clock = 100;
    std::vector<Requests> asked;
    int frames = 0;

    Desk() { settle(); }
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
    // Sends key press, character and key release of each letter.
    void type(const std::string& text) {
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
    // Draws until the queue is empty, and a few frames more.
    void settle() {
        for (int left = 4; left > 0;) {
            left = queue.empty() ? left - 1 : 4;
            frame();
            REQUIRE(frames < 500);
        }
    }
    void list_runs() {
        static std::vector<RecentEntry> runs(3);
        for (std::size_t i = 0; i < 3; ++i) {
            runs[i].path = "/run" + std::to_string(i);
            runs[i].name = "run " + std::to_string(i);
        }
        studio.view.recent = runs;
        studio.state.sheets.dialog = Dialog::runs;
        settle();
    }
};

}  // namespace

TEST_CASE_FIXTURE(Desk, "a key that opens a field, its text and Enter come in one frame") {
    list_runs();
    click(studio.middle("run 1"));
    press(Key::f2);
    type("wide net");
    press(Key::enter);
    settle();
    CHECK(newest<&request::RenameRun::name>(asked) == "wide net");
}

TEST_CASE_FIXTURE(Desk, "so do a click, a chord and the text that replaces the field's") {
    list_runs();
    click(studio.middle("filter"));
    type("lion");
    press(Key::a, true);
    type("run 2");
    settle();
    CHECK(studio.state.sheets.runs.filter == "run 2");
    press(Key::home);
    press(Key::del);
    settle();
    CHECK(studio.state.sheets.runs.filter == "un 2");
}

TEST_CASE_FIXTURE(Desk, "slow frames do not repeat the Enter that opened a field") {
    ImGui::GetIO().DeltaTime = 0.3f;
    studio.status.bookmarks =
        std::make_shared<const std::vector<Bookmark>>(std::vector<Bookmark>{{100, ""}});
    studio.state.timelapse.at_step = 100;
    press(Key::k, true);
    type("rename shown bookmark");
    press(Key::enter);
    settle();
    CHECK(studio.state.timelapse.renamed == 100);
    CHECK(studio.count("bookmark name") == 1);
}

TEST_CASE_FIXTURE(Desk, "the next field takes what is typed behind Tab") {
    click(studio.middle("Max rate"));
    press(Key::a, true);
    type("0.004");
    press(Key::tab);
    press(Key::tab);
    settle();
    CHECK(studio.state.settings.edited.schedule.lr_max == doctest::Approx(0.004));
}

TEST_CASE_FIXTURE(Desk, "two clicks in two places are two, each where it was") {
    click(studio.middle("File"));
    settle();
    press(Key::escape);
    settle();
    asked.clear();
    click(studio.middle("add"));
    click(studio.middle("Pause"));
    move(kNowhere);
    settle();
    CHECK(asks<command::Restart>(asked));
    CHECK(asks<command::SetRunning>(asked));
}

TEST_CASE("a double click is one by when its presses were, not by when they are drawn") {
    for (const double apart : {0.1, 0.6}) {
        Desk desk;
        desk.list_runs();
        const ImVec2 at = desk.studio.middle("run 2");
        desk.click(at);
        desk.clock += apart;
        desk.click(at);
        // Sets frame times that contradict the times of the clicks: long frames for a double click,
        // short ones for two single clicks.
        ImGui::GetIO().DeltaTime = apart < 0.3 ? 0.5f : 0.01f;
        desk.settle();
        CHECK(asks<request::Open>(desk.asked) == (apart < 0.3));
    }
}

TEST_CASE_FIXTURE(Desk, "a drag within a frame ends where it was let go") {
    const Rect scrub = studio.place("scrub");
    const float y = (scrub.y0 + scrub.y1) / 2;
    move({scrub.x0 + 0.9f * (scrub.x1 - scrub.x0), y});
    button(true);
    move({scrub.x0 + 0.5f * (scrub.x1 - scrub.x0), y});
    move({scrub.x0 + 0.1f * (scrub.x1 - scrub.x0), y});
    button(false);
    move(kNowhere);
    settle();
    const auto at = studio.state.timelapse.at_step;
    REQUIRE(at);
    CHECK(*at < studio.status.step / 4);
}

TEST_CASE_FIXTURE(Desk, "a key that repeats itself does not lag behind") {
    frames = 0;
    for (int i = 0; i < 60; ++i)
        add({.kind = Kind::key, .down = true, .press = {.key = Key::left, .repeated = i > 0}});
    add({.kind = Kind::key, .press = {Key::left}});
    settle();
    CHECK(frames < 10);
    CHECK(studio.state.timelapse.at_step);
}

TEST_CASE_FIXTURE(Desk, "out of the window the mouse is nowhere, but in the middle of a drag") {
    move({300, 300});
    button(true);
    add({.kind = Kind::left});
    settle();
    CHECK(ImGui::GetIO().MousePos.x == 300);
    button(false);
    add({.kind = Kind::left});
    settle();
    CHECK(ImGui::GetIO().MousePos.x == -FLT_MAX);
}

TEST_CASE("text from a clipboard names a file, however it is written") {
    const std::pair<const char*, const char*> texts[] = {
        {"/home/ada/lion.png", "/home/ada/lion.png"},
        {"  /home/ada/a lion.png \r\n", "/home/ada/a lion.png"},
        {"'/tmp/a lion.png'", "/tmp/a lion.png"},
        {"\"/tmp/lion.png\"", "/tmp/lion.png"},
        {"~/lion.png", "/home/ada/lion.png"},
        {"file:///tmp/a%20lion%2520.png", "/tmp/a lion%20.png"},
        {"file://localhost/tmp/%e7%8D%85.png", "/tmp/獅.png"},
        {"# copied\r\nfile:///tmp/1.png\r\nfile:///tmp/2.png\r\n", "/tmp/1.png"},
        {"x-special/nautilus-clipboard\ncopy\nfile:///tmp/1.png\n", "/tmp/1.png"}};
    for (const auto& [text, path] : texts) CHECK(pasted_path(text, "/home/ada") == path);
}

TEST_CASE("other text names none") {
    const std::string endless = "/" + std::string(5000, 'a');
    for (const char* text :
         {"", "\n\n", "lion.png", "hello, lion", "https://example.org/lion.png", "file://", "'",
          "file://elsewhere/tmp/lion.png", "file:///tmp/%00.png", "file:///tmp/%4", "file:///%zz/a",
          "file:///tmp/100%", endless.c_str()}) {
        CAPTURE(text);
        CHECK_FALSE(pasted_path(text, "/home/ada"));
    }
    CHECK_FALSE(pasted_path("~/lion.png", ""));
    CHECK_FALSE(pasted_path(std::string_view("/tmp/lion.png\0.txt", 18), ""));
}

TEST_CASE_FIXTURE(Studio, "Ctrl+V asks for what was copied; text that names a file opens it") {
    view.home_folder = "/home/ada";
    CHECK(asks<request::Paste>(press(Key::v, true)));
    CHECK_FALSE(asks<request::Paste>(press(Key::v)));
    const auto pasted_opens = [&](const char* pasted) {
        view.pasted = pasted;
        const Requests asked = draw();
        view.pasted.reset();
        return opened(asked);
    };
    CHECK(pasted_opens("file:///tmp/a%20lion.png\r\n") == "/tmp/a lion.png");
    CHECK(state.notices.message.empty());
    CHECK_FALSE(pasted_opens("a sentence about lions"));
    CHECK(state.notices.message == kNothingToPaste);
    CHECK_FALSE(pasted_opens("https://example.org/lion.png"));
    CHECK(state.notices.message != kNothingToPaste);
    press(Key::v, true);  // a new paste clears the previous message
    CHECK(state.notices.message.empty());
    CHECK(pasted_opens("~/lion.png") == "/home/ada/lion.png");
}

TEST_CASE_FIXTURE(Studio, "while a field is typed into, Ctrl+V belongs to the field") {
    ImGui::SetClipboardText("/tmp/lion.png");
    click("width", 0);
    REQUIRE(ImGui::GetIO().WantTextInput);
    CHECK_FALSE(asks<request::Paste>(press(Key::v, true)));
}

TEST_CASE("the title says how far it is, and that it is done to who looks elsewhere") {
    using enum Phase;
    const struct {
        const char* name;
        Phase phase;
        int step, steps;
        bool elsewhere;
        const char* title;
        const char* view_only = "";
    } cases[] = {
        {"lion.png", training, 500, 1000, false, "50 % – lion.png – Redraw"},
        {"lion.png", training, 500, 1000, true, "50 % – lion.png – Redraw"},
        {"lion.png", training, 999, 1000, true, "99 % – lion.png – Redraw"},
        {"lion.png", finished, 1000, 1000, true, "Done, 48.2 dB at 40 × 20 – lion.png – Redraw"},
        {"lion.png", finished, 1000, 1000, false, "lion.png – Redraw"},
        {"lion.png", paused, 1000, 1000, true, "lion.png – Redraw"},
        {"lion.png", paused, 500, 1000, false, "lion.png (view only) – Redraw", "Why."},
        {"100 %s.png", training, 0, 1000, true, "0 % – 100 %s.png – Redraw"},
        {"100 %s.png", training, 0, 0, true, "100 %s.png – Redraw"}};
    for (const auto& [name, phase, step, steps, elsewhere, title, view_only] : cases) {
        Status status = example_status();
        status.psnr = 48.2f;
        status.picture_name = name;
        status.phase = phase;
        status.step = step;
        status.total_steps = steps;
        status.view_only = view_only;
        CHECK(window_title(status, elsewhere) == title);
    }
    CHECK(window_title(Status{}, true) == "Redraw");
}
