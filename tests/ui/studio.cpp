// The studio's user interface without a real window: mouse and keys go in, requests come out.
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/text/numbers.h"
#include "tests/support/contrast.h"
#include "tests/support/drawn_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/neurons.h"
#include "ui/actions/sharing.h"
#include "ui/centre/centre.h"

#include <imgui_internal.h>

#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

void type_into(Studio& studio, const char* field, const std::string& text) {
    studio.click(field, 0);
    REQUIRE(ImGui::GetIO().WantTextInput);
    studio.type(text);
}

void open_film(Studio& studio) {
    studio.open(Dialog::export_film);
    studio.state.of<FilmSheet>().caption = true;
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "a likeness is said only of what is compared with the opened picture") {
    status.psnr = 46.1f;
    for (const bool smaller : {true, false}) {
        if (!smaller) status.picture = status.target;
        settle();
        CHECK(is_drawn("46.1 dB"));
        CHECK(is_drawn("at 40 × 20") == smaller);
        CHECK(is_drawn(likeness(46.1)) != smaller);
    }
    // At rest the render is compared with the opened picture, and every text shows that PSNR.
    status.picture = gray(80, 40);
    status.phase = Phase::finished;
    OriginalPsnr original{.step = status.step, .psnr = 33.3f};
    status.result<OriginalPsnr>() = shared(original);
    settle();
    CHECK(is_drawn("33.3 dB"));
    CHECK(is_drawn(likeness(33.3)));
    put_beside(status, {racer()});  // a race shows the PSNR at the learned size
    settle();
    CHECK_FALSE(is_drawn(likeness(33.3)));
    put_beside(status, {});
    original.step -= 1;
    status.result<OriginalPsnr>() = shared(original);
    settle();
    CHECK_FALSE(is_drawn("33.3 dB"));
}

TEST_CASE("a PSNR of a picture that is learned smaller names its size on every screen") {
    const auto screens = std::to_array<void (*)(Studio&)>(
        {[](Studio&) {}, [](Studio& s) { s.state.timelapse.at_step = 100; },
         [](Studio& s) {
             s.open_curves();
             s.move_and_draw(s.middle("curves plot"));
         },
         [](Studio& s) { s.state.presentation = true; },
         [](Studio& s) {
             s.state.presentation = true;
             put_beside(s.status, {racer()});
         },
         [](Studio& s) {
             s.open(Dialog::export_picture);
             s.state.sheets.export_picture.at_step = 100;
         },
         open_film});
    const std::string at = "at 40 × 20";
    for (std::size_t screen = 0; screen < screens.size(); ++screen)
        for (const bool smaller : {true, false}) {
            CAPTURE(screen);
            Studio studio;
            if (!smaller) studio.status.picture = studio.status.target;
            screens[screen](studio);
            studio.settle();
            std::size_t found = 0, named = 0, beside = 0;  // `beside`: the size as a separate text
            for (const DrawnText& drawn : drawn_text()) {
                const auto unit = drawn.text.find(" dB");
                found += unit != std::string::npos && unit > 0 &&
                         std::isdigit(drawn.text[unit - 1]) && !drawn.text.starts_with("A leads");
                named += unit != std::string::npos && drawn.text.find(at) != std::string::npos;
                beside += unit == std::string::npos && drawn.text.ends_with(at);
            }
            CHECK(found > 0);
            CHECK(named + beside >= (smaller ? found : 0));
            if (!smaller) CHECK(named + beside == 0);
        }
}

TEST_CASE_FIXTURE(Studio, "a layer edited in place restarts the run once, when the field is left") {
    type_into(*this, "width", "64");
    CHECK_FALSE(restart_of(last));  // a keystroke does not restart the run
    const auto all = click(kNowhere);
    int restarts = 0;
    for (const Requests& r : all)
        if (restart_of(r)) {
            ++restarts;
            CHECK(restart_of(r)->network.layers == std::vector<int>{64, 128, 128, 128});
        }
    CHECK(restarts == 1);
    CHECK(asks<command::Open>(press(Key::z, true)));  // undo opens the previous run
    CHECK(state.settings.edited.network.layers[0] == 128);
}

