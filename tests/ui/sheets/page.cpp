// The sheet for exporting a web page, and the page of a race.
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

TEST_CASE_FIXTURE(Studio, "a page is asked for with its title and text") {
    tap(Key::e, true);
    click("Web page");
    settle();
    click("title");
    type("A cub");
    click("text");
    type("for you");
    const auto page = asked<command::ExportPage>(click("Export"));
    REQUIRE(page);
    CHECK(page->path.filename() == "lion.html");
    CHECK(page->title == "A cub");
    CHECK(page->text == "for you");
    CHECK(page->last == std::nullopt);
    state.timelapse.at_step = 100;  // a page ends with the keyframe on the screen
    settle();
    open(Dialog::export_page);
    CHECK(newest<&command::ExportPage::last>(click("Export")) == 100);
}

TEST_CASE_FIXTURE(Studio, "a race of two networks is saved as a page, at its end") {
    state.presentation = true;
    std::vector<ComparedState> others{racer("/b", 20), racer("/c", 48)};
    put_beside(status, others);
    settle();
    CHECK(count("Save page") == 0);
    status.step = status.total_steps;
    for (ComparedState& other : others) other.goes_on = false;
    put_beside(status, others);
    settle();
    CHECK(count("Save page") == 0);  // a page is for two networks only
    others.pop_back();
    put_beside(status, others);
    settle();
    const auto page = click("Save page");
    CHECK(newest<&command::ExportPage::race>(page) == true);
    CHECK(newest<&command::ExportPage::unused_name>(page) == true);
    CHECK(newest<&command::ExportPage::names>(page) ==
          std::vector<std::string>{"SIREN", "Fourier"});
}
