#include "engine/features/film/race_frame.h"

#include "engine/drawing/letters.h"
#include "engine/features/film/reel.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr float kHead = 2.6f, kMargin = 1.6f;  // text line and margin, in capital heights
constexpr float kLeftOfCurves = 3.4f, kBelowCurves = 2.4f, kAboveCurves = 2.6f;
constexpr Ink kText = gray(0.92f), kMuted = gray(0.56f), kRule = gray(0.2f);
constexpr double kHighest = 100;  // dB; higher values are drawn at the top edge

// Returns round values in dB for axis labels; at most `most`, if 50 dB apart is enough for that.
std::vector<double> ticks_between(double low, double high, int most) {
    std::vector<double> ticks;
    for (const double step : {5.0, 10.0, 20.0, 50.0}) {
        ticks.clear();
        for (int i = int(std::ceil(low / step)); i * step <= high; ++i) ticks.push_back(i * step);
        if (int(ticks.size()) <= most) break;
    }
    return ticks;
}

std::string who_leads(const RaceMoment& moment, std::optional<double> finish_line) {
    const std::string time = race_time(moment.now);
    if (moment.racers.empty()) return time;  // a film of a single network
    const auto winner = finish_line ? winner_of(moment.racers) : std::nullopt;
    if (!winner) return time + " each";
    return fmt::format("{} each · {} won: {} dB, {}", time, letter_of(*winner),
                       number(*finish_line), race_time(*moment.racers[*winner].finished));
}

void fill(const FrameRows& rows, const Box& box, const Ink& ink) {
    paint(rows, rows.of(box), ink, [](int, int) { return 1.0f; });
}

}  // namespace

RaceLayout::RaceLayout(PixelSize drawing, std::size_t runs) {
    constexpr float kShare = 0.042f, kLeast = 6;
    unit = std::max(kLeast, std::round(kShare * float(std::max(drawing.width, drawing.height))));
    const int margin = int(std::lround(kMargin * unit)), head = int(std::lround(kHead * unit));
    const double shape = double(drawing.width) / drawing.height;
    const int columns = shape > 2.4 ? 1 : 2;
    const bool in_fourth_place = runs == 3 && columns == 2;
    const int rows = int((runs + std::size_t(columns) - 1) / std::size_t(columns));
    frame.width = margin + columns * (drawing.width + margin);
    frame.height = rows * (head + drawing.height) + margin;
    for (std::size_t i = 0; i < runs; ++i) {
        const int x = margin + int(i) % columns * (drawing.width + margin);
        const int y = head + int(i) / columns * (head + drawing.height);
        drawings.push_back({x, y, x + drawing.width, y + drawing.height});
    }
    if (in_fourth_place) {
        curves = {drawings[1].x0, drawings[2].y0, drawings[1].x1, drawings[2].y1};
        return;
    }
    const int height = std::max(int(12 * unit), drawing.height * 2 / 5);
    curves = {margin, frame.height, frame.width - margin, frame.height + height};
    frame.height += height + margin;
}

RaceClock::RaceClock(double seconds, double first_step, Pace pace)
    : all_(std::max(seconds, 1e-9)), unit_(pace == Pace::steps ? 0 : std::max(first_step, 1e-6)) {}

double RaceClock::part_at(double seconds) const {
    const double within = std::clamp(seconds, 0.0, all_);
    return unit_ > 0 ? std::log1p(within / unit_) / std::log1p(all_ / unit_) : within / all_;
}

double RaceClock::seconds_at(double part) const {
    if (part >= 1) return all_;
    return unit_ > 0 ? unit_ * std::expm1(part * std::log1p(all_ / unit_)) : part * all_;
}

RaceCurve::RaceCurve(std::span<const MeasuredPsnr> measured) {
    for (const MeasuredPsnr& drawing : measured) {
        if (!std::isfinite(drawing.seconds) || std::isnan(drawing.psnr)) continue;
        seconds.push_back(std::max(seconds.empty() ? 0.0 : seconds.back(), drawing.seconds));
        psnr.push_back(drawing.psnr);
    }
}

std::size_t RaceCurve::until(double now) const {
    return std::size_t(std::ranges::upper_bound(seconds, now) - seconds.begin());
}

Ink ink_of(std::size_t racer) {
    constexpr Ink kInks[] = {
        {0.96f, 0.65f, 0.14f}, {0.36f, 0.69f, 0.93f}, {0.27f, 0.78f, 0.65f}, {0.91f, 0.56f, 0.78f}};
    return kInks[racer % std::size(kInks)];
}

Image colours_of(std::size_t runs) {
    constexpr int kEach = 24;
    Image image = make_image(kEach * int(runs + 2), kEach, 3, kGround);
    const FrameRows rows{image, 0};
    for (std::size_t i = 0; i < runs + 2; ++i) {
        const Ink ink = i < runs ? ink_of(i) : gray(i == runs ? 0.92f : 0.5f);
        const int x = int(i) * kEach;
        paint(rows, {x, 4, x + kEach, kEach - 4}, ink,
              [&](int at, int) { return float(at - x) / kEach; });
    }
    return image;
}

