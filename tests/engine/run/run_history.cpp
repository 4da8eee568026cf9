// Tests the events of a run, and the places and the winner of a race.
#include "engine/run/history.h"
#include "engine/run/race.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <doctest/doctest.h>

#include <iterator>
#include <limits>
#include <vector>

using namespace redraw;
using namespace redraw_test;

namespace {

RunFile fresh_run(const std::filesystem::path& path) {
    return start_run(path, make_image(12, 9, 1, 0.5f), "grey.png", small_config({8}, 60));
}

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "going on in a later session is an event, once") {
    {
        Trainer trainer(fresh_run(path), {});
        train_and_commit(trainer, 10);
        train_and_commit(trainer, 20);
        CHECK(trainer.run().events() == std::vector<Event>{{0, EventKind::started}});
    }
    { const Trainer looked_at(RunFile::open(path), {}); }
    {
        Trainer trainer(RunFile::open(path), {});
        trainer.commit();
        CHECK(trainer.run().events().size() == 1);
        train_and_commit(trainer, 25);
        train_and_commit(trainer, 60);
        CHECK(trainer.run().events() ==
              std::vector<Event>{{0, EventKind::started}, {20, EventKind::resumed}});
    }
    Trainer finished(RunFile::open(path), {});
    train_and_commit(finished, 100);  // the run has no step left
    CHECK(finished.run().events().size() == 2);
}

TEST_CASE("a branch says where it came from and not that it was resumed") {
    const TemporaryFolder folder;
    const auto path = folder / "run.redraw";
    Trainer trainer(fresh_run(path), {});
    train_and_commit(trainer, 30);
    {
        Trainer branch(trainer.run().branch(folder / "branch.redraw", 20), {});
        train_and_commit(branch, 40);
        CHECK(branch.run().events() ==
              std::vector<Event>{{0, EventKind::started},
                                 {20, EventKind::branched, 0, 0, "run.redraw"}});
    }
    Trainer later(RunFile::open(folder / "branch.redraw"), {});
    train_and_commit(later, 50);
    CHECK(later.run().events().back() == Event{40, EventKind::resumed});
}

TEST_CASE_FIXTURE(RunInFolder, "a drag while paused is one change; a cool-down has its own name") {
    Trainer trainer(fresh_run(folder / "run.redraw"), {});
    train_and_commit(trainer, 10);
    Schedule schedule = trainer.config().schedule;
    for (const double rate : {1e-3, 1.1e-3, 1.2e-3, 1.2e-3}) {  // the last repeats the third
        schedule.lr_max = rate;
        trainer.set_schedule(schedule);
    }
    train_and_commit(trainer, 20);
    trainer.cool_down(5);
    CHECK(trainer.run().events() == std::vector<Event>{{0, EventKind::started},
                                                       {10, EventKind::schedule_changed},
                                                       {20, EventKind::cool_down}});
}

TEST_CASE_FIXTURE(RunInFolder, "a drag while it trains is one change, where it began") {
    Trainer trainer(fresh_run(folder / "run.redraw"), {});
    train_and_commit(trainer, 10);
    Schedule schedule = trainer.config().schedule;
    const auto drag = [&](double from, bool let_go) {
        for (int frame = 0; frame < 5; ++frame) {
            schedule.lr_max = from * (1 + 0.1 * frame);
            trainer.set_schedule(schedule, false);
            train_and_commit(trainer, trainer.step() + 2);
        }
        if (let_go) trainer.set_schedule(schedule);
    };
    drag(1e-3, true);
    CHECK(trainer.run().events() ==
          std::vector<Event>{{0, EventKind::started}, {10, EventKind::schedule_changed}});
    CHECK(trainer.metrics().back().learning_rate != trainer.metrics()[11].learning_rate);
    drag(2e-3, true);
    trainer.set_schedule(schedule);  // the handle is released without a change
    CHECK(trainer.run().events() == std::vector<Event>{{0, EventKind::started},
                                                       {10, EventKind::schedule_changed},
                                                       {20, EventKind::schedule_changed}});
    drag(3e-3, false);
    trainer.cool_down(5);
    schedule = trainer.config().schedule;
    schedule.lr_min = 1e-6;
    trainer.set_schedule(schedule);
    CHECK(trainer.run().events() == std::vector<Event>{{0, EventKind::started},
                                                       {10, EventKind::schedule_changed},
                                                       {20, EventKind::schedule_changed},
                                                       {30, EventKind::schedule_changed},
                                                       {40, EventKind::cool_down},
                                                       {40, EventKind::schedule_changed}});
}

