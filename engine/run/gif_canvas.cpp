#include "engine/run/gif_canvas.h"

#include "engine/error.h"
#include "engine/image/encode.h"

#include <algorithm>
#include <cstdlib>

namespace redraw {
namespace {

constexpr std::size_t kColours = GifCanvas::kTransparent;  // all the others
constexpr int kUnseenLevels = 2;                           // of 255 a channel

std::vector<std::uint8_t> flat_bytes(const Image& image) {
    const std::size_t row_bytes = std::size_t(image.width) * (image.channels >= 3 ? 3 : 1);
    std::vector<std::uint8_t> bytes(row_bytes * image.height);
    for (int y = 0; y < image.height; ++y) {
        row_over_white(image.row(y), image.width, image.channels,
                       bytes.data() + std::size_t(y) * row_bytes);
    }
    return bytes;
}

bool looks_like(const Rgb& wanted, const Rgb& shown) {
    for (std::size_t c = 0; c < 3; ++c) {
        if (std::abs(wanted[c] - shown[c]) > kUnseenLevels) return false;
    }
    return true;
}

// The rectangle around what differs; no width when nothing does.
GifPatch changed_rectangle(const std::vector<std::uint8_t>& before,
                           const std::vector<std::uint8_t>& now, int width, int height) {
    int left = width, right = -1, top = height, bottom = -1;
    for (int y = 0; y < height; ++y) {
        const auto* now_row = now.data() + std::size_t(y) * width;
        const auto* before_row = before.data() + std::size_t(y) * width;
        const auto* first = std::mismatch(now_row, now_row + width, before_row).first;
        if (first == now_row + width) continue;
        int last = width - 1;
        while (now_row[last] == before_row[last]) --last;
        left = std::min(left, static_cast<int>(first - now_row));
        right = std::max(right, last);
        top = std::min(top, y);
        bottom = y;
    }
    if (right < 0) return {};
    return {left, top, right - left + 1, bottom - top + 1, {}, true};
}

}  // namespace

void GifCanvas::choose_palette(std::span<const Image> samples) {
    REDRAW_CHECK(palette_.empty() && !samples.empty(), "one palette, for some drawings");
    if (colour_) {
        std::vector<std::uint8_t> colours;
        for (const Image& sample : samples) {
            const std::vector<std::uint8_t> bytes = flat_bytes(sample);
            colours.insert(colours.end(), bytes.begin(), bytes.end());
        }
        palette_ = median_cut(colours, kColours);
        nearest_.emplace(palette_);
        return;
    }
    for (std::size_t i = 0; i < kColours; ++i) {
        const auto gray = static_cast<std::uint8_t>(i + 1 == kColours ? 255 : i);
        palette_.push_back({gray, gray, gray});
    }
}

std::uint8_t GifCanvas::number(Rgb colour) {
    // Gray 254 and 255 share the last level, which is white: one number is taken.
    return colour_ ? (*nearest_)(colour) : std::min<std::uint8_t>(colour[0], kColours - 1);
}

// A pixel keeps the number it has while that shows its colour as nearly as makes no difference to
// the eye: what does not change costs nothing, and the error does not add up.
std::vector<std::uint8_t> GifCanvas::numbered(const Image& frame) {
    const std::vector<std::uint8_t> bytes = flat_bytes(frame);
    std::vector<std::uint8_t> numbers(frame.pixel_count());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::uint8_t* at = bytes.data() + i * (colour_ ? 3 : 1);
        const Rgb wanted = colour_ ? Rgb{at[0], at[1], at[2]} : Rgb{at[0], at[0], at[0]};
        const bool stays = !shown_.empty() && looks_like(wanted, palette_[shown_[i]]);
        numbers[i] = stays ? shown_[i] : number(wanted);
    }
    return numbers;
}

std::optional<GifPatch> GifCanvas::show(const Image& frame) {
    REDRAW_CHECK(!palette_.empty(), "no palette yet");
    REDRAW_CHECK(shown_.empty() || shown_.size() == frame.pixel_count(), "frames of one size");
    std::vector<std::uint8_t> numbers = numbered(frame);
    if (shown_.empty()) {
        shown_ = numbers;
        return GifPatch{0, 0, frame.width, frame.height, std::move(numbers), false};
    }
    GifPatch patch = changed_rectangle(shown_, numbers, frame.width, frame.height);
    if (patch.width == 0) return std::nullopt;
    patch.pixels.reserve(std::size_t(patch.width) * patch.height);
    for (int y = patch.y; y < patch.y + patch.height; ++y) {
        for (int x = patch.x; x < patch.x + patch.width; ++x) {
            const std::size_t i = std::size_t(y) * frame.width + x;
            patch.pixels.push_back(shown_[i] == numbers[i] ? kTransparent : numbers[i]);
        }
    }
    shown_ = std::move(numbers);
    return patch;
}

}  // namespace redraw
