// Many pictures in the window: what a drop of a folder asks, and the list of what becomes of them.
#include "tests/support/planned_pictures.h"
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

namespace {

// Answers the preview that the sheet asks for.
void show_preview(Studio& studio, const fs::path& to, std::int64_t pictures) {
    studio.settle();
    studio.view.queue_scout = std::make_shared<const PlanPreview>(
        PlanPreview{.order = preview_of(studio.state.sheets.queue_order, {}).order,
                    .to = to,
                    .pictures = pictures});
    studio.draw();
}

}  // namespace

TEST_CASE("a folder that was dropped is told about, and begun when that is asked for") {
    const PlannedPictures pictures(3);
    Studio studio;
    studio.state.dropped = {pictures.in};
    std::vector<Requests> all{studio.draw(), studio.draw()};
    REQUIRE(studio.state.sheets.dialog == Dialog::queue_order);
    const auto preview = asked<batch::Preview>(all);
    REQUIRE(preview);
    CHECK(preview->order.paths == std::vector<fs::path>{pictures.in});
    CHECK(preview->order.to.empty());  // found elsewhere than in the window
    CHECK(preview->suffix == "-runs");
    CHECK(preview->order.settings ==
          std::vector<std::string>{"fit", "--time", "10s", "--threads", "1"});
    CHECK_FALSE(asked<batch::Start>(studio.click("Start")));  // before it was looked
    show_preview(studio, pictures.folder / "in-runs", 3);
    all = studio.click("Start");
    CHECK(asked<batch::Start>(all).value().order == order_of(studio.state.sheets.queue_order));
    CHECK(studio.state.sheets.dialog == Dialog::queue);
}

