// Tests the frames of films: captions, dives, and the picture beside the drawing.
#include "engine/drawing/caption.h"
#include "engine/error.h"
#include "engine/features/film/dive_film.h"
#include "engine/features/film/film.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/picture_samples.h"

#include <limits>
#include <memory>
#include <set>

using namespace redraw;
using namespace redraw::test;
namespace fs = std::filesystem;

namespace {

// Specifies a film of 8 frames: the first and the last drawing stay for two frames each.
FilmSpec short_film(const fs::path& path, PixelSize size) {
    return {.path = path, .size = size, .frames_per_second = 4, .seconds = 2, .hold = 0.5};
}

bool holds(const Grid& grid, double x, double y) {
    return x >= grid.left - 1e-9 && x <= grid.right + 1e-9 && y >= grid.top - 1e-9 &&
           y <= grid.bottom + 1e-9;
}

}  // namespace

TEST_CASE("a film carries the caption of each keyframe, and its GIF keeps the caption's colours") {
    const ScratchFolder folder;
    ClosedFormBackend backend(3);
    const std::vector<Keyframe> keyframes{{0, std::nanf("")}, {10, 20.0f}, {100, 30.0f}};
    const auto read = [](std::int64_t step) { return std::vector<float>{float(step) / 50}; };
    const auto make = [&](const char* name, bool caption, PixelSize size = {120, 60},
                          std::optional<std::int64_t> own_step = {}) {
        FilmSpec spec{folder / name, size, 2, 2, Pace::log, 0, caption};
        spec.own_step = own_step;
        const auto film =
            timelapse_film(backend, picture_grid(20, 10),
                           std::make_shared<const Image>(make_image(20, 10, 3, 0.5f)), keyframes,
                           {{10, 88.8f, 0, true}, {100, 88.8f, 0, true}}, 5, read, spec);
        while (!film->advance()) continue;
        return spec.path;
    };
    const auto with = make("with", true), without = make("without", false);
    const std::vector<std::string> texts{"epoch 0", "epoch 2 · 88.8 dB", "epoch 20 · 88.8 dB"};
    const FilmCaption caption(texts);
    const auto has = [&](const std::filesystem::path& film, const char* name, const auto& text) {
        Image expected = load_picture(without / name).image;
        caption.draw(text, expected, 0, expected.height);
        return largest_difference(load_picture(film / name).image, expected) < 1.5f / 255;
    };
    CHECK(has(with, "frame-0001.png", texts[0]));
    CHECK(has(with, "frame-0004.png", texts[2]));
    CHECK(has(make("tiles", true, {120, 60}, 0), "frame-0004.png", "tile 2"));
    const Image gif = load_picture(make("film.gif", true)).image;  // the GIF's first frame
    const Image first = load_picture(with / "frame-0001.png").image;
    int ink = 0;
    for (int y = 40; y < 56; ++y)
        for (int x = 8; x < 60; ++x) {
            CHECK(std::abs(gif.row(y)[x * gif.channels] - first.row(y)[x * 3]) < 0.12f);
            ink += first.row(y)[x * 3] > 0.8f;
        }
    CHECK(ink > 20);
    CHECK_THROWS_WITH_AS(make("small.gif", true, {40, 20}), doctest::Contains("caption"), Error);
}

TEST_CASE("a dive begins with the whole, ends at the detail, and never looks beyond the edges") {
    const Grid picture = picture_grid(300, 200);
    CHECK(dive_zoom(0, 64) == 1);
    CHECK(dive_zoom(1, 64) == doctest::Approx(64));
    CHECK(dive_grid(picture, {0.3, 0.2}, 1, {300, 200}) == picture);
    for (const Point to : {Point{0, 0}, {0.9, -0.6}, {-1, 0.66}, {1, 0.6666}, {0.2, 0.1}}) {
        double before = 0;
        for (int i = 0; i <= 200; ++i) {
            const double zoom = dive_zoom(i / 200.0, 64);
            CHECK(zoom > before);
            before = zoom;
            const Grid seen = dive_grid(picture, to, zoom, {30, 20});
            CHECK(holds(picture, seen.left, seen.top));
            CHECK(holds(picture, seen.right, seen.bottom));
            CHECK((seen.right - seen.left) * zoom == doctest::Approx(2));
        }
        const Grid last = dive_grid(picture, to, 64, {30, 20});
        CHECK(holds(last, to.x, to.y));
    }
}

TEST_CASE("without a place it goes where something is, also in the closest view") {
    for (const PixelSize size : {PixelSize{640, 480}, {90, 60}, {7, 300}, {1, 1}}) {
        Image picture = make_image(size.width, size.height, 3, 0.5f);
        const int x = size.width * 3 / 4, y = size.height / 4;
        for (int row = y; row < std::min(size.height, y + 3); ++row)
            for (int c = 0; c < 3; ++c) picture.row(row)[x * 3 + c] = 1;
        const Grid grid = picture_grid(size.width, size.height);
        const Point found = detail_point(picture, grid, 64);
        const double reach = 6.0 / std::max(size.width, size.height) * 2;
        CHECK(std::abs(found.x - grid.x(x)) <= reach);
        CHECK(std::abs(found.y - grid.y(y)) <= reach);
    }
}

