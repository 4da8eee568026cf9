// "What is this?": everything that can be pressed and everything that is read says what it is,
// wherever it stands.
#include "tests/support/planned_pictures.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/explain.h"
#include "ui/sheets/export_plan.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <set>
#include <span>

using namespace redraw;
using namespace redraw::ui;

namespace {

void check_words(std::span<const Control> words, std::span<const Control> controls,
                 const std::string& where) {
    for (const Control& word : words) {
        if (word.name == " · " || word.name.empty()) continue;  // between two of them
        const ImVec2 middle{(word.from.x + word.to.x) / 2, (word.from.y + word.to.y) / 2};
        INFO(where, ": \"", word.name, "\" at ", middle.x, ", ", middle.y);
        CHECK(std::ranges::any_of(controls, [&](const Control& c) {
            if (c.name == word.name) return true;  // the label of a field
            return middle.x >= c.from.x - 2 && middle.x <= c.to.x + 2 && middle.y >= c.from.y - 2 &&
                   middle.y <= c.to.y + 2;
        }));
    }
}

// Every control and read-out of the frame has a sentence, and every word of the window lies on one.
void check_explained(Studio& studio, const std::string& where) {
    studio.state.controls.focus.keeps_words = true;
    studio.draw();
    studio.draw();
    const FocusOrder& focus = studio.state.controls.focus;
    CHECK(!focus.controls.empty());
    for (const Control& control : focus.controls) {
        INFO(where, ": ", control.name, ": ", control.explained);
        CHECK(control.explained.size() > 10);
        if (control.explained.empty()) continue;
        CHECK_FALSE(std::islower(static_cast<unsigned char>(control.explained.front())));
        CHECK(control.explained.back() == '.');
    }
    // What a sheet covers explains nothing in it. Its first word is its name.
    const bool sheet = studio.state.sheets.dialog != Dialog::none;
    const auto words = std::span(focus.words), controls = std::span(focus.controls);
    const auto covered = std::min(focus.sheet_words, words.size());
    check_words(words.first(covered), controls, where);
    if (covered < words.size())
        check_words(words.subspan(covered + (sheet ? 1 : 0)),
                    controls.subspan(sheet ? focus.sheet_controls : 0), where);
}

std::shared_ptr<Companion> companion(bool racing) {
    auto other = std::make_shared<Companion>();
    other->racing = racing;
    other->name = "other.png";
    other->step = 200;
    other->total_steps = 1000;
    return other;
}

}  // namespace

TEST_CASE("everything in the window says what it is, in every view") {
    Studio studio;
    studio.state.preferences.more_network = studio.state.preferences.more_schedule = true;
    studio.view.window = {1440, 2400};
    for (const Key view : {Key::one, Key::two, Key::three, Key::four, Key::five}) {
        studio.press(view);
        check_explained(studio, "view " + std::to_string(int(view) - '0'));
        studio.state.timelapse.at_step = 100;
        check_explained(studio, "back in view " + std::to_string(int(view) - '0'));
        studio.state.timelapse.at_step.reset();
    }
    studio.press(Key::one);
    studio.view.window = {900, 500};
    check_explained(studio, "a small window");
    studio.view.window = {1440, 900};
    studio.press(Key::f5);
    check_explained(studio, "a presentation");
    studio.press(Key::f5);
    studio.state.curves.steps_shown = {20, 300};
    studio.status.phase = Phase::paused;
    check_explained(studio, "paused, a part of the run");
    studio.status.phase = Phase::finished;
    studio.status.view_only = "Somebody else trains it.";
    check_explained(studio, "only viewed");
    studio.status = {};
    studio.view.recent = {};
    check_explained(studio, "nothing open");
}

TEST_CASE("so does what stands there for a while only") {
    Studio studio;
    studio.status.error = "It diverged.";
    studio.status.error_kind = ErrorKind::diverged;
    check_explained(studio, "an error");
    studio.status.error.clear();
    studio.status.job = JobStatus{.what = "a.png", .progress = 0.5};
    check_explained(studio, "a job");
    studio.status.job.reset();
    studio.status.notice = {.text = "Saved a.png.", .saved = "/tmp/a.png"};
    check_explained(studio, "a notice");
    studio.status.notice = {};
    for (const bool racing : {true, false}) {
        studio.status.companions = {companion(racing)};
        check_explained(studio, racing ? "a race" : "a comparison");
    }
    studio.status.companions.clear();
    auto cooled = std::make_shared<CoolDown>();
    cooled->steps = 100;
    cooled->done = 50;
    cooled->psnr = 30;
    studio.status.cool_down = cooled;
    check_explained(studio, "a copy that cools down");
    studio.state.settings.problem = "There is no such rate.";
    check_explained(studio, "a problem");
}

