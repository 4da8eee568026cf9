// Runs in the window: cards, the sheet "All runs" with its selection, and branches.
#include "tests/support/ui_harness.h"
#include "ui/kit/settings_text.h"
#include "ui/runs/run_card.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

using Paths = std::vector<std::filesystem::path>;

RecentEntry entry(const std::string& path, const std::string& parent = "") {
    RecentEntry run;
    run.path = path;
    run.name = path.substr(1);
    run.psnr = "30.0 dB";
    run.detail = "epoch 3 · now";
    run.settings = "SIREN, 4 layers of 128, rate 2e-3";
    run.bytes = 1e6;
    run.parent = parent;
    return run;
}

std::string order_of(const std::vector<RecentEntry>& runs) {
    std::string text;
    for (const RecentEntry& run : runs)
        text += std::string(std::size_t(run.depth), '>') + run.name + " ";
    return text;
}

struct ListingStudio : Studio {
    std::vector<RecentEntry> runs;
    RunsSheet& sheet = state.sheets.runs;

    void know(const std::vector<std::string>& paths) {
        for (const std::string& path : paths) runs.push_back(entry(path));
        view.recent = runs;
    }
    void list(const std::vector<std::string>& paths) {
        know(paths);
        list();
    }
    void list() { act(Action::runs); }
    bool is_open() const { return state.sheets.dialog == Dialog::runs; }
};

}  // namespace

TEST_CASE("the settings of a run in a line") {
    Config a;
    CHECK(settings_line(a) == "SIREN, 4 layers of 128, rate 2e-3");
    Config b = a;
    b.network.layers = {64, 32};
    b.network.activation = Activation::relu;
    b.schedule.lr_max = 0.01;
    CHECK(settings_line(b) == "SIREN, ReLU, layers 64, 32, rate 0.01");
    b.network.layers = {64};
    CHECK(layers_text(b.network.layers) == "1 layer of 64");
    b.preset = "of another program";  // as in an imported run
    CHECK_FALSE(settings_line(b).empty());
}

TEST_CASE("branches stand under the run they came from, families by their newest") {
    CHECK(order_of(with_branches_under_parents(
              {entry("/new"), entry("/b", "/a"), entry("/c"), entry("/d", "/b"), entry("/a")})) ==
          "new a >b >>d c ");
    CHECK(order_of(with_branches_under_parents({entry("/orphan", "/gone")})) == "orphan ");
    // Untrusted files may name each other, or themselves, as parents: each is still listed once.
    const auto knot = with_branches_under_parents(
        {entry("/a", "/b"), entry("/b", "/a"), entry("/c", "/c"), entry("/d", "/a")});
    CHECK(knot.size() == 4);
    CHECK(with_branches_under_parents({}).empty());
}

TEST_CASE("the filter wants every word, in any case") {
    const RecentEntry run = entry("/Lion.png");
    for (const char* filter : {"", "  lion SIREN ", "30.0 db"}) CHECK(matches(run, filter));
    CHECK_FALSE(matches(run, "lion fourier"));
}

TEST_CASE("what is chosen follows the list") {
    const RecentEntry a = entry("/a"), b = entry("/b"), c = entry("/c"), d = entry("/d");
    const ListedRuns all{&a, &b, &c, &d};
    RunChoice choice;
    keep_listed(choice, all, "/b");
    CHECK(choice.runs == Paths{"/b"});
    toggle(choice, "/d");
    CHECK(chosen_runs(choice, all).size() == 2);
    keep_listed(choice, {&a, &d}, "/a");
    CHECK(chosen_runs(choice, all) == ListedRuns{&d});
    toggle(choice, "/d");
    CHECK(choice.runs.empty());
    keep_listed(choice, {}, {});
    CHECK(choice.at.empty());
    // The first Shift+click selects one run, from which later clicks extend the selection. A path
    // that is not listed changes nothing.
    for (const auto& [to, chosen] : {std::pair{"/c", ListedRuns{&c}},
                                     {"/a", {&a, &b, &c}},
                                     {"/gone", {&a, &b, &c}},
                                     {"/d", {&c, &d}}}) {
        extend_to(choice, all, to);
        CHECK(chosen_runs(choice, all) == chosen);
    }
}