TEST_CASE("left of the middle is the picture, right of it the network, at every size") {
    const TemporaryFolder folder;
    const Grid grid = picture_grid(64, 48);
    ClosedFormBackend backend(3);
    const auto picture = std::make_shared<const Image>(make_image(64, 48, 3, 0.25f));
    for (const PixelSize size : {PixelSize{96, 72}, {33, 25}, {1, 1}, {2, 90}}) {
        FilmSpec spec = short_film(folder / ("film " + std::to_string(size.width)), size);
        spec.dive = Dive{Point{0.4, 0.1}, 64};
        const auto film = dive_film(backend, grid, 3, picture, {}, spec);
        double progress = 0;
        while (!film->advance()) {
            CHECK(film->progress() >= progress);
            progress = film->progress();
        }
        CHECK(std::distance(fs::directory_iterator(spec.path), {}) == 8);
        const Image last = load_picture(spec.path / "frame-0008.png").image;
        CHECK(last.width == size.width);
        CHECK(last.row(0)[0] == doctest::Approx(size.width < 4 ? 0.9 : 0.25).epsilon(0.02));
        if (size.width < 4) continue;
        const Grid seen = dive_grid(grid, *spec.dive->to, 64, size);
        const int x = size.width - 2, y = size.height / 2;
        const Image drawn = backend.render(seen, {x, y, 1, 1}, {})->on_host();
        for (int c = 0; c < 3; ++c)
            CHECK(last.row(y)[x * 3 + c] ==
                  doctest::Approx(std::clamp(drawn.values[c], 0.0f, 1.0f)).epsilon(0.02));
        CHECK(load_picture(spec.path / "frame-0007.png").image == last);  // the last frame is held
    }
}

TEST_CASE("before and after: right of the middle the frames of the plain film, left the picture") {
    const TemporaryFolder folder;
    const Grid grid = picture_grid(64, 48);
    ClosedFormBackend backend(3);
    const auto picture = std::make_shared<const Image>(make_image(128, 96, 3, 0.25f));
    const auto frames_of = [&](const char* name, bool beside, bool back) {
        FilmSpec spec = short_film(folder / name, {33, 25});
        spec.pace = Pace::steps;
        spec.there_and_back = back;
        if (beside) spec.beside = picture;
        const auto film = timelapse_film(
            backend, grid, picture, {{0, 20.0f}, {50, 30.0f}, {100, 40.0f}}, {}, 1,
            [](std::int64_t step) { return std::vector<float>{float(step) * 0.01f}; }, spec);
        while (!film->advance()) continue;
        std::vector<Image> frames;
        for (int i = 1; i <= 8; ++i)
            frames.push_back(
                load_picture(spec.path / ("frame-000" + std::to_string(i) + ".png")).image);
        return frames;
    };
    const auto plain = frames_of("plain", false, false), beside = frames_of("beside", true, false);
    for (std::size_t i = 0; i < plain.size(); ++i)
        for (int y = 0; y < 25; ++y) {
            CHECK(beside[i].row(y)[0] == doctest::Approx(0.25).epsilon(0.02));
            CHECK(std::equal(plain[i].row(y) + 17 * 3, plain[i].row(y) + 33 * 3,
                             beside[i].row(y) + 17 * 3));
        }
    const auto back = frames_of("back", false, true);
    CHECK(back.front() == plain.front());
    CHECK(back[3] == plain.back());  // half-way: the last keyframe
    CHECK(back.back() == plain.front());
}

TEST_CASE("a dive that cannot be is refused with a sentence, and a cancelled one leaves nothing") {
    const TemporaryFolder folder;
    ClosedFormBackend backend(1);
    const auto picture = std::make_shared<const Image>(make_image(8, 8, 1, 0.25f));
    const auto made = [&](double deepest, double seconds) {
        FilmSpec spec;
        spec.path = folder / "film.gif";
        spec.size = {16, 16};
        spec.seconds = seconds;
        spec.dive = Dive{{}, deepest};
        const auto film = dive_film(backend, picture_grid(8, 8), 1, picture, {}, spec);
        film->advance();
        film->advance();
    };
    for (const double deepest : {0.0, 1.0, -3.0, 1e9, double(NAN)})
        CHECK_THROWS_AS(made(deepest, 1), Error);
    CHECK_THROWS_AS(made(64, 0), Error);
    made(64, 1);
    CHECK(fs::is_empty(folder.path()));
}
