// The studio among other programs: what is pasted into it, what its title says, how quiet it is.
#include "tests/support/ui_harness.h"
#include "ui/actions/pasted_path.h"

#include <doctest/doctest.h>

#include <set>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("text from a clipboard names a file, however it is written") {
    const auto path = [](std::string_view text) {
        const auto found = pasted_path(text, "/home/ada");
        return found ? found->string() : "nothing";
    };
    CHECK(path("/home/ada/lion.png") == "/home/ada/lion.png");
    CHECK(path("  /home/ada/a lion.png \r\n") == "/home/ada/a lion.png");
    CHECK(path("'/tmp/a lion.png'") == "/tmp/a lion.png");
    CHECK(path("\"/tmp/lion.png\"") == "/tmp/lion.png");
    CHECK(path("~/lion.png") == "/home/ada/lion.png");
    CHECK(path("file:///tmp/a%20lion%2520.png") == "/tmp/a lion%20.png");
    CHECK(path("file://localhost/tmp/%e7%8D%85.png") == "/tmp/獅.png");
    CHECK(path("# copied\r\nfile:///tmp/1.png\r\nfile:///tmp/2.png\r\n") == "/tmp/1.png");
    CHECK(path("x-special/nautilus-clipboard\ncopy\nfile:///tmp/1.png\n") == "/tmp/1.png");
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

TEST_CASE("Ctrl+V asks for what was copied; text that names a file opens it") {
    Studio studio;
    studio.view.home_folder = "/home/ada";
    CHECK(asks<request::Paste>(studio.press(Key::v, true)));
    CHECK_FALSE(asks<request::Paste>(studio.press(Key::v)));
    const auto pasted_opens = [&](const char* pasted) {
        studio.view.pasted = pasted;
        const Requests asked = studio.draw();
        studio.view.pasted.reset();
        return opened(asked);
    };
    CHECK(pasted_opens("file:///tmp/a%20lion.png\r\n") == "/tmp/a lion.png");
    CHECK(studio.state.notices.message.empty());
    CHECK_FALSE(pasted_opens("a sentence about lions"));
    CHECK(studio.state.notices.message == kNothingToPaste);
    CHECK_FALSE(pasted_opens("https://example.org/lion.png"));
    CHECK(studio.state.notices.message != kNothingToPaste);
    studio.press(Key::v, true);  // what was said of the last is gone
    CHECK(studio.state.notices.message.empty());
    CHECK(pasted_opens("~/lion.png") == "/home/ada/lion.png");
}

TEST_CASE("while a field is typed into, Ctrl+V belongs to the field") {
    Studio studio;
    ImGui::SetClipboardText("/tmp/lion.png");
    studio.click("width", 0);
    REQUIRE(ImGui::GetIO().WantTextInput);
    CHECK_FALSE(asks<request::Paste>(studio.press(Key::v, true)));
}

TEST_CASE("the title says how far it is, and that it is done to who looks elsewhere") {
    Status status = example_status();
    status.psnr = 48.2f;
    CHECK(window_title(status, false) == "50 % – lion.png – Redraw");
    CHECK(window_title(status, true) == "50 % – lion.png – Redraw");
    status.step = 999;
    CHECK(window_title(status, true) == "99 % – lion.png – Redraw");  // not done before it is
    status.step = 1000;
    status.phase = Phase::finished;
    CHECK(window_title(status, true) == "Done, 48.2 dB – lion.png – Redraw");
    CHECK(window_title(status, false) == "lion.png – Redraw");
    status.phase = Phase::paused;
    CHECK(window_title(status, true) == "lion.png – Redraw");
    CHECK(window_title(Status{}, true) == "Redraw");
    status.picture_name = "100 %s.png";
    status.phase = Phase::training;
    status.step = 0;
    CHECK(window_title(status, true) == "0 % – 100 %s.png – Redraw");
    status.total_steps = 0;
    CHECK(window_title(status, true) == "100 %s.png – Redraw");
}
