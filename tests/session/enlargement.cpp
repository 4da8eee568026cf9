// The enlarging network beside a run: the drawing of `redraw enlarge`, and the run never knows.
#include "engine/enlarge/enlargement.h"
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
};

// What it has to be, from the picture at its own size and not from what the run learns.
const Image& wanted(const std::filesystem::path& picture) {
    static const Image drawn = [&] {
        Enlargement enlargement(load_picture(picture).image,
                                with_preset(at_32(), "enlarge", {64, 48}), {});
        while (!enlargement.advance()) {
        }
        REQUIRE(enlargement.worth().better_than_network() == nullptr);
        const Grid grid = resized(picture_grid(64, 48), 160, 120);
        return enlargement.backend().render(grid, whole(grid))->on_host();
    }();
    return drawn;
}

}  // namespace

TEST_CASE("what is larger than the picture is drawn by the network that learned to enlarge it") {
    EnlargingSession w;
    w.open();
    REQUIRE(w.status->target->width == 32);
    w.loop.perform(command::ExportPictures{{w.enlarged("large.png")},
                                           std::nullopt});  // asks for the network itself
    bool said = false;
    w.until([&] {
        said = said || (w.status->enlarging && !w.status->enlarging->finished &&
                        w.status->enlarging->progress > 0 && w.status->job &&
                        !w.status->job->waits_for.empty());
        if (w.status->enlarging && w.status->enlarging->finished && w.status->job)
            CHECK(w.status->job->progress >= 0.5);
        return w.status->notice.text.find("large.png") != std::string::npos;
    });
    CHECK(said);
    REQUIRE(w.status->enlarging->finished);
    CHECK(w.status->enlarging->methods.size() == 5);
    CHECK(psnr_of(w.status->enlarging->methods, "enlarging") >
          psnr_of(w.status->enlarging->methods, "lanczos"));
    CHECK_FALSE(w.status->enlarging->interpolation);
    write_image(w.folder / "wanted.png", wanted(w.folder / "leaves.png"), {.bit_depth = 16});
    CHECK(load_picture(w.folder / "large.png").image ==
          load_picture(w.folder / "wanted.png").image);

    w.loop.perform(command::LearnEnlargement{});  // is there already
    w.loop.work();
    CHECK(w.status->enlarging->finished);
    w.loop.perform(command::ExportPictures{{w.enlarged("again.png")}, std::nullopt});
    w.until([&] { return w.status->notice.text.find("again.png") != std::string::npos; });
    CHECK(load_picture(w.folder / "again.png").image == load_picture(w.folder / "large.png").image);
}

TEST_CASE("the run is the same to the bit, and so is the network opened as a run of its own") {
    const auto learned = [](bool beside) {
        EnlargingSession w;
        w.open();
        if (beside) w.loop.perform(command::LearnEnlargement{});
        w.until([&] {
            return w.status->phase == Phase::finished &&
                   (!beside || (w.status->enlarging && w.status->enlarging->finished));
        });
        w.loop.close();
        return RunFile::open(w.folder / "run.redraw", RunFile::Access::read_only)
            .state()
            ->parameters;
    };
    CHECK(learned(true) == learned(false));

    EnlargingSession w;
    w.open();
    w.loop.perform(command::SetRunning{false});
    w.loop.perform(command::Restart{with_preset(w.status->config, "enlarge", {64, 48})});
    CHECK_FALSE(w.status->enlarging);  // another run
    w.until([&] { return w.status->phase == Phase::finished; });
    ExportSpec spec = w.enlarged("run.png");
    spec.method = Method::network;
    w.loop.perform(command::ExportPictures{{spec}, std::nullopt});
    w.until([&] { return w.status->notice.text.find("run.png") != std::string::npos; });
    write_image(w.folder / "wanted.png", wanted(w.folder / "leaves.png"), {.bit_depth = 16});
    CHECK(load_picture(spec.path).image == load_picture(w.folder / "wanted.png").image);
}

TEST_CASE("another picture ends it, and with it the export that waits for it") {
    EnlargingSession w;
    w.open();
    w.loop.perform(command::ExportPictures{{w.enlarged("never.png")}, std::nullopt});
    w.until([&] { return w.status->enlarging && w.status->enlarging->progress > 0; });
    w.open("other.redraw");
    CHECK_FALSE(w.status->enlarging);
    CHECK_FALSE(w.status->job);
    for (int i = 0; i < 50; ++i) w.loop.work();
    CHECK_FALSE(std::filesystem::exists(w.folder / "never.png"));
    CHECK(w.status->error.empty());
}

TEST_CASE("while it waits it can be cancelled, and nothing is written") {
    EnlargingSession w;
    w.open();
    w.loop.perform(command::ExportPictures{{w.enlarged("never.png")}, std::nullopt});
    w.until([&] { return w.status->job && !w.status->job->waits_for.empty(); });
    w.loop.perform(command::CancelJob{});
    w.until([&] { return w.status->enlarging->finished; });
    for (int i = 0; i < 50; ++i) w.loop.work();
    CHECK_FALSE(std::filesystem::exists(w.folder / "never.png"));
    CHECK_FALSE(w.status->job);
}

TEST_CASE("interpolation beyond the picture is of the picture, up to it of what was learned") {
    EnlargingSession w;
    w.open();
    const auto exported = [&](PixelSize size, const char* name) {
        ExportSpec spec{w.folder / name, ImageFormat::png, size, {.bit_depth = 16}};
        spec.method = Method::lanczos;
        w.loop.perform(command::ExportPictures{{spec}, std::nullopt});
        w.until([&] { return w.status->notice.text.find(name) != std::string::npos; });
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
