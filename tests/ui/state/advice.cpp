// Advice in the window: each error and each finished run with its buttons, shown once, and runs
// that are open for viewing only.
#include "engine/data/batch_by_size.h"
#include "engine/features/studies/original_psnr.h"
#include "engine/network/presets.h"
#include "tests/support/drawn_text.h"
#include "tests/support/ui_harness.h"
#include "ui/actions/timelapse_moves.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

Status finished() {
    Status status = example_status();
    status.phase = Phase::finished;
    status.picture = status.target;
    return status;
}

AdviceMemory watched(const Status& status) {
    return {.run_serial = status.run_serial, .trained = true};
}

AdviceAct first_act(const std::optional<Advice>& given) {
    REQUIRE(given);
    REQUIRE_FALSE(given->buttons.empty());
    return given->buttons.front().act;
}

// Clicks the first button of the shown advice and returns the requests that start training.
Requests click_advice(Studio& studio) {
    studio.draw();
    const auto given = advice(studio.status, studio.state.notices.advice);
    REQUIRE(given);
    for (const Requests& r : studio.click(given->buttons.at(0).label))
        if (running_of(r)) return r;
    FAIL("the button of the advice does not train");
    return {};
}

constexpr const char* kWhy = "View only: lion.redraw: it is open in another Redraw.";

void make_view(Studio& studio) {
    studio.status.view_only = kWhy;
    studio.status.phase = Phase::paused;
    studio.status.run_path = "/runs/lion.redraw";
    studio.state.timelapse.at_step = 100;
    studio.draw();
    studio.draw();
}

// Clicks, types and drags all over the window, at each place beginning without a sheet. Returns how
// many of the clicks and drags make a request for which `wanted` is true.
template <class Wanted>
int asked_for(Studio& studio, Wanted wanted) {
    int count = 0;
    const auto view = [&](const std::vector<Requests>& all) { count += any(all, wanted) ? 1 : 0; };
    for (float y = 10; y < studio.view.window.y; y += 26)
        for (float x = 10; x < studio.view.window.x; x += x < 304 ? 34 : 90) {
            view(studio.click(x, y));
            studio.type("7");
            view(studio.drag({x, y}, {x + 30, y - 20}, 2));
            studio.press(Key::escape);
            studio.press(Key::escape);
            studio.state.sheets.dialog = Dialog::none;
            studio.state.timelapse.at_step = 100;
            // In a run that is not view-only, a count of one is enough.
            if (count > 0 && studio.status.view_only.empty()) return count;
        }
    return count;
}

}  // namespace

TEST_CASE("each trouble has its way out, and other errors are only said") {
    Status status = example_status();
    CHECK_FALSE(advice(status, {}));
    status.error = "Something.";
    const std::pair<Error::Kind, AdviceAct> ways[] = {
        {Error::Kind::diverged, AdviceAct::lower_rate},
        {Error::Kind::not_saved, AdviceAct::try_again},
        {Error::Kind::not_created, AdviceAct::try_again},
        {Error::Kind::not_opened, AdviceAct::open_another},
    };
    for (const auto& [error_kind, act] : ways) {
        status.error_kind = error_kind;
        const auto given = advice(status, {});
        CHECK(first_act(given) == act);
        CHECK(given->sentence == "Something.");
        CHECK(given->error_kind);
    }
    status.error_kind = Error::Kind::other;
    CHECK(advice(status, {})->buttons.empty());
}

TEST_CASE("a finished run: train longer or learn it larger, export, replay") {
    const auto small = gray(40, 20), large = gray(400, 200);
    const struct {
        float psnr;
        std::shared_ptr<const Image> picture;  // null: an imported run, which has no picture
        AdviceAct act;
    } cases[] = {
        {23.5f, small, AdviceAct::finish},
        {48, large, AdviceAct::learn_larger},
        {12, large, AdviceAct::finish},  // 12 dB: the reduced picture is not learned well yet
        {NAN, large, AdviceAct::finish},
        {48, nullptr, AdviceAct::finish},
        {INFINITY, small, AdviceAct::export_picture}};
    for (const auto& of : cases) {
        CAPTURE(of.psnr);
        Status status = finished();
        status.psnr = of.psnr;
        status.picture = of.picture;
        const auto given = advice(status, watched(status));
        CHECK(first_act(given) == of.act);
        CHECK(given->buttons.back().act == AdviceAct::replay);
        CHECK(given->buttons.size() == (std::isinf(of.psnr) ? 2 : 3));
    }
    Status status = finished();
    status.psnr = 48;
    status.picture = large;
    CHECK(advice(status, watched(status))->buttons.front().act == AdviceAct::learn_larger);
    // The sentence states the PSNR against the opened picture, or no PSNR while that is unknown.
    CHECK(advice(status, watched(status))->sentence.find("48") == std::string::npos);
    status.result<OriginalPsnr>() = shared(OriginalPsnr{.step = status.step, .psnr = 34});
    CHECK(advice(status, watched(status))->sentence.find("34.0 dB") != std::string::npos);
    status.picture = gray(3000, 2000);
    status.target = gray(500, 333);
    status.config.schedule.seconds = 10;
    CHECK(full_size_seconds(status) == 420);  // 36 times the pixels, in whole minutes
    CHECK(advice(status, watched(status))->sentence.ends_with("Whole picture: about 7 min."));
    const Config next = learned_larger(status.config, status);
    CHECK(next.data.train_size == TrainSize{.longer_side = 0});
    CHECK(next.schedule.seconds == 420);
    // A run limited by epochs keeps their number; its time is estimated from its pace.
    status.config.schedule.seconds = 0;
    status.seconds = 8, status.seconds_left = 2;
    CHECK(full_size_seconds(status) == 420);
    CHECK(learned_larger(status.config, status).schedule.seconds == 0);
    status.seconds_left = INFINITY;
    CHECK(full_size_seconds(status) == 0);
    CHECK(advice(status, watched(status))->sentence.find("about") == std::string::npos);
}

