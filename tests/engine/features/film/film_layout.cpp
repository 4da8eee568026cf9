// Tests film frames with picture and curve, the wipe at the end, and leaving out a noisy start.
#include "engine/features/film/film_layout.h"
#include "engine/drawing/pace.h"
#include "engine/image/picture.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

using namespace redraw;
using namespace redraw::test;

namespace {

const auto kPicture = std::make_shared<const Image>(make_image(64, 32, 3, 1.0f));

// Makes a film of frames and reads them in their order. No drawing's edge is as light as kPicture.
std::vector<Image> frames_of(const FilmSpec& spec) {
    ClosedFormBackend backend(3);
    const std::vector<MeasuredPsnr> measured{
        {1, 10, 1, true}, {50, 20, 2, true}, {100, 30, 4, true}};
    const auto film = timelapse_film(
        backend, picture_grid(64, 32), kPicture, {{0, 20.0f}, {50, 30.0f}, {100, 40.0f}}, measured,
        1, [](std::int64_t step) { return std::vector<float>{float(step) * 0.01f}; }, spec);
    while (!film->advance()) continue;
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(spec.path))
        files.insert(entry.path());
    std::vector<Image> frames;
    for (const auto& file : files) frames.push_back(load_picture(file).image);
    return frames;
}

}  // namespace

TEST_CASE("drawing, corner and curve lie within every frame") {
    for (const PixelSize picture : {PixelSize{600, 400}, {400, 600}, {40, 4000}, {1, 1}})
        for (const auto& shape_name : kNames<FilmShape>)
            for (const bool curve : {false, true}) {
                const FilmShape shape = shape_name.value;
                CAPTURE(int(shape));
                FilmSpec spec{.path = "a.gif", .size = {}};
                spec.curve = curve;
                spec.inset = kPicture;
                set_shape(spec, shape, picture);
                const FilmLayout layout(spec);
                CHECK(film_size(spec) == layout.frame);
                if (shape != FilmShape::own) CHECK(layout.frame == spec.frame);
                CHECK(layout.drawing.width() == spec.size.width);
                CHECK(std::max(layout.frame.width, layout.frame.height) >= 1080);
                for (const Box& box : {layout.drawing, layout.inset, layout.curve}) {
                    CHECK(box.x0 >= 0);
                    CHECK(box.y0 >= 0);
                    CHECK(box.x1 <= layout.frame.width);
                    CHECK(box.y1 <= layout.frame.height);
                }
                CHECK(layout.inset.x1 <= layout.drawing.x1);
                CHECK((layout.curve.height() > 0) == curve);
                if (curve) CHECK(layout.curve.y0 >= layout.drawing.y1);
                if (shape == FilmShape::own) CHECK(layout.plain() == !curve);
            }
}

TEST_CASE("a clip that would stay a third empty shows the part of the picture with most detail") {
    std::mt19937 random(5);
    Image picture = make_image(600, 400, 1, 0.5f);
    for (int y = 100; y < 300; ++y)  // detail around the column 450
        for (int x = 400; x < 500; ++x) picture.row(y)[x] = float(random() % 256) / 255;
    const auto clip = [&](FilmShape shape, const Image& of) {
        return clip_spec("a.mp4", shape, std::make_shared<const Image>(of));
    };
    const FilmSpec tall = clip(FilmShape::tall, picture);
    CHECK(tall.size == tall.frame);
    CHECK(FilmLayout(tall).drawing.width() == tall.frame.width);
    const double across = tall.seen_to.x - tall.seen_from.x;
    CHECK(across * 600 / 400 == doctest::Approx(9.0 / 16).epsilon(0.001));
    CHECK(tall.seen_to.y - tall.seen_from.y == doctest::Approx(1));
    CHECK(tall.seen_from.x <= 400.0 / 600);
    CHECK(tall.seen_to.x >= 500.0 / 600);
    const FilmSpec square = clip(FilmShape::square, picture);  // two thirds of it are full
    CHECK(square.seen_to == Point{1, 1});
    CHECK(square.size.height < square.frame.height);
    for (const PixelSize size : {PixelSize{1, 1}, {1, 900}, {4000, 3}, {30, 20}})
        for (const auto& shape : kNames<FilmShape>) {
            const FilmSpec odd = clip(shape.value, make_image(size.width, size.height, 3, 0.5f));
            for (const Point& corner : {odd.seen_from, odd.seen_to}) {
                CHECK(corner.x >= 0);
                CHECK(corner.y >= 0);
                CHECK(corner.x <= 1 + 1e-9);
                CHECK(corner.y <= 1 + 1e-9);
            }
            CHECK(odd.seen_to.x > odd.seen_from.x);
            CHECK(odd.seen_to.y > odd.seen_from.y);
        }
}

