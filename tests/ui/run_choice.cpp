// Several runs at once: chosen, moved to the trash, put back; and one renamed.
#include "tests/support/ui_harness.h"
#include "ui/runs/run_card.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <vector>

using namespace redraw;
using namespace redraw::ui;

namespace {

RecentEntry listed_run(const std::string& path) {
    RecentEntry run;
    run.path = path;
    run.name = path.substr(1);
    return run;
}

}  // namespace

TEST_CASE("Shift and Ctrl choose several, which go to the trash together and come back") {
    Studio studio;
    std::vector<RecentEntry> runs{listed_run("/a"), listed_run("/b"), listed_run("/c"),
                                  listed_run("/d"), listed_run("/e")};
    runs[1].open = true;
    for (RecentEntry& run : runs) run.bytes = 1e6;
    studio.view.recent = runs;
    using Paths = std::vector<std::filesystem::path>;
    const RunChoice& choice = studio.state.sheets.runs.choice;
    studio.tap(Key::o, true, true);
    studio.press(Key::down, false, true);
    studio.press(Key::down, false, true);
    CHECK(choice.runs == Paths{"/a", "/b", "/c"});
    CHECK_FALSE(opened(studio.press(Key::enter)));  // which one?
    CHECK(newest<&request::TrashRuns::runs>(studio.press(Key::del)) == Paths{"/a", "/c"});
    CHECK(choice.runs == Paths{"/d"});  // one goes on with the next
    CHECK_FALSE(asks<request::RestoreRuns>(studio.press(Key::z, true)));
    studio.view.trashed = 2;
    CHECK(asks<request::RestoreRuns>(studio.press(Key::z, true)));
    CHECK(asks<request::RestoreRuns>(studio.click("Put back")));
    studio.press(Key::a, true);
    CHECK(choice.runs.size() == runs.size());
    // Freeing space is then of those that are chosen.
    studio.press(Key::down);
    studio.press(Key::up, false, true);
    const Paths two = choice.runs;
    REQUIRE(two.size() == 2);
    studio.click("Free space…");
    CHECK(newest<&request::FreeSpace::runs>(studio.click("Free space")) == two);
}

TEST_CASE("what is chosen follows the list") {
    const RecentEntry a = listed_run("/a"), b = listed_run("/b"), c = listed_run("/c"),
                      d = listed_run("/d");
    const ListedRuns all{&a, &b, &c, &d};
    RunChoice choice;
    keep_listed(choice, all, "/b");
    CHECK(choice.runs == std::vector<std::filesystem::path>{"/b"});
    toggle(choice, "/d");
    CHECK(chosen_runs(choice, all).size() == 2);
    keep_listed(choice, {&a, &d}, "/a");
    CHECK(chosen_runs(choice, all) == ListedRuns{&d});
    toggle(choice, "/d");
    CHECK(choice.runs.empty());
    keep_listed(choice, {}, {});
    CHECK(choice.at.empty());
    extend_to(choice, all, "/c");  // from nothing
    CHECK(chosen_runs(choice, all) == ListedRuns{&c});
    extend_to(choice, all, "/a");
    CHECK(chosen_runs(choice, all) == ListedRuns{&a, &b, &c});
    extend_to(choice, all, "/gone");
    CHECK(chosen_runs(choice, all).size() == 3);
    extend_to(choice, all, "/d");
    CHECK(chosen_runs(choice, all) == ListedRuns{&c, &d});
}

TEST_CASE("F2 asks for a name, and a run never has none") {
    Studio studio;
    std::vector<RecentEntry> runs{listed_run("/a"), listed_run("/b")};
    studio.view.recent = runs;
    studio.tap(Key::o, true, true);
    studio.press(Key::down);
    const auto type_name = [&](const std::string& name) {
        studio.tap(Key::f2);
        REQUIRE(studio.state.sheets.runs.new_name);
        CHECK(*studio.state.sheets.runs.new_name ==
              "b");  // chosen whole: what is typed replaces it
        studio.type(name);
        studio.draw();
    };
    type_name("  ");
    CHECK_FALSE(asks<request::RenameRun>(studio.click("Rename")));
    studio.click("Keep the name");
    CHECK_FALSE(studio.state.sheets.runs.new_name);
    type_name("Wide net");
    const auto renamed = asked<request::RenameRun>(studio.click("Rename"));
    REQUIRE(renamed);
    CHECK(renamed->run == "/b");
    CHECK(renamed->name == "Wide net");
    CHECK_FALSE(studio.state.sheets.runs.new_name);
}
