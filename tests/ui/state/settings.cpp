#include "ui/state/settings.h"
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

// Returns the status of a run. `revision`: number of schedule changes without a SetSchedule.
Status run_of(const Config& config, std::uint64_t serial, std::uint64_t revision = 0) {
    Status status;
    status.run_serial = serial;
    status.run_path = "run " + std::to_string(serial);
    status.schedule_revision = revision;
    status.config = status.request = config;
    return status;
}

Settings of_a_run() {
    Settings settings;
    follow(settings, run_of(Config{}, 1));
    return settings;
}

bool is_final(const Requests& requests) {
    return newest<&command::SetSchedule::final>(requests) == true;
}

Edit edit(double epochs, NetworkEdits network = {}) {
    Edit made;
    made.config.schedule.epochs = epochs;
    made.network = std::move(network);
    return made;
}

double epochs_of(const UndoHistory& history) {
    return history.present().config.schedule.epochs;
}

const NetworkEdits kMuted{{{0, 3}}, {}};

}  // namespace

TEST_CASE("a drag is one undo step however many frames it took") {
    Settings settings = of_a_run();
    Requests requests;
    for (int i = 1; i <= 50; ++i) {
        requests = {};
        settings.edited.schedule.lr_max = 1e-3 + 1e-5 * i;
        preview(settings, requests);
        REQUIRE(schedule_of(requests));  // every frame changes the schedule live
        CHECK_FALSE(is_final(requests));
        CHECK_FALSE(restart_of(requests));
    }
    requests = committed(settings);
    CHECK(settings.history.size() == 2);
    REQUIRE(schedule_of(requests));  // the schedule of the last frame, now final
    CHECK(*schedule_of(requests) == settings.edited.schedule);
    CHECK(is_final(requests));
    requests = committed(settings);
    CHECK_FALSE(schedule_of(requests));  // the session has this schedule already
    requests = undone(settings);
    REQUIRE(schedule_of(requests));
    CHECK(is_final(requests));
    CHECK(schedule_of(requests)->lr_max == Schedule{}.lr_max);
    requests = redone(settings);
    CHECK(schedule_of(requests)->lr_max == doctest::Approx(1.5e-3));
    CHECK_FALSE(can_redo(settings));
}

TEST_CASE("the schedule changes live, anything else starts a new run") {
    Config before, after;
    after.schedule.epochs = 77;
    CHECK_FALSE(needs_restart(before, after));
    after.network.layers = {64};
    CHECK(needs_restart(before, after));
    Settings settings = of_a_run();
    settings.edited = after;
    Requests requests = committed(settings);
    REQUIRE(restart_of(requests));
    CHECK_FALSE(schedule_of(requests));  // the restart includes the schedule
    CHECK(*restart_of(requests) == after);
}

TEST_CASE("undo over a restart opens the run that was, redo the one that was made") {
    Settings settings = of_a_run();
    settings.edited.network.layers = {64, 64};
    Requests requests = committed(settings);
    CHECK(restart_of(requests));
    Status resolved = run_of(settings.edited, 2);  // the new run reports its automatic choices
    resolved.config.network.first_omega = 60;
    follow(settings, resolved);
    CHECK(settings.edited.network.first_omega == 0);  // still 0, which means automatic
    requests = undone(settings);
    CHECK(settings.edited == Config{});
    CHECK_FALSE(restart_of(requests));
    CHECK(newest<&command::Open::path>(requests) == "run 1");
    CHECK(newest<&command::Open::go_on>(requests) == true);
    Status back = run_of(Config{}, 3);
    back.run_path = "run 1";
    follow(settings, back);
    CHECK_FALSE(can_undo(settings));
    REQUIRE(can_redo(settings));
    requests = redone(settings);
    CHECK_FALSE(restart_of(requests));
    CHECK(newest<&command::Open::path>(requests) == "run 2");
    CHECK(settings.edited.network.layers == std::vector{64, 64});
}

