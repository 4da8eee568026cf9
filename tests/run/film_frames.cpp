// Tests the frames of films: captions, dives, and the picture beside the drawing.
#include "engine/error.h"
#include "engine/features/film/caption.h"
#include "engine/features/film/dive.h"
#include "engine/features/film/film.h"
#include "engine/features/film/letters.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/text/numbers.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/picture_samples.h"

#include <limits>
#include <memory>
#include <set>

using namespace redraw;
using namespace redraw::test;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kTexts{"epoch 0", "epoch 1,240 · 41.8 dB", "epoch 9 · 8.1 dB"};

struct Rows {
    int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
    bool operator==(const Rows&) const = default;
};

// Returns the rectangle around all pixels in which two images differ.
Rows difference(const Image& a, const Image& b) {
    Rows rows;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            for (int c = 0; c < a.channels; ++c) {
                if (a.row(y)[x * a.channels + c] == b.row(y)[x * a.channels + c]) continue;
                rows = {std::min(rows.left, x), std::max(rows.right, x), std::min(rows.top, y),
                        std::max(rows.bottom, y)};
            }
    return rows;
}

// Size of the picture and place of the text in drawn_text(); its capitals are kUnit pixels high.
constexpr int kWidth = 100, kHeight = 60, kLeft = 20, kBase = 40, kUnit = 15;

Image drawn_text(const std::string& text) {
    Image image = make_image(kWidth, kHeight, 1, 0);
    draw_text({image, 0}, {0, 0, kWidth, kHeight}, text, kLeft, kBase, kUnit, gray(1));
    return image;
}

Rows ink_of_text(const std::string& text) {
    return difference(drawn_text(text), make_image(kWidth, kHeight, 1, 0));
}

// Specifies a film of 8 frames: the first and the last drawing stay for two frames each.
FilmSpec short_film(const fs::path& path, PixelSize size) {
    return {.path = path, .size = size, .frames_per_second = 4, .seconds = 2, .hold = 0.5};
}

bool holds(const Grid& grid, double x, double y) {
    return x >= grid.left - 1e-9 && x <= grid.right + 1e-9 && y >= grid.top - 1e-9 &&
           y <= grid.bottom + 1e-9;
}

}  // namespace

TEST_CASE("a caption says epoch and PSNR as far as they are known") {
    const float none = std::nanf(""), infinite = std::numeric_limits<float>::infinity();
    for (const auto& [epoch, psnr, text] : {std::tuple{1240.0, 41.83f, "epoch 1,240 · 41.8 dB"},
                                            {0.0, none, "epoch 0"},
                                            {1234567.0, -3.25f, "epoch 1,234,567 · -3.2 dB"},
                                            {0.25, 8.0f, "epoch 0.25 · 8.0 dB"},
                                            {3.0, infinite, "epoch 3 · exact"}})
        CHECK(caption_text(epoch_name(epoch), psnr) == text);
    CHECK(caption_text("tile 3", 46.1f, {1724, 483}) == "tile 3 · 46.1 dB at 1,724 × 483");
    CHECK(caption_text("tile 3", none, {1724, 483}) == "tile 3");
}

TEST_CASE("each letter leaves ink, within its own width and height") {
    std::vector<std::string> letters{".", ",", "·", "-", ":", "∞", "é", "Å", "ß"};
    for (char letter = '0'; letter <= '9'; ++letter) letters.emplace_back(1, letter);
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        letters.emplace_back(1, letter);
        letters.emplace_back(1, char(letter - 'A' + 'a'));
    }
    for (const std::string& letter : letters) {
        CAPTURE(letter);
        const Rows ink = ink_of_text(letter);
        CHECK(ink.right >= ink.left);
        CHECK(width_of(letter) > 0);
        CHECK(ink.left >= kLeft - 1);
        CHECK(ink.right <= kLeft + width_of(letter) * kUnit + 1);
        CHECK(ink.top >= kBase - 1.5f * kUnit);
        CHECK(ink.bottom <= kBase + 0.4f * kUnit);
    }
    const Rows capital = ink_of_text("H");
    CHECK(capital.top == kBase - kUnit);
    CHECK(capital.bottom == kBase - 1);
}

TEST_CASE("letters differ, digits are equally wide, and what is no letter is seen as well") {
    std::set<std::vector<float>> seen;
    for (char letter = '0'; letter <= '9'; ++letter)
        seen.insert(drawn_text(std::string(1, letter)).values);
    CHECK(seen.size() == 10);
    CHECK(width_of("1,111") == width_of("8,888"));
    CHECK(width_of("") == 0);
    for (const char* strange : {"漢", "🦁", "\xff", "\xc3", "\xe6\xbc"}) {
        CAPTURE(strange);
        CHECK(width_of(strange) > 0.3f);
        CHECK(ink_of_text(strange).right > kLeft);
    }
    CHECK(width_of("漢字") == width_of("漢") * 2);
}

TEST_CASE("a text is drawn as far as the frame goes, the same wherever it is cut") {
    const Image whole = drawn_text("epoch 8");
    for (const int right : {0, 1, 30, 57}) {
        CAPTURE(right);
        Image cut = make_image(kWidth, kHeight, 1, 0);
        draw_text({cut, 0}, {0, 0, right, kHeight}, "epoch 8", kLeft, kBase, kUnit, gray(1));
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                CHECK(cut.row(y)[x] == (x < right ? whole.row(y)[x] : 0));
    }
}

