// What a playing GIF shows, as numbers of one palette for the whole film, and what of it a new
// frame changes. One owner, one thread. Internal to engine/run.
#pragma once

#include "engine/image/image.h"
#include "engine/run/film_palette.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// A rectangle of the canvas to be drawn over; what stays inside it is transparent.
struct GifPatch {
    int x = 0, y = 0, width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
    bool transparency = false;
};

class GifCanvas {
public:
    static constexpr std::uint8_t kTransparent = 255;

    explicit GifCanvas(bool colour) : colour_(colour) {}

    // Grays are every level; colours are chosen for these drawings. Once, before the first show().
    void choose_palette(std::span<const Image> samples);
    const std::vector<Rgb>& palette() const { return palette_; }

    // The whole of the first frame, then what changed; nothing when nothing did. Alpha is laid over
    // white. All frames have one size.
    std::optional<GifPatch> show(const Image& frame);

private:
    std::vector<std::uint8_t> numbered(const Image& frame);
    std::uint8_t number(Rgb colour);

    bool colour_;
    std::vector<Rgb> palette_;
    std::optional<NearestColour> nearest_;  // of colour films
    std::vector<std::uint8_t> shown_;       // empty before the first frame
};

}  // namespace redraw
