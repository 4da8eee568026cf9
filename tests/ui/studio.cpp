// The studio as its user meets it, without a window: mouse and keys in, requests out.
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <fstream>
#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

void type_into(Studio& studio, const char* field, const std::string& text) {
    studio.click(field, 0);
    REQUIRE(ImGui::GetIO().WantTextInput);
    studio.type(text);
}

}  // namespace

TEST_CASE("a layer edited in place restarts the run once, when the field is left") {
    Studio studio;
    type_into(studio, "width", "64");
    CHECK_FALSE(restart_of(studio.last));  // not on a keystroke
    const auto all = studio.click(kNowhere);
    int restarts = 0;
    for (const Requests& r : all)
        if (restart_of(r)) {
            ++restarts;
            CHECK(restart_of(r)->network.layers == std::vector<int>{64, 128, 128, 128});
        }
    CHECK(restarts == 1);
    CHECK(asks<command::Open>(studio.press(Key::z, true)));  // the run that was
    CHECK(studio.state.settings.edited.network.layers[0] == 128);
}

TEST_CASE("layers are added with + and removed by clearing their field") {
    Studio studio;
    CHECK(any(studio.click("add"), [](const Requests& r) {
        return restart_of(r) && restart_of(r)->network.layers.size() == 5;
    }));
    type_into(studio, "width", "0");
    CHECK(any(studio.click(kNowhere), [](const Requests& r) {
        return restart_of(r) && restart_of(r)->network.layers.size() == 4;
    }));
}

TEST_CASE("a typed rate applies live when the field is left; nonsense leaves it alone") {
    Studio studio;
    type_into(studio, "Rate max", "1e-3");
    CHECK_FALSE(schedule_of(studio.last));
    CHECK(any(studio.click(kNowhere), [](const Requests& r) {
        return schedule_of(r) && schedule_of(r)->lr_max == 1e-3 && !restart_of(r);
    }));
    type_into(studio, "Rate max", "fast");
    CHECK_FALSE(any(studio.click(kNowhere),
                    [](const Requests& r) { return schedule_of(r) || restart_of(r); }));
    type_into(studio, "Rate max", "-5");
    CHECK_FALSE(schedule_of(studio.click(kNowhere)).has_value());
    CHECK_FALSE(studio.state.settings.problem.empty());
    CHECK(studio.state.settings.edited.schedule.lr_max == 1e-3);
}

TEST_CASE("dragging a schedule handle is live and one undo step") {
    Studio studio;
    const Rect plot = studio.place("schedule plot");
    auto all = studio.drag(plot.min(), {plot.x0, (plot.y0 + plot.y1) / 2}, 12);
    int live = 0;
    for (const Requests& r : all) {
        live += schedule_of(r).has_value();
        CHECK_FALSE(restart_of(r));
    }
    CHECK(live >= 6);
    CHECK(studio.state.settings.edited.schedule.lr_max == doctest::Approx(1e-3).epsilon(0.1));
    CHECK(studio.state.settings.history.size() == 2);
    CHECK(schedule_of(studio.press(Key::z, true))->lr_max == 2e-3);

    all = studio.drag(plot.max(), {(plot.x0 + plot.x1) / 2, plot.y1}, 12);
    CHECK(studio.state.settings.edited.schedule.epochs == doctest::Approx(500).epsilon(0.05));
    CHECK(
        any(all, [](const Requests& r) { return schedule_of(r) && schedule_of(r)->epochs < 800; }));
}

TEST_CASE("every documented key does something") {
    std::set<std::pair<int, int>> seen;
    for (const Shortcut& shortcut : shortcuts()) {
        const auto [key, ctrl, shift] = shortcut.chord;
        if (key == Key::none) continue;
        CAPTURE(shortcut.name);
        CHECK(seen.insert({int(key), ctrl * 2 + shift}).second);
        Studio studio;
        UiState& s = studio.state;
        // A state in which each of them has something to do.
        UndoHistory& history = s.settings.history;
        history.present().config.schedule.epochs = 10;
        history.push({s.settings.edited, {}});
        history.push({});
        history.present().config.schedule.epochs = 30;
        history.undo();
        s.timelapse.at_step = 250;
        s.centre.canvas = {3, 20, 10};
        s.centre.mode = shortcut.action == Action::view_wipe ? ViewMode::drawing : ViewMode::wipe;
        if (shortcut.action == Action::mute_neuron)
            s.centre.mode = ViewMode::neurons, s.centre.neuron = NeuronIndex{};
        const auto step = s.timelapse.at_step;
        const auto zoom = s.centre.canvas.zoom;
        const auto mode = s.centre.mode;
        const auto reference = s.centre.reference;
        const Preferences preferences = s.preferences;
        const Requests r = studio.press(key, ctrl, shift);
        const bool changed =
            s.sheets.dialog != Dialog::none || s.timelapse.at_step != step ||
            s.centre.canvas.zoom != zoom || s.centre.mode != mode || s.timelapse.playing ||
            s.centre.reference != reference || running_of(r) || asks<command::SingleStep>(r) ||
            restart_of(r) || schedule_of(r) || asks<request::ToggleFullscreen>(r) ||
            asks<request::Quit>(r) || asks<request::Paste>(r) || asks<request::CopyDrawing>(r) ||
            s.controls.explanations.asked || !history.can_redo() ||
            newest<&command::ContinueFrom::step>(r) || asks<command::KeepMoment>(r) ||
            s.preferences != preferences || s.presentation;
        CHECK(changed);
    }
}

