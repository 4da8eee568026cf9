// Tests the web page of the open run and of a race.
#include "tests/support/session_with_rival.h"

#include <fstream>
#include <iterator>

using namespace redraw;
using namespace redraw_test;

namespace {

struct RunWithPage : SessionWithRival {
    std::string page(const char* name, bool race = true) {
        ask(command::ExportPage{.path = folder / name, .race = race, .names = {"One", "<Two>"}}, 0);
        while (loop.work() == 0) continue;
        std::ifstream file(folder / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

}  // namespace

TEST_CASE_FIXTURE(RunWithPage, "the page of a race of two holds both by their names") {
    loop.perform(command::Open{picture, config, folder / "first.redraw"});
    loop.perform(command::Race{{rival, rival, rival}});
    CHECK(page("race.html").empty());  // a page shows two runs at most
    CHECK_FALSE(status->error.empty());
    race();
    const std::string text = page("race.html");
    CHECK(status->error.empty());
    CHECK(status->notice.saved == folder / "race.html");
    CHECK(text.find(">A · One<") != std::string::npos);
    CHECK(text.find(">B · &lt;Two&gt;<") != std::string::npos);
}

TEST_CASE_FIXTURE(RunWithPage, "a page shows two runs that are compared, of one size") {
    const auto [same, other] = runs_of_two_sizes();
    loop.perform(command::Open{picture, config, folder / "a.redraw"});
    loop.perform(command::CompareWith{same});
    CHECK_FALSE(page("both.html").empty());
    CHECK(status->error.empty());
    loop.perform(command::CompareWith{other});
    CHECK(page("none.html").empty());
    CHECK_FALSE(status->error.empty());
}

TEST_CASE_FIXTURE(RunWithPage, "a page of a viewed run, and none in place of a run") {
    open_paused();
    const auto own = folder / "own.html";
    std::filesystem::create_symlink(folder / "main.redraw", own);
    ask(command::ExportPage{own});
    CHECK(status->error.ends_with("it is the run itself."));
    ThreadlessSession viewer;
    viewer.ask(command::Open{folder / "main.redraw"});
    REQUIRE_FALSE(viewer.status->view_only.empty());
    viewer.ask(command::ExportPage{folder / "view.html"});
    CHECK(viewer.status->error.empty());
    CHECK(std::filesystem::exists(folder / "view.html"));
}
