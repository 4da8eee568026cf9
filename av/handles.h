// Owning handles (unique pointers) for libav's objects. Internal to the video module, like
// everything in this folder.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include <memory>

namespace redraw::av {

struct Free {
    void operator()(AVCodecContext* encoder) const { avcodec_free_context(&encoder); }
    void operator()(AVFormatContext* muxer) const { avformat_free_context(muxer); }
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
    void operator()(SwsContext* converter) const { sws_freeContext(converter); }
    void operator()(AVIOContext* file) const {
        av_freep(&file->buffer);
        avio_context_free(&file);
    }
};

using Encoder = std::unique_ptr<AVCodecContext, Free>;
using Muxer = std::unique_ptr<AVFormatContext, Free>;
using Frame = std::unique_ptr<AVFrame, Free>;
using Packet = std::unique_ptr<AVPacket, Free>;
using Converter = std::unique_ptr<SwsContext, Free>;
using File = std::unique_ptr<AVIOContext, Free>;

}  // namespace redraw::av