TEST_CASE_FIXTURE(Studio, "layers are added with + and removed by clearing their field") {
    CHECK(any(click("add"), [](const Requests& r) {
        return restart_of(r) && restart_of(r)->network.layers.size() == 5;
    }));
    type_into(*this, "width", "0");
    CHECK(any(click(kNowhere), [](const Requests& r) {
        return restart_of(r) && restart_of(r)->network.layers.size() == 4;
    }));
}

TEST_CASE_FIXTURE(Studio, "a typed rate applies when the field is left, nonsense never") {
    type_into(*this, "Max rate", "1e-3");
    CHECK_FALSE(schedule_of(last));
    CHECK(any(click(kNowhere), [](const Requests& r) {
        return schedule_of(r) && schedule_of(r)->lr_max == 1e-3 && !restart_of(r);
    }));
    type_into(*this, "Max rate", "fast");
    CHECK_FALSE(
        any(click(kNowhere), [](const Requests& r) { return schedule_of(r) || restart_of(r); }));
    type_into(*this, "Max rate", "-5");
    CHECK_FALSE(schedule_of(click(kNowhere)).has_value());
    CHECK_FALSE(state.settings.problem.empty());
    CHECK(state.settings.edited.schedule.lr_max == 1e-3);
}

TEST_CASE("every documented key does something") {
    std::set<std::pair<int, int>> seen;
    for (const Shortcut& shortcut : shortcuts()) {
        const auto [key, ctrl, shift] = shortcut.chord;
        if (key == Key::none) continue;
        CAPTURE(shortcut.what);
        CHECK(seen.insert({int(key), ctrl * 2 + shift}).second);
        Studio studio;
        UiState& s = studio.state;
        // Puts the studio into a state in which each shortcut has an effect.
        UndoHistory& history = s.settings.history;
        history.present().config.schedule.epochs = 10;
        history.push({s.settings.edited, {}});
        history.push({});
        history.present().config.schedule.epochs = 30;
        history.undo();
        s.timelapse.at_step = 250;
        s.centre.canvas = {3, 20, 10};
        s.centre.mode = shortcut.action == Action::view_wipe ? ViewMode::drawing : ViewMode::wipe;
        const auto step = s.timelapse.at_step;
        const auto zoom = s.centre.canvas.zoom;
        const auto mode = s.centre.mode;
        const auto reference = s.centre.reference;
        const Preferences preferences = s.preferences;
        const Requests r = studio.press(key, ctrl, shift);
        const bool changed =
            s.sheets.dialog != Dialog::none || s.timelapse.at_step != step ||
            s.centre.canvas.zoom != zoom || s.centre.mode != mode || s.timelapse.playing ||
            s.centre.reference != reference || running_of(r) || restart_of(r) || schedule_of(r) ||
            asks<request::ToggleFullscreen>(r) || asks<request::Quit>(r) ||
            asks<request::Paste>(r) || asks<request::CopyDrawing>(r) || s.controls.tooltips.asked ||
            !history.can_redo() || newest<&command::ContinueFrom::step>(r) ||
            asks<command::SetBookmark>(r) || s.preferences != preferences || s.presentation ||
            s.timelapse.renamed || s.centre.shows_history;
        CHECK(changed);
    }
}

TEST_CASE_FIXTURE(Studio, "the window has few doors: about thirty keys, and one sheet to share") {
    std::set<Action> with_key;
    for (const Shortcut& row : shortcuts())
        if (row.chord.key != Key::none) with_key.insert(row.action);
    CHECK(with_key.size() <= 35);
    std::set<void (*)(Ui&)> sheets;
    int pages = 0;
    for (const Sheet& sheet : sheet_table())
        if (sheet.share.tab)
            ++pages;
        else
            sheets.insert(sheet.draw);
    CHECK(pages >= 3);
    CHECK(sheets.size() + 1 <= 14);
}

