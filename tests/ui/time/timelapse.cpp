// Playing, scrubbing and zoom flights ("dives") of the timelapse in the window.
#include "ui/time/timelapse.h"
#include "engine/drawing/pace.h"
#include "engine/features/studies/keyframe_changes.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/text/words.h"
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/timelapse_moves.h"

#include <map>
#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

std::vector<std::int64_t> steps_of(const Studio& studio) {
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : *studio.status.keyframes) steps.push_back(keyframe.step);
    return steps;
}

KeyframeChanges example_changes(std::size_t count) {
    KeyframeChanges changes;
    for (std::size_t i = 0; i < count; ++i)
        changes.push_back(i % 7 == 3 ? 0 : 20.0f / float(i + 1));
    if (count > 5) changes[5] = NAN;
    return changes;
}

void know(Studio& studio, std::size_t count) {
    studio.status.result<KeyframeChanges>() = shared(example_changes(count));
}

// Returns the textures of the images that the last frame drew within `area`, from left to right.
std::vector<ImTextureID> images_in(const Rect& area) {
    std::map<float, ImTextureID> found;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
        const ImDrawList& list = *drawn.CmdLists[i];
        for (const ImDrawCmd& cmd : list.CmdBuffer) {
            if (cmd.GetTexID() == ImGui::GetIO().Fonts->TexID || cmd.ElemCount == 0) continue;
            const auto first = list.IdxBuffer[int(cmd.IdxOffset)];
            const ImVec2 at = list.VtxBuffer[int(cmd.VtxOffset + first)].pos;
            if (area.contains(at)) found[at.x] = cmd.GetTexID();
        }
    }
    std::vector<ImTextureID> textures;
    for (const auto& [x, texture] : found) textures.push_back(texture);
    return textures;
}

// Draws frames until playback ends. Returns the seconds that the playback took.
double play_out(Studio& studio, double seconds_a_frame = 1.0 / 60) {
    const double begun = studio.view.time;
    while (studio.state.timelapse.playing && studio.view.time < begun + 1000) {
        studio.view.time += seconds_a_frame - 1.0 / 60;
        studio.draw();
    }
    return studio.view.time - begun;
}

double times_whole(const Studio& studio) {
    const CentreState& centre = studio.state.centre;
    const double whole = fit_zoom(centre.pane, {40, 20});
    return centre.canvas.zoom > 0 ? centre.canvas.zoom / whole : 1;
}

void fly(Studio& studio, double seconds) {
    for (double t = 0; t < seconds; t += 0.1) {
        studio.view.time += 0.1;
        studio.draw();
    }
}

}  // namespace

TEST_CASE("what plays is what the film shows, at every pace") {
    for (const Pace pace : {Pace::steps, Pace::log, Pace::change}) {
        Studio studio;
        studio.state.preferences.timelapse_pace = pace;
        studio.state.timelapse.length.frames_per_second = 20;
        studio.state.timelapse.length.seconds = 3;
        studio.state.timelapse.length.hold = 0.5;
        const auto steps = steps_of(studio);
        know(studio, steps.size());
        const auto changes = example_changes(steps.size());
        const std::vector<double> places = keyframe_places(steps, pace, changes);
        studio.press(Key::p);
        for (int frame = 0; frame < 60; ++frame) {
            CAPTURE(frame);
            const int moving = std::clamp(frame - 10, 0, 39);
            const std::size_t picked = keyframe_at(places, part_at_frame({40, 0}, moving));
            CHECK(studio.last.view.at_step == steps[picked]);
            CHECK(studio.last.view.next_share == 0);  // nothing is known about mixes
            CHECK(studio.last.redraw_within <= 0.1);
            studio.settle();
        }
        studio.draw();
        CHECK_FALSE(studio.state.timelapse.playing);
        CHECK_FALSE(studio.last.view.at_step);
    }
}

TEST_CASE_FIXTURE(Studio, "what plays moves between the moments that mix, and stops at a moment") {
    const auto steps = steps_of(*this);
    KeyframeChanges changes(steps.size(), 1.0f);
    changes.mixes.assign(steps.size() - 1, true);
    changes.mixes[4] = false;
    status.result<KeyframeChanges>() = shared(changes);
    state.timelapse.length.hold = 0;
    press(Key::p);
    int between = 0;
    double before = -1;
    for (int i = 0; i < 7 * 60; ++i) {
        const ViewRequest request = draw().view;
        REQUIRE(request.at_step);
        const auto at = double(std::ranges::lower_bound(steps, *request.at_step) - steps.begin());
        CHECK(at + double(request.next_share) >= before);
        before = at + double(request.next_share);
        between += request.next_share > 0;
        if (at == 4) CHECK(request.next_share == 0);
    }
    CHECK(between > 300);
    press(Key::p);
    CHECK(draw().view.next_share == 0);
    CHECK(last.view.at_step);
}

