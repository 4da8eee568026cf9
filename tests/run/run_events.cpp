// What a run's history says happened to it: the markers of the learning curves.
#include "tests/support/temporary_folder.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

using namespace redraw;
using namespace redraw_test;

namespace {

RunFile fresh_run(const std::filesystem::path& path) {
    return start_run(path, make_image(12, 9, 1, 0.5f), "grey.png", small_config({8}, 60));
}

}  // namespace

TEST_CASE("going on in a later session is an event, once; opening alone is none") {
    const TemporaryFolder folder;
    const auto path = folder / "run.redraw";
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
    train_and_commit(finished, 100);  // nothing is left to do
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

TEST_CASE("a drag while paused is one change; a cool-down has its own name") {
    const TemporaryFolder folder;
    Trainer trainer(fresh_run(folder / "run.redraw"), {});
    train_and_commit(trainer, 10);
    Schedule schedule = trainer.config().schedule;
    for (const double rate : {1e-3, 1.1e-3, 1.2e-3, 1.2e-3}) {  // the last is no change at all
        schedule.lr_max = rate;
        trainer.set_schedule(schedule);
    }
    train_and_commit(trainer, 20);
    trainer.cool_down(5);
    CHECK(trainer.run().events() == std::vector<Event>{{0, EventKind::started},
                                                       {10, EventKind::schedule_changed},
                                                       {20, EventKind::cool_down}});
}

TEST_CASE("a drag while it trains is one change where it began; the next drag is another") {
    const TemporaryFolder folder;
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
    trainer.set_schedule(schedule);  // let go where it was: no change
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

TEST_CASE("killed in the middle of a drag it goes on as if let go at the last commit") {
    const TemporaryFolder folder;
    Trainer trainer(fresh_run(folder / "run.redraw"), {});
    train_and_commit(trainer, 10);
    Schedule schedule = trainer.config().schedule;
    for (const double rate : {1e-3, 4e-3}) {
        schedule.lr_max = rate;
        trainer.set_schedule(schedule, false);
        train_and_commit(trainer, trainer.step() + 5);
    }
    trainer.commit();  // as every other second
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

TEST_CASE("the session writes its learning curves and says so, or why not") {
    redraw_test::SessionInFolder session;
    const auto path = session.folder / "run.redraw", csv = session.folder / "curves.csv";
    {
        Trainer trainer(fresh_run(path), {});
        train_and_commit(trainer);
    }
    session.open(path);
    session.ask(command::ExportCurves{csv});
    CHECK(session.status->notice.text == "Saved curves.csv.");
    std::ifstream file(csv);
    CHECK(std::count(std::istreambuf_iterator<char>(file), {}, '\n') == 61);
    session.ask(command::ExportCurves{session.folder / "missing" / "curves.csv"});
    CHECK(session.status->error.find("curves.csv") != std::string::npos);
}
