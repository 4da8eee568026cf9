// Many pictures in the window: what a drop of a folder asks, and the list of what becomes of them.
#include "tests/support/planned_pictures.h"
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

namespace {

template <class R>
const R* asked_of_queue(const std::vector<Requests>& all) {
    const R* found = nullptr;
    for (const Requests& requests : all)
        for (const Request& request : requests.asked)
            if (const auto* asked = std::get_if<QueueRequest>(&request))
                if (const R* wanted = std::get_if<R>(asked)) found = wanted;
    return found;
}

// The sheet's order, looked through.
void scouted(Studio& studio, std::int64_t pictures) {
    for (int i = 0; i < 3; ++i) studio.draw();
    studio.view.queue_scout = std::make_shared<const QueueScout>(
        QueueScout{.order = scout_of(studio.state.sheets.queue_order).order, .pictures = pictures});
    studio.draw();
}

}  // namespace

TEST_CASE("a folder that was dropped is told about, and begun when that is asked for") {
    const PlannedPictures pictures(3);
    Studio studio;
    studio.state.dropped = {pictures.in};
    std::vector<Requests> all{studio.draw(), studio.draw()};
    REQUIRE(studio.state.sheets.dialog == Dialog::queue_order);
    const auto* scout = asked_of_queue<queue::Scout>(all);
    REQUIRE(scout);
    CHECK(scout->order.paths == std::vector<fs::path>{pictures.in});
    CHECK(scout->order.to == pictures.folder / "in-runs");
    CHECK(scout->order.settings ==
          std::vector<std::string>{"fit", "--time", "10s", "--threads", "1"});
    CHECK_FALSE(asked_of_queue<queue::Start>(studio.click("Start")));  // before it was looked
    scouted(studio, 3);
    all = studio.click("Start");
    REQUIRE(asked_of_queue<queue::Start>(all));
    CHECK(asked_of_queue<queue::Start>(all)->order == order_of(studio.state.sheets.queue_order));
    CHECK(studio.state.sheets.dialog == Dialog::queue);
}