TEST_CASE_FIXTURE(Studio, "playing goes by time: speed divides it, a slow machine skips") {
    for (const double speed : kSpeeds)
        for (const double frame : {1.0 / 60, 0.3}) {
            state.preferences.timelapse_speed = speed;
            press(Key::p);
            const double took = play_out(*this, frame);
            CHECK(took >= doctest::Approx(8 / speed));
            CHECK(took <= 8 / speed + frame + 1e-6);
        }
}

TEST_CASE_FIXTURE(Studio, "a loop starts again, and stops where it is asked to") {
    act(Action::loop_timelapse);
    CHECK(state.preferences.loop_timelapse);
    press(Key::p);
    int starts = 0;
    std::int64_t before = 0;
    for (int i = 0; i < 20 * 60; ++i) {
        const auto at = draw().view.at_step;
        REQUIRE(at);
        starts += *at < before;
        before = *at;
    }
    CHECK(starts == 2);
    press(Key::p);
    CHECK_FALSE(state.timelapse.playing);
    CHECK(last.view.at_step == before);  // the stopped timelapse keeps its keyframe
    press(Key::p);
    act(Action::loop_timelapse);
    CHECK(play_out(*this) < 8.1);
}

TEST_CASE("another pace goes on from the shown moment") {
    Studio studio;
    know(studio, steps_of(studio).size());
    studio.tap(Key::p);
    for (const Pace pace : {Pace::steps, Pace::change, Pace::log}) {
        const auto shown = *studio.state.timelapse.at_step;
        Ui ui = studio.ui();
        set_pace(ui, pace);
        studio.draw();
        CHECK(studio.state.preferences.timelapse_pace == pace);
        CHECK(std::abs(*studio.last.view.at_step - shown) <= 20);
    }
}

TEST_CASE(
    "changes are asked for at rest and while it plays; the pace is log until they are known") {
    Studio studio;
    CHECK_FALSE(studio.draw().view.changes);  // not needed in training without playback
    studio.status.phase = Phase::paused;
    CHECK(studio.draw().view.changes);
    studio.state.preferences.timelapse_pace = Pace::log;
    CHECK(studio.draw().view.changes);  // which tell what mixes, at every pace
    studio.state.preferences.timelapse_pace = Pace::change;
    studio.status.phase = Phase::training;
    studio.press(Key::p);
    CHECK(studio.draw().view.changes);
    std::int64_t last = 0;
    for (int i = 0; i < 450; ++i) last = studio.draw().view.at_step.value_or(last);
    CHECK(last > 400);  // log pace plays the whole run
    studio.press(Key::end);
    know(studio, 12);
    studio.press(Key::home);
    studio.press(Key::p);
    while (studio.state.timelapse.playing)
        if (const auto at = studio.draw().view.at_step) {
            CHECK(*at <= steps_of(studio)[11]);
            last = *at;
        }
    CHECK(last == steps_of(studio)[11]);
    // There are more measured changes than keyframes, because keyframes were thinned out since.
    know(studio, 400);
    studio.press(Key::p);
    CHECK(play_out(studio) < 8.1);
}

TEST_CASE("stepping stops the playing; nothing plays where there is nothing") {
    for (const Key key : {Key::left, Key::right, Key::end}) {
        Studio studio;
        studio.tap(Key::p);
        studio.press(key);
        CHECK_FALSE(studio.state.timelapse.playing);
    }
    Studio studio;
    for (const std::vector<Keyframe>& few : {std::vector<Keyframe>{}, {{0, NAN}}}) {
        studio.status.keyframes = shared(few);
        studio.press(Key::p);
        CHECK_FALSE(studio.state.timelapse.playing);
    }
    studio.status.keyframes = example_status().keyframes;
    studio.press(Key::p);
    studio.status.keyframes = Status{}.keyframes;  // another run opens during playback
    studio.draw();
    CHECK_FALSE(studio.state.timelapse.playing);
}

TEST_CASE_FIXTURE(Studio, "Escape closes an open list, and the moment that is shown stays") {
    open_curves();
    press(Key::left);
    click("speed");
    REQUIRE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    CHECK(press(Key::escape).view.at_step == 490);
    click(kNowhere);
    CHECK_FALSE(press(Key::escape).view.at_step);
}

TEST_CASE_FIXTURE(Studio, "continuing from here: only from a keyframe") {
    CHECK_FALSE(newest<&command::ContinueFrom::step>(act(Action::continue_from_here)));
    press(Key::left);
    CHECK(newest<&command::ContinueFrom::step>(act(Action::continue_from_here)) == 490);
    CHECK_FALSE(newest<&command::ContinueFrom::step>(draw()));  // the request is sent only once
}