TEST_CASE("undo before the new run is there leads back as well, and its run can be redone") {
    Settings settings = of_a_run();
    settings.edited.network.layers = {64, 64};
    const Config asked = settings.edited;
    committed(settings);
    CHECK(newest<&command::Open::path>(undone(settings)) == "run 1");
    CHECK_FALSE(can_redo(settings));  // the new run's path is not known yet
    const auto reports = [&](const Config& config, std::uint64_t serial, const char* path) {
        Status status = run_of(config, serial);
        status.run_path = path;
        follow(settings, status);
    };
    reports(asked, 2, "run 2");
    CHECK(settings.edited == Config{});
    reports({}, 3, "run 1");
    CHECK(settings.edited == Config{});
    CHECK(can_redo(settings));
    redone(settings);
    settings.edited.network.layers = {32};  // an edit before run 2 is open
    const Config third = settings.edited;
    committed(settings);
    reports(asked, 4, "run 2");
    CHECK(settings.edited.network.layers == std::vector{32});
    reports(third, 5, "run 5");
    CHECK(settings.edited == third);
    CHECK(settings.history.size() == 3);
}

TEST_CASE("undo to a run that is no more keeps the one that is") {
    Settings settings = of_a_run();
    settings.edited.network.layers = {64, 64};
    const Config second = settings.edited;
    Requests requests = committed(settings);
    follow(settings, run_of(second, 2));
    requests = undone(settings);
    Status refused = run_of(second, 2);
    refused.error = "Cannot open run 1: no such file.";
    refused.error_kind = Error::Kind::not_opened;
    follow(settings, refused);
    CHECK(settings.edited == second);
    CHECK(settings.applied == second);
    CHECK_FALSE(can_undo(settings));
    CHECK_FALSE(can_redo(settings));
}

TEST_CASE("a branch, and a run from new weights, can be taken back") {
    for (const bool branch : {true, false}) {
        CAPTURE(branch);
        Settings settings = of_a_run();
        Requests requests;
        branch ? expect_run(settings, settings.applied) : restart(settings, requests);
        follow(settings, run_of(Config{}, 2));
        REQUIRE(can_undo(settings));
        requests = undone(settings);
        CHECK(newest<&command::Open::path>(requests) == "run 1");
    }
}

TEST_CASE("another picture starts a history of its own") {
    Settings settings = of_a_run();
    settings.edited.network.layers = {64};
    Requests requests = committed(settings);
    expect_run(settings, Config{}, true);
    follow(settings, run_of(Config{}, 2));
    CHECK(settings.edited == Config{});
    CHECK_FALSE(can_undo(settings));
}

TEST_CASE("a run opened from a file shows its own settings") {
    Config stored;
    stored.network.layers = {32, 16};
    stored.network.first_omega = 25;
    Settings settings;
    expect_run(settings, Config{}, true);  // the window expects a new run of a picture
    follow(settings, run_of(stored, 1));
    CHECK(settings.edited == stored);
    CHECK(settings.applied == stored);
}

TEST_CASE("a cool-down elsewhere appears in the fields and can be taken back") {
    Settings settings;
    Config config;
    follow(settings, run_of(config, 1));
    config.schedule.epochs = 640;
    config.schedule.lr_max = 1e-4;
    follow(settings, run_of(config, 1, 1));
    CHECK(settings.edited.schedule == config.schedule);
    Requests requests = undone(settings);
    CHECK(schedule_of(requests) == Schedule{});
    // Until the session applies the new schedule, it reports the old one, which the fields ignore.
    follow(settings, run_of(config, 1, 1));
    CHECK(settings.edited.schedule == Schedule{});
}

TEST_CASE("epochs that follow a time appear in the fields and are no edit") {
    Settings settings;
    Config config;
    config.schedule.seconds = 10;
    follow(settings, run_of(config, 1));
    for (const double epochs : {400.0, 37.5, 38.25}) {
        config.schedule.epochs = epochs;
        follow(settings, run_of(config, 1));
        CHECK(settings.edited.schedule.epochs == epochs);
        CHECK_FALSE(can_undo(settings));
    }
    settings.edited.schedule.lr_max = 1e-3;
    Requests requests = committed(settings);
    CHECK(schedule_of(requests)->epochs == 38.25);
    config.schedule.lr_max = 1e-3;
    config.schedule.epochs = 39;
    follow(settings, run_of(config, 1));
    CHECK(settings.edited.schedule == config.schedule);
    CHECK(settings.history.size() == 2);

    settings.edited.network.layers = {64, 64};
    requests = committed(settings);
    Config restarted = *restart_of(requests);
    restarted.schedule.epochs = 21;  // planned from the time limit by the session
    follow(settings, run_of(restarted, 2));
    CHECK(settings.edited == restarted);
    // The window itself requested the new run, so the undo history keeps the edits before it.
    CHECK(settings.history.size() == 3);

    config = restarted;
    settings.edited.schedule.epochs = 80;  // the user chooses the epochs
    settings.edited.schedule.seconds = 0;
    requests = committed(settings);
    follow(settings, run_of(config, 2));  // a status from before the change is ignored
    CHECK(settings.edited.schedule.epochs == 80);
}

