#include "engine/film/caption.h"

#include "engine/film/letters.h"
#include "engine/text/numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace redraw {
namespace {

// In heights of a capital letter: from the frame to the plate, from the plate to the letters.
constexpr float kMargin = 0.7f, kPadding = 0.75f;
constexpr float kPlate = 0.1f, kInk = 0.97f;
constexpr float kShareOfFrame = 0.027f;   // a capital letter's height, of the longer side
constexpr float kLeast = 5, kWanted = 8;  // pixels: what can be read, and what reads well

// `level` over what is there, as much as it covers.
void blend(float* pixel, int channels, float level, float coverage) {
    if (coverage <= 0) return;
    const bool transparent = has_alpha(channels);
    const int colours = channels - int(transparent);
    // A drawing may hold any number; a screen shows 0 to 1.
    const auto shown = [](float value) { return value > 0 ? std::min(value, 1.0f) : 0.0f; };
    const float below = transparent ? shown(pixel[colours]) * (1 - coverage) : 1 - coverage;
    for (int c = 0; c < colours; ++c)
        pixel[c] = (level * coverage + shown(pixel[c]) * below) / (coverage + below);
    if (transparent) pixel[colours] = coverage + below;
}

// How far a point is from a stroke's middle line.
float distance_to(const Stroke& s, float x, float y) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, length = dx * dx + dy * dy;
    const float along = length > 0 ? ((x - s.x0) * dx + (y - s.y0) * dy) / length : 0;
    const float t = std::clamp(along, 0.0f, 1.0f);
    return std::hypot(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

// Pixels of a frame, x1 and y1 beside it.
struct Box {
    int x0, y0, x1, y1;
    int width() const { return x1 - x0; }
    int height() const { return y1 - y0; }
};

Box pixels_of(const Box& whole, float x0, float y0, float x1, float y1) {
    return {std::max(whole.x0, int(std::floor(x0))), std::max(whole.y0, int(std::floor(y0))),
            std::min(whole.x1, int(std::ceil(x1))), std::min(whole.y1, int(std::ceil(y1)))};
}

// The part of a frame that is at hand.
struct Rows {
    Image& image;
    int first;
    Box of(const Box& box) const {
        return {box.x0, std::max(box.y0, first), box.x1, std::min(box.y1, first + image.height)};
    }
    float* pixel(int x, int y) const { return image.row(y - first) + x * image.channels; }
};

// Blends each pixel of a box as much as `coverage` says of its centre.
template <class Coverage>
void paint(const Rows& rows, const Box& box, float level, Coverage coverage) {
    for (int y = box.y0; y < box.y1; ++y)
        for (int x = box.x0; x < box.x1; ++x)
            blend(rows.pixel(x, y), rows.image.channels, level,
                  std::clamp(coverage(x, y), 0.0f, 1.0f));
}

void draw_plate(const Rows& rows, const Box& plate, float corner) {
    const float half_width = float(plate.width()) / 2, half_height = float(plate.height()) / 2;
    paint(rows, rows.of(plate), kPlate, [&](int x, int y) {
        const float dx = std::abs(float(x - plate.x0) + 0.5f - half_width) - half_width + corner;
        const float dy = std::abs(float(y - plate.y0) + 0.5f - half_height) - half_height + corner;
        return corner - std::hypot(std::max(0.0f, dx), std::max(0.0f, dy)) + 0.5f;
    });
}

// Strokes that meet are one shape: what counts is the nearest.
void draw_strokes(const Rows& rows, const Box& plate, const std::vector<Stroke>& strokes,
                  float half) {
    const float reach = half + 1;
    std::vector<float> distances(std::size_t(plate.width()) * plate.height(), reach);
    const auto distance = [&](int x, int y) -> float& {
        return distances[std::size_t(y - plate.y0) * plate.width() + std::size_t(x - plate.x0)];
    };
    for (const Stroke& s : strokes) {
        const Box box = pixels_of(plate, std::min(s.x0, s.x1) - reach, std::min(s.y0, s.y1) - reach,
                                  std::max(s.x0, s.x1) + reach, std::max(s.y0, s.y1) + reach);
        for (int y = box.y0; y < box.y1; ++y)
            for (int x = box.x0; x < box.x1; ++x)
                distance(x, y) =
                    std::min(distance(x, y), distance_to(s, float(x) + 0.5f, float(y) + 0.5f));
    }
    paint(rows, plate, kInk, [&](int x, int y) { return half - distance(x, y) + 0.5f; });
}

}  // namespace

std::string caption_text(double epoch, float psnr) {
    const std::string caption = "epoch " + epoch_number(epoch);
    return std::isnan(psnr) ? caption : caption + " · " + decibels(psnr);
}

FilmCaption::FilmCaption(std::span<const std::string> texts) {
    for (const std::string& text : texts) {
        const float width = width_of(text);
        if (width <= width_) continue;
        width_ = width;
        widest_ = text;
    }
}

float FilmCaption::letter_height(PixelSize frame) const {
    const float across = float(frame.width) / (width_ + 2 * (kMargin + kPadding));
    const float down = float(frame.height) / (1 + 2 * (kMargin + kPadding));
    const float wanted =
        std::max(kShareOfFrame * float(std::max(frame.width, frame.height)), kWanted);
    return std::floor(std::min({wanted, across, down}));
}

bool FilmCaption::fits(PixelSize frame) const {
    return letter_height(frame) >= kLeast;
}

void FilmCaption::draw(const std::string& text, Image& image, int first_row, int height) const {
    const Rows rows{image, first_row};
    const PixelSize frame{image.width, height};
    const float unit = letter_height(frame);
    const float margin = std::round(kMargin * unit), padding = std::round(kPadding * unit);
    const float left = margin + padding, base = float(frame.height) - margin - padding;
    const Box plate = pixels_of({0, 0, frame.width, frame.height}, margin, base - unit - padding,
                                left + std::ceil(width_ * unit) + padding, base + padding);
    const Box at_hand = rows.of(plate);
    if (at_hand.width() <= 0 || at_hand.height() <= 0) return;
    draw_plate(rows, plate, std::round(unit * 0.45f));
    // The middle of a stroke lies within the letter's height, so that its edges do, too.
    const float inset = kStrokeWidth / 2 * unit, scale = unit * (1 - kStrokeWidth);
    std::vector<Stroke> strokes = strokes_of(text);
    for (Stroke& s : strokes)
        s = {left + s.x0 * unit, base - inset - s.y0 * scale, left + s.x1 * unit,
             base - inset - s.y1 * scale};
    constexpr float kThinnest = 1.1f;  // pixels
    draw_strokes(rows, at_hand, strokes, std::max(kStrokeWidth * unit, kThinnest) / 2);
}

Image FilmCaption::sample(int channels) const {
    constexpr int kWidth = 160, kHeight = 32;
    Image image = make_image(kWidth, kHeight, channels, kPlate);
    if (channels % 2 == 0)
        for (std::size_t i = 0; i < image.pixel_count(); ++i)
            image.values[(i + 1) * std::size_t(channels) - 1] = 1;
    draw(widest_, image, 0, kHeight);
    return image;
}

}  // namespace redraw
