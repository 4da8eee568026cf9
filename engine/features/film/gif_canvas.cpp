#include "engine/features/film/gif_canvas.h"

#include "engine/error.h"
#include "engine/image/encode.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace redraw {
namespace {

constexpr std::size_t kPaletteColours = GifCanvas::kTransparent;  // all but the transparent one
constexpr int kUnseenLevels = 2;  // largest invisible difference per channel, of 255

bool looks_like(const Rgb& wanted, const Rgb& shown) {
    return std::ranges::equal(wanted, shown,
                              [](int a, int b) { return std::abs(a - b) <= kUnseenLevels; });
}

}  // namespace

GifCanvas::GifCanvas(bool colour, PixelSize size)
    : colour_(colour),
      size_(size),
      shown_(std::size_t(size.width) * std::size_t(size.height)),
      changed_(shown_.size()),
      row_(std::size_t(size.width) * (colour ? 3 : 1)) {}

void GifCanvas::choose_palette(std::span<const Image> samples) {
    REDRAW_CHECK(palette_.empty() && !samples.empty(), "one palette, for some drawings");
    if (colour_) {
        std::vector<std::uint8_t> colours;
        for (const Image& sample : samples) {
            const std::size_t pixels = sample.pixel_count();
            colours.resize(colours.size() + 3 * pixels);
            row_over_white(sample.values.data(), int(pixels), sample.channels,
                           colours.data() + colours.size() - 3 * pixels);
        }
        palette_ = median_cut(colours, kPaletteColours);
        const std::set<Rgb> chosen(palette_.begin(), palette_.end());
        exact_ = true;
        for (std::size_t i = 0; i < colours.size() && exact_; i += 3)
            exact_ = chosen.contains({colours[i], colours[i + 1], colours[i + 2]});
        nearest_.emplace(palette_);
        return;
    }
    for (std::size_t i = 0; i < kPaletteColours; ++i) {
        const auto gray = std::uint8_t(i + 1 == kPaletteColours ? 255 : i);
        palette_.push_back({gray, gray, gray});
    }
}

void GifCanvas::draw(const Image& rows) {
    REDRAW_CHECK(!palette_.empty(), "no palette yet");
    if (next_row_ == size_.height) {  // starts a new frame
        first_ = false;
        next_row_ = 0;
        changed_.assign(changed_.size(), false);
        left_ = size_.width;
        top_ = size_.height;
        right_ = bottom_ = -1;
    }
    REDRAW_CHECK(rows.width == size_.width && next_row_ + rows.height <= size_.height, "film size");
    for (int y = 0; y < rows.height; ++y) {
        row_over_white(rows.row(y), rows.width, rows.channels, row_.data());
        draw_row(next_row_++);
    }
}

// Keeps a pixel's palette index while its shown colour is visually indistinguishable from the new
// one, unless the palette is exact. Unchanged pixels take little space; errors do not accumulate.
void GifCanvas::draw_row(int y) {
    for (int x = 0; x < size_.width; ++x) {
        const std::size_t i = std::size_t(y) * std::size_t(size_.width) + std::size_t(x);
        const std::uint8_t* at = row_.data() + std::size_t(x) * (colour_ ? 3 : 1);
        const Rgb wanted = colour_ ? Rgb{at[0], at[1], at[2]} : Rgb{at[0], at[0], at[0]};
        if (!first_ && !exact_ && looks_like(wanted, palette_[shown_[i]])) continue;
        // Maps gray 254 and 255 to the last gray level: one palette index is reserved for
        // transparency.
        const std::uint8_t now =
            colour_ ? (*nearest_)(wanted) : std::min<std::uint8_t>(wanted[0], kPaletteColours - 1);
        if (!first_ && now == shown_[i]) continue;
        shown_[i] = now;
        if (first_) continue;
        changed_[i] = true;
        left_ = std::min(left_, x);
        right_ = std::max(right_, x);
        top_ = std::min(top_, y);
        bottom_ = y;
    }
}

std::optional<PixelRect> GifCanvas::changed() const {
    REDRAW_CHECK(next_row_ == size_.height, "a whole frame");
    if (first_) return PixelRect{0, 0, size_.width, size_.height};
    if (right_ < 0) return std::nullopt;
    return PixelRect{left_, top_, right_ - left_ + 1, bottom_ - top_ + 1};
}

void GifCanvas::read_row(const PixelRect& part, int y, std::span<std::uint8_t> numbers) const {
    const std::size_t begin =
        std::size_t(part.y + y) * std::size_t(size_.width) + std::size_t(part.x);
    for (std::size_t x = 0; x < numbers.size(); ++x)
        numbers[x] = first_ || changed_[begin + x] ? shown_[begin + x] : kTransparent;
}

}  // namespace redraw
