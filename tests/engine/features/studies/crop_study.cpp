#include "engine/drawing/drawing.h"
#include "engine/features/studies/export_preview.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

using namespace redraw;
using namespace redraw_test;

namespace {

struct CroppedWaves {
    TemporaryFolder folder;
    std::shared_ptr<const Image> picture = std::make_shared<const Image>(waves(90, 60, 1));
    Trainer trainer = begun_run(folder / "a.redraw", *picture, config(), 40);
    CropStudy study{StudyTools{.picture = picture}};

    static Config config() {
        Config config = small_config({12}, 200);
        config.data.train_size.longer_side = 30;
        config.data.channels = ChannelMode::gray;
        return config;
    }
    // Returns the reference of all scores: the full-size picture, converted as by `redraw compare`.
    static Image truth(const Image& original) {
        Config own = config();
        own.data.train_size.longer_side = 0;
        return make_dataset(original, own).target;
    }
    static ExportView view_of(PixelSize size) {
        return {.size = size, .room = {230, 172}, .compared = Method::bicubic};
    }
    std::shared_ptr<const ExportCrop> at(PixelSize size, std::optional<std::int64_t> step = {}) {
        ViewRequest view;
        view.export_view = view_of(size);
        view.export_step = step;
        while (study.update(trainer, view, nullptr)) continue;
        return study.newest();
    }
};

}  // namespace

TEST_CASE("a detail lies in its drawing at every size") {
    const Image image = waves(37, 90, 1);
    for (const PixelSize size : {PixelSize{1, 1}, {37, 90}, {5, 4000}, {4000, 5}, {9999, 24000}}) {
        const PixelRect part = detail_of(image, size);
        CHECK(part.x >= 0);
        CHECK(part.y >= 0);
        CHECK(part.width == std::min(size.width, 230));
        CHECK(part.x + part.width <= size.width);
        CHECK(part.y + part.height <= size.height);
    }
}

TEST_CASE("the detail is that of the export, to the bit, and measured") {
    CroppedWaves b;
    const auto& dataset = b.trainer.dataset();
    const Image truth = b.truth(*b.picture);
    const auto network_at = [&](PixelSize size) {
        return draw_rows(b.trainer.backend(), dataset.grid, size, 0, size.height,
                         b.trainer.parameters());
    };
    // The 1600 x 1067 drawing is so large that its detail is drawn in several bands of rows.
    for (const PixelSize size : {PixelSize{1600, 1067}, {480, 320}, {90, 60}, {30, 20}, {12, 8}}) {
        const auto shown = b.at(size);
        REQUIRE(shown);
        CHECK(shown->file.size == size);
        CHECK(*shown->file.image == crop(network_at(size), shown->file.part));
        // For sizes above the picture's own, interpolation starts from the opened picture; else
        // from the training target.
        const bool beyond = size.width > 90;
        const Image plain = resample(beyond ? *b.picture : dataset.target, size.width, size.height,
                                     Filter::bicubic);
        CHECK(*shown->other.image == crop(plain, shown->other.part));
        if (!beyond) continue;
        CHECK(psnr_of(shown->methods, "network") ==
              doctest::Approx(psnr(network_at({90, 60}), truth)));
        CHECK(psnr_of(shown->methods, "bicubic") ==
              doctest::Approx(psnr(resample(dataset.target, 90, 60, Filter::bicubic), truth)));
    }
}

TEST_CASE("in parts or at once PSNR and SSIM are of the whole original") {
    CroppedWaves b;
    for (const PixelSize size : {PixelSize{900, 200}, {90, 9}, {37, 301}}) {
        const auto original = std::make_shared<const Image>(waves(size.width, size.height, 1));
        const auto parameters = b.trainer.parameters();
        OriginalComparison study(b.trainer, original, size, {0, 0, 1, 1}, parameters);
        int parts = 1;
        while (!study.advance()) ++parts;
        CHECK(parts >= (size.width == 900 ? 15 : 5));  // three bands for each of five methods
        const Image truth = b.truth(*original);
        const auto methods = study.methods();
        REQUIRE(methods.size() == 5);
        for (const Quality& method : methods) {
            CAPTURE(method.method);
            Image drawn = draw_rows(b.trainer.backend(), b.trainer.dataset().grid, size, 0,
                                    size.height, parameters);
            for (const Filter filter :
                 {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos})
                if (method.method == name_of(filter))
                    drawn = resample(b.trainer.dataset().target, size.width, size.height, filter);
            CHECK(method.psnr == doctest::Approx(psnr(drawn, truth)));
            CHECK(method.ssim == doctest::Approx(ssim(drawn, truth)));
        }
    }
}

