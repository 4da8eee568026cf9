#include "engine/film/letters.h"

#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

constexpr float kGap = 0.2f, kSpace = 0.32f;  // between two letters, and between two words

// A pen over one letter.
class Pen {
public:
    Pen& line(float x0, float y0, float x1, float y1) {
        strokes_.push_back({x0, y0, x1, y1});
        return *this;
    }
    // Degrees, counter-clockwise from the right; `to` below `from` runs clockwise.
    Pen& arc(float x, float y, float rx, float ry, float from, float to) {
        constexpr float kDegrees = 7.5f;
        const int parts = int(std::ceil(std::abs(to - from) / kDegrees));
        const auto point = [&](int i) {
            const double at =
                (from + (to - from) * float(i) / float(parts)) * std::numbers::pi / 180;
            return std::pair{x + rx * float(std::cos(at)), y + ry * float(std::sin(at))};
        };
        for (int i = 0; i < parts; ++i) {
            const auto [x0, y0] = point(i);
            const auto [x1, y1] = point(i + 1);
            line(x0, y0, x1, y1);
        }
        return *this;
    }
    Pen& ring(float x, float y, float rx, float ry) { return arc(x, y, rx, ry, 0, 360); }
    Pen& dot(float x, float y) { return ring(x, y, 0.02f, 0.02f); }
    // Upside down within a digit's box: a 6 becomes a 9.
    Pen& turned() {
        for (Stroke& s : strokes_) s = {0.6f - s.x0, 1 - s.y0, 0.6f - s.x1, 1 - s.y1};
        return *this;
    }
    std::vector<Stroke> strokes() { return std::move(strokes_); }

private:
    std::vector<Stroke> strokes_;
};

struct Letter {
    std::string_view name;  // UTF-8
    float width = 0;
    std::vector<Stroke> strokes;
};

Pen six() {
    return Pen().ring(.3f, .31f, .27f, .31f).line(.066f, .465f, .43f, 1);
}

std::vector<Letter> make_letters() {
    constexpr float kDigit = 0.6f;
    return {
        {"0", kDigit,
         Pen()
             .arc(.3f, .7f, .27f, .3f, 180, 0)
             .arc(.3f, .3f, .27f, .3f, 180, 360)
             .line(.03f, .3f, .03f, .7f)
             .line(.57f, .3f, .57f, .7f)
             .strokes()},
        {"1", kDigit, Pen().line(.1f, .8f, .36f, 1).line(.36f, 1, .36f, 0).strokes()},
        {"2", kDigit,
         Pen()
             .arc(.3f, .72f, .26f, .28f, 165, -38)
             .line(.505f, .548f, .04f, 0)
             .line(.04f, 0, .57f, 0)
             .strokes()},
        {"3", kDigit,
         Pen()
             .arc(.28f, .755f, .235f, .245f, 150, -90)
             .line(.2f, .51f, .28f, .51f)
             .arc(.28f, .255f, .28f, .255f, 90, -150)
             .strokes()},
        {"4", kDigit,
         Pen()
             .line(.43f, 0, .43f, 1)
             .line(.43f, 1, .02f, .29f)
             .line(.02f, .29f, .59f, .29f)
             .strokes()},
        {"5", kDigit,
         Pen()
             .line(.52f, 1, .12f, 1)
             .line(.12f, 1, .08f, .55f)
             .arc(.27f, .32f, .29f, .32f, 131, -145)
             .strokes()},
        {"6", kDigit, six().strokes()},
        {"7", kDigit, Pen().line(.03f, 1, .57f, 1).line(.57f, 1, .2f, 0).strokes()},
        {"8", kDigit, Pen().ring(.3f, .755f, .225f, .245f).ring(.3f, .255f, .27f, .255f).strokes()},
        {"9", kDigit, six().turned().strokes()},
        {"e", .56f,
         Pen().line(.02f, .35f, .56f, .35f).arc(.29f, .35f, .27f, .35f, 0, 318).strokes()},
        {"p", .57f, Pen().line(.04f, .7f, .04f, -.27f).ring(.3f, .35f, .26f, .35f).strokes()},
        {"o", .58f, Pen().ring(.29f, .35f, .27f, .35f).strokes()},
        {"c", .5f, Pen().arc(.29f, .35f, .27f, .35f, 45, 315).strokes()},
        {"h", .5f,
         Pen()
             .line(.04f, 0, .04f, 1)
             .arc(.26f, .42f, .22f, .28f, 180, 0)
             .line(.48f, .42f, .48f, 0)
             .strokes()},
        {"d", .57f, Pen().line(.53f, 0, .53f, 1).ring(.27f, .35f, .26f, .35f).strokes()},
        {"B", .56f,
         Pen()
             .line(.05f, 0, .05f, 1)
             .line(.05f, 1, .29f, 1)
             .line(.05f, .51f, .29f, .51f)
             .line(.05f, 0, .29f, 0)
             .arc(.29f, .755f, .21f, .245f, 90, -90)
             .arc(.29f, .255f, .25f, .255f, 90, -90)
             .strokes()},
        {".", .1f, Pen().dot(.05f, .02f).strokes()},
        {",", .12f, Pen().line(.08f, .02f, .03f, -.18f).strokes()},
        {"·", .1f, Pen().dot(.05f, .36f).strokes()},
        {"-", .44f, Pen().line(.03f, .36f, .41f, .36f).strokes()},
        {"∞", .84f, Pen().ring(.22f, .36f, .2f, .2f).ring(.62f, .36f, .2f, .2f).strokes()},
    };
}

const Letter* letter_at(std::string_view text) {
    static const std::vector<Letter> letters = make_letters();
    for (const Letter& letter : letters)
        if (text.starts_with(letter.name)) return &letter;
    return nullptr;
}

// Calls with each letter and where it starts; returns where the text ends.
template <class Visit>
float walk(std::string_view text, Visit visit) {
    float x = 0, end = 0;
    while (!text.empty()) {
        const Letter* letter = letter_at(text);
        if (letter == nullptr) {
            x += kSpace;
            text.remove_prefix(1);
            continue;
        }
        visit(*letter, x);
        end = x + letter->width;
        x = end + kGap;
        text.remove_prefix(letter->name.size());
    }
    return end;
}

}  // namespace

std::vector<Stroke> strokes_of(const std::string& text) {
    std::vector<Stroke> all;
    walk(text, [&](const Letter& letter, float x) {
        for (const Stroke& s : letter.strokes) all.push_back({s.x0 + x, s.y0, s.x1 + x, s.y1});
    });
    return all;
}

float width_of(const std::string& text) {
    return walk(text, [](const Letter&, float) {});
}

}  // namespace redraw
