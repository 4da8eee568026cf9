// Files dropped on the window, and files chosen in the desktop's file dialog or the file browser.
#include "engine/text/display_name.h"
#include "tests/support/dropped_files.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/sheet.h"

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Studio, "one file is opened at once; of several one is chosen, or none") {
    DroppedFiles files;
    state.dropped = {files.first};
    CHECK(opened(draw()) == files.first);
    CHECK(state.sheets.dialog == Dialog::none);

    const auto choose = [&] {  // drops two pictures, which could also be learned as a batch
        state.dropped = {files.first, files.second};
        CHECK_FALSE(opened(draw()));
        REQUIRE(state.sheets.dialog == Dialog::batch_order);
        settle(2);
        click("Open one of them…");
        draw();
    };
    choose();
    REQUIRE(state.sheets.dialog == Dialog::choose_dropped);
    draw();
    press(Key::down);
    press(Key::down);  // the selection stays at the last row
    // Dear ImGui's own keyboard navigation stays off: the arrow keys would move its focus too, and
    // newer versions would press the focused control at Enter.
    CHECK((ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) == 0);
    CHECK(opened(press(Key::enter)) == files.second);
    CHECK(state.sheets.dialog == Dialog::none);

    choose();
    CHECK_FALSE(opened(press(Key::escape)));
    CHECK_FALSE(opened(draw()));
    CHECK(state.sheets.dialog == Dialog::none);
    choose();
    settle();
    CHECK(opened(click("a.bmp")) == files.second);
}

TEST_CASE_FIXTURE(Studio, "a folder with one picture opens it, one with none says so") {
    TemporaryFolder folder;
    state.dropped = {folder.path()};
    CHECK_FALSE(opened(draw()));
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK(state.notices.message.find("no picture") != std::string::npos);
    write_image(folder / "only.png", make_image(4, 3, 1, 0.5f));
    state.dropped = {folder.path()};
    CHECK(opened(draw()) == folder / "only.png");
    CHECK(state.notices.message.empty());
}

TEST_CASE_FIXTURE(Studio, "the desktop is asked where it has a dialog, else the browser opens") {
    CHECK_FALSE(asked_for<FileQuestion>(press(Key::o, true)));
    CHECK(state.sheets.dialog == Dialog::open_file);
    tap(Key::escape);
    view.system_dialogs = true;
    const Requests asked = press(Key::s, true);
    REQUIRE(asked_for<FileQuestion>(asked));
    CHECK(asked_for<FileQuestion>(asked)->kind == FileQuestion::Kind::save);
    CHECK(asked_for<FileQuestion>(asked)->name == "lion.redraw");
    CHECK(state.sheets.dialog == Dialog::none);
    // Ctrl+O while the desktop's dialog is open closes it and opens the studio's own browser.
    CHECK(asks<request::CloseFileDialog>(press(Key::o, true)));
    CHECK(state.sheets.dialog == Dialog::open_file);
    tap(Key::escape);
    state.preferences.system_dialog = false;
    CHECK_FALSE(asked_for<FileQuestion>(press(Key::o, true)));
    CHECK(state.sheets.dialog == Dialog::open_file);
}

TEST_CASE_FIXTURE(Studio, "the desktop's answer does what the browser would have done") {
    DroppedFiles files;
    view.system_dialogs = true;
    const auto answer = [&](FileAnswer given) {
        view.file_answer = std::move(given);
        const Requests r = draw();
        view.file_answer.reset();
        return r;
    };
    using Outcome = FileAnswer::Outcome;
    press(Key::o, true);
    CHECK(opened(answer({Outcome::chosen, files.first})) == files.first);
    // No dialog is open, so the answer is ignored.
    CHECK_FALSE(opened(answer({Outcome::chosen, files.first})));

    press(Key::s, true);
    CHECK(newest<&command::SaveCopy::path>(answer({Outcome::chosen, files.folder / "copy"})) ==
          files.folder / "copy.redraw");
    // With the extension added, the chosen name is that of an existing file, about which the
    // desktop's dialog did not ask.
    std::ofstream(files.folder / "taken.redraw") << "something";
    press(Key::s, true);
    CHECK_FALSE(
        newest<&command::SaveCopy::path>(answer({Outcome::chosen, files.folder / "taken"})));
    CHECK(state.sheets.dialog == Dialog::save_copy);
    CHECK(state.sheets.browser.typed == "taken.redraw");
    tap(Key::escape);

    press(Key::o, true);
    answer({Outcome::cancelled, {}});
    CHECK(state.sheets.dialog == Dialog::none);
    press(Key::o, true);
    answer({Outcome::failed, {}});
    CHECK(state.sheets.dialog == Dialog::open_file);
}