TEST_CASE("without a larger original or a wish there is nothing") {
    CroppedWaves b;
    CHECK_FALSE(b.study.newest());
    CHECK_FALSE(b.study.update(b.trainer, {}, nullptr));
    CHECK_FALSE(b.study.newest());
    for (const auto& picture :
         {std::shared_ptr<const Image>(), std::make_shared<const Image>(waves(30, 20, 1))}) {
        b.study = CropStudy(StudyTools{.picture = picture});
        const auto crop = b.at({60, 40});
        REQUIRE(crop);
        CHECK(crop->methods.empty());
        CHECK(std::isnan(psnr_of(crop->methods, "network")));
    }
    const auto before = b.study.newest();
    b.study.update(b.trainer, {}, nullptr);  // the export sheet was closed
    CHECK_FALSE(b.study.newest());
    CHECK(b.at({60, 40}) != before);
    ViewRequest broken;
    for (const PixelSize size : {PixelSize{0, 40}, {40, 0}, {70'000, 1}}) {
        broken.export_view = CroppedWaves::view_of(size);
        CHECK_FALSE(b.study.update(b.trainer, broken, nullptr));
    }
}

TEST_CASE_FIXTURE(CroppedWaves, "a kept moment, one that is gone, and the run that goes on") {
    const auto then = at({90, 60}, 10);
    const Image all = draw_rows(trainer.backend(), trainer.dataset().grid, {90, 60}, 0, 60,
                                *trainer.parameters_at(10));
    CHECK(*then->file.image == crop(all, then->file.part));
    CHECK(at({90, 60}, 12'345) == then);  // a step without a keyframe: the last drawing stays
    CHECK(then->methods.empty());         // past steps are not scored
    const auto now = at({90, 60});
    CHECK_FALSE(*now->file.image == *then->file.image);
    CHECK(at({90, 60}) == now);  // the same request is not drawn again
    const State before = trainer.backend().save();
    ShareOfTime share(0.1);
    ViewRequest view;
    view.export_view = CroppedWaves::view_of({120, 80});
    while (!study.newest() || study.newest()->file.size != view.export_view->size)
        study.update(trainer, view, &share);
    CHECK(trainer.backend().save() == before);
    while (study.newest()->methods.empty()) study.update(trainer, view, &share);
    trainer.advance(1);
    const auto shown = study.newest();
    while (study.newest() == shown) study.update(trainer, view, &share);
    CHECK_FALSE(study.newest()->methods.empty());  // keeps the scores until it has new ones
}

TEST_CASE_FIXTURE(CroppedWaves, "what is looked at follows the middle, and stays in the drawing") {
    const auto part = [](Point middle, PixelSize room) {
        return export_part({300, 200}, room, middle);
    };
    CHECK(part({0.5, 0.5}, {100, 80}) == PixelRect{100, 60, 100, 80});
    CHECK(part({0, 1}, {100, 80}) == PixelRect{0, 120, 100, 80});
    CHECK(part({0.99, -5}, {100, 80}) == PixelRect{200, 0, 100, 80});
    CHECK(part({0.5, 0.5}, {1000, 800}) == PixelRect{0, 0, 300, 200});
    CHECK(part({0.5, 0.5}, {0, -3}).width == 1);
    CHECK(part({NAN, 0.5}, {100, 80}).x >= 0);
    const ExportView moved{{480, 320}, {50, 40}, Point{0.25, 0.25}};
    ViewRequest view;
    view.export_view = moved;
    while (study.update(trainer, view, nullptr)) continue;
    CHECK(study.newest()->file.part == PixelRect{95, 60, 50, 40});
}

TEST_CASE("the session draws it, and forgets it with the wish") {
    CroppedWaves b;
    const auto file = b.folder / "waves.png";
    write_image(file, *b.picture);
    ThreadlessSession w;
    Config config = small_config({12}, 1'000'000);
    config.data.train_size.longer_side = 30;
    for (const char* run : {"first.redraw", "second.redraw"}) {
        w.loop.perform(command::Open{file, config, b.folder / run});
        w.until([&] { return w.status->step > 0; });
        CHECK_FALSE(w.status->result<ExportCrop>());
        w.loop.perform(ViewRequest{.export_view = CroppedWaves::view_of({90, 60})});
        w.until([&] {
            return w.status->result<ExportCrop>() && w.status->result<ExportCrop>()->file.image;
        });
        w.loop.perform(command::SetRunning{false});  // paused: studies get all of the time
        w.until([&] { return !w.status->result<ExportCrop>()->methods.empty(); });
        for (const char* method : {"network", "bicubic"})
            CHECK(std::isfinite(psnr_of(w.status->result<ExportCrop>()->methods, method)));
        w.loop.perform(ViewRequest{});
        w.until([&] { return !w.status->result<ExportCrop>(); });
    }
}