TEST_CASE_FIXTURE(Studio, "a picture learned smaller is learned at full size in one step") {
    status.config.schedule.seconds = status.request.schedule.seconds =
        10;  // the run trains at 40 x 20 of the picture's 400 x 200 pixels
    ++status.run_serial;
    draw();
    draw();
    REQUIRE(count("full size time") == 1);
    const auto asked = restart_of(click("Learn at full size")).value();
    CHECK(asked.data.train_size == TrainSize{.longer_side = 0});
    // 100 times the pixels: 1,000 s, rounded up to whole 5 minutes.
    CHECK(asked.schedule.seconds == 1200);
    status.picture = status.target;
    draw();
    CHECK(count("Learn at full size") == 0);
}

TEST_CASE_FIXTURE(Studio, "a picture above 6 megapixels is learned whole in the same run") {
    status.picture = std::make_shared<const Image>(make_image(3000, 2100, 1, 0.5f));
    status.config = status.request = preset_config("grid");
    status.config.network.pixel = PixelModel::area;
    status.config.data.batch = BatchMode::stratified;
    status.config.data.batch_size = 8192;
    status.steps_per_second = 100;
    ++status.run_serial;
    draw();
    draw();
    CHECK(count("full size time") == 1);
    // Four epochs of 6.3 million pixels at 3.2 times 819,200 pixels a second: 9.6 s, rounded up.
    CHECK(full_size_seconds(status) == 10);
    const auto asked = click("Learn at full size");
    CHECK(newest<&command::LearnWhole::epochs>(asked) == 4);
    CHECK_FALSE(restart_of(asked));
    status.whole = {.tiles = 6, .learned = 2, .psnr = 31};
    status.phase = Phase::training;
    draw();
    draw();
    CHECK(count("Learn at full size") == 0);
    CHECK(count("whole picture") == 1);
    CHECK(closeness_now(status).psnr == decibels(31));
    // The PSNR of a moment after a tile is that of all tiles so far.
    status.whole->own_step = 10;
    status.step = 16;
    status.keyframes = std::make_shared<const std::vector<Keyframe>>(
        std::vector<Keyframe>{{10, 40}, {13, 30}, {16, 20}});
    CHECK(std::isnan(psnr_at(status, 16)));
    CHECK(closeness_at(status, 13).starts_with(decibels(30)));
    CHECK(closeness_at(status, 16).starts_with(decibels(20)));
    CHECK(step_name(status, 16) == "tile 2");
}

TEST_CASE("nobody is told what they know: a run opened finished, a dismissed one, an export") {
    Status status = finished();
    AdviceMemory memory;
    remember(memory, status);
    CHECK_FALSE(advice(status, memory));
    status.phase = Phase::training;
    remember(memory, status);
    CHECK_FALSE(advice(status, memory));
    status.phase = Phase::finished;
    remember(memory, status);
    CHECK(advice(status, memory));
    memory.dismissed = true;
    status.phase = Phase::training;  // the run is trained longer, and finishes again
    remember(memory, status);
    status.phase = Phase::finished;
    CHECK_FALSE(advice(status, memory));
    ++status.run_serial;
    status.phase = Phase::training;
    remember(memory, status);
    status.phase = Phase::finished;
    CHECK(advice(status, memory));
    status.job = JobStatus{};
    CHECK_FALSE(advice(status, memory));
}

