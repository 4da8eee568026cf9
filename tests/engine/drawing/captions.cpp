// Tests the letters and captions that are drawn onto pictures.
#include "engine/drawing/caption.h"
#include "engine/drawing/letters.h"
#include "engine/error.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/text/numbers.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/picture_samples.h"

#include <doctest/doctest.h>

#include <limits>
#include <set>

using namespace redraw;
using namespace redraw::test;

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