TEST_CASE("so do many pictures: before they are begun, below the window and in their list") {
    const PlannedPictures pictures(40);
    Studio studio;
    studio.state.dropped = {pictures.in};
    studio.draw();
    REQUIRE(studio.state.sheets.dialog == Dialog::queue_order);
    check_explained(studio, "looking through them");
    studio.view.queue_scout = std::make_shared<const PlanPreview>(PlanPreview{
        .order = *studio.state.sheets.queue_order.scouted, .to = pictures.out, .pictures = 40});
    check_explained(studio, "before they are begun");
    studio.press(Key::escape);
    studio.draw();
    studio.view.queue = pictures.view();
    check_explained(studio, "the band");
    studio.view.window = {900, 500};
    check_explained(studio, "the band of a small window");
    studio.view.window = {1440, 900};
    studio.state.sheets.dialog = Dialog::queue;
    for (const QueueShown shown : {QueueShown::all, QueueShown::being_made, QueueShown::waiting,
                                   QueueShown::done, QueueShown::failed}) {
        studio.state.sheets.queue.shown = shown;
        studio.draw();
        check_explained(studio, "the list");
    }
}

TEST_CASE("so do runs in their list, one and several, in the trash, asked for a name or for room") {
    Studio studio;
    std::vector<RecentEntry> runs;
    for (int i = 0; i < 4; ++i) {
        RecentEntry run;
        run.path = "/run" + std::to_string(i);
        run.name = "lion.png";
        run.psnr = "30.0 dB";
        run.detail = "epoch 3 · now";
        run.settings = "SIREN, 4 layers of 128, rate 2e-3";
        run.bytes = 1e7;
        if (i == 2) run.problem = "It is damaged.";
        if (i == 3) run.parent = "/run0";
        runs.push_back(run);
    }
    studio.view.recent = runs;
    studio.view.trashed = 2;
    RunsSheet& sheet = studio.state.sheets.runs;
    studio.state.sheets.dialog = Dialog::runs;
    studio.draw();
    check_explained(studio, "the list");
    sheet.choice.at = "/run0";
    check_explained(studio, "one");
    sheet.new_name = "lion";
    check_explained(studio, "a name");
    sheet.new_name.reset();
    sheet.free_asked = true;
    check_explained(studio, "room");
    sheet.free_asked = false;
    sheet.filter = "nothing";
    check_explained(studio, "none");
}

TEST_CASE("so does an export: measured against an original, on held-out pixels, of a moment") {
    Studio studio;
    const auto five = [] {
        return std::vector<Quality>{{"network", 30, 0.9},
                                    {"nearest", 20, 0.6},
                                    {"bilinear", 22, 0.7},
                                    {"bicubic", 31, 0.8},
                                    {"lanczos", 21, 0.95}};
    };
    ExportSheet& sheet = studio.state.sheets.export_picture;
    studio.press(Key::e, true);
    check_explained(studio, "as it opens");
    ExportCrop crop;
    crop.file.size = chosen_sizes(sheet, studio.status).front();
    crop.methods = five();
    studio.status.export_crop = std::make_shared<const ExportCrop>(crop);
    check_explained(studio, "against the original");
    studio.status.export_crop.reset();
    studio.status.picture.reset();
    check_explained(studio, "without an original");
    HeldOutMeasure held_out;
    held_out.progress = 0.5;
    studio.status.held_out = std::make_shared<const HeldOutMeasure>(held_out);
    check_explained(studio, "being measured");
    held_out.progress = 1;
    held_out.methods = five();
    studio.status.held_out = std::make_shared<const HeldOutMeasure>(held_out);
    check_explained(studio, "measured");
    sheet.at_step = 100;
    check_explained(studio, "of a moment");
}