TEST_CASE("late news of our own drag is not taken for somebody else's change") {
    Settings settings;
    Config reported;
    follow(settings, run_of(reported, 1));
    for (int i = 1; i <= 20; ++i) {
        Requests requests;
        settings.edited.schedule.lr_max = 1.1e-4 * i;
        preview(settings, requests);
        if (i > 6) reported.schedule.lr_max = 1.1e-4 * (i - 6);  // the status lags six frames
        follow(settings, run_of(reported, 1));
        REQUIRE(settings.edited.schedule.lr_max == 1.1e-4 * i);
    }
    Requests requests = committed(settings);
    for (const int i : {15, 18, 20}) {
        reported.schedule.lr_max = 1.1e-4 * i;
        follow(settings, run_of(reported, 1));
    }
    CHECK(settings.history.size() == 2);
    requests = undone(settings);
    CHECK(settings.edited.schedule == Schedule{});
    reported.schedule = {};
    follow(settings, run_of(reported, 1));
    reported.schedule.lr_max = 7e-4;  // a change the session made itself
    follow(settings, run_of(reported, 1, 1));
    CHECK(settings.edited.schedule.lr_max == 7e-4);
}

TEST_CASE("an edit out of range is taken back with a reason") {
    Settings settings = of_a_run();
    for (const auto& spoil :
         {+[](Config& c) { c.network.layers = {0}; }, +[](Config& c) { c.schedule.lr_max = -1; },
          +[](Config& c) { c.schedule.lr_min = 1; },
          +[](Config& c) { c.network.layers.clear(); }}) {
        spoil(settings.edited);
        const Requests requests = committed(settings);
        CHECK_FALSE(settings.problem.empty());
        CHECK(settings.edited == Config{});
        CHECK(requests.asked.empty());
        CHECK_FALSE(can_undo(settings));
    }
}

TEST_CASE("undo and redo walk the edits, and a new edit drops those ahead") {
    UndoHistory history(edit(1));
    CHECK_FALSE(history.can_undo());
    CHECK_FALSE(history.can_redo());
    history.push(edit(2));
    history.push(edit(3));
    history.undo();
    history.undo();
    CHECK(epochs_of(history) == 1);
    CHECK_FALSE(history.can_undo());
    CHECK(history.next().config.schedule.epochs == 2);
    history.redo();
    CHECK(epochs_of(history) == 2);
    history.push(edit(4));
    CHECK_FALSE(history.can_redo());
    CHECK(history.size() == 3);
    history.undo();
    CHECK(epochs_of(history) == 2);
}

TEST_CASE("the oldest edits are forgotten beyond the longest history") {
    UndoHistory history(edit(0));
    for (int i = 1; i <= int(UndoHistory::kLongest) + 10; ++i) history.push(edit(i));
    CHECK(history.size() == UndoHistory::kLongest);
    while (history.can_undo()) history.undo();
    CHECK(epochs_of(history) == 11);
}

TEST_CASE("it knows which edits change the network, and forgets just those") {
    UndoHistory history(edit(1));
    history.push(edit(1, kMuted));
    history.push(edit(2, kMuted));
    CHECK_FALSE(history.undo_changes_network());  // this undo step changes the schedule only
    history.undo();
    CHECK(history.undo_changes_network());
    history.undo();
    CHECK_FALSE(history.undo_changes_network());  // nothing to undo
    CHECK(history.redo_changes_network());
    history.redo();
    history.redo();
    history.forget_network_changes();
    CHECK(history.size() == 2);
    CHECK(epochs_of(history) == 2);
    CHECK(history.present().network.empty());
    history.undo();
    CHECK(epochs_of(history) == 1);
    CHECK(history.present().network.empty());
}