TEST_CASE("a caption reads on white, on black and on anything else, in every kind of picture") {
    const FilmCaption caption(kTexts);
    for (const int channels : {1, 2, 3, 4})
        for (const float ground : {0.0f, 0.5f, 1.0f, std::nanf("")}) {
            const Image plain = make_image(200, 120, channels, ground);
            Image frame = plain;
            caption.draw(kTexts[1], frame, 0, frame.height);
            for (int x = 20; x < 100; ++x) CHECK(std::isfinite(frame.row(120 - 15)[x * channels]));
            CHECK(std::isnan(frame.row(0)[0]) == std::isnan(ground));
            if (std::isnan(ground)) continue;  // every pixel differs from NaN
            std::vector<float> colours;
            const int first = channels % 2 == 0 ? channels - 1 : channels;
            for (int y = 120 - 40; y < 120; ++y)
                for (int x = 0; x < 180; ++x)
                    for (int c = 0; c < first; ++c) {
                        const float value = frame.row(y)[x * channels + c];
                        if (value != plain.row(y)[x * channels + c]) colours.push_back(value);
                    }
            REQUIRE_FALSE(colours.empty());
            const auto [dark, light] = std::minmax_element(colours.begin(), colours.end());
            CHECK(*light > 0.85f);
            CHECK(*dark < 0.15f);
            // Most of the caption's pixels are plate or ink, not a blend of both.
            const auto clear = std::count_if(colours.begin(), colours.end(),
                                             [](float v) { return v < 0.2f || v > 0.8f; });
            CHECK(double(clear) > 0.8 * double(colours.size()));
        }
}

TEST_CASE("the plate rests in its corner while the text changes, at every size") {
    const FilmCaption caption(kTexts);
    for (const PixelSize size :
         {PixelSize{96, 96}, {200, 120}, {512, 512}, {1000, 200}, {2048, 1024}}) {
        CAPTURE(size.width);
        REQUIRE_NOTHROW(caption.require_room(size));
        const Image plain = make_image(size.width, size.height, 1, 1.0f);
        Rows first;
        for (const std::string& text : kTexts) {
            Image frame = plain;
            caption.draw(text, frame, 0, frame.height);
            const Rows rows = difference(frame, plain);
            if (&text == &kTexts[0]) first = rows;
            CHECK((rows == first));
            CHECK(rows.left > 0);
            CHECK(rows.right < size.width - 1);
            CHECK(rows.bottom < size.height - 1);
            CHECK(rows.top > size.height / 2);
        }
    }
    for (const PixelSize size : {PixelSize{40, 40}, {1, 1}, {1000, 12}, {12, 1000}}) {
        CHECK_THROWS_AS(caption.require_room(size), Error);
        Image frame = make_image(size.width, size.height, 1, 1.0f);
        caption.draw(kTexts[1], frame, 0, frame.height);  // no pixel outside the frame is written
    }
}

TEST_CASE("a caption onto rows of a frame is the one onto the whole, to the bit") {
    const FilmCaption caption(kTexts);
    for (const int channels : {1, 4}) {
        const Image plain = make_image(200, 120, channels, 0.4f);
        Image whole = plain;
        caption.draw(kTexts[1], whole, 0, whole.height);
        for (const int rows : {1, 7, 50, 120}) {
            CAPTURE(rows);
            for (int y = 0; y < whole.height; y += rows) {
                Image part = make_image(200, std::min(rows, whole.height - y), channels, 0.4f);
                caption.draw(kTexts[1], part, y, whole.height);
                CHECK(std::equal(part.values.begin(), part.values.end(), whole.row(y)));
            }
        }
    }
}

TEST_CASE("a film carries the caption of each keyframe, and its GIF keeps the caption's colours") {
    const ScratchFolder folder;
    ClosedFormBackend backend(3);
    const std::vector<Keyframe> keyframes{{0, std::nanf("")}, {10, 20.0f}, {100, 30.0f}};
    const auto read = [](std::int64_t step) { return std::vector<float>{float(step) / 50}; };
    const auto make = [&](const char* name, bool caption, PixelSize size = {120, 60},
                          std::optional<std::int64_t> own_step = {}) {
        FilmSpec spec{folder / name, size, 2, 2, Pace::log, 0, caption};
        spec.own_step = own_step;
        FilmExport film(backend, picture_grid(20, 10),
                        std::make_shared<const Image>(make_image(20, 10, 3, 0.5f)), keyframes,
                        {{10, 88.8f, 0, true}, {100, 88.8f, 0, true}}, 5, read, spec);
        while (!film.advance()) continue;
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
        DiveExport film(backend, grid, 3, picture, {}, spec);
        double progress = 0;
        while (!film.advance()) {
            CHECK(film.progress() >= progress);
            progress = film.progress();
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
        FilmExport film(
            backend, grid, picture, {{0, 20.0f}, {50, 30.0f}, {100, 40.0f}}, {}, 1,
            [](std::int64_t step) { return std::vector<float>{float(step) * 0.01f}; }, spec);
        while (!film.advance()) continue;
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
        DiveExport film(backend, picture_grid(8, 8), 1, picture, {}, spec);
        film.advance();
        film.advance();
    };
    for (const double deepest : {0.0, 1.0, -3.0, 1e9, double(NAN)})
        CHECK_THROWS_AS(made(deepest, 1), Error);
    CHECK_THROWS_AS(made(64, 0), Error);
    made(64, 1);
    CHECK(fs::is_empty(folder.path()));
}