TEST_CASE_FIXTURE(RunInFolder, "killed in a drag it goes on as if let go at the last commit") {
    Trainer trainer(fresh_run(folder / "run.redraw"), {});
    train_and_commit(trainer, 10);
    Schedule schedule = trainer.config().schedule;
    for (const double rate : {1e-3, 4e-3}) {
        schedule.lr_max = rate;
        trainer.set_schedule(schedule, false);
        train_and_commit(trainer, trainer.step() + 5);
    }
    trainer.commit();  // saves in the middle of a drag, as autosave does
    trainer.run().copy_to(folder / "killed.redraw");
    Schedule lost = schedule;
    lost.lr_max = 0.1;
    trainer.set_schedule(lost, false);
    trainer.run().copy_to(folder / "killed later.redraw");
    trainer.set_schedule(schedule);
    train_and_commit(trainer, 60);
    CHECK(trainer.run().events() ==
          std::vector<Event>{{0, EventKind::started}, {10, EventKind::schedule_changed}});
    for (const char* name : {"killed.redraw", "killed later.redraw"}) {
        Trainer resumed(RunFile::open(folder / name), {});
        CHECK(resumed.config().schedule == schedule);
        train_and_commit(resumed, 60);
        CHECK(resumed.parameters() == trainer.parameters());
        CHECK(resumed.run().events() == std::vector<Event>{{0, EventKind::started},
                                                           {10, EventKind::schedule_changed},
                                                           {20, EventKind::resumed}});
    }
}

TEST_CASE("places go by decibels as they are read, and who is level shares one") {
    std::vector<Racer> racers{{30}, {35.14f}, {35.11f}, {40}};
    CHECK(places_of(racers) == std::vector<int>{4, 2, 2, 1});
    racers[3].psnr = kNone;  // this run has not begun
    CHECK(places_of(racers) == std::vector<int>{3, 1, 1, 0});
    racers[3].psnr = std::numeric_limits<float>::infinity();
    CHECK(places_of(racers) == std::vector<int>{4, 2, 2, 1});
    racers[0].finished = 9;  // a finished run is ahead of all unfinished ones
    CHECK(places_of(racers) == std::vector<int>{1, 3, 3, 2});
    racers[1].finished = 4;
    CHECK(places_of(racers) == std::vector<int>{2, 1, 4, 3});
    CHECK(places_of({}).empty());
}

TEST_CASE("the winner is known once nobody can have been sooner") {
    std::vector<Racer> racers{{30, 5}, {30, 5}, {30, 5}};
    CHECK_FALSE(winner_of(racers));
    racers[1].finished = 4.5;
    racers[2].seconds = 4;  // a run that trained for less time may still be first
    CHECK_FALSE(winner_of(racers));
    racers[2].finished = 3.9;
    CHECK(winner_of(racers) == 2);
    racers[2].finished.reset();
    racers[2].seconds = 4.5;
    CHECK(winner_of(racers) == 1);
    racers[2].seconds = 1;
    racers[2].goes_on = false;  // a stopped run never finishes
    CHECK(winner_of(racers) == 1);
    racers[0].finished = 4.5;  // a tie goes to the first of the list
    CHECK(winner_of(racers) == 0);
}

TEST_CASE("a run is at the finish line with the first step that is so close") {
    const std::vector<MeasuredPsnr> measured{{2, 9, 1}, {3, 12, 2}, {4, 8, 3}, {5, 20, 4}};
    CHECK(reached_at(measured, 10) == 2.0);
    CHECK(reached_at(measured, 12) == 2.0);
    CHECK(reached_at(measured, 12.1) == 4.0);
    CHECK_FALSE(reached_at(measured, 21));
    CHECK_FALSE(reached_at({}, 1));
    CHECK(letter_of(0) + letter_of(3) == "AD");
    CHECK(place_text(2) == "2nd");
    CHECK(place_text(0).empty());
    CHECK(race_time(3.418) == "3.42 s");
    CHECK(race_time(34.18) == "34.2 s");
    CHECK(race_time(125) == "2:05");
}
