// The command palette, which finds every action and setting by name, and the rarely used settings,
// which the button "More" shows.
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/dialogs.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/sheets/sheets.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

class FindingStudio : public Studio {
public:
    void find(const std::string& words) {
        settle();  // draws whatever was typed before
        tap(Key::k, true);
        REQUIRE(state.sheets.dialog == Dialog::palette);
        type(words);
        settle();
    }
};

}  // namespace

TEST_CASE_FIXTURE(FindingStudio, "Ctrl+K opens the palette, Esc closes it also while typing") {
    tap(Key::k, true);
    CHECK(state.sheets.dialog == Dialog::palette);
    CHECK(ImGui::GetIO().WantTextInput);
    type("x");
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
    find("");  // reopened, the palette is empty
    CHECK(state.of<PaletteSheet>().query.empty());
}

TEST_CASE_FIXTURE(FindingStudio, "Enter runs the action that is found by name or by explanation") {
    find("restart from new");
    CHECK(asks<command::Restart>(press(Key::enter)));
    CHECK(state.sheets.dialog == Dialog::none);
    find("ABOUT");
    press(Key::enter);
    settle();
    CHECK(state.sheets.dialog == Dialog::shortcuts);
    tap(Key::escape);
    find("text larger");
    const int before = state.preferences.text_percent;
    press(Key::down);
    press(Key::up);
    press(Key::enter);
    CHECK(state.preferences.text_percent > before);
    find("no such words");
    press(Key::enter);
    CHECK(state.sheets.dialog == Dialog::palette);
}

TEST_CASE_FIXTURE(FindingStudio, "actions are found by the words that people use, and runs too") {
    const std::pair<const char*, Dialog> wanted[] = {
        {"2x", Dialog::export_picture},      {"bigger", Dialog::export_picture},
        {"upscale", Dialog::export_picture}, {"enlarge", Dialog::export_picture},
        {"dark", Dialog::preferences},       {"light", Dialog::preferences}};
    for (const auto& want : wanted) {
        const auto words = want.first;
        const Dialog dialog = want.second;
        CAPTURE(words);
        find(words);
        press(Key::enter);
        settle();
        CHECK(state.sheets.dialog == dialog);
        open(Dialog::none);
    }
    find("rate");
    CHECK(count("The guide") == 0);
    tap(Key::escape);
    std::vector<RecentEntry> runs(1);
    runs[0].path = "/runs/cat.redraw";
    runs[0].name = "cat-451.png";
    view.recent = runs;
    find("cat");
    CHECK(opened(press(Key::enter)) == "/runs/cat.redraw");
    view.recent = {};
}

TEST_CASE_FIXTURE(FindingStudio, "an action that is not possible now is listed, and does nothing") {
    status = {};
    draw();
    find("learning curves");
    REQUIRE(count("Export the learning curves") == 1);
    press(Key::enter);
    CHECK(state.sheets.dialog == Dialog::palette);
    tap(Key::escape);
    find("max rate");  // without a run no setting can be found
    CHECK(count("Max rate") == 0);
}

TEST_CASE("a setting that is found is unfolded and has the focus") {
    const struct {
        Setting setting;
        bool Preferences::*more;
    } cases[] = {{Setting::channels, &Preferences::more_picture},
                 {Setting::seed, &Preferences::more_network},
                 {Setting::layers, &Preferences::more_network},
                 {Setting::warmup, &Preferences::more_schedule}};
    for (const auto& [setting, more] : cases) {
        FindingStudio studio;
        const std::string name = label_of(setting);
        CAPTURE(name);
        studio.state.preferences.side_panel = false;
        studio.find(name);
        REQUIRE(studio.count(name) > 0);
        studio.click(name, 0);
        studio.settle(5);
        CHECK(studio.state.sheets.dialog == Dialog::none);
        CHECK(studio.state.preferences.*more == (setting != Setting::layers));
        CHECK(studio.state.preferences.side_panel);
        REQUIRE(studio.count(name) == 1);  // the setting is scrolled into view
        CHECK(studio.state.controls.keyboard_focus);
        CHECK(ImGui::GetIO().WantTextInput == (setting != Setting::channels));
        if (setting == Setting::seed) {
            studio.type("7");
            studio.press(Key::tab);
            CHECK(any({studio.draw(), studio.draw(), studio.draw()},
                      [](const Requests& r) { return restart_of(r) && restart_of(r)->seed == 7; }));
        }
    }
}

TEST_CASE_FIXTURE(FindingStudio,
                  "only the picture, layers, schedule and export are shown until More") {
    for (const char* name :
         {"Open…", "add", "schedule plot", "Max rate", "Min rate", "finish", "Export at any size…"})
        CHECK(count(name) == 1);
    for (const char* name : {"Learn at", "Colour", "Preset", "Activation", "size", "Warm-up",
                             "Finish early", "backend", "One step", "Restart"})
        CHECK(count(name) == 0);
    CHECK(count("More") == 3);
    click("More", 0);
    CHECK(state.preferences.more_picture);
    CHECK(count("Learn at") == 1);
    CHECK(count("Less") == 1);
    CHECK(count("Epochs") == 0);
}

TEST_CASE_FIXTURE(FindingStudio, "Esc closes a list in a sheet, and only then the sheet") {
    open(Dialog::preferences);
    click("text size");
    REQUIRE(count("125 %") > 0);
    tap(Key::escape);
    settle();
    CHECK(state.sheets.dialog == Dialog::preferences);
    click("125 %");
    CHECK(state.preferences.text_percent == 125);
    settle();
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "pictures are opened where pictures were, never where runs are kept") {
    const TemporaryFolder folder;
    for (const char* name : {"pictures", "runs", "holiday"})
        std::filesystem::create_directory(folder / name);
    view.pictures_folder = folder / "pictures";
    view.runs_folder = folder / "runs";
    for (const auto& [before, opens] :
         {std::pair{"", "pictures"}, {"runs", "pictures"}, {"holiday", "holiday"}}) {
        state.preferences.open_folder = *before ? folder / before : std::filesystem::path();
        press(Key::o, true);
        CHECK(state.sheets.browser.folder == folder / opens);
        settle();
        CHECK(ImGui::GetIO().WantTextInput);  // the filter has the focus
        tap(Key::escape);
        CHECK(state.sheets.dialog == Dialog::none);
    }
    CHECK(is_run("/a/b.redraw"));
    CHECK_FALSE(is_run("/a/redraw.png"));
}