TEST_CASE_FIXTURE(Studio, "the pages of the sheet Share open in one place") {
    tap(Key::e, true);
    const Rect tab = place("Picture", 0), foot = place("Cancel");
    for (const Sheet& sheet : sheet_table()) {
        if (!sheet.share.tab) continue;
        CAPTURE(sheet.share.tab);
        click(sheet.share.tab);
        settle();
        CHECK(state.sheets.dialog == sheet.dialog);
        CHECK(place("Picture", 0).y0 == tab.y0);
        CHECK(place("Picture", 0).x0 == tab.x0);
        CHECK(std::abs(place("Cancel").y0 - foot.y0) < 1);
    }
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "another run resets what belonged to the last one") {
    press(Key::home);
    state.centre.canvas = {5, 1, 1};
    status.run_serial = 2;
    status.picture_name = "cub.png";
    draw();
    CHECK_FALSE(last.view.at_step);
    CHECK(state.centre.canvas.zoom == 0);
}

TEST_CASE_FIXTURE(Studio, "another run of the same picture is looked at where the last one was") {
    state.centre.canvas = {6, 10, 5};
    status.run_serial = 2;
    status.target = gray(80, 40);
    draw();
    CHECK(state.centre.canvas.zoom == 3);
    CHECK(state.centre.canvas.centre_x == 20);
    CHECK(state.centre.canvas.centre_y == 10);
    status = {};  // the run is closed
    draw();
    status = example_status();
    status.run_serial = 3;
    draw();
    CHECK(state.centre.canvas.zoom == 0);
}

TEST_CASE_FIXTURE(Studio, "the wheel asks for the region under it, F for the whole") {
    move_and_draw({1200, 300});
    CHECK_FALSE(last.view.region);
    wheel_and_draw(3);
    wheel_and_draw(0);
    REQUIRE(last.view.region);
    CHECK(last.view.region->width > 400);
    CHECK_FALSE(press(Key::f).view.region);
    CHECK_FALSE(act(Action::actual_size).view.region);  // at 100 % the training grid is shown
    CHECK(state.centre.canvas.zoom == 1);
}

TEST_CASE_FIXTURE(Studio, "an idle window asks for no frames") {
    settle(5);
    CHECK(last.redraw_within > 1e6);
    CHECK_FALSE(last.rebuild_fonts);
    status.picture_name = "лев 獅子.png";
    CHECK(draw().rebuild_fonts);
    CHECK_FALSE(draw().rebuild_fonts);
}

TEST_CASE_FIXTURE(Studio, "what is read beside a run is named, unless it is there at once") {
    const auto windows = [&] { return ImGui::GetDrawData()->CmdListsCount; };
    const int before = windows();
    status.opening = "獅子.png";
    CHECK(draw().rebuild_fonts);  // the fonts lack the letters of the name
    CHECK(windows() == before);
    CHECK(last.redraw_within < 1);
    view.time += last.redraw_within;
    draw();
    CHECK(windows() == before + 1);
    CHECK(last.redraw_within > 1e6);
    status.opening.clear();
    draw();
    CHECK(windows() == before);
}

TEST_CASE_FIXTURE(Studio, "every state can be drawn: empty, opening, finished, refused, no size") {
    for (const ImVec2 size : {ImVec2{1440, 900}, ImVec2{1000, 640}, ImVec2{640, 480}, ImVec2{1, 1}})
        for (const Phase phase :
             {Phase::empty, Phase::opening, Phase::training, Phase::paused, Phase::finished})
            for (const bool error : {false, true}) {
                view.window = size;
                status = example_status();
                if (phase == Phase::empty || phase == Phase::opening) status = Status{};
                status.phase = phase;
                status.opening = phase == Phase::opening ? "lion.png" : "";
                status.error = error ? "Cannot open x.png: it is not a picture." : "";
                status.notice.text = error ? "" : "Saved lion-1024.png.";
                status.job.reset();
                if (error)
                    status.job =
                        JobStatus{.what = "lion-400.png", .progress = 0.4, .seconds_left = 3};
                for (const CentreView& each : centre_views()) {
                    state.centre.mode = each.mode;
                    draw();
                }
                CHECK(asks<request::Quit>(last) == false);
            }
    status = example_status();
    status.metrics = Status{}.metrics;
    status.measured = Status{}.measured;
    status.keyframes = Status{}.keyframes;
    status.result<Thumbnails>() = nullptr;
    status.step = status.total_steps = 0;
    view.frame = nullptr;
    draw();
    press(Key::left);
    press(Key::home);
    press(Key::p);
    CHECK_FALSE(last.view.at_step);
}

