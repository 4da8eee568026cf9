// Decodes GIF by giflib: the first frame on its canvas. Pixels that the frame leaves open or
// transparent have alpha 0. Reads record by record, because DGifSlurp would allocate every frame of
// an animation.
#include "engine/image/decode.h"
#include "engine/image/grid.h"

#include <gif_lib.h>

#include <algorithm>
#include <cstring>

namespace redraw {
namespace {

int read_bytes(GifFileType* gif, GifByteType* to, int count) {
    auto* left = static_cast<std::span<const std::byte>*>(gif->UserData);
    const std::size_t given = std::min(left->size(), std::size_t(count));
    std::memcpy(to, left->data(), given);
    *left = left->subspan(given);
    return int(given);
}

// Result of next_frame(), which searches for the next frame past its extension blocks. `end`: the
// file has no further frame. next_frame() does not throw: its caller decides what an error means.
enum class Next { frame, end, damaged };
Next next_frame(GifFileType* gif, int& transparent) {
    for (;;) {
        GifRecordType record;
        if (DGifGetRecordType(gif, &record) == GIF_ERROR) return Next::damaged;
        if (record == IMAGE_DESC_RECORD_TYPE) return Next::frame;
        if (record == TERMINATE_RECORD_TYPE) return Next::end;
        if (record != EXTENSION_RECORD_TYPE) continue;
        int code = 0;
        GifByteType* block = nullptr;
        if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return Next::damaged;
        while (block != nullptr) {
            GraphicsControlBlock control;
            if (code == GRAPHICS_EXT_FUNC_CODE &&
                DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
                transparent = control.TransparentColor;
            if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return Next::damaged;
        }
    }
}

// Returns the frame's rows in the order in which the file stores them.
std::vector<int> row_order(int height, bool interlaced) {
    using Passes = std::vector<std::pair<int, int>>;  // first row, and distance between rows
    const Passes passes = interlaced ? Passes{{0, 8}, {4, 8}, {2, 4}, {1, 2}} : Passes{{0, 1}};
    std::vector<int> rows;
    for (const auto& [start, step] : passes)
        for (int y = start; y < height; y += step) rows.push_back(y);
    return rows;
}

// True if the canvas is small, or the file large enough for it: an LZW code encodes at most 4096
// pixels. A canvas may be larger than the frame, but a tiny file must not allocate gigabytes.
bool could_hold_its_pixels(std::int64_t pixels, std::size_t file_bytes) {
    constexpr std::int64_t kMostPixelsPerByte = 4096, kSmall = 1 << 20;
    return pixels <= kSmall || pixels / kMostPixelsPerByte <= std::int64_t(file_bytes);
}

// Decodes the part of the first frame that lies on the canvas.
Image read_frame(const PictureSource& source, GifFileType* gif, PixelSize canvas, int transparent,
                 std::span<const GifColorType> colours) {
    const GifImageDesc& frame = gif->Image;
    const int width = std::clamp(canvas.width - frame.Left, 0, frame.Width);
    const int height = std::clamp(canvas.height - frame.Top, 0, frame.Height);
    bool opaque = width == canvas.width && height == canvas.height;
    std::vector<GifPixelType> indices(std::size_t(width) * std::size_t(height));
    std::vector<GifPixelType> line(std::size_t(frame.Width));
    for (const int y : row_order(frame.Height, frame.Interlace)) {
        if (DGifGetLine(gif, line.data(), frame.Width) == GIF_ERROR)
            source.refuse_damaged("its pixels end too early");
        if (y >= height) continue;
        for (int x = 0; x < width; ++x) {
            const int index = line[std::size_t(x)];
            opaque = opaque && index != transparent;
            if (index != transparent && index >= int(colours.size()))
                source.refuse_damaged("a colour is not in its palette");
        }
        std::copy_n(line.data(), width, indices.data() + std::size_t(y) * std::size_t(width));
    }
    std::vector<Colour> palette;
    for (const auto& [red, green, blue] : colours)
        palette.push_back(unpack_colour({red, green, blue, 255}));
    const int channels = opaque ? 3 : 4;
    Image image = make_image(canvas.width, canvas.height, channels);
    const GifPixelType* from = indices.data();
    for (int y = 0; y < height; ++y) {
        float* to = image.row(frame.Top + y) + std::ptrdiff_t(frame.Left) * channels;
        for (int x = 0; x < width; ++x, ++from, to += channels)
            if (*from != transparent) std::copy_n(palette[*from].data(), channels, to);
    }
    return image;
}

}  // namespace

Decoded decode_gif(const PictureSource& source) {
    std::span<const std::byte> left = source.bytes;
    int error = 0;
    const auto close = [](GifFileType* opened) { DGifCloseFile(opened, nullptr); };
    const std::unique_ptr<GifFileType, decltype(close)> gif(DGifOpen(&left, read_bytes, &error));
    if (!gif) source.refuse_damaged("its header makes no sense");
    int transparent = NO_TRANSPARENT_COLOR;
    const Next first = next_frame(gif.get(), transparent);
    if (first == Next::end) source.refuse_damaged("it holds no picture");
    if (first == Next::damaged || DGifGetImageDesc(gif.get()) == GIF_ERROR)
        source.refuse_damaged("it ends too early");
    const GifImageDesc& frame = gif->Image;
    source.check_size(frame.Width, frame.Height);
    // Uses the frame's extent where a writer left a side of the canvas at 0, and, as browsers do,
    // where the frame alone is larger than the canvas.
    const bool larger = frame.Width > gif->SWidth || frame.Height > gif->SHeight;
    const int width = larger ? std::max(gif->SWidth, frame.Left + frame.Width) : gif->SWidth;
    const int height = larger ? std::max(gif->SHeight, frame.Top + frame.Height) : gif->SHeight;
    source.check_size(width, height);
    if (!could_hold_its_pixels(std::int64_t(width) * height, source.size()))
        source.refuse_damaged("it ends too early");

    const ColorMapObject* colours = frame.ColorMap ? frame.ColorMap : gif->SColorMap;
    if (colours == nullptr) source.refuse_damaged("it has no palette");
    Decoded decoded{read_frame(source, gif.get(), {width, height}, transparent,
                               {colours->Colors, std::size_t(colours->ColorCount)})};
    if (next_frame(gif.get(), transparent) == Next::frame)
        add_note(decoded.note, "only the first frame of the animation is read");
    return decoded;
}

}  // namespace redraw
