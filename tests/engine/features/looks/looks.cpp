// Tests the nine looks: drawings of the picture by small networks that learn beside a run without
// changing the run. A new run with a look's settings ends with that look's drawing.
#include "engine/features/looks/looks.h"

#include "engine/drawing/drawing.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/network/presets.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

using namespace redraw;
using namespace redraw_test;

namespace {

NineLooks looks_of(const Config& request, const Image& picture = disc(),
                   std::uint64_t surprise = 0) {
    const TemporaryFolder folder;
    Trainer trainer(start_run(folder / "run.redraw", picture, "disc", request), {});
    LookStudy study({std::make_shared<const Image>(picture), {}, {}});
    while (study.update(trainer, {.looks = surprise}, nullptr)) continue;
    return *study.newest();
}

bool all_drawn(const Status& status) {
    return status.result<NineLooks>() &&
           std::ranges::all_of(*status.result<NineLooks>(), &Look::finished);
}

}  // namespace

TEST_CASE("nine kinds all differ, and the same request gives the same bits") {
    const Config request = small_config({16, 16}, 400);
    for (const std::uint64_t surprise : {0, 1}) {
        const NineLooks looks = looks_of(request, disc(), surprise),
                        again = looks_of(request, disc(), surprise);
        for (std::size_t i = 0; i < looks.size(); ++i) {
            CAPTURE(looks[i].name);
            CHECK(looks[i].finished);
            CHECK(looks[i].drawing->values == again[i].drawing->values);
            CHECK(looks[i].config == again[i].config);
            CHECK(looks[i].config.seed == request.seed + 1 + i + surprise * kLooks);
            CHECK(looks[i].config.schedule.warmup_epochs <= looks[i].config.schedule.epochs / 10);
            for (std::size_t j = 0; j < i; ++j) {
                CHECK(looks[i].drawing->values != looks[j].drawing->values);
                // Not the seed alone makes the difference.
                Config other = looks[j].config;
                other.seed = looks[i].config.seed;
                CHECK_FALSE(looks[i].config == other);
            }
        }
    }
}

TEST_CASE("a surprise gives new weights to all, and new sizes to some kinds") {
    const Config request = small_config({16, 16}, 400);
    const NineLooks usual = nine_looks(request, {400, 300});
    int sizes = 0;
    for (std::uint64_t surprise = 1; surprise < 20; ++surprise) {
        const NineLooks looks = nine_looks(request, {400, 300}, surprise);
        for (std::size_t i = 0; i < kLooks; ++i) {
            CHECK(looks[i].config.seed != usual[i].config.seed);
            sizes += looks[i].config.network.layers != usual[i].config.network.layers;
            validate(looks[i].config);
        }
    }
    CHECK(sizes > 10);
    CHECK(sizes <= 3 * 19);
}

TEST_CASE_FIXTURE(RunInFolder, "a run of a look's settings ends with its drawing, to the bit") {
    auto new_path = [&, made = 0]() mutable { return folder / std::to_string(++made); };
    const Config own = small_config({16, 16}, 400);
    Config area = own;
    area.network.pixel = PixelModel::area;
    area.precision = Precision::fp32;
    for (const Config& request : {own, area, preset_config("grid")}) {
        const NineLooks looks = looks_of(request);
        for (std::size_t i = 0; i < kLooks; ++i) {
            CAPTURE(looks[i].name);
            Trainer trainer(start_run(new_path(), disc(), "disc", looks[i].config), {});
            while (!trainer.finished()) trainer.advance(7);
            const Image& target = trainer.dataset().target;
            CHECK(draw_rows(trainer.backend(), trainer.dataset().grid,
                            {target.width, target.height}, 0, target.height, {})
                      .values == looks[i].drawing->values);
        }
    }
}

TEST_CASE_FIXTURE(SessionInFolder, "looks leave the run alone, and are gone with their request") {
    const Config config = small_config({8}, 60);
    write_image(folder / "disc.png", disc());
    open(folder / "disc.png", config, folder / "run.redraw", 3);
    ask(ViewRequest{.looks = 0}, 1);
    REQUIRE(status->result<NineLooks>());
    CHECK_FALSE(all_drawn(*status));
    ask(ViewRequest{}, 1);  // closes the sheet before all looks are drawn
    rest();
    CHECK_FALSE(status->result<NineLooks>());
    ask(ViewRequest{.looks = 0}, 0);
    until([&] { return all_drawn(*status); });
    ask(command::SetRunning{true}, 0);
    rest();
    CHECK(all_drawn(*status));
    CHECK(status->error.empty());
    const Look chosen = status->result<NineLooks>()->back();
    Trainer alone = begun_run(folder / "alone.redraw", disc(), config, 1 << 20);
    CHECK(reading(folder / "run.redraw").state()->parameters == alone.parameters());
    ask(command::Restart{chosen.config}, 0);
    ask(ViewRequest{}, 0);  // the sheet closes with the click
    until([&] { return status->phase == Phase::finished; });
    CHECK_FALSE(status->result<NineLooks>());
    CHECK(status->request == chosen.config);
}

TEST_CASE_FIXTURE(SessionInFolder,
                  "a sheet left open gets the looks of a picture opened meanwhile") {
    const Config config = small_config({8}, 60);
    write_image(folder / "disc.png", disc());
    write_image(folder / "wide.png", make_image(24, 8, 1, 0.5f));
    open(folder / "disc.png", config, folder / "disc.redraw", 3);
    ask(ViewRequest{.looks = 0}, 1);
    REQUIRE(status->result<NineLooks>());
    open(folder / "wide.png", config, folder / "wide.redraw", 0);
    until([&] { return all_drawn(*status); });
    const Image& drawing = *status->result<NineLooks>()->front().drawing;
    CHECK(drawing.width == 3 * drawing.height);
}
