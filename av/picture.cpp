#include "av/picture.h"

#include "engine/error.h"
#include "engine/image/encode.h"

extern "C" {
#include <libavutil/opt.h>
}

#include <cstring>
#include <new>

namespace redraw::av {
namespace {

Frame make_frame(PixelSize size, AVPixelFormat format) {
    Frame frame(av_frame_alloc());
    if (frame == nullptr) throw std::bad_alloc();
    frame->width = size.width;
    frame->height = size.height;
    frame->format = format;
    if (av_frame_get_buffer(frame.get(), 0) < 0) throw std::bad_alloc();
    return frame;
}

// Every bit is the same on every processor: no shortcuts of an instruction set.
Converter make_converter(PixelSize size) {
    Converter converter(sws_alloc_context());
    if (converter == nullptr) throw std::bad_alloc();
    constexpr int kFullRange = 1, kLimitedRange = 0, kUnchanged = 0, kOne = 1 << 16;
    const auto set = [&](const char* name, std::int64_t value) {
        REDRAW_CHECK(av_opt_set_int(converter.get(), name, value, 0) >= 0, "an option of swscale");
    };
    set("srcw", size.width);
    set("srch", size.height);
    set("src_format", AV_PIX_FMT_RGB24);
    set("dstw", size.width);
    set("dsth", size.height);
    set("dst_format", AV_PIX_FMT_YUV420P);
    set("dst_h_chr_pos", 0);    // left, and
    set("dst_v_chr_pos", 128);  // between the rows: 1/256 of a pixel
    set("sws_flags",
        SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT | SWS_BITEXACT);
    const int* bt709 = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(converter.get(), bt709, kFullRange, bt709, kLimitedRange, kUnchanged,
                             kOne, kOne);
    if (sws_init_context(converter.get(), nullptr, nullptr) < 0) throw std::bad_alloc();
    return converter;
}

}  // namespace

Picture::Picture(PixelSize size)
    : rgb_(make_frame(size, AV_PIX_FMT_RGB24)),
      frame_(make_frame(size, AV_PIX_FMT_YUV420P)),
      converter_(make_converter(size)) {
    frame_->color_range = AVCOL_RANGE_MPEG;
    frame_->colorspace = AVCOL_SPC_BT709;
    frame_->color_primaries = AVCOL_PRI_BT709;
    frame_->color_trc = AVCOL_TRC_BT709;
    frame_->chroma_location = AVCHROMA_LOC_LEFT;
}

unsigned char* Picture::row(int y) const {
    return rgb_->data[0] + std::ptrdiff_t(y) * rgb_->linesize[0];
}

void Picture::draw(const Image& rows) {
    const int width = rows.width;
    REDRAW_CHECK(width + width % 2 == rgb_->width && next_row_ + rows.height <= rgb_->height,
                 "film size");
    for (int y = 0; y < rows.height; ++y) {
        unsigned char* bytes = row(next_row_++);
        row_over_white(rows.row(y), width, rows.channels, bytes);
        if (rows.channels < 3)
            for (int x = width - 1; x >= 0; --x) std::memset(bytes + 3 * x, bytes[x], 3);
        if (width % 2 != 0) std::memcpy(bytes + 3 * width, bytes + 3 * (width - 1), 3);
    }
}

AVFrame* Picture::shown() {
    if (next_row_ == rgb_->height - 1)
        std::memcpy(row(next_row_), row(next_row_ - 1), std::size_t(rgb_->width) * 3);
    else
        REDRAW_CHECK(next_row_ == rgb_->height, "film size");
    next_row_ = 0;
    // An encoder may still hold the last frame.
    if (av_frame_make_writable(frame_.get()) < 0) throw std::bad_alloc();
    sws_scale(converter_.get(), rgb_->data, rgb_->linesize, 0, rgb_->height, frame_->data,
              frame_->linesize);
    return frame_.get();
}

}  // namespace redraw::av
