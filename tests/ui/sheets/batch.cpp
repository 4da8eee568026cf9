// Batches in the window: the sheet that starts a batch from a dropped folder, and the list of the
// batch's pictures.
#include "tests/support/planned_pictures.h"
#include "tests/support/ui_harness.h"
#include "ui/sheets/batch_plan.h"
#include "ui/sheets/batch_row.h"

using namespace redraw;
using namespace redraw::ui;
namespace fs = std::filesystem;

namespace {

// Answers the sheet's request for a preview of the batch.
void show_preview(Studio& studio, const fs::path& to, std::int64_t pictures) {
    studio.settle();
    studio.view.batch.preview =
        shared(PlanPreview{.order = preview_of(studio.state.of<BatchSheet>(), {}).order,
                           .to = to,
                           .pictures = pictures});
    studio.draw();
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "a folder that was dropped is told about before it is begun") {
    const PlannedPictures pictures(3);
    state.dropped = {pictures.in};
    std::vector<Requests> all{draw(), draw()};
    REQUIRE(state.sheets.dialog == Dialog::batch_order);
    const auto preview = asked<batch::Preview>(all).value();
    CHECK(preview.order.paths == std::vector<fs::path>{pictures.in});
    CHECK(preview.order.to.empty());  // empty: the preview chooses the results' folder
    CHECK(preview.suffix == "-runs");
    CHECK(preview.order.settings == std::vector<std::string>{"fit", "--threads", "1"});
    CHECK(order_of({.finish = kPerfect}).settings[2] == "perfect");
    CHECK(order_of({.seconds = 10}).settings[2] == "10s");
    CHECK_FALSE(asked<batch::Start>(click("Start")));  // the preview has not arrived yet
    show_preview(*this, pictures.folder / "in-runs", 3);
    all = click("Start");
    CHECK(asked<batch::Start>(all).value().order == order_of(state.of<BatchSheet>()));
    CHECK(state.sheets.dialog == Dialog::batch);
}

TEST_CASE_FIXTURE(Studio, "what becomes of each is chosen, and names the results' folder") {
    const PlannedPictures pictures(2);
    state.dropped = {pictures.in};
    settle();
    BatchSheet& sheet = state.of<BatchSheet>();
    click("making");
    click("Enlarge 2×");
    CHECK(order_of(sheet).settings == pictures.order().settings);
    CHECK(preview_of(sheet, {}).suffix == "-2x");
    show_preview(*this, pictures.folder / "in-2x", 2);
    CHECK(sheet.to == pictures.folder / "in-2x");
    click("making");
    click("Learn with the current settings");
    CHECK(sheet.to.empty());
    show_preview(*this, pictures.folder / "in-runs", 2);
    CHECK(sheet.to == pictures.folder / "in-runs");
    const PlanOrder alike = order_of(sheet);
    CHECK(alike.preset.find("preset") != std::string::npos);
    CHECK(alike.settings[2] == kept_preset(sheet.to, alike.preset));
    show_preview(*this, sheet.to, 0);
    CHECK_FALSE(asked<batch::Start>(click("Start")));  // the preview found no picture
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "the folder of the results is the preview's, or the user's") {
    const PlannedPictures pictures(2);
    state.dropped = {pictures.in};
    show_preview(*this, pictures.folder / "in-runs-2", 2);
    std::vector<Requests> all{draw(), draw()};
    CHECK_FALSE(asked<batch::Preview>(all));  // the preview has arrived already
    all = click("Start");
    CHECK(asked<batch::Start>(all).value().order.to == pictures.folder / "in-runs-2");
    const BatchSheet chosen{.paths = {"/a"}, .to = "/b", .to_chosen = true};
    CHECK(preview_of(chosen, {}).order.to == "/b");
}

TEST_CASE("the time of all pictures is known where each has a time") {
    CHECK(estimated_seconds({.seconds = 10}, 5, 2) == 30);
    CHECK(estimated_seconds({.making = BatchMaking::enlarge, .seconds = 10}, 5, 2) == 0);
}

TEST_CASE_FIXTURE(Studio, "a folder of results that is dropped is opened as it was left") {
    const PlannedPictures pictures(2);
    pictures.batch();
    state.dropped = {pictures.out};
    std::vector<Requests> all{draw()};
    CHECK(asked<batch::Open>(all).value().folder == pictures.out);
    CHECK(state.sheets.dialog == Dialog::batch);
}

TEST_CASE_FIXTURE(Studio, "the band says how far they are, pauses, lists and takes leave") {
    const PlannedPictures pictures(5);
    const Rect before = place("Export at any size…", 0);
    view.batch.open = pictures.view();
    draw();
    // The left panel shrinks, so that the batch's band at the bottom of the window covers nothing.
    CHECK(place("Export at any size…", 0).y1 < before.y1);
    CHECK(asked<batch::Pause>(click("Pause")));
    CHECK(asked<batch::Leave>(click("leave batch")));
    click("Show…");
    CHECK(state.sheets.dialog == Dialog::batch);
    CHECK(window_title({}, false, batch_title(view.batch.open)) == "48 % of 5 pictures – Redraw");
    CHECK(window_title(status, false, batch_title(view.batch.open)) == "50 % – lion.png – Redraw");
}

TEST_CASE_FIXTURE(Studio, "somebody else's plan goes on only where its settings are shown") {
    const PlannedPictures pictures(5);
    BatchView rests = *pictures.view();
    rests.being_made.clear();
    rests.going = false;
    view.batch.open = shared(rests);
    draw();
    CHECK_FALSE(asked<batch::GoOn>(click("Resume")));
    CHECK(state.sheets.dialog == Dialog::batch);
    settle();
    CHECK(asked<batch::GoOn>(click("Resume")).value().settings_shown);
    state.sheets.dialog = Dialog::none;
    rests.settings_known = true;
    view.batch.open = shared(rests);
    settle();
    CHECK(asked<batch::GoOn>(click("Resume")));
}

TEST_CASE("the list: chosen by mouse and keys, filtered, and a result opened") {
    const PlannedPictures pictures(5);
    Studio studio;
    const auto status = pictures.view();
    studio.view.batch.open = status;
    studio.open(Dialog::batch);
    BatchList& list = studio.state.of<BatchList>();
    studio.click("00002.png");
    CHECK(list.chosen == 2);
    studio.press(Key::up);
    studio.press(Key::up);
    CHECK(list.chosen == 0);
    CHECK(newest<&request::OpenOutside::path>(studio.press(Key::enter)) ==
          status->batch.plan().folder / "00000.png");
    studio.press(Key::end);
    CHECK(list.chosen == 4);
    // The last picture has no result yet.
    CHECK_FALSE(asked_for<request::OpenOutside>(studio.press(Key::enter)));
    studio.click("Failed 1");
    studio.draw();
    CHECK_THROWS(studio.place("00000.png"));
    CHECK_NOTHROW(studio.place("00001.png"));
    CHECK_FALSE(asked<batch::GoOn>(studio.click("Retry failed")));  // the batch is still running
    BatchView rests = *status;
    rests.being_made.clear();
    rests.going = false;
    studio.view.batch.open = shared(rests);
    studio.draw();
    CHECK(asked<batch::GoOn>(studio.click("Retry failed")).value().failed_too);
    CHECK(asked<batch::GoOn>(studio.click("Resume")));
    studio.view.batch.usable_cpus = 2;
    studio.draw();
    CHECK(asked<batch::AtOnce>(studio.click("+"))->pictures == 2);
}

TEST_CASE("a run is opened in this window, and the sheet makes way for it") {
    const PlannedPictures pictures(4);
    const auto status = pictures.view();
    BatchPlan plan = status->batch.plan();
    plan.settings = {"fit"};
    Studio studio;
    studio.view.batch.open = shared(BatchView{.batch = BatchStatus(plan)});
    studio.state.sheets.dialog = Dialog::batch;
    studio.view.window = {640, 480};
    studio.settle();
    // In a narrow window the setting "at once" moves to a second row.
    CHECK(studio.place("Show in folder").y1 < studio.place("at once").y0);
    CHECK(studio.place("at once").y1 < 480);
    studio.press(Key::home);
    CHECK(opened(studio.click("Open")) == plan.folder / "00000.png");
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "quitting while pictures are made or exported asks first") {
    const PlannedPictures pictures(4);
    CHECK(asks<request::Quit>(press(Key::q, true)));
    for (const bool exports : {true, false}) {
        status.job.reset();
        if (exports)
            status.job = JobStatus{.what = "lion-400.png", .progress = 0.5, .seconds_left = 2};
        else
            view.batch.open = pictures.view();
        CHECK_FALSE(asks<request::Quit>(press(Key::q, true)));
        CHECK(state.sheets.dialog == Dialog::confirm_quit);
        settle(2);
        CHECK(asks<request::Quit>(click("Quit anyway")));
        open(Dialog::confirm_quit);
        CHECK_FALSE(asks<request::Quit>(draw()));
        (exports ? status.job.reset() : static_cast<void>(view.batch = {}));
        CHECK(asks<request::Quit>(draw()));
        CHECK(state.sheets.dialog == Dialog::none);
    }
}

TEST_CASE_FIXTURE(Studio, "each in sight has its picture, or its result, beside its name") {
    const PlannedPictures pictures(4);
    view.batch.open = pictures.view();
    open(Dialog::batch);
    const Requests asked = draw();
    REQUIRE(asked.in_sight.size() == 4);
    CHECK(asked.in_sight[0].file == pictures.out / PlannedPictures::name(0));
    for (int i = 1; i < 4; ++i)
        CHECK(asked.in_sight[std::size_t(i)].file == pictures.in / PlannedPictures::name(i));
    const auto drawn = [&] { return ImGui::GetDrawData()->TotalVtxCount; };
    const int without = drawn();
    number_textures();
    view.file_thumbnails = shared(FileThumbnails{{asked.in_sight[2].file, gray(160, 120)}});
    draw();
    CHECK(drawn() != without);
    open(Dialog::none);
    CHECK(draw().in_sight.empty());
}

// Rows out of sight are not drawn, so the number of vertices does not grow with the batch.
TEST_CASE("of ten thousand pictures only those in sight are drawn") {
    const PlannedPictures pictures(12);
    BatchPlan plan = make_plan(pictures.order()).plan;
    const auto drawn = [&](int count) {
        plan.pictures.clear();
        for (int i = 0; i < count; ++i)
            plan.pictures.push_back(
                {pictures.in / PlannedPictures::name(i), PlannedPictures::name(i)});
        Studio studio;
        studio.view.batch.open = shared(BatchView{.batch = BatchStatus(plan)});
        studio.open(Dialog::batch);
        std::size_t vertices = std::size_t(ImGui::GetDrawData()->TotalVtxCount);
        studio.tap(Key::end);
        CHECK_NOTHROW(studio.place(PlannedPictures::name(count - 1)));
        // Thumbnails too are asked for only where visible.
        const auto wanted = studio.draw().in_sight;
        CHECK(wanted.size() <= 12);
        CHECK(wanted.back().file == pictures.in / PlannedPictures::name(count - 1));
        return std::max(vertices, std::size_t(ImGui::GetDrawData()->TotalVtxCount));
    };
    CHECK(drawn(10'000) < drawn(12) + 600);
}