// Found by the random-input test: a slow frame can receive two presses of Enter.
TEST_CASE_FIXTURE(Studio, "Enter twice in one frame answers once") {
    const DroppedFiles files;
    view.home_folder = files.folder.path();
    const auto enter_twice_in = [&](Dialog dialog, const std::string& typed,
                                    std::optional<std::int64_t> at = std::nullopt) {
        press(Key::escape);
        state.timelapse.at_step = at;
        state.sheets.dialog = dialog;
        state.sheets.browser.folder = files.folder.path();
        state.sheets.browser.typed = typed;
        draw();
        view.keys = {{Key::enter}, {Key::enter}};
        return draw();
    };
    CHECK(newest<&command::SaveCopy::path>(enter_twice_in(Dialog::save_copy, "copy")) ==
          files.folder / "copy.redraw");
    CHECK(state.sheets.dialog == Dialog::none);
    const auto before = state.preferences.export_folder;
    CHECK(opened(enter_twice_in(Dialog::open_file, files.first.string())) == files.first);
    CHECK(state.preferences.export_folder == before);
    state.sheets.back_to = Dialog::export_picture;
    enter_twice_in(Dialog::export_folder, "");
    // The second Enter does not close the export sheet.
    CHECK(state.sheets.dialog == Dialog::export_picture);
}

TEST_CASE("an address of the web, a network or a telephone is refused by its whole name") {
    DroppedFiles files;
    for (const std::string address : {"https://example.org/a b.png", "smb://nas/pictures/a.png",
                                      "mtp://[usb:1,4]/DCIM/a.jpg"}) {
        Studio studio;
        studio.state.dropped = {address};
        CHECK_FALSE(asks<request::Open>(studio.draw()));
        CHECK(studio.state.notices.message.find(address) != std::string::npos);
        // A file dropped together with the address is opened nevertheless.
        studio.state.dropped = {address, files.first};
        CHECK(opened(studio.draw()) == files.first);
        CHECK(studio.state.notices.message.find(address) != std::string::npos);
    }
    for (const char* path : {"/home/a/b.png", "a.png", "a: //b.png", "://", "1a://b", "C:/a.png"})
        CHECK_FALSE(is_address(path));
    CHECK(is_address("google-drive://me@example.org/x"));
}

TEST_CASE("keys go through a list, by one row, by a page or to its end, and stay in it") {
    Studio studio;
    const struct {
        Key key;
        int now, rows;
        std::optional<int> next;
    } cases[] = {{Key::down, -1, 9, 0},     {Key::down, 3, 9, 4},    {Key::down, 8, 9, 8},
                 {Key::up, -1, 9, 8},       {Key::up, 0, 9, 0},      {Key::page_down, 2, 9, 7},
                 {Key::page_down, 6, 9, 8}, {Key::page_up, 7, 9, 2}, {Key::home, 5, 9, 0},
                 {Key::end, 5, 9, 8},       {Key::enter, 5, 9, {}},  {Key::down, -1, 0, {}}};
    for (const auto& c : cases) {
        INFO(int(c.key) << ' ' << c.now);
        CHECK(row_after(studio.ui(), c.key, c.now, c.rows) == c.next);
    }
}

TEST_CASE_FIXTURE(Studio, "a long list scrolls to the row that the keys choose") {
    for (int i = 0; i < 100; ++i)
        state.sheets.drop.files.push_back({"/a.png", std::to_string(i), "PNG", true, 10});
    open(Dialog::choose_dropped);
    CHECK(count("0") == 1);
    CHECK(count("99") == 0);  // rows out of sight are not drawn
    tap(Key::end);
    CHECK(count("99") == 1);
    CHECK(count("0") == 0);
    tap(Key::page_up);
    CHECK(count("94") == 1);
    CHECK(state.sheets.drop.selected == 94);
}

TEST_CASE_FIXTURE(Studio, "a disk that does not answer leaves every sheet usable") {
    const DroppedFiles files;
    dead_disk = true;
    const auto wait = [&] {
        view.time += 1;
        draw();
    };
    const auto answer = [&] {
        answer_lookups();
        return draw();
    };
    // A dropped file on a slow disk: a notice appears after a second, and a new drop replaces it.
    state.dropped = {files.first};
    draw();
    CHECK(state.notices.message.empty());
    wait();
    CHECK_FALSE(state.notices.message.empty());
    state.dropped = {files.second};
    draw();
    CHECK(opened(answer()) == files.second);
    CHECK(state.notices.message.empty());
    // The file browser on a slow disk: it can change folder, asks about a typed path once, and
    // drops the question when it closes.
    state.preferences.open_folder = files.folder / "dead";
    press(Key::o, true);
    wait();
    CHECK(count("Up") == 1);
    click("Up");
    Browser& browser = state.sheets.browser;
    CHECK(browser.folder == files.folder.path());
    browser.typed = files.first;
    draw();
    CHECK(asks<FileLookup>(press(Key::enter)));
    CHECK_FALSE(asks<FileLookup>(press(Key::enter)));
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
    // The browser is closed, so the late answer opens nothing.
    CHECK_FALSE(asks<request::Open>(answer()));
    // An export on a slow disk: nothing is written before it is known which files it would replace.
    state.preferences.export_folder = files.folder.path();
    tap(Key::e, true);
    CHECK_FALSE(asks<command::ExportPictures>(press(Key::enter)));
    wait();
    CHECK_FALSE(asks<command::ExportPictures>(press(Key::enter)));
    press(Key::escape);
    CHECK_FALSE(asks<command::ExportPictures>(draw()));
    CHECK(state.sheets.dialog == Dialog::none);
}