TEST_CASE("keys belong to a field while typing and to a sheet while it is open") {
    Studio studio;
    studio.click("Rate max");
    REQUIRE(ImGui::GetIO().WantTextInput);
    CHECK_FALSE(running_of(studio.press(Key::space)));
    CHECK(studio.press(Key::three).view.at_step == std::nullopt);
    CHECK(studio.state.centre.mode == ViewMode::side_by_side);
    studio.click(kNowhere);
    CHECK(running_of(studio.press(Key::space)) == false);  // it was training: pause

    studio.tap(Key::f1);
    CHECK(studio.state.sheets.dialog == Dialog::shortcuts);
    CHECK_FALSE(running_of(studio.press(Key::space)));
    studio.tap(Key::escape);
    CHECK(studio.state.sheets.dialog == Dialog::none);
    CHECK(running_of(studio.press(Key::space)) == false);
}

TEST_CASE("another run resets what belonged to the last one") {
    Studio studio;
    studio.press(Key::home);
    studio.state.centre.canvas = {5, 1, 1};
    studio.status.run_serial = 2;
    studio.status.picture_name = "cub.png";
    studio.draw();
    CHECK_FALSE(studio.last.view.at_step);
    CHECK(studio.state.centre.canvas.zoom == 0);
}

TEST_CASE("another run of the same picture is looked at where the last one was") {
    Studio studio;
    studio.state.centre.canvas = {6, 10, 5};
    studio.status.run_serial = 2;
    studio.status.target = gray(80, 40);
    studio.draw();
    CHECK(studio.state.centre.canvas.zoom == 3);
    CHECK(studio.state.centre.canvas.centre_x == 20);
    CHECK(studio.state.centre.canvas.centre_y == 10);
    studio.status = {};  // closed
    studio.draw();
    studio.status = example_status();
    studio.status.run_serial = 3;
    studio.draw();
    CHECK(studio.state.centre.canvas.zoom == 0);
}

TEST_CASE("the wheel asks the network for the region under it, F for the whole again") {
    Studio studio;
    studio.move_and_draw({1200, 300});
    CHECK_FALSE(studio.last.view.region);
    studio.wheel_and_draw(3);
    studio.wheel_and_draw(0);
    REQUIRE(studio.last.view.region);
    CHECK(studio.last.view.region->width > 400);
    CHECK_FALSE(studio.press(Key::f).view.region);
    CHECK_FALSE(studio.press(Key::zero, true).view.region);  // 100 % is the training grid
    CHECK(studio.state.centre.canvas.zoom == 1);
}

TEST_CASE("an idle window asks for no frames") {
    Studio studio;
    studio.settle(5);
    CHECK(studio.last.redraw_within > 1e6);
    CHECK_FALSE(studio.last.rebuild_fonts);
    studio.status.picture_name = "лев 獅子.png";
    CHECK(studio.draw().rebuild_fonts);
    CHECK_FALSE(studio.draw().rebuild_fonts);
}

TEST_CASE("what is read beside a run is named, unless it is there at once") {
    Studio studio;
    const auto windows = [&] { return ImGui::GetDrawData()->CmdListsCount; };
    const int before = windows();
    studio.status.opening = "獅子.png";
    CHECK(studio.draw().rebuild_fonts);  // its letters
    CHECK(windows() == before);
    CHECK(studio.last.redraw_within < 1);
    studio.view.time += studio.last.redraw_within;
    studio.draw();
    CHECK(windows() == before + 1);
    CHECK(studio.last.redraw_within > 1e6);
    studio.status.opening.clear();
    studio.draw();
    CHECK(windows() == before);
}