TEST_CASE("the knob is under the mouse in the frame the mouse is there") {
    Studio studio;
    studio.open_curves();
    studio.state.preferences.log_epochs = false;
    studio.draw();
    const Rect axis = studio.place("curves plot");
    const float y = studio.place("scrub").y1 - 16;  // y of the timelapse's slider
    const auto step_at = [&](float x) { return (x - axis.x0) / axis.width() * 1000; };
    Ui ui = studio.ui();
    studio.move_and_draw({500, y});
    studio.button(true);
    for (const float x : {500.0f, 503.0f, 617.0f, 431.0f, 950.0f}) {
        studio.move(x, y);
        const Requests asked = studio.draw();
        const double wanted = std::min(500.0, double(step_at(x)));
        CHECK(playhead_step(ui) == doctest::Approx(wanted).epsilon(0.001));
        // The rendered keyframe is the nearest to the knob.
        if (x < 900) CHECK(std::abs(double(asked.view.at_step.value_or(500)) - wanted) <= 5.01);
        if (x > 900) CHECK_FALSE(asked.view.at_step);  // beyond the present step: the live drawing
    }
    studio.move_and_draw({431, y});
    studio.button_and_draw(false);
    // When released, the knob rests on the nearest keyframe.
    CHECK(playhead_step(ui) == double(*studio.last.view.at_step));
}

TEST_CASE_FIXTURE(Studio, "scrubbing looks at keyframes, its end is now") {
    open_curves();
    state.preferences.log_epochs = false;
    draw();
    const Rect plot = place("curves plot");  // shares the time axis with the slider
    const float y = place("scrub").y1 - 16;
    const auto at = [&](double step) {
        return ImVec2{float(plot.x0 + plot.width() * step / 1000), y};
    };
    drag(at(480), at(122));
    CHECK(last.view.at_step == 120);  // the keyframe nearest to step 122
    CHECK(press(Key::right).view.at_step == 130);
    CHECK(press(Key::left).view.at_step == 120);
    CHECK(press(Key::home).view.at_step == 0);
    CHECK(press(Key::left).view.at_step == 0);
    CHECK_FALSE(press(Key::end).view.at_step);
    CHECK(press(Key::left).view.at_step == 490);  // the last keyframe before the present step
    CHECK(press(Key::right).view.at_step == 500);
    CHECK_FALSE(press(Key::right).view.at_step);
    drag(at(480), at(900));
    CHECK_FALSE(last.view.at_step);  // beyond the present step: the live drawing
}

TEST_CASE_FIXTURE(Studio, "Z flies into a detail 64 times as large, and Z flies back") {
    draw();
    state.centre.mode = ViewMode::difference;
    press(Key::z);
    CHECK(state.centre.mode == ViewMode::drawing);
    double before = 1;
    for (int i = 0; i < 79; ++i) {
        fly(*this, 0.1);
        CHECK(times_whole(*this) >= before);
        before = times_whole(*this);
    }
    fly(*this, 1);
    CHECK(times_whole(*this) == doctest::Approx(64));
    CHECK_FALSE(state.centre.dive.flying);
    const Canvas deep = state.centre.canvas;
    fly(*this, 1);
    CHECK(state.centre.canvas.zoom == deep.zoom);  // the zoom stays when the dive ends
    press(Key::z);
    fly(*this, 1);
    CHECK(times_whole(*this) < 40);
    fly(*this, 3);
    CHECK(state.centre.canvas.zoom == 0);  // the picture is fitted to the pane again
}

TEST_CASE_FIXTURE(Studio, "a flight turns round, and ends where somebody else zooms") {
    draw();
    press(Key::z);
    fly(*this, 4);
    const double there = times_whole(*this);
    REQUIRE(there > 2);
    press(Key::z);
    fly(*this, 0.2);
    CHECK(times_whole(*this) <= there);
    press(Key::plus);
    const Canvas mine = state.centre.canvas;
    fly(*this, 2);
    CHECK(state.centre.canvas.zoom == mine.zoom);
    CHECK(state.centre.canvas.centre_x == mine.centre_x);
    press(Key::f);
    press(Key::z, true);  // Ctrl+Z starts no dive
    fly(*this, 1);
    CHECK(state.centre.canvas.zoom == 0);
}

TEST_CASE_FIXTURE(Studio, "the film sheet asks for a dive, to where one dived last") {
    draw();
    press(Key::z);
    fly(*this, 9);
    REQUIRE(state.centre.dive.to);
    const Point there = *state.centre.dive.to;
    open(Dialog::export_film);
    const float height = place("Export").y0;
    click("A dive");
    draw();
    CHECK(place("Export").y0 == height);  // the sheet's controls stay in place
    const auto dive = newest<&command::ExportFilm::spec>(click("Export")).value().dive.value();
    CHECK(dive.to == there);
}

