// Writes an animated GIF with giflib; the film loops forever. After the first frame, only changes
// are stored; identical frames are merged into one with a longer delay.
#include "engine/error.h"
#include "engine/features/film/gif_canvas.h"
#include "engine/features/film/reel.h"
#include "engine/image/encode.h"
#include "engine/system/atomic_file.h"

#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>
#include <new>
#include <utility>

namespace redraw {
namespace {

class GifWriter final : public FilmWriter {
public:
    GifWriter(const FilmSpec& spec, int channels)
        : file_(spec.path), size_(spec.size), canvas_(channels >= 3, spec.size) {
        int error = 0;
        gif_ = EGifOpen(this, on_bytes, &error);
        if (gif_ == nullptr) fail(error);
    }
    ~GifWriter() override {
        int ignored = 0;
        if (gif_ != nullptr) EGifCloseFile(gif_, &ignored);
    }

    void prepare(std::span<const Image> samples) override {
        canvas_.choose_palette(samples);
        put_header();
    }

    void write_rows(const Image& rows) override { canvas_.draw(rows); }

    void end_frame(double seconds_shown) override {
        if (const auto changed = canvas_.changed()) {
            put_delay();
            put(*changed);
        }
        // Computes the delay from the film's start, so that rounding to 1/100 s does not add up.
        seconds_ += seconds_shown;
        const std::int64_t end = std::llround(seconds_ * 100);
        delay_ += int(end - end_);
        end_ = end;
    }

    void finish() override {
        put_delay();
        int error = 0;
        if (EGifCloseFile(std::exchange(gif_, nullptr), &error) == GIF_ERROR) fail(error);
        flush();
        file_.commit();
    }

private:
    void put_header() {
        GifColorType colours[256] = {};
        GifColorType* next = colours;
        for (const auto& [red, green, blue] : canvas_.palette()) *next++ = {red, green, blue};
        ColorMapObject* map = GifMakeMapObject(256, colours);
        if (map == nullptr) throw std::bad_alloc();
        EGifSetGifVersion(gif_, true);
        constexpr int kBitsPerColour = 8;
        const int put = EGifPutScreenDesc(gif_, size_.width, size_.height, kBitsPerColour, 0, map);
        GifFreeMapObject(map);
        check(put);
        const unsigned char forever[3] = {1, 0, 0};
        check(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
        check(EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0"));
        check(EGifPutExtensionBlock(gif_, sizeof forever, forever));
        check(EGifPutExtensionTrailer(gif_));
    }

    void put(const PixelRect& part) {
        constexpr std::size_t kEncodedAtOnce = 1 << 16;
        const int transparent =
            canvas_.is_first() ? NO_TRANSPARENT_COLOR : int(GifCanvas::kTransparent);
        const GraphicsControlBlock control{DISPOSE_DO_NOT, false, 0, transparent};
        GifByteType block[4];
        EGifGCBToExtension(&control, block);
        constexpr std::uint64_t kDelayInBlock = 4;  // offset after two type bytes, size and flags
        delay_at_ = written_ + encoded_.size() + kDelayInBlock;
        check(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, sizeof block, block));
        check(EGifPutImageDesc(gif_, part.x, part.y, part.width, part.height, false, nullptr));
        std::vector<std::uint8_t> row(std::size_t(part.width));
        for (int y = 0; y < part.height; ++y) {
            canvas_.read_row(part, y, row);
            check(EGifPutLine(gif_, row.data(), part.width));
            if (encoded_.size() >= kEncodedAtOnce) flush();
        }
        flush();
    }

    // Writes the delay of the last image, which grows while nothing changes.
    void put_delay() {
        if (delay_at_ == 0) return;
        const std::byte delay[2] = {std::byte(delay_ & 0xFF), std::byte(delay_ >> 8 & 0xFF)};
        file_.write_at(delay_at_, delay);
        delay_ = 0;
    }

    void flush() {
        if (bytes_lost_) throw std::bad_alloc();
        file_.write_at(written_, encoded_);
        written_ += encoded_.size();
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
        auto& writer = *static_cast<GifWriter*>(gif->UserData);
        if (append(writer.encoded_, bytes, std::size_t(count))) return count;
        writer.bytes_lost_ = true;  // reports the failed write, which giflib may overlook
        return 0;
    }

    AtomicFile file_;
    PixelSize size_;
    GifCanvas canvas_;
    std::vector<std::byte> encoded_;
    bool bytes_lost_ = false;     // true if memory ran out
    std::uint64_t written_ = 0;   // bytes written to the file so far
    std::uint64_t delay_at_ = 0;  // file offset of the last image's delay; 0: no image yet
    GifFileType* gif_ = nullptr;
    int delay_ = 0;  // delay of the last image, in 1/100 s, like end_
    std::int64_t end_ = 0;
    double seconds_ = 0;
};

}  // namespace

std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels) {
    constexpr int kLargestSide = 65535;
    constexpr int kMostFramesPerSecond = 50;  // players slow down delays below 2/100 s
    if (std::max(spec.size.width, spec.size.height) > kLargestSide)
        refuse_to_write(spec.path, "GIF holds at most 65,535 pixels a side");
    if (spec.frames_per_second > kMostFramesPerSecond)
        refuse_to_write(spec.path, fmt::format("a GIF shows at most 50 frames a second, not {}",
                                               spec.frames_per_second));
    return std::make_unique<GifWriter>(spec, channels);
}

}  // namespace redraw
