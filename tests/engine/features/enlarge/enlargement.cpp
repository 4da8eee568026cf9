// Tests the enlarging network that a session trains beside a run: it draws as `redraw enlarge` does
// and changes no bit of the run.
#include "engine/data/batch_by_size.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/network/presets.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

using namespace redraw;
using namespace redraw_test;

namespace {

Config at_32() {
    Config config = small_config({16, 16}, 40);
    config.data.train_size.longer_side = 32;
    return config;
}

// A picture on which the enlarging network beats Lanczos by 0.35 dB, while differences between
// processors' arithmetic amount to hundredths.
Image leaves() {
    return dead_leaves(64, 48, 3, 4);
}

struct EnlargingSession : SessionInFolder {
    EnlargingSession() { write_image(folder / "leaves.png", leaves()); }
    void open(const char* run = "run.redraw") {
        loop.perform(command::Open{folder / "leaves.png", at_32(), folder / run});
    }
    ExportSpec enlarged(const char* name) const {
        ExportSpec spec{folder / name, ImageFormat::png, {160, 120}, {.bit_depth = 16}};
        spec.method = Method::enlarging;
        return spec;
    }
    void export_enlarged(const char* name) {
        loop.perform(command::ExportPictures{{enlarged(name)}, std::nullopt});
    }
    bool saved(const char* name) const { return status->notice.saved == folder / name; }
    // Trains the run to its end, closes the session and returns the run's parameters.
    std::vector<float> learned() {
        until([&] { return status->phase == Phase::finished; });
        loop.close();
        return reading(folder / "run.redraw").state()->parameters;
    }
};

}  // namespace

TEST_CASE_FIXTURE(EnlargingSession, "what is larger is drawn by the network that learned to") {
    open();
    REQUIRE(status->target->width == 32);
    export_enlarged("never.png");  // starts training the enlarging network
    until([&] { return status->job && !status->job->waits_for.empty(); });
    loop.perform(command::CancelJob{});
    until([&] { return !status->job; });
    export_enlarged("large.png");
    bool said = false;
    until([&] {
        said = said || (status->result<EnlargingMeasure>() &&
                        !status->result<EnlargingMeasure>()->finished &&
                        status->result<EnlargingMeasure>()->progress > 0 && status->job &&
                        !status->job->waits_for.empty());
        if (status->result<EnlargingMeasure>() && status->result<EnlargingMeasure>()->finished &&
            status->job)
            CHECK(status->job->progress >= 0.5);
        return saved("large.png");
    });
    CHECK(said);
    REQUIRE(status->result<EnlargingMeasure>()->finished);
    CHECK(status->result<EnlargingMeasure>()->methods.size() == 5);
    CHECK(psnr_of(status->result<EnlargingMeasure>()->methods, "enlarging") >
          psnr_of(status->result<EnlargingMeasure>()->methods, "lanczos"));
    CHECK_FALSE(status->result<EnlargingMeasure>()->interpolation);
    loop.perform(command::LearnEnlargement{});  // no effect: the network is learned already
    loop.work();
    CHECK(status->result<EnlargingMeasure>()->finished);
    export_enlarged("again.png");
    until([&] { return saved("again.png"); });
    CHECK(load_picture(folder / "again.png").image == load_picture(folder / "large.png").image);
    CHECK_FALSE(std::filesystem::exists(folder / "never.png"));
    EnlargingSession alone;
    alone.open();
    CHECK(learned() == alone.learned());
    // The enlarging preset, trained as a run of its own, draws the same pixels.
    EnlargingSession own;
    own.open();
    own.loop.perform(command::SetRunning{false});
    own.loop.perform(command::Restart{with_preset(own.status->config, "enlarge", {64, 48})});
    CHECK_FALSE(own.status->result<EnlargingMeasure>());  // a new run has no enlarging network yet
    own.until([&] { return own.status->phase == Phase::finished; });
    ExportSpec spec = own.enlarged("run.png");
    spec.method = Method::network;
    own.loop.perform(command::ExportPictures{{spec}, std::nullopt});
    own.until([&] { return own.saved("run.png"); });
    CHECK(load_picture(spec.path).image == load_picture(folder / "large.png").image);
}

TEST_CASE_FIXTURE(EnlargingSession, "another picture ends it, and the export that waits") {
    open();
    export_enlarged("never.png");
    until([&] {
        return status->result<EnlargingMeasure>() &&
               status->result<EnlargingMeasure>()->progress > 0;
    });
    open("other.redraw");
    CHECK_FALSE(status->result<EnlargingMeasure>());
    CHECK_FALSE(status->job);
    for (int i = 0; i < 50; ++i) loop.work();
    CHECK_FALSE(std::filesystem::exists(folder / "never.png"));
    CHECK(status->error.empty());
}

TEST_CASE_FIXTURE(EnlargingSession, "interpolation beyond the picture is of the picture") {
    open();
    const auto exported = [&](PixelSize size, const char* name) {
        ExportSpec spec{folder / name, ImageFormat::png, size, {.bit_depth = 16}};
        spec.method = Method::lanczos;
        loop.perform(command::ExportPictures{{spec}, std::nullopt});
        until([&] { return saved(name); });
        return load_picture(spec.path).image;
    };
    const auto known = [&](const Image& picture, PixelSize size) {
        write_image(folder / "known.png",
                    resample(picture, size.width, size.height, Filter::lanczos), {.bit_depth = 16});
        return load_picture(folder / "known.png").image;
    };
    CHECK(exported({128, 96}, "a.png") == known(*status->picture, {128, 96}));
    CHECK(exported({64, 48}, "b.png") == known(*status->target, {64, 48}));
}