TEST_CASE("edits of the network are undone from the dock, whatever else is said there") {
    Studio studio;
    change_network(studio.state.settings, {{{0, 0}}, {}});
    studio.status.notice.text = "Saved lion.mp4.";
    studio.status.notice.saved = "/pictures/lion.mp4";
    studio.settle();
    CHECK(studio.place("Show in folder").x1 < studio.place("Undo neuron edits").x0);
    CHECK(any(studio.click("Undo neuron edits"),
              [](const Requests& r) { return r.view.edits.empty(); }));
}

TEST_CASE("the dock is pulled open by its edge and shut by another pull") {
    Studio studio;
    CHECK(studio.count("curves plot") == 0);
    for (const bool opens : {true, false}) {
        const ImVec2 edge = studio.middle("dock edge");
        const float pane = studio.place("left pane").height();
        studio.drag(edge, {edge.x, edge.y + (opens ? -40.0f : 40.0f)});
        CHECK(studio.state.preferences.curves_open == opens);
        CHECK(studio.count("curves plot") == (opens ? 1 : 0));
        CHECK((studio.place("left pane").height() < pane) == opens);
    }
    studio.click("Curves");
    CHECK(studio.state.preferences.curves_open);
}

TEST_CASE_FIXTURE(Studio, "while another picture is read nothing is offered about the run before") {
    draw();
    status.phase = Phase::finished;
    draw();
    REQUIRE(count("Go on to perfect") == 1);
    status.opening = "next.png";
    number_textures();
    status.opening_picture = gray(40, 20);
    settle(2);
    CHECK(count("reading") == 1);
    CHECK(count("Go on to perfect") == 0);
    status.opening.clear();
    status.opening_picture.reset();
    settle(2);
    CHECK(count("Go on to perfect") == 1);
}

TEST_CASE_FIXTURE(Studio, "the strip's current cell is the frame that the centre just drew") {
    const auto texture = [](std::intptr_t id) { return Texture{ImTextureID(id), 40, 20, {}}; };
    const auto show = [&](bool full_picture, bool past) {
        Frame frame = *view.frame;
        frame.full_picture = full_picture;
        frame.past = past;
        view.frame = shared(std::move(frame));
        view.backdrop = view.drawing = texture(1000);
        settle();
        return images_in(place("scrub"));
    };
    number_textures();
    const std::vector<ImTextureID> now = show(true, false);
    REQUIRE(now.size() > 2);
    CHECK(now.back() == texture(1000).id);
    CHECK(std::ranges::count(now, texture(1000).id) == 1);
    for (const auto& [full_picture, past] : {std::pair{false, false}, {true, true}}) {
        const std::vector<ImTextureID> other = show(full_picture, past);
        CHECK(other.size() == now.size());
        CHECK(other.back() == view.texture(status.result<Thumbnails>()->back().image, false).id);
    }
}

TEST_CASE_FIXTURE(Studio,
                  "at rest a cell stays empty until the moment that belongs there is drawn") {
    number_textures();
    status.phase = Phase::paused;
    std::vector<std::shared_ptr<const Image>> images(100);
    for (auto& image : images) image = gray(40, 20);
    const auto cells = [&](std::size_t drawn) {
        Thumbnails thumbnails;
        const auto wanted =
            thumbnail_steps(*status.keyframes, status.total_steps, KeyframeThumbnails::kPlaces);
        REQUIRE(wanted.size() > 8);
        drawn = std::min(drawn, wanted.size());
        for (std::size_t i = 0; i < drawn; ++i) thumbnails.push_back({wanted[i], images[i]});
        status.result<Thumbnails>() = shared(std::move(thumbnails));
        view.backdrop = {};
        settle();
        return images_in(place("scrub"));
    };
    const auto all = cells(100);
    const auto few = cells(3);
    REQUIRE(few.size() > 3);
    CHECK(few.size() < all.size());
    for (std::size_t i = 0; i + 1 < few.size(); ++i) CHECK(few[i] == all[i]);
}

TEST_CASE_FIXTURE(Studio, "the number in the top bar is that of the moment on the screen") {
    view.window = {1440, 900};
    status.phase = Phase::paused;
    status.measured = shared(std::vector<MeasuredPsnr>{{100, 21.5f, 1, true}});
    settle();
    CHECK(is_drawn(decibels(status.psnr)));
    state.timelapse.at_step = 100;
    settle();
    CHECK(is_drawn("21.5 dB"));
    CHECK_FALSE(is_drawn(decibels(status.psnr)));
    state.timelapse.at_step = 90;  // not measured yet
    settle();
    CHECK_FALSE(is_drawn("21.5 dB"));
    CHECK_FALSE(is_drawn(decibels(status.psnr)));
}
