// The enlarging network beside a run: the drawing of `redraw enlarge`, and the run never knows.
#include "engine/data/batch_by_size.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/network/presets.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw_test;

namespace {

Config at_32() {
    Config config = small_config({16, 16}, 40);
    config.data.train_size.longer_side = 32;
    return config;
}

// One whose network is 0.35 dB ahead: which arithmetic a processor has decides hundredths.
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
    // Ends the session at the end of the run; its parameters.
    std::vector<float> learned() {
        until([&] { return status->phase == Phase::finished; });
        loop.close();
        return RunFile::open(folder / "run.redraw", RunFile::Access::read_only).state()->parameters;
    }
};

}  // namespace

TEST_CASE("what is larger is drawn by the network that learned to, beside a run that never knows") {
    EnlargingSession w;
    w.open();
    REQUIRE(w.status->target->width == 32);
    w.export_enlarged("never.png");  // asks for the network itself
    w.until([&] { return w.status->job && !w.status->job->waits_for.empty(); });
    w.loop.perform(command::CancelJob{});
    w.until([&] { return !w.status->job; });
    w.export_enlarged("large.png");
    bool said = false;
    w.until([&] {
        said = said || (w.status->enlarging && !w.status->enlarging->finished &&
                        w.status->enlarging->progress > 0 && w.status->job &&
                        !w.status->job->waits_for.empty());
        if (w.status->enlarging && w.status->enlarging->finished && w.status->job)
            CHECK(w.status->job->progress >= 0.5);
        return w.saved("large.png");
    });
    CHECK(said);
    REQUIRE(w.status->enlarging->finished);
    CHECK(w.status->enlarging->methods.size() == 5);
    CHECK(psnr_of(w.status->enlarging->methods, "enlarging") >
          psnr_of(w.status->enlarging->methods, "lanczos"));
    CHECK_FALSE(w.status->enlarging->interpolation);
    w.loop.perform(command::LearnEnlargement{});  // is there already
    w.loop.work();
    CHECK(w.status->enlarging->finished);
    w.export_enlarged("again.png");
    w.until([&] { return w.saved("again.png"); });
    CHECK(load_picture(w.folder / "again.png").image == load_picture(w.folder / "large.png").image);
    CHECK_FALSE(std::filesystem::exists(w.folder / "never.png"));
    EnlargingSession alone;
    alone.open();
    CHECK(w.learned() == alone.learned());
    // What it draws is what that network draws as a run of its own.
    EnlargingSession own;
    own.open();
    own.loop.perform(command::SetRunning{false});
    own.loop.perform(command::Restart{with_preset(own.status->config, "enlarge", {64, 48})});
    CHECK_FALSE(own.status->enlarging);  // another run
    own.until([&] { return own.status->phase == Phase::finished; });
    ExportSpec spec = own.enlarged("run.png");
    spec.method = Method::network;
    own.loop.perform(command::ExportPictures{{spec}, std::nullopt});
    own.until([&] { return own.saved("run.png"); });
    CHECK(load_picture(spec.path).image == load_picture(w.folder / "large.png").image);
}

TEST_CASE("another picture ends it, and with it the export that waits for it") {
    EnlargingSession w;
    w.open();
    w.export_enlarged("never.png");
    w.until([&] { return w.status->enlarging && w.status->enlarging->progress > 0; });
    w.open("other.redraw");
    CHECK_FALSE(w.status->enlarging);
    CHECK_FALSE(w.status->job);
    for (int i = 0; i < 50; ++i) w.loop.work();
    CHECK_FALSE(std::filesystem::exists(w.folder / "never.png"));
    CHECK(w.status->error.empty());
}

TEST_CASE("interpolation beyond the picture is of the picture, up to it of what was learned") {
    EnlargingSession w;
    w.open();
    const auto exported = [&](PixelSize size, const char* name) {
        ExportSpec spec{w.folder / name, ImageFormat::png, size, {.bit_depth = 16}};
        spec.method = Method::lanczos;
        w.loop.perform(command::ExportPictures{{spec}, std::nullopt});
        w.until([&] { return w.saved(name); });
        return load_picture(spec.path).image;
    };
    const auto known = [&](const Image& picture, PixelSize size) {
        write_image(w.folder / "known.png",
                    resample(picture, size.width, size.height, Filter::lanczos), {.bit_depth = 16});
        return load_picture(w.folder / "known.png").image;
    };
    CHECK(exported({128, 96}, "a.png") == known(*w.status->picture, {128, 96}));
    CHECK(exported({64, 48}, "b.png") == known(*w.status->target, {64, 48}));
}
