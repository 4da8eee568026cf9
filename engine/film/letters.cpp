#include "engine/film/letters.h"

#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

constexpr float kGap = 0.2f, kSpace = 0.32f;  // between two letters, and between two words

using Strokes = std::vector<Stroke>;

Strokes line(float x0, float y0, float x1, float y1) {
    return {{x0, y0, x1, y1}};
}

// Degrees, counter-clockwise from the right; `to` below `from` runs clockwise.
Strokes arc(float x, float y, float rx, float ry, float from, float to) {
    constexpr float kDegrees = 7.5f;
    const int parts = int(std::ceil(std::abs(to - from) / kDegrees));
    const auto point = [&](int i) {
        const double at = (from + (to - from) * float(i) / float(parts)) * std::numbers::pi / 180;
        return std::pair{x + rx * float(std::cos(at)), y + ry * float(std::sin(at))};
    };
    Strokes strokes;
    for (int i = 0; i < parts; ++i) {
        const auto [x0, y0] = point(i);
        const auto [x1, y1] = point(i + 1);
        strokes.push_back({x0, y0, x1, y1});
    }
    return strokes;
}

Strokes ring(float x, float y, float rx, float ry) {
    return arc(x, y, rx, ry, 0, 360);
}

struct Letter {
    std::string_view name;  // UTF-8
    float width;
    std::vector<Strokes> parts;
};

