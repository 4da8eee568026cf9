#include "engine/drawing/caption.h"

#include "engine/drawing/letters.h"
#include "engine/error.h"
#include "engine/text/numbers.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// Distances in capital heights: from the frame's edge to the plate, and from the plate's edge to
// the text.
constexpr float kMargin = 0.7f, kPadding = 0.75f;
constexpr float kPlate = 0.1f, kInk = 0.97f;
constexpr float kShareOfFrame = 0.027f;  // a capital's height as a share of the frame's longer side
constexpr float kLeast = 5, kWanted = 8;  // pixels: least legible and least wanted capital height

void draw_plate(const FrameRows& rows, const Box& plate, float corner) {
    const float half_width = float(plate.width()) / 2, half_height = float(plate.height()) / 2;
    paint(rows, rows.of(plate), gray(kPlate), [&](int x, int y) {
        const float dx = std::abs(float(x - plate.x0) + 0.5f - half_width) - half_width + corner;
        const float dy = std::abs(float(y - plate.y0) + 0.5f - half_height) - half_height + corner;
        return corner - std::hypot(std::max(0.0f, dx), std::max(0.0f, dy)) + 0.5f;
    });
}

}  // namespace

std::string caption_text(const std::string& moment, float psnr, PixelSize learned) {
    if (std::isnan(psnr)) return moment;
    return moment + " · " + decibels(psnr) +
           (learned.width > 0 ? " at " + dimensions(learned.width, learned.height) : "");
}

std::string caption_text(std::int64_t count, int neurons) {
    return thousands(count) + " of " + thousands(neurons) + " neurons";
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

void FilmCaption::require_room(PixelSize frame) const {
    if (letter_height(frame) < kLeast)
        throw Error("Cannot make a film: it is too small for a readable caption");
}

void FilmCaption::draw(const std::string& text, Image& image, int first_row, int height) const {
    const FrameRows rows{image, first_row};
    const PixelSize frame{image.width, height};
    const float unit = letter_height(frame);
    const float margin = std::round(kMargin * unit), padding = std::round(kPadding * unit);
    const float left = margin + padding, base = float(frame.height) - margin - padding;
    const Box plate = box_of({0, 0, frame.width, frame.height}, margin, base - unit - padding,
                             left + std::ceil(width_ * unit) + padding, base + padding);
    const Box at_hand = rows.of(plate);
    if (at_hand.width() <= 0 || at_hand.height() <= 0) return;
    draw_plate(rows, plate, std::round(unit * 0.45f));
    draw_text(rows, plate, text, left, base, unit, gray(kInk));
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
