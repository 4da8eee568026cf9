// An animated GIF by giflib that loops forever. One palette for the whole film; after the first
// frame only what changed is stored: the rectangle around it, with what stayed inside transparent.
#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/image/encode.h"
#include "engine/run/film_palette.h"
#include "engine/run/film_writers.h"

#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace redraw {
namespace {

constexpr std::uint8_t kTransparent = 255;
constexpr std::size_t kColours = 255;  // and the transparent one

class GifWriter final : public FilmWriter {
public:
    GifWriter(const FilmSpec& spec, int channels)
        : file_(spec.path),
          width_(spec.size.width),
          height_(spec.size.height),
          colour_(channels >= 3) {
        int error = 0;
        gif_ = EGifOpen(this, on_bytes, &error);
        if (gif_ == nullptr) fail(error);
    }
    ~GifWriter() override {
        int ignored = 0;
        if (gif_ != nullptr) EGifCloseFile(gif_, &ignored);
    }

    void prepare(std::span<const Image> samples) override {
        if (colour_) {
            std::vector<std::uint8_t> colours;
            for (const Image& sample : samples) {
                const std::vector<std::uint8_t> bytes = flat(sample);
                colours.insert(colours.end(), bytes.begin(), bytes.end());
            }
            nearest_.emplace(median_cut(colours, kColours));
        }
        put_header();
    }

    void write_frame(const Image& frame, double seconds_shown) override {
        REDRAW_CHECK(frame.width == width_ && frame.height == height_, "frames of one size");
        if (canvas_.empty() && !prepared_) prepare({&frame, 1});
        std::vector<std::uint8_t> indices = numbered(frame);
        const GifRect changed = canvas_.empty() ? GifRect{0, 0, width_, height_} : changes(indices);
        if (changed.width > 0) {
            put_pending();
            pending_ = cut(indices, changed);
            canvas_ = std::move(indices);
        }
        // From the film's start on, so that rounding to 1/100 s does not add up.
        seconds_ += seconds_shown;
        const std::int64_t end = std::llround(seconds_ * 100);
        pending_.delay += static_cast<int>(end - shown_);
        shown_ = end;
    }

    void finish() override {
        put_pending();
        int error = 0;
        const int closed = EGifCloseFile(std::exchange(gif_, nullptr), &error);
        if (closed == GIF_ERROR) fail(error);
        flush();
        file_.commit();
    }

private:
    struct GifRect {
        int x = 0, y = 0, width = 0, height = 0;
    };
    struct Pending {
        GifRect place;
        std::vector<GifPixelType> pixels;
        bool transparency = false;
        int delay = 0;  // 1/100 s
    };

    static std::vector<std::uint8_t> flat(const Image& image) {
        const std::size_t row_bytes = std::size_t(image.width) * (image.channels >= 3 ? 3 : 1);
        std::vector<std::uint8_t> bytes(row_bytes * image.height);
        for (int y = 0; y < image.height; ++y) {
            row_over_white(image.row(y), image.width, image.channels,
                           bytes.data() + std::size_t(y) * row_bytes);
        }
        return bytes;
    }

    std::vector<std::uint8_t> numbered(const Image& frame) {
        std::vector<std::uint8_t> bytes = flat(frame);
        std::vector<std::uint8_t> indices(frame.pixel_count());
        for (std::size_t i = 0; i < indices.size(); ++i) {
            // Gray 254 and 255 share the last level, which is white: one number is taken.
            indices[i] = colour_ ? (*nearest_)({bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]})
                                 : std::min<std::uint8_t>(bytes[i], kColours - 1);
        }
        return indices;
    }

    // The rectangle around what differs from the canvas; no width when nothing does.
    GifRect changes(const std::vector<std::uint8_t>& indices) const {
        int left = width_, right = -1, top = height_, bottom = -1;
        for (int y = 0; y < height_; ++y) {
            const auto* now = indices.data() + std::size_t(y) * width_;
            const auto* before = canvas_.data() + std::size_t(y) * width_;
            const auto first = std::mismatch(now, now + width_, before).first;
            if (first == now + width_) continue;
            int last = width_ - 1;
            while (now[last] == before[last]) --last;
            left = std::min(left, static_cast<int>(first - now));
            right = std::max(right, last);
            top = std::min(top, y);
            bottom = y;
        }
        return right < 0 ? GifRect{} : GifRect{left, top, right - left + 1, bottom - top + 1};
    }

