#include "engine/drawing/drawing.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/studies/export_preview.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace redraw;
using namespace redraw_test;

namespace {

struct CroppedWaves {
    TemporaryFolder folder;
    std::shared_ptr<const Image> picture = std::make_shared<const Image>(waves(90, 60, 1));
    Trainer trainer = make();
    CropStudy study{picture, nullptr};

    Trainer make() {
        Config config = small_config({12}, 200);
        config.data.train_size.longer_side = 30;
        config.data.channels = ChannelMode::gray;
        Trainer made(start_run(folder / "a.redraw", *picture, "waves", config), {});
        while (made.step() < 40) made.advance(40 - made.step());
        return made;
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

Image cut(const Image& image, const PixelRect& part) {
    Image out = make_image(part.width, part.height, image.channels);
    for (int y = 0; y < part.height; ++y)
        std::copy_n(image.row(part.y + y) + part.x * image.channels, part.width * image.channels,
                    out.row(y));
    return out;
}

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

TEST_CASE("the detail is that of the export and of the interpolation, to the bit") {
    CroppedWaves b;
    for (const PixelSize size : {PixelSize{480, 320}, {90, 60}, {30, 20}, {12, 8}}) {
        const auto crop = b.at(size);
        REQUIRE(crop);
        CHECK(crop->file.size == size);
        const Image all = draw_rows(b.trainer.backend(), b.trainer.dataset().grid, size, 0,
                                    size.height, b.trainer.parameters());
        CHECK(*crop->file.image == cut(all, crop->file.part));
        const bool beyond = size.width > 90;  // then of the picture as it was opened
        const Image plain = resample(beyond ? *b.picture : b.trainer.dataset().target, size.width,
                                     size.height, Filter::bicubic);
        CHECK(*crop->other.image == cut(plain, crop->other.part));
    }
}

TEST_CASE("both are measured over the whole original, as `redraw compare` measures them") {
    CroppedWaves b;
    const auto crop = b.at({480, 320});
    Config own;
    own.data.train_size.longer_side = 0;
    own.data.channels = ChannelMode::gray;
    const Image truth = make_dataset(*b.picture, own).target;
    const auto& dataset = b.trainer.dataset();
    const Image drawn =
        draw_rows(b.trainer.backend(), dataset.grid, {90, 60}, 0, 60, b.trainer.parameters());
    CHECK(psnr_of(crop->methods, "network") == doctest::Approx(psnr(drawn, truth)));
    CHECK(psnr_of(crop->methods, "bicubic") ==
          doctest::Approx(psnr(resample(dataset.target, 90, 60, Filter::bicubic), truth)));
}

TEST_CASE("in parts or at once: every method's PSNR and SSIM are those of the whole original") {
    CroppedWaves b;
    for (const PixelSize size : {PixelSize{900, 200}, {90, 9}, {37, 301}}) {
        const auto original = std::make_shared<const Image>(waves(size.width, size.height, 1));
        const auto parameters = b.trainer.parameters();
        OriginalComparison study(b.trainer, original, size, {0, 0, 1, 1}, parameters);
        int parts = 1;
        while (!study.advance()) ++parts;
        CHECK(parts >= (size.width == 900 ? 15 : 5));  // three bands, five methods
        Config own;
        own.data.train_size.longer_side = 0;
        own.data.channels = ChannelMode::gray;
        const Image truth = make_dataset(*original, own).target;
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

TEST_CASE("nothing to measure without a larger original, nothing to draw without a wish") {
    CroppedWaves b;
    CHECK_FALSE(b.study.newest());
    CHECK_FALSE(b.study.update(b.trainer, {}, nullptr));
    CHECK_FALSE(b.study.newest());
    for (const auto& picture :
         {std::shared_ptr<const Image>(), std::make_shared<const Image>(waves(30, 20, 1))}) {
        b.study = CropStudy(picture, nullptr);
        const auto crop = b.at({60, 40});
        REQUIRE(crop);
        CHECK(crop->methods.empty());
        CHECK(std::isnan(psnr_of(crop->methods, "network")));
    }
    const auto before = b.study.newest();
    b.study.update(b.trainer, {}, nullptr);  // the sheet was closed
    CHECK_FALSE(b.study.newest());
    CHECK(b.at({60, 40}) != before);
    ViewRequest broken;
    for (const PixelSize size : {PixelSize{0, 40}, {40, 0}, {70'000, 1}}) {
        broken.export_view = CroppedWaves::view_of(size);
        CHECK_FALSE(b.study.update(b.trainer, broken, nullptr));
    }
}

TEST_CASE("a kept moment, one that is gone, and the run that goes on") {
    CroppedWaves b;
    const auto then = b.at({90, 60}, 10);
    const Image all = draw_rows(b.trainer.backend(), b.trainer.dataset().grid, {90, 60}, 0, 60,
                                *b.trainer.parameters_at(10));
    CHECK(*then->file.image == cut(all, then->file.part));
    CHECK(b.at({90, 60}, 12'345) == then);  // thinned out: what was drawn stays
    CHECK(then->methods.empty());           // is chosen for its look
    const auto now = b.at({90, 60});
    CHECK_FALSE(*now->file.image == *then->file.image);
    CHECK(b.at({90, 60}) == now);  // drawn once

    const State before = b.trainer.backend().save();
    ShareOfTime share(0.1);
    ViewRequest view;
    view.export_view = CroppedWaves::view_of({120, 80});
    while (!b.study.newest() || b.study.newest()->file.size != view.export_view->size)
        b.study.update(b.trainer, view, &share);
    CHECK(b.trainer.backend().save() == before);
    while (b.study.newest()->methods.empty()) b.study.update(b.trainer, view, &share);
    b.trainer.advance(1);
    const auto shown = b.study.newest();
    while (b.study.newest() == shown) b.study.update(b.trainer, view, &share);
    CHECK_FALSE(b.study.newest()->methods.empty());  // the last measure stays meanwhile
}

TEST_CASE("what is looked at follows the middle, and stays in the drawing") {
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
    CroppedWaves b;
    ViewRequest view;
    view.export_view = moved;
    while (b.study.update(b.trainer, view, nullptr)) continue;
    CHECK(b.study.newest()->file.part == PixelRect{95, 60, 50, 40});
}

TEST_CASE("the session draws it for the run that is open, and forgets it with the wish") {
    CroppedWaves b;
    const auto file = b.folder / "waves.png";
    write_image(file, *b.picture);
    ThreadlessSession w;
    Config config = small_config({12}, 1'000'000);
    config.data.train_size.longer_side = 30;
    for (const char* run : {"first.redraw", "second.redraw"}) {
        w.loop.perform(command::Open{file, config, b.folder / run});
        w.until([&] { return w.status->step > 0; });
        CHECK_FALSE(w.status->export_crop);
        w.loop.perform(ViewRequest{.export_view = CroppedWaves::view_of({90, 60})});
        w.until([&] { return w.status->export_crop && w.status->export_crop->file.image; });
        w.loop.perform(command::SetRunning{false});  // measures without waiting for its share
        w.until([&] { return !w.status->export_crop->methods.empty(); });
        for (const char* method : {"network", "bicubic"})
            CHECK(std::isfinite(psnr_of(w.status->export_crop->methods, method)));
    }
    w.loop.perform(ViewRequest{});
    w.until([&] { return !w.status->export_crop; });
}