TEST_CASE_FIXTURE(Studio, "at 100 % a learned pixel is one of the screen") {
    for (const bool whole : {false, true}) {
        if (whole)  // learned in tiles
            status.whole = WholePicture{
                .size = {status.picture->width, status.picture->height}, .tiles = 6, .learned = 2};
        act(Action::actual_size);
        CHECK(state.centre.canvas.zoom == (whole ? 10 : 1));
        settle();
        CHECK(is_drawn("100 %"));
    }
}

TEST_CASE_FIXTURE(
    Studio, "the drawing's label names the moment drawn, which may not be the one asked for") {
    const auto labelled = [](const std::string& epoch) {
        return std::ranges::any_of(drawn_text(), [&](const DrawnText& d) {
            return d.text.starts_with("Drawing, ") && d.text.ends_with(' ' + epoch);
        });
    };
    state.timelapse.at_step = 300;
    settle();
    CHECK(labelled("500"));
    CHECK_FALSE(labelled("300"));
    Frame frame = *view.frame;
    frame.step = 300;
    frame.past = true;
    view.frame = shared(std::move(frame));
    settle();
    CHECK(labelled("300"));
}

TEST_CASE("an open sheet is drawn until it has its height, and then rests") {
    for (const Dialog dialog :
         {Dialog::open_file, Dialog::choose_dropped, Dialog::race, Dialog::looks, Dialog::runs,
          Dialog::export_picture, Dialog::export_film, Dialog::shortcuts, Dialog::confirm_quit}) {
        for (const ImVec2 window : {ImVec2{1440, 900}, ImVec2{1280, 720}, ImVec2{900, 333}}) {
            Studio studio;
            INFO(int(dialog) << ' ' << window.x);
            studio.view.window = window;
            studio.state.sheets.dialog = dialog;
            if (dialog == Dialog::confirm_quit) studio.status.job.emplace();
            if (dialog == Dialog::choose_dropped)
                studio.state.sheets.drop.files = {{"/a.png", "a.png", "PNG", true, 10}};
            const auto drawn_as = [] {
                const ImGuiWindow* sheet = ImGui::GetTopMostPopupModal();
                return sheet ? sheet->Size.y : 0;
            };
            int frames = 0;
            do studio.draw();
            while (studio.last.redraw_within == 0 && ++frames < 20);
            CHECK(frames < 10);
            const float height = drawn_as();
            CHECK(height > 50);
            for (int i = 0; i < 5; ++i) CHECK(studio.draw().redraw_within > 0.1);
            CHECK(drawn_as() == height);
        }
    }
}

TEST_CASE_FIXTURE(Studio, "Enter in the export sheet exports what is shown") {
    const TemporaryFolder folder;
    state.preferences.export_folder = folder.path();
    press(Key::home);
    tap(Key::e, true);
    const Requests r = press(Key::enter);
    REQUIRE(newest<&command::ExportPictures::specs>(r));
    REQUIRE(newest<&command::ExportPictures::specs>(r)->size() == 1);
    CHECK((*newest<&command::ExportPictures::specs>(r))[0].path == folder / "lion-epoch-0-400.png");
    CHECK((*newest<&command::ExportPictures::specs>(r))[0].size == PixelSize{400, 200});
    CHECK(newest<&command::ExportPictures::at_step>(r) == 0);  // exports the shown keyframe
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE("text is legible in both themes") {
    for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
        const Palette& p = palette_of(kind);
        for (const ImU32 ground : {p.window, p.panel, p.field})
            for (const ImU32 text : {p.text, p.muted, p.accent_text, p.second, p.error})
                CHECK(redraw_test::contrast(text, ground) >= 4.5);
        for (const ImU32 ground : {p.accent, p.accent_hovered})
            CHECK(redraw_test::contrast(p.on_accent, ground) >= 4.5);
        for (const ImU32 ground : {p.quiet, p.quiet_hovered})
            CHECK(redraw_test::contrast(p.on_quiet, ground) >= 4.5);
    }
}
