#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/session/session.h"
#include "engine/session/session_loop.h"
#include "tests/support/eventually.h"
#include "tests/support/picture_samples.h"
#include "tests/support/training.h"

#include <algorithm>

using namespace redraw;
using namespace redraw_test;

namespace {

// A wide picture of two tiles, and the settings to learn it at a twentieth of its size.
struct WidePicture {
    TemporaryFolder folder;
    std::filesystem::path picture = folder / "wide.png", run = folder / "wide.redraw";
    Config config;

    WidePicture() {
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        write_image(picture, redraw::test::smooth_image(2000, 40, 3));
        config = small_config({16, 16}, 20);
        config.data.train_size = {.longer_side = 100};
    }
};

bool learned(const Session& session, std::int64_t tiles) {
    return eventually([&] {
        const auto status = session.status();
        return status->whole && status->whole->learned >= tiles;
    });
}

}  // namespace

TEST_CASE_FIXTURE(WidePicture,
                  "the whole picture is learned in the same run, and is one run in all") {
    std::int64_t own = 0;
    {
        Session session({}, [] {});
        session.ask(command::Open{picture, config, run});
        REQUIRE(eventually([&] { return session.status()->phase == Phase::finished; }));
        CHECK_FALSE(session.status()->whole);
        own = session.status()->step;
        session.ask(ViewRequest{.region = Grid{0.5, -0.02, 1, 0.02, 200, 8}});
        session.ask(command::LearnWhole{.epochs = 2});
        REQUIRE(learned(session, 1));
        session.ask(command::SetRunning{false});
        session.ask(command::SetRunning{true});
        REQUIRE(learned(session, 2));
        REQUIRE(eventually([&] { return session.status()->phase == Phase::finished; }));
        const auto status = session.status();
        CHECK(status->error.empty());
        CHECK(status->whole->tiles == 2);
        CHECK(status->run_path == run);
        CHECK(status->step == status->total_steps);
        CHECK(status->keyframes->back().step == status->step);
        CHECK(std::ranges::count_if(*status->keyframes, [&](const Keyframe& moment) {
                  return moment.step > own;
              }) == 2);

        // A tile's moment is drawn, bookmarked and exported like any other.
        const std::int64_t first = (status->keyframes->end() - 2)->step;
        session.ask(ViewRequest{.at_step = first});
        CHECK(eventually([&] { return session.frame() && session.frame()->step == first; }));
        session.ask(command::SetBookmark{first, "half"});
        CHECK(eventually([&] { return session.status()->bookmarks->size() == 1; }));
        for (const auto& [name, step] :
             {std::pair{"first.png", std::optional(first)}, {"last.png", std::nullopt}}) {
            ExportSpec spec;
            spec.path = folder / name;
            spec.size = {2000, 40};
            session.ask(command::ExportPictures{{spec}, step});
            CHECK(eventually([&] { return std::filesystem::exists(spec.path); }));
        }
        // A run that has learned tiles refuses a changed schedule.
        Schedule longer = status->config.schedule;
        longer.epochs *= 2;
        session.ask(command::SetSchedule{longer});
        CHECK(eventually([&] { return !session.status()->error.empty(); }));
    }
    const Image one = load_picture(folder / "first.png").image,
                both = load_picture(folder / "last.png").image;
    const auto differ = [&](int from, int to) {
        for (int y = 0; y < 40; ++y)
            for (int i = 3 * from; i < 3 * to; ++i)
                if (one.row(y)[i] != both.row(y)[i]) return true;
        return false;
    };
    CHECK(differ(0, 900));  // the left tile came last: the view was on the right
    CHECK_FALSE(differ(1100, 2000));
    Session session({}, [] {});
    session.ask(command::Open{run});
    CHECK(learned(session, 2));
    CHECK(session.status()->phase == Phase::finished);
    CHECK(session.status()->bookmarks->front().name == "half");
}