TEST_CASE("a film of a part renders the pixels that the whole film has there") {
    const TemporaryFolder folder;
    FilmSpec spec{
        .path = folder / "whole", .size = {200, 100}, .frames_per_second = 2, .seconds = 1};
    const Image whole_frame = frames_of(spec).back();
    spec.path = folder / "part";
    spec.size = {50, 100};
    spec.seen_from = {0.5, 0};
    spec.seen_to = {0.75, 1};
    const Image part = frames_of(spec).back();
    for (int y = 0; y < 100; ++y)
        CHECK(std::equal(part.row(y), part.row(y) + 3 * 50, whole_frame.row(y) + 3 * 100));
}

TEST_CASE("a framed film shows the plain film's drawing, and only its own things around it") {
    const TemporaryFolder folder;
    FilmSpec spec{
        .path = folder / "plain", .size = {200, 100}, .frames_per_second = 4, .seconds = 1};
    const Image plain = frames_of(spec).front();
    spec.path = folder / "framed";
    spec.frame = {240, 260};
    spec.curve = true;
    spec.inset = kPicture;
    const Image framed = frames_of(spec).front();
    const FilmLayout layout(spec);
    REQUIRE(framed.width == 240);
    const Box& at = layout.drawing;
    const auto pixel = [&](int x, int y) { return framed.row(y) + 3 * x; };
    for (int y = layout.inset.y1 + 4; y < at.y1; ++y)
        CHECK(std::equal(pixel(at.x0, y), pixel(at.x1, y), plain.row(y - at.y0)));
    CHECK(*pixel((layout.inset.x0 + layout.inset.x1) / 2, layout.inset.y0 + 5) ==
          1);  // the picture
    CHECK(*pixel(2, 2) == doctest::Approx(0.07).epsilon(0.05));
    float brightest = 0;
    for (int y = layout.curve.y0; y < layout.curve.y1; ++y)
        for (int x = 0; x < 240; ++x) brightest = std::max(brightest, *pixel(x, y));
    CHECK(brightest > 0.8f);
}

TEST_CASE("after a film the picture wipes over the last drawing and away") {
    const TemporaryFolder folder;
    FilmSpec spec{.path = folder / "clip", .size = {40, 20}, .frames_per_second = 10, .seconds = 1};
    spec.pace = Pace::steps;
    spec.wipe = 1;
    spec.wiped = kPicture;
    const std::vector<Image> frames = frames_of(spec);
    REQUIRE(frames.size() == 20);
    std::vector<Image> sorted;
    for (int i = 1; i <= 20; ++i)
        sorted.push_back(
            load_picture(folder / "clip" /
                         ("frame-00" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".png"))
                .image);
    CHECK(sorted[10] == sorted[9]);
    const auto covered = [](const Image& frame) {  // columns that show the picture
        int count = 0;
        while (count < frame.width && frame.row(0)[3 * count] == 1) ++count;
        return count;
    };
    CHECK(covered(sorted[9]) == 0);
    CHECK(covered(sorted[15]) >= 39);  // the picture covers all but the wipe's line
    CHECK(covered(sorted[13]) > covered(sorted[12]));
    CHECK(covered(sorted[17]) < covered(sorted[16]));
    spec.wiped = nullptr;
    CHECK_THROWS_AS(check_film(spec), std::exception);
}

TEST_CASE("a film paced by change leaves out its start where that is long and nothing is seen") {
    const std::vector<std::int64_t> steps{0, 1, 2, 5, 10, 20, 50};
    const std::vector<MeasuredPsnr> measured{{1, 5}, {5, 9}, {10, 12}, {20, 30}, {50, 40}};
    const std::vector<float> noisy{0, 5, 5, 5, 5, 10, 10}, calm{0, 0, 0, 0, 5, 10, 10};
    CHECK(leading_noise(steps, noisy, measured, 10) == 4);  // step 10 is the first above 11 dB
    CHECK(leading_noise(steps, noisy, measured, 11.5) == 5);
    CHECK(leading_noise(steps, calm, measured, 10) == 0);
    CHECK(leading_noise(steps, std::vector<float>{0, 0, 0, 0, 5, 50, 10}, measured, 10) == 0);
    CHECK(leading_noise(steps, noisy, measured, 60) == 0);  // no step is above 61 dB
    CHECK(leading_noise(steps, noisy, {}, 10) == 0);
    CHECK(leading_noise({}, {}, measured, 10) == 0);
    CHECK(std::isinf(flat_psnr(make_image(4, 4, 3, 0.3f))));
    Image halves = make_image(2, 1, 1);
    halves.values = {0, 1};
    CHECK(flat_psnr(halves) == doctest::Approx(6.02).epsilon(0.01));
}