TEST_CASE_FIXTURE(Studio, "after divergence one button halves the rate and trains on") {
    status.phase = Phase::paused;
    status.error = "Training diverged.";
    status.error_kind = Error::Kind::diverged;
    const double before = state.settings.edited.schedule.lr_max;
    const Requests asked = click_advice(*this);
    CHECK(schedule_of(asked).value().lr_max == doctest::Approx(before / 2));
    CHECK(*running_of(asked));
    CHECK_FALSE(restart_of(asked));
    REQUIRE(schedule_of(press(Key::z, true)));
    CHECK(state.settings.edited.schedule.lr_max == before);
}

TEST_CASE_FIXTURE(Studio, "a finished run goes on to the next finish, at last twice as long") {
    draw();
    status.phase = Phase::finished;
    status.picture = status.target;
    for (const auto& [now, next] :
         {std::pair{kSketch, kLikeness}, {kLikeness, kPerfect}, {kPerfect, 2 * kPerfect}}) {
        status.config = status.request = with_finish(status.config, now, ui().picture_size());
        ++status.run_serial;
        draw();
        status.phase = Phase::training;
        draw();
        status.phase = Phase::finished;
        draw();
        const double wanted = with_finish(status.config, next, ui().picture_size()).schedule.epochs;
        CHECK(schedule_of(click_advice(*this)).value().epochs == wanted);
        press(Key::z, true);
        const Requests asked = press(Key::space);  // as the button Go on does
        CHECK(schedule_of(asked).value().epochs == wanted);
        CHECK(running_of(asked) == true);
    }
}

TEST_CASE("below a likeness a run is not called done, and a slow one is asked about") {
    Status status = finished();
    for (const auto& [psnr, word] : {std::pair{34.0f, "Ended"}, {36.0f, "Done"}}) {
        status.psnr = psnr;
        CHECK(advice(status, watched(status))->sentence.starts_with(word));
    }
    status.phase = Phase::training;
    status.request.by_size.epochs = true;
    status.total_steps = 1000;
    for (const auto& [left, step, asks] :
         {std::tuple{120.0, 10, true}, {50.0, 10, false}, {120.0, 600, false}}) {
        status.seconds_left = left;
        status.step = step;
        const auto given = advice(status, watched(status));
        CHECK(given.has_value() == asks);
        if (asks) CHECK(given->buttons.front().finish == kSketch);
    }
}

TEST_CASE("no notice moves, shrinks or covers the picture, however long it is") {
    std::string sentence = "A sentence.";
    for (int words = 0; words < 3; ++words, sentence += sentence + sentence + " And one more.")
        for (const ImVec2 window : {ImVec2{1920, 1080}, {1280, 720}, {900, 600}, {640, 400}})
            for (const float scale : {1.0f, 2.5f}) {
                INFO(words << ": " << window.x << " at " << scale);
                Studio studio;
                studio.scale_text(scale);
                studio.view.window = window;
                studio.settle();
                const Rect pane = studio.place("left pane");
                for (const auto& say :
                     {+[](Studio&s, const std::string&t) { s.state.notices.message = t; },
                      +[](Studio&s, const std::string&t) { s.status.error = t; },
                      +[](Studio&s, const std::string&t) {
                          s.status.notice = {.text = t, .saved = "/a.png", .id = 1};
                      },
                      +[](Studio&s, const std::string&t) {
                          s.status.job = JobStatus{.what = t, .progress = 0.5};
                      }}) {
                    say(studio, sentence);
                    studio.settle();
                    CHECK(studio.state.notices.count > 0);
                    const Rect now = studio.place("left pane");
                    CHECK(now.x0 == pane.x0);
                    CHECK(now.y0 == pane.y0);
                    CHECK(now.size().x == pane.size().x);
                    CHECK(now.size().y == pane.size().y);
                    REQUIRE(studio.count("notice") == 1);
                    CHECK(studio.place("notice").y0 >= pane.y1);
                }
            }
}