TEST_CASE("every state can be drawn: empty, opening, finished, refused, no size") {
    Studio studio;
    for (const ImVec2 size : {ImVec2{1440, 900}, ImVec2{1000, 640}, ImVec2{640, 480}, ImVec2{1, 1}})
        for (const Phase phase :
             {Phase::empty, Phase::opening, Phase::training, Phase::paused, Phase::finished})
            for (const bool error : {false, true}) {
                studio.view.window = size;
                studio.status = example_status();
                if (phase == Phase::empty || phase == Phase::opening) studio.status = Status{};
                studio.status.phase = phase;
                studio.status.opening = phase == Phase::opening ? "lion.png" : "";
                studio.status.error = error ? "Cannot open x.png: it is not a picture." : "";
                give_notice(studio.status, {error ? "" : "Saved lion-1024.png."});
                studio.status.job.reset();
                if (error)
                    studio.status.job =
                        JobStatus{.what = "lion-400.png", .progress = 0.4, .seconds_left = 3};
                for (int mode = 0; mode < 4; ++mode) {
                    studio.state.centre.mode = ViewMode(mode);
                    studio.draw();
                }
                CHECK(asks<request::Quit>(studio.last) == false);
            }
    studio.status = example_status();
    studio.status.metrics = nullptr;
    studio.status.measured = nullptr;
    studio.status.keyframes = nullptr;
    studio.status.thumbnails = nullptr;
    studio.status.step = studio.status.total_steps = 0;
    studio.view.frame = nullptr;
    studio.draw();
    studio.press(Key::left);
    studio.press(Key::home);
    studio.press(Key::p);
    CHECK_FALSE(studio.last.view.at_step);
}

TEST_CASE("quitting during an export asks first") {
    Studio studio;
    CHECK(asks<request::Quit>(studio.press(Key::q, true)));
    studio.status.job = JobStatus{.what = "lion-400.png", .progress = 0.5, .seconds_left = 2};
    CHECK_FALSE(asks<request::Quit>(studio.press(Key::q, true)));
    CHECK(studio.state.sheets.dialog == Dialog::confirm_quit);
}

TEST_CASE("all sheets open, close with Escape, and come back from the folder browser") {
    Studio studio;
    for (const auto& [key, shift, dialog] : {std::tuple{Key::o, false, Dialog::open_file},
                                             std::tuple{Key::e, false, Dialog::export_picture},
                                             std::tuple{Key::e, true, Dialog::export_film},
                                             std::tuple{Key::s, false, Dialog::save_copy}}) {
        studio.press(key, true, shift);
        CHECK(studio.state.sheets.dialog == dialog);
        studio.draw();
        studio.tap(Key::escape);
        CHECK(studio.state.sheets.dialog == Dialog::none);
        CHECK_FALSE(
            ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    }
}

TEST_CASE("an open sheet is drawn until it has its height, and then rests") {
    for (const Dialog dialog : {Dialog::open_file, Dialog::choose_dropped, Dialog::race,
                                Dialog::runs, Dialog::export_picture, Dialog::export_film,
                                Dialog::shortcuts, Dialog::about, Dialog::confirm_quit}) {
        for (const ImVec2 window : {ImVec2{1440, 900}, ImVec2{1280, 720}, ImVec2{900, 333}}) {
            Studio studio;
            CAPTURE(int(dialog));
            CAPTURE(window.x);
            studio.view.window = window;
            studio.state.sheets.dialog = dialog;
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

TEST_CASE("Enter in the export sheet exports what is shown") {
    Studio studio;
    const TemporaryFolder folder;
    studio.state.preferences.export_folder = folder.path();
    studio.press(Key::home);
    studio.tap(Key::e, true);
    const Requests r = studio.press(Key::enter);
    REQUIRE(newest<&command::ExportPictures::specs>(r));
    REQUIRE(newest<&command::ExportPictures::specs>(r)->size() == 1);
    CHECK((*newest<&command::ExportPictures::specs>(r))[0].path == folder / "lion-400.png");
    CHECK((*newest<&command::ExportPictures::specs>(r))[0].size == PixelSize{400, 200});
    CHECK(newest<&command::ExportPictures::at_step>(r) == 0);  // the moment that is shown
    CHECK(studio.state.sheets.dialog == Dialog::none);

    std::ofstream(folder / "lion-400.png") << "precious";
    studio.draw();
    studio.tap(Key::e, true);
    CHECK_FALSE(newest<&command::ExportPictures::specs>(
        studio.press(Key::enter)));  // asks before it replaces
    CHECK(newest<&command::ExportPictures::specs>(studio.press(Key::enter)));
}

TEST_CASE("text is legible in both themes") {
    for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
        const Palette& p = palette_of(kind);
        for (const ImU32 ground : {p.window, p.panel, p.field}) {
            CHECK(contrast(p.text, ground) >= 4.5f);
            CHECK(contrast(p.muted, ground) >= 4.5f);
            CHECK(contrast(p.accent_text, ground) >= 4.5f);
            CHECK(contrast(p.second, ground) >= 4.5f);
            CHECK(contrast(p.error, ground) >= 4.5f);
        }
        CHECK(contrast(p.on_accent, p.accent) >= 4.5f);
        CHECK(contrast(p.on_accent, p.accent_hovered) >= 4.5f);
        CHECK(contrast(p.on_quiet, p.quiet) >= 4.5f);
        CHECK(contrast(p.on_quiet, p.quiet_hovered) >= 4.5f);
    }
}