TEST_CASE_FIXTURE(ListingStudio, "Ctrl+Shift+O lists all runs; keys choose, open and close") {
    know({"/a", "/b", "/c"});
    CHECK(asks<request::RefreshRuns>(act(Action::runs)));
    CHECK(is_open());
    draw();
    CHECK(sheet.choice.at == "/a");
    for (int i = 0; i < 3; ++i) press(Key::down);  // the selection stops at the last run
    CHECK(sheet.choice.at == "/c");
    press(Key::up);
    CHECK(opened(press(Key::enter)) == "/b");
    CHECK_FALSE(is_open());
    list();
    tap(Key::escape);
    CHECK_FALSE(is_open());
}

TEST_CASE_FIXTURE(ListingStudio, "of a thousand runs only drawings of those in sight are wanted") {
    for (int i = 0; i < 1000; ++i) runs.push_back(entry("/run " + std::to_string(i)));
    for (RecentEntry& run : runs) run.depth = 40;  // branches of branches, 40 deep
    view.recent = runs;
    CHECK(draw().in_sight.empty());
    list();
    const auto first = draw().in_sight;
    REQUIRE(first.size() >= 5);
    CHECK(first.size() < 16);
    CHECK(first.front().file == "/run 0");
    for (int i = 0; i < 40; ++i) press(Key::down);
    const auto later = draw().in_sight;
    CHECK(later.size() < 16);
    CHECK(std::ranges::count(later, "/run 40", &FileInSight::file) == 1);
    CHECK(std::ranges::count(later, "/run 0", &FileInSight::file) == 0);
    type("nothing like this");
    draw();
    CHECK(sheet.choice.runs.empty());
    CHECK_FALSE(opened(press(Key::enter)));
}

TEST_CASE_FIXTURE(ListingStudio, "the open run is not opened again, and a damaged one not at all") {
    know({"/a", "/b"});
    runs[0].open = true;
    runs[1].problem = "Cannot read b: it is damaged";
    list();
    CHECK(sheet.choice.runs.empty());
    for (const char* at : {"", "/a", "/b"}) {
        if (*at) press(Key::down);
        CHECK(sheet.choice.at == at);
        CHECK_FALSE(opened(press(Key::enter)));
    }
    CHECK(is_open());
}

TEST_CASE_FIXTURE(ListingStudio, "the sheet's buttons ask for what they say of the chosen run") {
    know({"/a", "/b"});
    view.window = {1280, 800};
    const auto clicked = [&](const char* label) {
        list();
        press(Key::down);
        const auto all = click(label);
        tap(Key::escape);
        return all;
    };
    CHECK(opened(clicked("Open")) == "/b");
    CHECK(newest<&request::ReuseSettings::run>(clicked("Use its settings")) == "/b");
    CHECK(newest<&command::CompareWith::run>(clicked("Compare")) == "/b");
    CHECK(newest<&request::TrashRuns::runs>(clicked("Move to trash")) == Paths{"/b"});
}

TEST_CASE_FIXTURE(ListingStudio,
                  "Shift and Ctrl choose several, which go to the trash and come back") {
    know({"/a", "/b", "/c", "/d", "/e"});
    runs[1].open = true;
    list();
    for (int i = 0; i < 2; ++i) press(Key::down, false, true);
    CHECK(sheet.choice.runs == Paths{"/a", "/b", "/c"});
    CHECK_FALSE(opened(press(Key::enter)));  // several runs are selected, so none is opened
    CHECK(newest<&request::TrashRuns::runs>(press(Key::del)) == Paths{"/a", "/c"});
    CHECK(sheet.choice.runs == Paths{"/d"});  // the selection moves on to the next run
    CHECK_FALSE(asks<request::RestoreRuns>(press(Key::z, true)));
    view.trashed = 2;
    CHECK(asks<request::RestoreRuns>(press(Key::z, true)));
    CHECK(asks<request::RestoreRuns>(click("Put back")));
    press(Key::a, true);
    CHECK(sheet.choice.runs.size() == runs.size());
    // The button "Free space" applies to the selected runs only.
    press(Key::down);
    press(Key::up, false, true);
    const Paths two = sheet.choice.runs;
    REQUIRE(two.size() == 2);
    click("Free space…");
    CHECK(newest<&request::FreeSpace::runs>(click("Free space")) == two);
}

