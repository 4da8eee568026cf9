// Tests what is said of one place: its values and bands are those of the drawing around it.
#include "engine/features/scan_line/place_detail.h"
#include "engine/data/internal_examples.h"
#include "engine/features/studies/view_request.h"
#include "tests/support/training.h"

#include <cmath>

using namespace redraw;
using namespace redraw_test;

namespace {

struct Looked {
    TemporaryFolder folder;
    Trainer trainer;
    PlaceStudy study;
    ViewRequest view;

    explicit Looked(const Image& picture, std::int64_t steps = 30)
        : trainer(begun_run(folder / "run.redraw", picture, small_config({8, 8}, 60), steps)) {}
    std::shared_ptr<const PlaceDetail> at(int column, int row) {
        const Image& picture = trainer.dataset().target;
        view.place = Point{(column + 0.5) / picture.width, (row + 0.5) / picture.height};
        study.update(trainer, view, nullptr);
        return study.newest();
    }
};

PlaceDetail square_of(std::vector<float> power, std::vector<float> learned, float off = 0) {
    PlaceDetail place;
    place.side = 64;
    place.around = {0, 32, std::move(power), std::move(learned)};
    place.picture = {0.5f};
    place.drawing = {0.5f + off / 255};
    return place;
}

}  // namespace

TEST_CASE("a place has the values of its pixel, and the bands of the square around it") {
    for (const int channels : {1, 3, 4}) {
        Looked bench(waves(90, 70, channels));
        const Image& picture = bench.trainer.dataset().target;
        const Grid grid = bench.trainer.dataset().grid;
        const Image whole_drawing = bench.trainer.backend().render(grid, whole(grid))->on_host();
        for (const auto& at : {std::pair{0, 0}, {45, 35}, {89, 69}}) {
            const int column = at.first, row = at.second;
            CAPTURE(column);
            const auto found = bench.at(column, row);
            REQUIRE(found);
            CHECK(found->column == column);
            CHECK(found->row == row);
            CHECK(found->side == 64);
            for (int c = 0; c < channels; ++c) {
                CHECK(found->picture[std::size_t(c)] == picture.row(row)[column * channels + c]);
                const float drawn = whole_drawing.row(row)[column * channels + c];
                CHECK(found->drawing[std::size_t(c)] == std::clamp(drawn, 0.0f, 1.0f));
            }
            const PixelRect square{std::clamp(column - 32, 0, 26), std::clamp(row - 32, 0, 6), 64,
                                   64};
            const Bands bands = bands_of(luminance(crop(picture, square)));
            for (std::size_t b = 0; b < bands.power.size(); ++b)
                CHECK(found->around.picture[b] == float(bands.power[b]));
        }
    }
}

TEST_CASE("small pictures, earlier moments, and a place that nobody asks for") {
    Looked bench(disc(1, 0.2f));
    const auto now = bench.at(3, 3);
    REQUIRE(now);
    bench.view.at_step = 0;
    const auto first = bench.at(3, 3);
    CHECK(first->step == 0);
    CHECK(first->drawing != now->drawing);
    CHECK_FALSE(bench.study.update(bench.trainer, bench.view, nullptr));
    CHECK(bench.study.newest() == first);
    bench.view.place.reset();
    bench.study.update(bench.trainer, bench.view, nullptr);
    CHECK_FALSE(bench.study.newest());
    Looked dot(make_image(1, 1, 3, 0.5f), 3);
    REQUIRE(dot.at(0, 0));
    CHECK_FALSE(explain_place(*dot.at(0, 0)).empty());
}

TEST_CASE("the sentence names the strongest waves, the lost ones, and how far off the pixel is") {
    const std::vector<float> power{0, 0, 0, 0.1f, 0.01f, 0.01f, 0.01f, 0.01f, 0.01f, 0.01f};
    const std::string part =
        explain_place(square_of(power, {1, 1, 1, 1, 1, 1, 0.2f, 0, 0, 0}, -12));
    // Band 3 of 10 lies around 32^0.35 = 3.4 waves across 64 pixels, band 6 begins at 8.
    CHECK(part.find("about 19 pixels") != part.npos);
    CHECK(part.find("shorter than 8 pixels") != part.npos);
    CHECK(part.find("12 of 255") != part.npos);
    CHECK(part.find("dark") != part.npos);
    const std::string all = explain_place(square_of(power, std::vector<float>(10, 1), 3));
    CHECK(all.find("shorter") == all.npos);
    CHECK(all.find("light") != all.npos);
    const std::string none = explain_place(square_of(power, std::vector<float>(10, 0)));
    CHECK(none != all);
    CHECK(none.find("255") == none.npos);
    // What nobody can see is not missed.
    std::vector<float> faint = power;
    faint[9] = 1e-7f;
    CHECK(explain_place(square_of(faint, {1, 1, 1, 1, 1, 1, 1, 1, 1, 0})) ==
          explain_place(square_of(faint, std::vector<float>(10, 1))));
    const std::string plain =
        explain_place(square_of(std::vector<float>(10, 1e-7f), std::vector<float>(10, 0)));
    CHECK(plain.find("pixels") == plain.npos);
}