void draw_race(const FrameRows& rows, const RaceLayout& layout, std::span<const std::string> names,
               const RaceMoment& moment) {
    const Box whole{0, 0, layout.frame.width, layout.frame.height};
    const std::vector<int> places = places_of(moment.racers);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Box& drawing = layout.drawings[i];
        const Racer& racer = moment.racers[i];
        const float base = float(drawing.y0) - 0.8f * layout.unit;
        float x = float(drawing.x0), end = float(drawing.x1);
        if (places[i] > 0) {
            const std::string said = (std::isnan(racer.psnr) ? "" : decibels(racer.psnr) + " · ") +
                                     place_text(places[i]);
            const float width = width_of(said) * layout.unit;
            end -= width;
            if (end > x + 2 * layout.unit)
                draw_text(rows, whole, said, end, base, layout.unit, kText);
        }
        const std::string letter = letter_of(i);
        draw_text(rows, whole, letter, x, base, layout.unit, ink_of(i));
        x += (width_of(letter) + 0.6f) * layout.unit;
        if (x + (width_of(names[i]) + 1) * layout.unit < end)
            draw_text(rows, whole, names[i], x, base, layout.unit, kMuted);
    }
}

void draw_race_curves(const FrameRows& rows, const RaceLayout& layout, const RaceClock& clock,
                      std::span<const RaceCurve> curves, std::optional<double> finish_line,
                      const RaceMoment& moment) {
    const Box whole{0, 0, layout.frame.width, layout.frame.height};
    const float small = std::max(5.0f, std::round(0.75f * layout.unit));
    const auto in_units = [&](float units) { return int(std::lround(units * layout.unit)); };
    const Box plot{layout.curves.x0 + in_units(kLeftOfCurves),
                   layout.curves.y0 + in_units(kAboveCurves), layout.curves.x1,
                   layout.curves.y1 - in_units(kBelowCurves)};
    double low = kHighest, high = finish_line.value_or(0);
    for (const RaceCurve& curve : curves)
        for (const float psnr : curve.psnr) {
            low = std::min(low, double(psnr));
            high = std::max(high, double(psnr));
        }
    low = std::floor(std::max(low, -kHighest) / 5) * 5;
    high = std::max(low + 5, std::ceil(std::min(high, kHighest) / 5) * 5);
    const auto x_of = [&](double seconds) {
        return float(plot.x0 + clock.part_at(seconds) * plot.width());
    };
    const auto y_of = [&](double psnr) {
        const double within = std::clamp(psnr, low, high);
        return float(plot.y1 - (within - low) / (high - low) * plot.height());
    };
    const int hair = std::max(1, int(layout.unit / 10));
    const auto rule = [&](float y, const Ink& ink) {
        fill(rows, {plot.x0, int(std::lround(y)), plot.x1, int(std::lround(y)) + hair}, ink);
    };
    for (const double tick : ticks_between(low, high, std::max(2, plot.height() / in_units(3)))) {
        rule(y_of(tick), kRule);
        const std::string text = number(tick);
        draw_text(rows, whole, text, float(plot.x0) - (width_of(text) + 0.9f) * small,
                  y_of(tick) + small / 2, small, kMuted);
    }
    float free = 0;
    for (const double tick : {0.01, 0.1, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 600.0, 3600.0}) {
        if (clock.part_at(tick) >= 1) break;
        const std::string text = tick < 60 ? number(tick) + " s" : number(tick / 60) + " min";
        const float width = width_of(text) * small, x = x_of(tick) - width / 2;
        if (x < std::max(free, float(plot.x0)) || x + width > float(plot.x1)) continue;
        draw_text(rows, whole, text, x, float(plot.y1) + 1.9f * small, small, kMuted);
        free = x + width + 2 * small;
    }
    if (finish_line) {
        constexpr Ink kFinish{0.35f, 0.77f, 0.55f};
        rule(y_of(*finish_line), kFinish);
        const std::string text = "finish " + number(*finish_line) + " dB";
        const float above = y_of(*finish_line) - 0.7f * small;
        draw_text(rows, whole, text, float(plot.x0) + small,
                  above - small < float(plot.y0) ? y_of(*finish_line) + 1.9f * small : above, small,
                  kFinish);
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        std::vector<Stroke> strokes;
        const std::size_t until = curves[i].until(moment.now);
        for (std::size_t at = 0; at < until; ++at) {
            const float x = x_of(curves[i].seconds[at]), y = y_of(curves[i].psnr[at]);
            const float from_x = strokes.empty() ? x : strokes.back().x1;
            if (!strokes.empty() && x - from_x < 1 && at + 1 < until) continue;  // one per column
            strokes.push_back({from_x, strokes.empty() ? y : strokes.back().y1, x, y});
        }
        if (strokes.empty()) continue;
        const Box at_hand = rows.of(
            {plot.x0 - hair * 2, plot.y0 - hair * 2, plot.x1 + hair * 2, plot.y1 + hair * 2});
        if (at_hand.width() > 0 && at_hand.height() > 0)
            draw_strokes(rows, at_hand, strokes, std::max(0.7f, 0.11f * layout.unit), ink_of(i));
    }
    const int now = int(std::lround(x_of(moment.now)));
    fill(rows,
         {std::min(now, plot.x1 - hair), plot.y0, std::min(now, plot.x1 - hair) + hair, plot.y1},
         kMuted);
    draw_text(rows, whole, who_leads(moment, finish_line), float(plot.x0),
              float(plot.y0) - 0.9f * layout.unit, layout.unit, kText);
}

}  // namespace redraw