std::vector<Letter> make_letters() {
    constexpr float kDigit = 0.6f;
    Letter six{"6", kDigit, {ring(.3f, .31f, .27f, .31f), line(.066f, .465f, .43f, 1)}};
    Letter nine{"9", kDigit, six.parts};
    for (Strokes& part : nine.parts)
        for (Stroke& s : part) s = {kDigit - s.x0, 1 - s.y0, kDigit - s.x1, 1 - s.y1};
    return {
        {"0",
         kDigit,
         {arc(.3f, .7f, .27f, .3f, 180, 0), arc(.3f, .3f, .27f, .3f, 180, 360),
          line(.03f, .3f, .03f, .7f), line(.57f, .3f, .57f, .7f)}},
        {"1", kDigit, {line(.1f, .8f, .36f, 1), line(.36f, 1, .36f, 0)}},
        {"2",
         kDigit,
         {arc(.3f, .72f, .26f, .28f, 165, -38), line(.505f, .548f, .04f, 0),
          line(.04f, 0, .57f, 0)}},
        {"3",
         kDigit,
         {arc(.28f, .755f, .235f, .245f, 150, -90), line(.2f, .51f, .28f, .51f),
          arc(.28f, .255f, .28f, .255f, 90, -150)}},
        {"4",
         kDigit,
         {line(.43f, 0, .43f, 1), line(.43f, 1, .02f, .29f), line(.02f, .29f, .59f, .29f)}},
        {"5",
         kDigit,
         {line(.52f, 1, .12f, 1), line(.12f, 1, .08f, .55f),
          arc(.27f, .32f, .29f, .32f, 131, -145)}},
        six,
        {"7", kDigit, {line(.03f, 1, .57f, 1), line(.57f, 1, .2f, 0)}},
        {"8", kDigit, {ring(.3f, .755f, .225f, .245f), ring(.3f, .255f, .27f, .255f)}},
        nine,
        {"e", .56f, {line(.02f, .35f, .56f, .35f), arc(.29f, .35f, .27f, .35f, 0, 318)}},
        {"p", .57f, {line(.04f, .7f, .04f, -.27f), ring(.3f, .35f, .26f, .35f)}},
        {"o", .58f, {ring(.29f, .35f, .27f, .35f)}},
        {"c", .5f, {arc(.29f, .35f, .27f, .35f, 45, 315)}},
        {"h",
         .5f,
         {line(.04f, 0, .04f, 1), arc(.26f, .42f, .22f, .28f, 180, 0), line(.48f, .42f, .48f, 0)}},
        {"d", .57f, {line(.53f, 0, .53f, 1), ring(.27f, .35f, .26f, .35f)}},
        {"B",
         .56f,
         {line(.05f, 0, .05f, 1), line(.05f, 1, .29f, 1), line(.05f, .51f, .29f, .51f),
          line(.05f, 0, .29f, 0), arc(.29f, .755f, .21f, .245f, 90, -90),
          arc(.29f, .255f, .25f, .255f, 90, -90)}},
        {"a", .57f, {ring(.29f, .35f, .26f, .35f), line(.54f, .7f, .54f, 0)}},
        {"b", .57f, {line(.04f, 0, .04f, 1), ring(.3f, .35f, .26f, .35f)}},
        {"f",
         .4f,
         {line(.16f, 0, .16f, .78f), arc(.37f, .78f, .21f, .21f, 180, 85),
          line(.02f, .68f, .38f, .68f)}},
        {"g",
         .57f,
         {ring(.29f, .35f, .26f, .35f), line(.54f, .7f, .54f, -.02f),
          arc(.28f, -.02f, .26f, .25f, 0, -150)}},
        {"i", .1f, {line(.05f, 0, .05f, .7f), ring(.05f, .95f, .02f, .02f)}},
        {"j",
         .26f,
         {line(.21f, .7f, .21f, -.05f), arc(.05f, -.05f, .16f, .2f, 0, -90),
          ring(.21f, .95f, .02f, .02f)}},
        {"k",
         .5f,
         {line(.04f, 0, .04f, 1), line(.46f, .7f, .04f, .28f), line(.18f, .42f, .49f, 0)}},
        {"l", .1f, {line(.05f, 0, .05f, 1)}},
        {"m",
         .88f,
         {line(.04f, 0, .04f, .7f), arc(.24f, .45f, .2f, .25f, 180, 0), line(.44f, .45f, .44f, 0),
          arc(.64f, .45f, .2f, .25f, 180, 0), line(.84f, .45f, .84f, 0)}},
        {"n",
         .52f,
         {line(.04f, 0, .04f, .7f), arc(.26f, .42f, .22f, .28f, 180, 0),
          line(.48f, .42f, .48f, 0)}},
        {"q", .57f, {line(.53f, .7f, .53f, -.27f), ring(.29f, .35f, .26f, .35f)}},
        {"r", .36f, {line(.04f, 0, .04f, .7f), arc(.3f, .4f, .26f, .3f, 180, 80)}},
        {"s",
         .46f,
         {arc(.23f, .525f, .2f, .175f, 35, 270), arc(.23f, .175f, .21f, .175f, 90, -145)}},
        {"t",
         .42f,
         {line(.16f, .95f, .16f, .2f), arc(.36f, .2f, .2f, .2f, 180, 275),
          line(.02f, .68f, .38f, .68f)}},
        {"u",
         .52f,
         {line(.04f, .7f, .04f, .28f), arc(.26f, .28f, .22f, .28f, 180, 360),
          line(.48f, .7f, .48f, 0)}},
        {"v", .52f, {line(.02f, .7f, .26f, 0), line(.26f, 0, .5f, .7f)}},
        {"w",
         .8f,
         {line(.02f, .7f, .21f, 0), line(.21f, 0, .4f, .7f), line(.4f, .7f, .59f, 0),
          line(.59f, 0, .78f, .7f)}},
        {"x", .5f, {line(.03f, .7f, .47f, 0), line(.47f, .7f, .03f, 0)}},
        {"y", .52f, {line(.02f, .7f, .27f, .02f), line(.5f, .7f, .17f, -.27f)}},
        {"z", .5f, {line(.05f, .7f, .45f, .7f), line(.45f, .7f, .03f, 0), line(.03f, 0, .47f, 0)}},
        {"A", .7f, {line(.02f, 0, .35f, 1), line(.35f, 1, .68f, 0), line(.13f, .33f, .57f, .33f)}},
        {"C", .68f, {arc(.38f, .5f, .35f, .5f, 50, 310)}},
        {"D",
         .65f,
         {line(.05f, 0, .05f, 1), line(.05f, 1, .28f, 1), line(.05f, 0, .28f, 0),
          arc(.28f, .5f, .34f, .5f, 90, -90)}},
        {"E",
         .52f,
         {line(.05f, 0, .05f, 1), line(.05f, 1, .5f, 1), line(.05f, .52f, .44f, .52f),
          line(.05f, 0, .5f, 0)}},
        {"F", .52f, {line(.05f, 0, .05f, 1), line(.05f, 1, .5f, 1), line(.05f, .52f, .44f, .52f)}},
        {"G",
         .72f,
         {arc(.38f, .5f, .35f, .5f, 50, 325), line(.42f, .45f, .68f, .45f),
          line(.68f, .45f, .68f, .2f)}},
        {"H", .64f, {line(.05f, 0, .05f, 1), line(.59f, 0, .59f, 1), line(.05f, .52f, .59f, .52f)}},
        {"I", .1f, {line(.05f, 0, .05f, 1)}},
        {"J", .5f, {line(.44f, 1, .44f, .28f), arc(.24f, .28f, .2f, .28f, 360, 190)}},
        {"K", .6f, {line(.05f, 0, .05f, 1), line(.56f, 1, .05f, .38f), line(.22f, .58f, .58f, 0)}},
        {"L", .5f, {line(.05f, 0, .05f, 1), line(.05f, 0, .48f, 0)}},
        {"M",
         .8f,
         {line(.05f, 0, .05f, 1), line(.05f, 1, .4f, .25f), line(.4f, .25f, .75f, 1),
          line(.75f, 1, .75f, 0)}},
        {"N", .65f, {line(.05f, 0, .05f, 1), line(.05f, 1, .6f, 0), line(.6f, 0, .6f, 1)}},
        {"O", .76f, {ring(.38f, .5f, .35f, .5f)}},
        {"P",
         .56f,
         {line(.05f, 0, .05f, 1), line(.05f, 1, .28f, 1), line(.05f, .46f, .28f, .46f),
          arc(.28f, .73f, .25f, .27f, 90, -90)}},
        {"Q", .76f, {ring(.38f, .5f, .35f, .5f), line(.48f, .22f, .73f, -.04f)}},
        {"R",
         .58f,
         {line(.05f, 0, .05f, 1), line(.05f, 1, .28f, 1), line(.05f, .46f, .28f, .46f),
          arc(.28f, .73f, .25f, .27f, 90, -90), line(.3f, .46f, .56f, 0)}},
        {"S",
         .58f,
         {arc(.29f, .755f, .23f, .245f, 35, 270), arc(.29f, .255f, .25f, .255f, 90, -145)}},
        {"T", .6f, {line(.02f, 1, .58f, 1), line(.3f, 1, .3f, 0)}},
        {"U",
         .62f,
         {line(.05f, 1, .05f, .3f), arc(.31f, .3f, .26f, .3f, 180, 360), line(.57f, .3f, .57f, 1)}},
        {"V", .66f, {line(.02f, 1, .33f, 0), line(.33f, 0, .64f, 1)}},
        {"W",
         .98f,
         {line(.02f, 1, .25f, 0), line(.25f, 0, .49f, 1), line(.49f, 1, .73f, 0),
          line(.73f, 0, .96f, 1)}},
        {"X", .6f, {line(.03f, 1, .57f, 0), line(.57f, 1, .03f, 0)}},
        {"Y", .6f, {line(.02f, 1, .3f, .48f), line(.58f, 1, .3f, .48f), line(.3f, .48f, .3f, 0)}},
        {"Z", .58f, {line(.04f, 1, .54f, 1), line(.54f, 1, .03f, 0), line(.03f, 0, .56f, 0)}},
        {":", .1f, {ring(.05f, .05f, .02f, .02f), ring(.05f, .6f, .02f, .02f)}},
        {".", .1f, {ring(.05f, .02f, .02f, .02f)}},
        {",", .12f, {line(.08f, .02f, .03f, -.18f)}},
        {"·", .1f, {ring(.05f, .36f, .02f, .02f)}},
        {"-", .44f, {line(.03f, .36f, .41f, .36f)}},
        {"∞", .84f, {ring(.22f, .36f, .2f, .2f), ring(.62f, .36f, .2f, .2f)}},
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
        for (const Strokes& part : letter.parts)
            for (const Stroke& s : part) all.push_back({s.x0 + x, s.y0, s.x1 + x, s.y1});
    });
    return all;
}

float width_of(const std::string& text) {
    return walk(text, [](const Letter&, float) {});
}

}  // namespace redraw
