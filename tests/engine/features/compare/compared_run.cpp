// Tests a second run beside the one being trained, as a rival that takes turns or a finished run
// to compare with: the session shows it, and it changes no bit of the trained run.
#include "engine/features/compare/compared_run.h"

#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/resample.h"
#include "tests/support/session_with_rival.h"

#include <limits>

using namespace redraw;
using namespace redraw_test;

TEST_CASE("a finished run is compared with, on this run's grid") {
    SessionWithRival bench;
    bench.open_paused();
    Config other = bench.rival;
    other.data.channels = ChannelMode::color;
    const Image colours = in_channels(load_picture(bench.picture).image, 3);
    const auto path = bench.finished_run("other.redraw", other, resample_area(colours, 48, 36));
    bench.loop.perform(command::CompareWith{path});
    const Status& s = bench.told();
    CHECK(s.error.empty());
    REQUIRE(s.compared_runs.size() == 1);
    const ComparedState& compared = *s.compared_runs[0];
    CHECK_FALSE(compared.racing);
    CHECK(compared.name == "other.redraw");
    CHECK(compared.step == 60);
    CHECK(compared.measured->back().step == 60);
    CHECK(compared.measured->back().whole);
    CHECK(compared.psnr == compared.measured->back().psnr);
    const Image& drawing = compared.drawing->on_host();
    CHECK(PixelSize{drawing.width, drawing.height} == PixelSize{24, 18});
    CHECK(drawing.channels == s.target->channels);
    bench.loop.perform(command::Restart{s.config});  // a restart keeps the comparison
    CHECK(bench.told().compared_runs[0]->path == path);
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "next.redraw"});
    CHECK(bench.status->compared_runs.empty());
}

TEST_CASE_FIXTURE(SessionWithRival, "what cannot be compared with leaves what was there") {
    const auto good = finished_run("good.redraw", rival, load_picture(picture).image);
    const auto torn = folder / "torn.redraw";
    std::filesystem::copy_file(good, torn);
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) / 2);
    CHECK_THROWS_AS(loop.perform(command::CompareWith{good}), Error);  // no run is open
    CHECK_THROWS_AS(loop.perform(command::Race{{rival}}), Error);
    loop.perform(command::LeaveComparison{});
    loop.perform(command::Open{picture, config, folder / "main.redraw"});
    loop.perform(command::CompareWith{good});
    for (const auto& bad : {torn, folder / "main.redraw", folder / "gone.redraw", picture}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(loop.perform(command::CompareWith{bad}), Error);
    }
    Config hostile = rival;
    hostile.network.layers = {0};
    CHECK_THROWS_AS(loop.perform(command::Race{{hostile}}), Error);
    loop.perform(command::SetRunning{false});
    CHECK(told().compared_runs[0]->path == good);
    CHECK(status->run_path == folder / "main.redraw");
}

TEST_CASE_FIXTURE(SessionWithRival, "a run of another picture is not compared with") {
    open_paused();
    const auto made = [&](const char* name, const Image& image) {
        return finished_run(name, rival, image);
    };
    const Image same = load_picture(picture).image;
    Image inverted = same;
    for (float& value : inverted.values) value = 1 - value;
    for (const auto& other :
         {made("flat.redraw", make_image(24, 18, 1, 0.2f)), made("inverted.redraw", inverted),
          made("wide.redraw", make_image(48, 20, 1, 1.0f))})
        CHECK_THROWS_AS(loop.perform(command::CompareWith{other}), Error);
    CHECK(told().compared_runs.empty());
    for (const auto& alike : {made("large.redraw", resample_area(same, 72, 54)),
                              made("small.redraw", resample_area(same, 12, 9))}) {
        loop.perform(command::CompareWith{alike});
        CHECK(told().compared_runs.size() == 1);
    }
}
