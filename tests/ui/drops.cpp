// Several files dropped on the window, and files asked of the desktop.
#include "engine/text/display_name.h"
#include "tests/support/dropped_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/sheet.h"

#include <doctest/doctest.h>

#include <fstream>

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

TEST_CASE("one is opened at once; of several one is chosen by arrows and Enter, or none") {
    DroppedFiles files;
    Studio studio;
    studio.state.dropped = {files.first};
    CHECK(opened(studio.draw()) == files.first);
    CHECK(studio.state.sheets.dialog == Dialog::none);

    const auto choose = [&] {  // of those that could be made together
        studio.state.dropped = {files.first, files.second};
        CHECK_FALSE(opened(studio.draw()));
        REQUIRE(studio.state.sheets.dialog == Dialog::queue_order);
        studio.settle(2);
        studio.click("Open one of them…");
        studio.draw();
    };
    choose();
    REQUIRE(studio.state.sheets.dialog == Dialog::choose_dropped);
    studio.draw();
    studio.press(Key::down);
    studio.press(Key::down);  // stays at the last one
    // Or Dear ImGui would go elsewhere with them, and newer versions press with Enter what they
    // come to.
    CHECK((ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) == 0);
    CHECK(opened(studio.press(Key::enter)) == files.second);
    CHECK(studio.state.sheets.dialog == Dialog::none);

    choose();
    CHECK_FALSE(opened(studio.press(Key::escape)));
    CHECK_FALSE(opened(studio.draw()));
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("a click chooses too") {
    DroppedFiles files;
    Studio studio;
    studio.state.dropped = {files.first, files.second};
    studio.settle();
    studio.click("Open one of them…");
    studio.settle();
    CHECK(opened(studio.click(files.second.filename().string())).has_value());
}

TEST_CASE("a folder with one picture opens it, one with none says so") {
    TemporaryFolder folder;
    Studio studio;
    studio.state.dropped = {folder.path()};
    CHECK_FALSE(opened(studio.draw()));
    CHECK(studio.state.sheets.dialog == Dialog::none);
    CHECK(studio.state.notices.message.find("no picture") != std::string::npos);
    write_image(folder / "only.png", make_image(4, 3, 1, 0.5f));
    studio.state.dropped = {folder.path()};
    CHECK(opened(studio.draw()) == folder / "only.png");
    CHECK(studio.state.notices.message.empty());
}

TEST_CASE("the desktop is asked where it has a dialog and is wanted, else the browser opens") {
    Studio studio;
    CHECK_FALSE(asked_for<FileQuestion>(studio.press(Key::o, true)));
    CHECK(studio.state.sheets.dialog == Dialog::open_file);
    studio.tap(Key::escape);

    studio.view.system_dialogs = true;
    const Requests asked = studio.press(Key::s, true);
    REQUIRE(asked_for<FileQuestion>(asked));
    CHECK(asked_for<FileQuestion>(asked)->kind == FileQuestion::Kind::save);
    CHECK(asked_for<FileQuestion>(asked)->name == "lion.redraw");
    CHECK(studio.state.sheets.dialog == Dialog::none);
    // Asked again meanwhile: the studio's own, and the desktop's dialog goes.
    CHECK(asks<request::CloseFileDialog>(studio.press(Key::o, true)));
    CHECK(studio.state.sheets.dialog == Dialog::open_file);
    studio.tap(Key::escape);

    studio.state.preferences.system_dialog = false;
    CHECK_FALSE(asked_for<FileQuestion>(studio.press(Key::o, true)));
    CHECK(studio.state.sheets.dialog == Dialog::open_file);
}

TEST_CASE("the desktop's answer does what the browser would have done") {
    DroppedFiles files;
    Studio studio;
    studio.view.system_dialogs = true;
    const auto answer = [&](FileAnswer given) {
        studio.view.file_answer = std::move(given);
        const Requests r = studio.draw();
        studio.view.file_answer.reset();
        return r;
    };
    using Outcome = FileAnswer::Outcome;
    studio.press(Key::o, true);
    CHECK(opened(answer({Outcome::chosen, files.first})) == files.first);
    CHECK_FALSE(opened(answer({Outcome::chosen, files.first})));  // nobody asked

    studio.press(Key::s, true);
    CHECK(newest<&command::SaveCopy::path>(answer({Outcome::chosen, files.folder / "copy"})) ==
          files.folder / "copy.redraw");
    // The extension leads to another file that the desktop did not ask about.
    std::ofstream(files.folder / "taken.redraw") << "something";
    studio.press(Key::s, true);
    CHECK_FALSE(
        newest<&command::SaveCopy::path>(answer({Outcome::chosen, files.folder / "taken"})));
    CHECK(studio.state.sheets.dialog == Dialog::save_copy);
    CHECK(studio.state.sheets.browser.typed == "taken.redraw");
    studio.tap(Key::escape);

    studio.press(Key::o, true);
    answer({Outcome::cancelled, {}});
    CHECK(studio.state.sheets.dialog == Dialog::none);
    studio.press(Key::o, true);
    answer({Outcome::failed, {}});
    CHECK(studio.state.sheets.dialog == Dialog::open_file);
}

// A monkey did it, in a window whose frames were slow.
TEST_CASE("Enter twice in one frame answers once") {
    const DroppedFiles files;
    Studio studio;
    studio.view.home_folder = files.folder.path();
    const auto enter_twice_in = [&](Dialog dialog, const std::string& typed) {
        studio.press(Key::escape);
        studio.state.sheets.dialog = dialog;
        studio.state.sheets.browser.folder = files.folder.path();
        studio.state.sheets.browser.typed = typed;
        studio.draw();
        studio.view.keys = {{Key::enter}, {Key::enter}};
        return studio.draw();
    };
    CHECK(newest<&command::SaveCopy::path>(enter_twice_in(Dialog::save_copy, "copy")) ==
          files.folder / "copy.redraw");
    CHECK(newest<&command::ExportPage::path>(enter_twice_in(Dialog::page_file, "page")) ==
          files.folder / "page.html");
    CHECK(studio.state.sheets.dialog == Dialog::none);
    const auto before = studio.state.preferences.export_folder;
    CHECK(opened(enter_twice_in(Dialog::open_file, files.first.string())) == files.first);
    CHECK(studio.state.preferences.export_folder == before);
    studio.state.sheets.back_to = Dialog::export_picture;
    enter_twice_in(Dialog::export_folder, "");
    CHECK(studio.state.sheets.dialog == Dialog::export_picture);  // and not closed as well
}

TEST_CASE("an address of the web, a network or a telephone is refused by its whole name") {
    DroppedFiles files;
    for (const std::string address : {"https://example.org/a b.png", "smb://nas/pictures/a.png",
                                      "mtp://[usb:1,4]/DCIM/a.jpg"}) {
        Studio studio;
        studio.state.dropped = {address};
        CHECK_FALSE(asks<request::Open>(studio.draw()));
        CHECK(studio.state.notices.message.find(address) != std::string::npos);
        studio.state.dropped = {address, files.first};  // the rest is opened all the same
        CHECK(opened(studio.draw()) == files.first);
        CHECK(studio.state.notices.message.find(address) != std::string::npos);
    }
    for (const char* path : {"/home/a/b.png", "a.png", "a: //b.png", "://", "1a://b", "C:/a.png"})
        CHECK_FALSE(is_address(path));
    CHECK(is_address("google-drive://me@example.org/x"));
}

TEST_CASE("keys go through a list, by one row, by a page or to its end, and stay in it") {
    const Studio studio;
    const struct {
        Key key;
        int now, rows;
        std::optional<int> next;
    } cases[] = {{Key::down, -1, 9, 0},     {Key::down, 3, 9, 4},    {Key::down, 8, 9, 8},
                 {Key::up, -1, 9, 8},       {Key::up, 0, 9, 0},      {Key::page_down, 2, 9, 7},
                 {Key::page_down, 6, 9, 8}, {Key::page_up, 7, 9, 2}, {Key::home, 5, 9, 0},
                 {Key::end, 5, 9, 8},       {Key::enter, 5, 9, {}},  {Key::down, -1, 0, {}}};
    for (const auto& [key, now, rows, next] : cases) {
        CAPTURE(int(key));
        CAPTURE(now);
        CHECK(row_after(key, now, rows) == next);
    }
}

TEST_CASE("a long list scrolls to the row that the keys choose") {
    Studio studio;
    for (int i = 0; i < 100; ++i)
        studio.state.sheets.drop.files.push_back({"/a.png", std::to_string(i), "PNG", true, 10});
    studio.open(Dialog::choose_dropped);
    CHECK(studio.count("0") == 1);
    CHECK(studio.count("99") == 0);  // rows out of sight are not drawn
    studio.tap(Key::end);
    CHECK(studio.count("99") == 1);
    CHECK(studio.count("0") == 0);
    studio.tap(Key::page_up);
    CHECK(studio.count("94") == 1);
    CHECK(studio.state.sheets.drop.selected == 94);
}

TEST_CASE("a disk that does not answer leaves every sheet usable") {
    const DroppedFiles files;
    Studio studio;
    studio.dead_disk = true;
    const auto wait = [&] {
        studio.view.time += 1;
        studio.draw();
    };
    const auto answer = [&] {
        studio.answer_lookups();
        return studio.draw();
    };
    // What was dropped: the window says that it looks, and another drop takes its place.
    studio.state.dropped = {files.first};
    studio.draw();
    CHECK(studio.state.notices.message.empty());
    wait();
    CHECK_FALSE(studio.state.notices.message.empty());
    studio.state.dropped = {files.second};
    studio.draw();
    CHECK(opened(answer()) == files.second);
    CHECK(studio.state.notices.message.empty());
    // The browser: it goes elsewhere meanwhile, takes one press once, and forgets it with the name.
    studio.state.preferences.open_folder = files.folder / "dead";
    studio.press(Key::o, true);
    wait();
    CHECK(studio.count("Up") == 1);
    studio.click("Up");
    Browser& browser = studio.state.sheets.browser;
    CHECK(browser.folder == files.folder.path());
    browser.typed = files.first;
    studio.draw();
    CHECK(asks<FileLookup>(studio.press(Key::enter)));
    CHECK_FALSE(asks<FileLookup>(studio.press(Key::enter)));
    studio.tap(Key::escape);
    CHECK(studio.state.sheets.dialog == Dialog::none);
    CHECK_FALSE(asks<request::Open>(answer()));  // too late
    // An export: nothing is written before it is known what that would replace.
    studio.state.preferences.export_folder = files.folder.path();
    studio.tap(Key::e, true);
    CHECK_FALSE(asks<command::ExportPictures>(studio.press(Key::enter)));
    wait();
    CHECK_FALSE(asks<command::ExportPictures>(studio.press(Key::enter)));
    studio.press(Key::escape);
    CHECK_FALSE(asks<command::ExportPictures>(studio.draw()));
    CHECK(studio.state.sheets.dialog == Dialog::none);
}
