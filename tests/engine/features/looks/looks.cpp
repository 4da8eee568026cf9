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

NineLooks looks_of(const Config& request, const Image& picture = disc()) {
    LookPainter painter(picture, request, {});
    while (!painter.advance()) continue;
    return *painter.newest();
}

bool all_drawn(const Status& status) {
    return status.result<NineLooks>() && status.result<NineLooks>()->back().drawing;
}

}  // namespace

TEST_CASE("seeds and moments all differ, and the same seeds give the same bits") {
    const Config request = small_config({16, 16}, 400);
    const NineLooks looks = looks_of(request), again = looks_of(request);
    for (std::size_t i = 0; i < looks.size(); ++i) {
        CHECK(looks[i].drawing->values == again[i].drawing->values);
        CHECK(looks[i].config == again[i].config);
        CHECK(looks[i].config.seed == request.seed + 1 + i % kLookSeeds);
        for (std::size_t j = 0; j < i; ++j) {
            CHECK(looks[i].drawing->values != looks[j].drawing->values);
            CHECK_FALSE(looks[i].config == looks[j].config);
        }
    }
}

TEST_CASE_FIXTURE(RunInFolder, "a run of a look's settings ends with its drawing, to the bit") {
    auto new_path = [&, made = 0]() mutable { return folder / std::to_string(++made); };
    const Config own = small_config({16, 16}, 400);
    Config area = own;
    area.network.pixel = PixelModel::area;
    area.precision = Precision::fp32;
    for (const Config& request : {own, area, preset_config("grid")}) {
        const NineLooks looks = looks_of(request);
        for (const std::size_t i : {0, 4, 8}) {
            Trainer trainer(start_run(new_path(), disc(), "disc", looks[i].config), {});
            while (!trainer.finished()) trainer.advance(7);
            const Image& target = trainer.dataset().target;
            CHECK(draw_rows(trainer.backend(), trainer.dataset().grid,
                            {target.width, target.height}, 0, target.height, {})
                      .values == looks[i].drawing->values);
        }
    }
}

TEST_CASE(
    "a network of coordinates paints itself, another is replaced, and the last moment is closer") {
    const Config own = small_config({16, 16}, 400);
    CHECK(looks_of(own)[0].config.network == own.network);
    for (const char* preset : {"grid", "tanh", "enlarge"}) {
        const NineLooks looks = looks_of(preset_config(preset));
        CHECK(looks[0].config.network.encoding == Encoding::none);
        CHECK(looks[0].config.optimizer.kind == Optimizer::adam);
        const std::size_t last = looks.size() - kLookSeeds;
        for (std::size_t i = 0; i < kLookSeeds; ++i)
            CHECK(psnr(*looks[last + i].drawing, disc()) > psnr(*looks[i].drawing, disc()));
    }
}

TEST_CASE("a large network, or one that will be made large, does not paint") {
    const auto layers_of = [](const Config& request) {
        return LookPainter(disc(), request, {}).newest()->front().config.network.layers;
    };
    const std::vector<int> sine = preset_config("siren").network.layers;
    Config request = small_config({16, 16}, 400);
    request.network.parameters = 2000;
    CHECK(layers_of(request) == request.network.layers);
    request.network.parameters = 64'000'000;
    CHECK(layers_of(request) == sine);
    CHECK(layers_of(small_config({512, 512, 512}, 400)) == sine);
}

TEST_CASE_FIXTURE(SessionInFolder, "looks leave the run alone, and are gone with their request") {
    const Config config = small_config({8}, 60);
    write_image(folder / "disc.png", disc());
    open(folder / "disc.png", config, folder / "run.redraw", 3);
    ask(ViewRequest{.looks = true}, 1);
    REQUIRE(status->result<NineLooks>());
    CHECK_FALSE(all_drawn(*status));
    ask(ViewRequest{}, 1);  // closes the sheet before all looks are drawn
    rest();
    CHECK_FALSE(status->result<NineLooks>());
    ask(ViewRequest{.looks = true}, 0);
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
    ask(ViewRequest{.looks = true}, 1);
    REQUIRE(status->result<NineLooks>());
    open(folder / "wide.png", config, folder / "wide.redraw", 0);
    until([&] { return all_drawn(*status); });
    const Image& drawing = *status->result<NineLooks>()->front().drawing;
    CHECK(drawing.width == 3 * drawing.height);
}