    Pending cut(const std::vector<std::uint8_t>& indices, const GifRect& place) const {
        Pending frame{place, {}, !canvas_.empty(), 0};
        frame.pixels.reserve(std::size_t(place.width) * place.height);
        for (int y = place.y; y < place.y + place.height; ++y) {
            for (int x = place.x; x < place.x + place.width; ++x) {
                const std::size_t i = std::size_t(y) * width_ + x;
                const bool stays = !canvas_.empty() && canvas_[i] == indices[i];
                frame.pixels.push_back(stays ? kTransparent : indices[i]);
            }
        }
        return frame;
    }

    void put_header() {
        GifColorType colours[256] = {};
        for (std::size_t i = 0; i < kColours; ++i) {
            const auto gray = static_cast<GifByteType>(i + 1 == kColours ? 255 : i);
            colours[i] = {gray, gray, gray};
            if (colour_) {
                const auto& palette = nearest_->palette();
                const Rgb rgb = i < palette.size() ? palette[i] : Rgb{};
                colours[i] = {rgb[0], rgb[1], rgb[2]};
            }
        }
        ColorMapObject* map = GifMakeMapObject(256, colours);
        if (map == nullptr) throw std::bad_alloc();
        EGifSetGifVersion(gif_, true);
        constexpr int kBitsPerColour = 8;
        const int put = EGifPutScreenDesc(gif_, width_, height_, kBitsPerColour, 0, map);
        GifFreeMapObject(map);
        check(put);
        const unsigned char forever[3] = {1, 0, 0};
        check(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
        check(EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0"));
        check(EGifPutExtensionBlock(gif_, sizeof forever, forever));
        check(EGifPutExtensionTrailer(gif_));
        prepared_ = true;
    }

    void put_pending() {
        if (pending_.pixels.empty()) return;
        const GraphicsControlBlock control{
            DISPOSE_DO_NOT, false, pending_.delay,
            pending_.transparency ? int(kTransparent) : NO_TRANSPARENT_COLOR};
        GifByteType block[4];
        EGifGCBToExtension(&control, block);
        check(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, sizeof block, block));
        const GifRect& place = pending_.place;
        check(EGifPutImageDesc(gif_, place.x, place.y, place.width, place.height, false, nullptr));
        for (int y = 0; y < place.height; ++y) {
            check(EGifPutLine(gif_, pending_.pixels.data() + std::size_t(y) * place.width,
                              place.width));
        }
        flush();
    }

    void flush() {
        file_.write(encoded_);
        encoded_.clear();
    }
    void check(int result) const {
        if (result == GIF_ERROR) fail(gif_->Error);
    }
    [[noreturn]] static void fail(int error) {
        const char* reason = GifErrorString(error);
        throw Error(std::string("Cannot encode the GIF: ") + (reason ? reason : "no reason given"));
    }
    static int on_bytes(GifFileType* gif, const GifByteType* bytes, int count) {
        auto& out = static_cast<GifWriter*>(gif->UserData)->encoded_;
        try {
            const auto* from = reinterpret_cast<const std::byte*>(bytes);
            out.insert(out.end(), from, from + count);
            return count;
        } catch (const std::bad_alloc&) {  // must not pass through giflib
            return 0;
        }
    }

    AtomicFile file_;
    int width_, height_;
    bool colour_;
    bool prepared_ = false;
    GifFileType* gif_ = nullptr;
    std::vector<std::byte> encoded_;
    std::optional<NearestColour> nearest_;
    std::vector<std::uint8_t> canvas_;  // as numbers of the palette; empty before the first frame
    Pending pending_;                   // its delay may still grow
    double seconds_ = 0;
    std::int64_t shown_ = 0;  // 1/100 s
};

}  // namespace

std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels) {
    constexpr int kLargestSide = 65535;
    constexpr int kMostFramesPerSecond = 50;  // players show delays below 2/100 s slowly
    if (std::max(spec.size.width, spec.size.height) > kLargestSide) {
        refuse_to_write(spec.path, "GIF holds at most 65535 pixels a side");
    }
    if (spec.frames_per_second > kMostFramesPerSecond) {
        refuse_to_write(spec.path, "a GIF shows at most 50 frames a second, not " +
                                       std::to_string(spec.frames_per_second));
    }
    return std::make_unique<GifWriter>(spec, channels);
}

}  // namespace redraw