TEST_CASE("what becomes of each is chosen, and the results lie in a folder of that name") {
    const PlannedPictures pictures(2);
    Studio studio;
    studio.state.dropped = {pictures.in};
    for (int i = 0; i < 3; ++i) studio.draw();
    QueueSheet& sheet = studio.state.sheets.queue_order;
    studio.click("making");
    studio.click("Draw it 2 times as large");
    CHECK(order_of(sheet).settings == pictures.order().settings);
    CHECK(sheet.to == pictures.folder / "in-2x");
    studio.click("making");
    studio.click("Learn it as lion.png is learned");
    CHECK(sheet.to == pictures.folder / "in-runs");
    const PlanOrder alike = order_of(sheet);
    CHECK(alike.preset.find("preset") != std::string::npos);
    CHECK(alike.settings[2] == kept_preset(sheet.to, alike.preset));
    scouted(studio, 0);
    CHECK_FALSE(asked_of_queue<queue::Start>(studio.click("Start")));  // there is no picture
    studio.press(Key::escape);
    studio.draw();
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("a name that is taken gets a number, which is found elsewhere than in the window") {
    const PlannedPictures pictures(2);
    Studio studio;
    studio.state.dropped = {pictures.in};
    for (int i = 0; i < 3; ++i) studio.draw();
    QueueSheet& sheet = studio.state.sheets.queue_order;
    const queue::Scout asked = scout_of(sheet);
    CHECK(asked.free_folder);
    studio.view.queue_scout = std::make_shared<const QueueScout>(
        QueueScout{.order = asked.order, .to = pictures.folder / "in-runs-2", .pictures = 2});
    std::vector<Requests> all{studio.draw(), studio.draw()};
    CHECK_FALSE(asked_of_queue<queue::Scout>(all));  // it knows all it has to
    all = studio.click("Start");
    REQUIRE(asked_of_queue<queue::Start>(all));
    CHECK(asked_of_queue<queue::Start>(all)->order.to == pictures.folder / "in-runs-2");
}

TEST_CASE("a folder of results has its plan's name") {
    const PlannedPictures pictures(1);
    QueueSheet sheet{.paths = {pictures.in}, .making = QueueMaking::enlarge};
    CHECK(results_beside(sheet, "/") == pictures.folder / "in-2x");
    sheet.times = 4;
    sheet.paths = {pictures.in / "00000.png", "/elsewhere.png"};
    CHECK(results_beside(sheet, "/") == pictures.folder / "in-4x");  // beside their folder
    CHECK(results_beside({.paths = {"/"}}, "/tmp").filename() == "pictures-runs");
    CHECK(estimated_seconds({.seconds = 10}, 5, 2) == 30);
    CHECK(estimated_seconds({.making = QueueMaking::enlarge, .seconds = 10}, 5, 2) == 0);
}

TEST_CASE("a folder of results that is dropped is opened as it was left") {
    const PlannedPictures pictures(2);
    pictures.survey();
    Studio studio;
    studio.state.dropped = {pictures.out};
    std::vector<Requests> all{studio.draw()};
    REQUIRE(asked_of_queue<queue::Open>(all));
    CHECK(asked_of_queue<queue::Open>(all)->folder == pictures.out);
    CHECK(studio.state.sheets.dialog == Dialog::queue);
}

TEST_CASE("the band says how far they are, pauses, lists and takes leave") {
    const PlannedPictures pictures(5);
    Studio studio;
    const Rect before = studio.place("Export picture…", 0);
    studio.view.queue = pictures.status();
    studio.draw();
    CHECK(studio.place("Export picture…", 0).y1 < before.y1);  // nothing lies under it
    CHECK(asked_of_queue<queue::Pause>(studio.click("Pause")));
    CHECK(asked_of_queue<queue::Leave>(studio.click("leave queue")));
    studio.click("Show…");
    CHECK(studio.state.sheets.dialog == Dialog::queue);
    CHECK(window_title({}, false, studio.view.queue.get()) == "48 % of 5 pictures – Redraw");
    CHECK(window_title(studio.status, false, studio.view.queue.get()) ==
          "50 % – lion.png – Redraw");
}

TEST_CASE("somebody else's plan goes on only where its settings are shown") {
    const PlannedPictures pictures(5);
    Studio studio;
    QueueStatus rests = *pictures.status();
    rests.being_made.clear();
    rests.going = false;
    studio.view.queue = std::make_shared<const QueueStatus>(rests);
    studio.draw();
    CHECK_FALSE(asked_of_queue<queue::GoOn>(studio.click("Go on")));
    CHECK(studio.state.sheets.dialog == Dialog::queue);
    for (int i = 0; i < 3; ++i) studio.draw();
    const auto all = studio.click("Go on");
    REQUIRE(asked_of_queue<queue::GoOn>(all));
    CHECK(asked_of_queue<queue::GoOn>(all)->settings_shown);
    studio.state.sheets.dialog = Dialog::none;
    rests.settings_known = true;
    studio.view.queue = std::make_shared<const QueueStatus>(rests);
    for (int i = 0; i < 3; ++i) studio.draw();
    CHECK(asked_of_queue<queue::GoOn>(studio.click("Go on")));
}

TEST_CASE("the list: chosen by mouse and keys, filtered, and a result opened") {
    const PlannedPictures pictures(5);
    Studio studio;
    const auto status = pictures.status();
    studio.view.queue = status;
    studio.state.sheets.dialog = Dialog::queue;
    for (int i = 0; i < 3; ++i) studio.draw();
    QueueList& list = studio.state.sheets.queue;
    studio.click("00002.png");
    CHECK(list.chosen == 2);
    studio.press(Key::up);
    studio.press(Key::up);
    CHECK(list.chosen == 0);
    CHECK(newest<&request::OpenOutside::path>(studio.press(Key::enter)) ==
          status->survey.plan().folder / "00000.png");
    studio.press(Key::end);
    CHECK(list.chosen == 4);
    CHECK_FALSE(asked_for<request::OpenOutside>(studio.press(Key::enter)));  // not done
    studio.click("Failed 1");
    studio.draw();
    CHECK_THROWS(studio.place("00000.png"));
    CHECK_NOTHROW(studio.place("00001.png"));
    CHECK_FALSE(asked_of_queue<queue::GoOn>(studio.click("Try the failed again")));  // it goes on
    QueueStatus rests = *status;
    rests.being_made.clear();
    rests.going = false;
    studio.view.queue = std::make_shared<const QueueStatus>(rests);
    studio.draw();
    const auto all = studio.click("Try the failed again");
    REQUIRE(asked_of_queue<queue::GoOn>(all));
    CHECK(asked_of_queue<queue::GoOn>(all)->failed_too);
    CHECK(asked_of_queue<queue::GoOn>(studio.click("Go on")));
    studio.view.usable_cpus = 2;
    studio.draw();
    CHECK(asked_of_queue<queue::AtOnce>(studio.click("+"))->pictures == 2);
}

TEST_CASE("a run is opened in this window, and the sheet makes way for it") {
    const PlannedPictures pictures(4);
    const auto status = pictures.status();
    Plan plan = status->survey.plan();
    plan.settings = {"fit"};
    Studio studio;
    studio.view.queue = std::make_shared<const QueueStatus>(QueueStatus{.survey = Survey(plan)});
    studio.state.sheets.dialog = Dialog::queue;
    studio.view.window = {640, 480};
    for (int i = 0; i < 3; ++i) studio.draw();
    CHECK(studio.place("Show in folder").y1 < studio.place("at once").y0);  // no room beside it
    CHECK(studio.place("at once").y1 < 480);
    studio.press(Key::home);
    const auto all = studio.click("Open");
    CHECK(any(all, [&](const Requests& r) {
        return newest<&request::Open::path>(r) == plan.folder / "00000.png";
    }));
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("quitting while they are made asks first, and leaves nothing out") {
    const PlannedPictures pictures(4);
    Studio studio;
    studio.view.queue = pictures.status();
    CHECK_FALSE(asked_for<request::Quit>(studio.press(Key::q, true)));
    CHECK(studio.state.sheets.dialog == Dialog::confirm_quit);
    for (int i = 0; i < 2; ++i) studio.draw();
    CHECK(
        any(studio.click("Quit anyway"), [](const Requests& r) { return asks<request::Quit>(r); }));
}

TEST_CASE("each in sight has its picture beside its name: its result once that is there") {
    const PlannedPictures pictures(4);
    Studio studio;
    studio.view.queue = pictures.status();
    studio.state.sheets.dialog = Dialog::queue;
    studio.draw();
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
    studio.state.sheets.dialog = Dialog::none;
    for (int i = 0; i < 3; ++i) studio.draw();
    CHECK(studio.draw().files.empty());
}

// Rows out of sight cost nothing: what is drawn does not grow with what there is.
TEST_CASE("of ten thousand pictures only those in sight are drawn") {
    const PlannedPictures pictures(12);
    Plan plan = make_plan(pictures.order()).plan;
    const auto drawn = [&](int count) {
        plan.pictures.clear();
        for (int i = 0; i < count; ++i)
            plan.pictures.push_back(
                {pictures.in / PlannedPictures::name(i), PlannedPictures::name(i)});
        Studio studio;
        studio.view.queue =
            std::make_shared<const QueueStatus>(QueueStatus{.survey = Survey(plan)});
        studio.state.sheets.dialog = Dialog::queue;
        for (int i = 0; i < 3; ++i) studio.draw();
        std::size_t vertices = std::size_t(ImGui::GetDrawData()->TotalVtxCount);
        studio.press(Key::end);
        for (int i = 0; i < 3; ++i) studio.draw();
        CHECK_NOTHROW(studio.place(PlannedPictures::name(count - 1)));
        const auto wanted = studio.draw().files;  // and only of those their pictures
        CHECK(wanted.size() <= 12);
        CHECK(wanted.back() == pictures.in / PlannedPictures::name(count - 1));
        return std::max(vertices, std::size_t(ImGui::GetDrawData()->TotalVtxCount));
    };
    CHECK(drawn(10'000) < drawn(12) + 600);
}