TEST_CASE_FIXTURE(Studio, "a notice of any length and alphabet is cut between two letters") {
    for (const std::string part : {"é", "a", "é "}) {
        CAPTURE(part);
        std::string text;
        while (text.size() < 40'000) text += part;
        state.notices.message = text;
        settle();
        REQUIRE(count("notice") == 1);
        CHECK(place("notice").y1 <= view.window.y);
        for (const DrawnText& drawn : drawn_text())
            CHECK(drawn.text.find("?") == std::string::npos);
    }
}

TEST_CASE_FIXTURE(Studio, "an interrupted run comes back as it was seen, and goes on") {
    draw();
    status.phase = Phase::paused;
    status.run_path = "/runs/a.redraw";
    state.interrupted = Interrupted{"/runs/a.redraw", {7, 11, 5}};
    ++status.run_serial;
    draw();
    CHECK_FALSE(state.interrupted);
    CHECK(state.centre.canvas.zoom == 7);
    const auto given = advice(status, state.notices.advice).value();
    CHECK(given.sentence == "Interrupted at epoch 500 of 1,000. Nothing is lost.");
    CHECK(running_of(click_advice(*this)) == true);
    status.phase = Phase::training;
    draw();
    status.phase = Phase::paused;  // the user pauses the run
    CHECK_FALSE(advice(status, state.notices.advice));
    // Opening another run than the interrupted one restores neither its view nor its advice.
    state.interrupted = Interrupted{"/runs/b.redraw", {7, 11, 5}};
    state.centre.canvas = {};
    ++status.run_serial;
    draw();
    CHECK(state.centre.canvas.zoom == 0);
    CHECK_FALSE(advice(status, state.notices.advice));
}

TEST_CASE_FIXTURE(Studio, "a line says why it is only viewed, with its ways out") {
    make_view(*this);
    std::vector<Requests> all;
    for (const char* label : {"Open a copy", "Try again"})
        for (const Requests& r : click(label)) all.push_back(r);
    CHECK(asks<command::OpenCopy>(all));
    CHECK(opened(all) == "/runs/lion.redraw");
    CHECK_FALSE(any(all, asks_to_train));
    CHECK(state.notices.count == 1);
    status.error = "Something else.";  // the error is a second notice, and shown first
    draw();
    CHECK(state.notices.count == 2);
    CHECK(count("Open a copy") == 0);
    click("1 / 2");
    CHECK(count("Open a copy") == 1);
    status = example_status();
    draw();
    CHECK(state.notices.count == 0);
}

TEST_CASE("no advice is given on a run that is only viewed") {
    Status status = example_status();
    status.phase = Phase::finished;
    const AdviceMemory watched{.run_serial = status.run_serial, .trained = true};
    CHECK(advice(status, watched));
    status.view_only = kWhy;
    CHECK_FALSE(advice(status, watched));
    status.error = "The disk is full.";
    CHECK(advice(status, watched)->sentence == status.error);
}

TEST_CASE_FIXTURE(Studio, "no key asks_to_train what is only viewed; what only looks still works") {
    make_view(*this);
    for (const Chord chord :
         {Chord{Key::space}, Chord{Key::k}, Chord{Key::z, true}, Chord{Key::y, true}})
        CHECK_FALSE(asks_to_train(press(chord.key, chord.ctrl)));
    for (const Action action : {Action::restart, Action::continue_from_here}) {
        CHECK_FALSE(asks_to_train(act(action)));
    }
    press(Key::right);
    CHECK(state.timelapse.at_step == 110);
    press(Key::plus);
    CHECK(state.centre.canvas.zoom > 0);
    press(Key::p);
    CHECK(state.timelapse.playing);
    press(Key::e, true);
    CHECK(state.sheets.dialog == Dialog::export_picture);
    press(Key::escape);
    press(Key::s, true);
    CHECK(state.sheets.dialog == Dialog::save_copy);
}

TEST_CASE_FIXTURE(Studio, "in a view only changes of the network are taken back") {
    Settings& settings = state.settings;
    settings.edited.schedule.lr_max = 0.01;
    Requests asked;
    commit(settings, asked);
    make_view(*this);
    NetworkEdits muted;
    muted.muted = {{0, 3}};
    change_network(settings, muted);
    CHECK_FALSE(asks_to_train(press(Key::z, true)));
    CHECK(settings.history.present().network.empty());
    CHECK_FALSE(asks_to_train(press(Key::y, true)));
    CHECK(settings.history.present().network == muted);
    for (int i = 0; i < 3; ++i) CHECK_FALSE(asks_to_train(press(Key::z, true)));
    CHECK(settings.history.present().network.empty());
    CHECK(settings.edited.schedule.lr_max == 0.01);
    CHECK_FALSE(can_undo(settings, true));
    CHECK(can_undo(settings));
}

TEST_CASE("no click or drag in the window trains what is only viewed") {
    for (const bool view : {false, true}) {
        Studio studio;
        Preferences& p = studio.state.preferences;
        p.more_picture = p.more_network = p.more_schedule = true;
        studio.status.phase = Phase::paused;
        studio.state.timelapse.at_step = 100;
        if (view) make_view(studio);
        CHECK((asked_for(studio, asks_to_train) > 0) == !view);
        if (view) CHECK(studio.state.settings.edited == studio.state.settings.applied);
    }
}

TEST_CASE_FIXTURE(Studio, "a field that is typed into when the run becomes a view takes nothing") {
    click("Max rate");
    REQUIRE(ImGui::GetIO().WantTextInput);
    type("3");
    status.view_only = kWhy;
    bool asked = false;
    for (int i = 0; i < 5; ++i) asked |= asks_to_train(draw());
    asked |= any(click(700, 300), asks_to_train);
    CHECK_FALSE(asked);
}
