#include "engine/drawing/drawing.h"
#include "engine/run/run_values.h"
#include "engine/studies/studies.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw_test;

namespace {

struct SeenTwice {
    TemporaryFolder folder;
    Trainer trainer = make();
    ThenAndNowStudy study;

    Trainer make() const {
        Config config;
        config.network.layers = {12};
        config.data.train_size.longer_side = 90;
        config.data.channels = ChannelMode::gray;
        config.schedule.epochs = 200;
        Trainer made(start_run(folder / "a.redraw", waves(90, 60, 1), "waves", config), {});
        while (made.step() < 40) made.advance(40 - made.step());
        return made;
    }
    static ViewRequest view(std::optional<std::int64_t> step) {
        return {.export_step = step, .then_and_now = true};
    }
    std::shared_ptr<const ThenAndNow> at(const ViewRequest& wanted) {
        while (study.update(trainer, wanted, nullptr)) continue;
        return study.newest();
    }
    Image drawn(PixelSize size, const PixelRect& part, std::int64_t step) {
        return draw_part(trainer.backend(), trainer.dataset().grid, size, part,
                         trainer.parameters_at(step).value());
    }
};

}  // namespace

TEST_CASE("the whole as it was and as it is, with the network's edits") {
    SeenTwice seen;
    const auto both = seen.at(SeenTwice::view(10));
    REQUIRE(both);
    CHECK(both->then_step == 10);
    CHECK(both->now_step == 40);
    CHECK(*both->then == seen.drawn({90, 60}, {0, 0, 90, 60}, 10));
    CHECK(*both->now == seen.drawn({90, 60}, {0, 0, 90, 60}, 40));
    const auto later = seen.at(SeenTwice::view(20));
    CHECK(later->now == both->now);  // drawn once
    CHECK_FALSE(*later->then == *both->then);
    CHECK(seen.at(SeenTwice::view(12'345)) == later);  // thinned out: what was drawn stays

    ViewRequest edited = SeenTwice::view(20);
    edited.edits.muted = {{0, 3}};
    auto parameters = seen.trainer.parameters_at(20).value();
    apply(edited.edits, seen.trainer.config().network, 1, parameters);
    CHECK(*seen.at(edited)->then == draw_part(seen.trainer.backend(), seen.trainer.dataset().grid,
                                              {90, 60}, {0, 0, 90, 60}, parameters));
    CHECK_FALSE(seen.at(SeenTwice::view({})));
    CHECK_FALSE(seen.at({.export_step = 20}));
}

TEST_CASE("while it trains what is asked for comes at once, and training is left alone") {
    SeenTwice seen;
    const auto before = seen.trainer.backend().save();
    ShareOfTime share(0.1);
    const auto until_told = [&](std::int64_t step) {
        while (!seen.study.newest() || seen.study.newest()->then_step != step)
            seen.study.update(seen.trainer, SeenTwice::view(step), &share);
    };
    until_told(10);
    CHECK(seen.trainer.backend().save() == before);
    seen.trainer.advance(1);
    until_told(20);
    while (seen.study.newest()->now_step != 41)  // when there is time
        seen.study.update(seen.trainer, SeenTwice::view(20), &share);
    CHECK(*seen.study.newest()->now == seen.drawn({90, 60}, {0, 0, 90, 60}, 41));
}

TEST_CASE("the session keeps a moment in the run, refuses what was not kept, and trains on") {
    SessionInFolder session;
    Config config = small_config({8}, 100'000);
    const auto run = session.folder / "a.redraw";
    start_run(run, waves(30, 20, 1), "waves", config).commit();
    session.open(run);
    session.ask(command::SetRunning{true});
    session.until([&] { return session.status->step > 30; });
    session.ask(command::KeepMoment{20});
    session.until([&] { return session.status->events->back().kind == EventKind::kept; });
    CHECK(kept_moment(*session.status->events) == 20);
    CHECK(session.status->error.empty());
    CHECK(session.status->phase == Phase::training);
    CHECK(kept_moment(RunFile::open(run, RunFile::Access::read_only).events()) == 20);
    session.ask(command::KeepMoment{101});
    CHECK(session.status->error.find("101") != std::string::npos);
    session.ask(command::KeepMoment{});
    session.until([&] { return session.status->events->back().kind == EventKind::let_go; });
    CHECK_FALSE(kept_moment(RunFile::open(run, RunFile::Access::read_only).events()));
}