TEST_CASE("and so do the sheets, the menus and what their lists offer") {
    Studio studio;
    for (const Dialog dialog :
         {Dialog::export_picture, Dialog::export_film, Dialog::runs, Dialog::race,
          Dialog::open_file, Dialog::save_copy, Dialog::curves_file, Dialog::page_file,
          Dialog::about, Dialog::confirm_quit, Dialog::shortcuts, Dialog::settings, Dialog::presets,
          Dialog::import_preset, Dialog::open_folder, Dialog::queue}) {
        studio.state.sheets.dialog = dialog;
        studio.state.sheets.export_picture.at_step = 100;
        for (int i = 0; i < 3; ++i) studio.draw();
        check_explained(studio, "sheet " + std::to_string(int(dialog)));
        studio.press(Key::escape);
        studio.state.sheets.dialog = Dialog::none;
        studio.draw();
    }
    for (const char* menu : {"File", "Edit", "View", "Help"}) {
        studio.click(menu);
        check_explained(studio, menu);
        studio.press(Key::escape);
        studio.click(kNowhere);
    }
    for (const char* list : {"Preset", "Activation", "Smoothness", "Train at", "Colour", "Time"}) {
        studio.click(list);
        check_explained(studio, list);
        studio.press(Key::escape);
        studio.click(kNowhere);
    }
}

TEST_CASE("it is said once the mouse has rested, beside what it is of") {
    Studio studio;
    const auto shown = [] {
        const ImGuiContext& g = *ImGui::GetCurrentContext();
        const auto found = std::ranges::find_if(g.Windows, [](const ImGuiWindow* window) {
            return window->Active && (window->Flags & ImGuiWindowFlags_Tooltip);
        });
        return found == g.Windows.end() ? nullptr : *found;
    };
    for (const char* name : {"closeness", "Epochs", "Open…", "Side by side", "Export picture…"}) {
        CAPTURE(name);
        const ImVec2 at = studio.middle(name, 0);
        const Rect place = studio.place(name, 0);
        studio.move(at.x, at.y);
        studio.draw();
        CHECK(shown() == nullptr);
        studio.view.time += 0.5;
        studio.draw();
        studio.draw();
        REQUIRE(shown());
        const ImRect said = shown()->Rect();
        CHECK_FALSE(said.Overlaps(ImRect(place.min(), place.max())));
        CHECK(said.Min.x >= 0);
        CHECK(said.Max.x <= studio.view.window.x);
        CHECK(said.Max.y <= studio.view.window.y);
        studio.move(kNowhere.x, kNowhere.y);
        studio.draw();
        studio.draw();
    }
}

// ImGui ends the program where a window comes up beside a sheet of the same frame.
TEST_CASE("what would be said in the frame in which a sheet opens waits") {
    Studio studio;
    const ImVec2 at = studio.middle("Export picture…");
    studio.move(at.x, at.y);
    studio.draw();
    studio.view.time += 0.5;
    studio.press(Key::e, true);
    CHECK(studio.state.sheets.dialog == Dialog::export_picture);
    studio.draw();
    CHECK(studio.count("Cancel") == 1);
}

TEST_CASE("Shift+F1 says it at once, where Tab is, and Tab then stops at what is read") {
    Studio studio;
    const auto said = [&] { return studio.state.controls.explanations.found.text; };
    studio.press(Key::f1, false, true);  // with the mouse on nothing: the walk begins
    for (int i = 0; i < 3; ++i) studio.draw();
    CHECK(!said().empty());
    CHECK(studio.state.controls.keyboard_focus);
    studio.press(Key::f1, false, true);
    studio.draw();
    const std::size_t stops = studio.state.controls.focus.stops.size();
    studio.press(Key::f1, false, true);
    studio.draw();
    CHECK(studio.state.sheets.dialog == Dialog::none);
    CHECK(!said().empty());
    CHECK(studio.state.controls.focus.stops.size() > stops);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 2 * stops; ++i) {
        studio.press(Key::tab);
        for (int j = 0; j < 3; ++j) studio.draw();
        seen.insert(said());
    }
    CHECK(seen.contains(kDecibels));
    CHECK_FALSE(seen.contains(""));
    studio.press(Key::escape);
    studio.draw();
    CHECK(studio.state.controls.focus.stops.size() == stops);
    CHECK(studio.state.controls.keyboard_focus);
}