TEST_CASE("what becomes of each is chosen, and the results lie in a folder of that name") {
    const PlannedPictures pictures(2);
    Studio studio;
    studio.state.dropped = {pictures.in};
    studio.settle();
    QueueSheet& sheet = studio.state.sheets.queue_order;
    studio.click("making");
    studio.click("Draw it 2 times as large");
    CHECK(order_of(sheet).settings == pictures.order().settings);
    CHECK(preview_of(sheet, {}).suffix == "-2x");
    show_preview(studio, pictures.folder / "in-2x", 2);
    CHECK(sheet.to == pictures.folder / "in-2x");
    studio.click("making");
    studio.click("Learn it as lion.png is learned");
    CHECK(sheet.to.empty());
    show_preview(studio, pictures.folder / "in-runs", 2);
    CHECK(sheet.to == pictures.folder / "in-runs");
    const PlanOrder alike = order_of(sheet);
    CHECK(alike.preset.find("preset") != std::string::npos);
    CHECK(alike.settings[2] == kept_preset(sheet.to, alike.preset));
    show_preview(studio, sheet.to, 0);
    CHECK_FALSE(asked<batch::Start>(studio.click("Start")));  // there is no picture
    studio.tap(Key::escape);
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("the folder of the results is the preview's, or the user's") {
    const PlannedPictures pictures(2);
    Studio studio;
    studio.state.dropped = {pictures.in};
    show_preview(studio, pictures.folder / "in-runs-2", 2);
    std::vector<Requests> all{studio.draw(), studio.draw()};
    CHECK_FALSE(asked<batch::Preview>(all));  // it knows all it has to
    all = studio.click("Start");
    CHECK(asked<batch::Start>(all).value().order.to == pictures.folder / "in-runs-2");
    const QueueSheet chosen{.paths = {"/a"}, .to = "/b", .to_chosen = true};
    CHECK(preview_of(chosen, {}).order.to == "/b");
}

TEST_CASE("the time of all pictures is known where each has a time") {
    CHECK(estimated_seconds({.seconds = 10}, 5, 2) == 30);
    CHECK(estimated_seconds({.making = QueueMaking::enlarge, .seconds = 10}, 5, 2) == 0);
}

TEST_CASE("a folder of results that is dropped is opened as it was left") {
    const PlannedPictures pictures(2);
    pictures.batch();
    Studio studio;
    studio.state.dropped = {pictures.out};
    std::vector<Requests> all{studio.draw()};
    CHECK(asked<batch::Open>(all).value().folder == pictures.out);
    CHECK(studio.state.sheets.dialog == Dialog::queue);
}

TEST_CASE("the band says how far they are, pauses, lists and takes leave") {
    const PlannedPictures pictures(5);
    Studio studio;
    const Rect before = studio.place("Export picture…", 0);
    studio.view.queue = pictures.view();
    studio.draw();
    CHECK(studio.place("Export picture…", 0).y1 < before.y1);  // nothing lies under it
    CHECK(asked<batch::Pause>(studio.click("Pause")));
    CHECK(asked<batch::Leave>(studio.click("leave queue")));
    studio.click("Show…");
    CHECK(studio.state.sheets.dialog == Dialog::queue);
    CHECK(window_title({}, false, studio.view.queue.get()) == "48 % of 5 pictures – Redraw");
    CHECK(window_title(studio.status, false, studio.view.queue.get()) ==
          "50 % – lion.png – Redraw");
}

TEST_CASE("somebody else's plan goes on only where its settings are shown") {
    const PlannedPictures pictures(5);
    Studio studio;
    BatchView rests = *pictures.view();
    rests.being_made.clear();
    rests.going = false;
    studio.view.queue = std::make_shared<const BatchView>(rests);
    studio.draw();
    CHECK_FALSE(asked<batch::GoOn>(studio.click("Go on")));
    CHECK(studio.state.sheets.dialog == Dialog::queue);
    studio.settle();
    CHECK(asked<batch::GoOn>(studio.click("Go on")).value().settings_shown);
    studio.state.sheets.dialog = Dialog::none;
    rests.settings_known = true;
    studio.view.queue = std::make_shared<const BatchView>(rests);
    studio.settle();
    CHECK(asked<batch::GoOn>(studio.click("Go on")));
}

TEST_CASE("the list: chosen by mouse and keys, filtered, and a result opened") {
    const PlannedPictures pictures(5);
    Studio studio;
    const auto status = pictures.view();
    studio.view.queue = status;
    studio.open(Dialog::queue);
    QueueList& list = studio.state.sheets.queue;
    studio.click("00002.png");
    CHECK(list.chosen == 2);
    studio.press(Key::up);
    studio.press(Key::up);
    CHECK(list.chosen == 0);
    CHECK(newest<&request::OpenOutside::path>(studio.press(Key::enter)) ==
          status->batch.plan().folder / "00000.png");
    studio.press(Key::end);
    CHECK(list.chosen == 4);
    CHECK_FALSE(asked_for<request::OpenOutside>(studio.press(Key::enter)));  // not done
    studio.click("Failed 1");
    studio.draw();
    CHECK_THROWS(studio.place("00000.png"));
    CHECK_NOTHROW(studio.place("00001.png"));
    CHECK_FALSE(asked<batch::GoOn>(studio.click("Try the failed again")));  // it goes on
    BatchView rests = *status;
    rests.being_made.clear();
    rests.going = false;
    studio.view.queue = std::make_shared<const BatchView>(rests);
    studio.draw();
    CHECK(asked<batch::GoOn>(studio.click("Try the failed again")).value().failed_too);
    CHECK(asked<batch::GoOn>(studio.click("Go on")));
    studio.view.usable_cpus = 2;
    studio.draw();
    CHECK(asked<batch::AtOnce>(studio.click("+"))->pictures == 2);
}

TEST_CASE("a run is opened in this window, and the sheet makes way for it") {
    const PlannedPictures pictures(4);
    const auto status = pictures.view();
    BatchPlan plan = status->batch.plan();
    plan.settings = {"fit"};
    Studio studio;
    studio.view.queue = std::make_shared<const BatchView>(BatchView{.batch = BatchStatus(plan)});
    studio.state.sheets.dialog = Dialog::queue;
    studio.view.window = {640, 480};
    studio.settle();
    CHECK(studio.place("Show in folder").y1 < studio.place("at once").y0);  // no room beside it
    CHECK(studio.place("at once").y1 < 480);
    studio.press(Key::home);
    CHECK(opened(studio.click("Open")) == plan.folder / "00000.png");
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("quitting while they are made asks first, and leaves nothing out") {
    const PlannedPictures pictures(4);
    Studio studio;
    studio.view.queue = pictures.view();
    CHECK_FALSE(asked_for<request::Quit>(studio.press(Key::q, true)));
    CHECK(studio.state.sheets.dialog == Dialog::confirm_quit);
    studio.settle(2);
    CHECK(asks<request::Quit>(studio.click("Quit anyway")));
}

TEST_CASE("each in sight has its picture beside its name: its result once that is there") {
    const PlannedPictures pictures(4);
    Studio studio;
    studio.view.queue = pictures.view();
    studio.open(Dialog::queue);
    const Requests asked = studio.draw();
    REQUIRE(asked.files.size() == 4);
    CHECK(asked.files[0] == pictures.out / PlannedPictures::name(0));
    for (int i = 1; i < 4; ++i)
        CHECK(asked.files[std::size_t(i)] == pictures.in / PlannedPictures::name(i));
    const auto drawn = [&] { return ImGui::GetDrawData()->TotalVtxCount; };
    const int without = drawn();
    const std::vector<FileThumbnail> there{
        {asked.files[2], {.width = 160, .height = 120, .grid = {}}}};
    studio.view.file_thumbnails = there;
    studio.draw();
    CHECK(drawn() != without);
    studio.open(Dialog::none);
    CHECK(studio.draw().files.empty());
}

// Rows out of sight cost nothing: what is drawn does not grow with what there is.
TEST_CASE("of ten thousand pictures only those in sight are drawn") {
    const PlannedPictures pictures(12);
    BatchPlan plan = make_plan(pictures.order()).plan;
    const auto drawn = [&](int count) {
        plan.pictures.clear();
        for (int i = 0; i < count; ++i)
            plan.pictures.push_back(
                {pictures.in / PlannedPictures::name(i), PlannedPictures::name(i)});
        Studio studio;
        studio.view.queue =
            std::make_shared<const BatchView>(BatchView{.batch = BatchStatus(plan)});
        studio.open(Dialog::queue);
        std::size_t vertices = std::size_t(ImGui::GetDrawData()->TotalVtxCount);
        studio.tap(Key::end);
        CHECK_NOTHROW(studio.place(PlannedPictures::name(count - 1)));
        const auto wanted = studio.draw().files;  // and only of those their pictures
        CHECK(wanted.size() <= 12);
        CHECK(wanted.back() == pictures.in / PlannedPictures::name(count - 1));
        return std::max(vertices, std::size_t(ImGui::GetDrawData()->TotalVtxCount));
    };
    CHECK(drawn(10'000) < drawn(12) + 600);
}