TEST_CASE_FIXTURE(ListingStudio, "space is freed after a question, and of no run that is open") {
    know({"/a", "/b", "/c", "/d"});
    runs[0].open = true;
    runs[2].problem = "Cannot read c: it is damaged";
    const auto freed = [&](const char* label) {
        return newest<&request::FreeSpace::runs>(click(label));
    };
    list();
    for (const char* label : {"Free space…", "Cancel", "Free space…"}) CHECK_FALSE(freed(label));
    CHECK(freed("Free space") == Paths{"/b"});  // the selected run only
    press(Key::a, true);
    click("Free space…");
    CHECK(freed("Free space") == Paths{"/b", "/d"});
    view.packing = 2;  // while files are packed, it is not offered
    draw();
    CHECK_FALSE(freed("2 left"));
    CHECK_FALSE(sheet.free_asked);
}

TEST_CASE_FIXTURE(ListingStudio, "a card of the start screen opens its run") {
    status = {};
    view.frame.reset();
    know({"/a", "/b"});
    draw();
    CHECK(opened(click("a")) == "/a");
}

TEST_CASE_FIXTURE(ListingStudio, "a branch says from where, and opens the run it came from") {
    view.window = {1280, 800};
    status.events = shared(
        std::vector<Event>{{0, EventKind::started}, {120, EventKind::branched, 0, 0, "a.redraw"}});
    know({"/runs/a.redraw"});
    unfold();
    CHECK(opened(click("Branched at epoch 120")) == "/runs/a.redraw");
    const ImVec2 there = middle("Branched at epoch 120");
    view.recent = {};  // a branch's deleted parent cannot be opened
    draw();
    CHECK_FALSE(opened(click(there)).has_value());
}

TEST_CASE_FIXTURE(ListingStudio, "Escape ends a question of the list before the list") {
    list({"/a", "/b"});
    click("Free space…");
    REQUIRE(sheet.free_asked);
    tap(Key::escape);
    CHECK_FALSE(sheet.free_asked);
    CHECK(is_open());
    click("Rename…");
    REQUIRE(sheet.new_name);
    click(kNowhere);  // takes the keyboard focus out of the field
    tap(Key::escape);
    CHECK_FALSE(sheet.new_name);
    CHECK(is_open());
    tap(Key::escape);
    CHECK_FALSE(is_open());
}

TEST_CASE_FIXTURE(ListingStudio, "F2 asks for a name, and a run never has none") {
    list({"/a", "/b"});
    press(Key::down);
    const auto type_name = [&](const std::string& name) {
        tap(Key::f2);
        CHECK(sheet.new_name.value() == "b");  // selected, so typing replaces the name
        type(name);
        draw();
    };
    type_name("  ");
    CHECK_FALSE(asks<request::RenameRun>(click("Rename")));
    click("Cancel");
    CHECK_FALSE(sheet.new_name);
    type_name("Wide net");
    const auto renamed = asked<request::RenameRun>(click("Rename")).value();
    CHECK(renamed.run == "/b");
    CHECK(renamed.name == "Wide net");
    CHECK_FALSE(sheet.new_name);
}

TEST_CASE_FIXTURE(ListingStudio, "while the filter is typed in Ctrl+A is the text's") {
    list({"/one", "/two", "/three"});
    type("t");  // the filter has the focus when the list opens
    draw();
    REQUIRE(ImGui::GetIO().WantTextInput);
    press(Key::a, true);
    CHECK(sheet.choice.runs.size() == 1);
    const ImVec2 at = middle("three");
    click(at);
    CHECK(opened(click(at)) == "/three");  // two clicks make a double click
}

TEST_CASE_FIXTURE(ListingStudio, "an empty filter leaves the list's keys and Esc to the list") {
    list({"/one", "/two", "/three"});
    REQUIRE(ImGui::GetIO().WantTextInput);
    press(Key::a, true);
    CHECK(sheet.choice.runs.size() == 3);
    press(Key::end);
    CHECK(asks<request::TrashRuns>(press(Key::del)));
    tap(Key::escape);
    CHECK_FALSE(is_open());
}
