// Tests a session that moves its run to a stand-in for a GPU, and back when that fails.
#include "engine/image/image_writer.h"
#include "tests/support/examples.h"
#include "tests/support/fake_gpu.h"
#include "tests/support/threadless_session.h"

using namespace redraw_test;

TEST_CASE_FIXTURE(SessionInFolder, "the window hears of the choice, and of the device's failure") {
    setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
    // Skipping steps at rate 0 makes the fake GPU fast by the session's clock, too.
    const FakeGpuInUse gpu({.skips_still_steps = true});
    write_image(folder / "ring.png", ring());
    open(folder / "ring.png", small_config({12, 12}, 1'000'000), folder / "ring.redraw");
    until([&] { return !status->device_choice.empty(); });
    CHECK(fake_gpu.opened == 1);
    CHECK(status->backend == "OpenGL Fake Renderer");
    CHECK(status->error.empty());
    const std::int64_t step = status->step;
    until([&] { return status->step > step + 100; });
    until([&] {  // repeats: on a busy machine the rest may be over
        loop.handle(command::GiveWay{});
        const double idle = loop.work();
        return idle > 0 && idle <= 0.03;
    });
    fake_gpu.works_for = 1;
    until([&] { return status->backend.starts_with("CPU"); });
    CHECK_FALSE(status->error.empty());
    CHECK(status->device_choice.empty());
    CHECK(status->phase == Phase::training);
    const std::int64_t back = status->step;
    until([&] { return status->step > back + 100; });
    CHECK(status->backend.starts_with("CPU"));
    for (int i = 0; i < 20; ++i) {
        loop.handle(command::GiveWay{});
        CHECK(loop.work() == 0);
    }
    unsetenv("XDG_CACHE_HOME");
}
