// Writes MP4 and WebM, and defines the entry point of the video module.
#include "av/output.h"
#include "engine/error.h"
#include "engine/features/film/reel.h"
#include "engine/module/loaded_module.h"

extern "C" {
#include <libavutil/opt.h>
}

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace redraw::av {
namespace {

constexpr int kLargestSide = 16384;  // pixels; the limit of x264

struct Codec {
    const char* muxer;
    const char* encoder;
    const char* look_ahead;  // name of the encoder's option for the number of look-ahead frames
    std::vector<std::pair<const char*, const char*>> quality;
    std::vector<std::pair<const char*, const char*>> muxing;
};

// Returns encoder settings whose loss is hardly visible, for pictures with flat areas and lines.
// The written file is not to depend on the CPU model or the number of cores. x264 has an option for
// that; libvpx may use threads for tiles only, not for rows.
const Codec& codec_of(FilmFormat format) {
    static const Codec h264{"mp4",
                            "libx264",
                            "rc-lookahead",
                            {{"preset", "medium"},
                             {"tune", "animation"},
                             {"crf", "16"},
                             {"x264-params", "cpu-independent=1"}},
                            {{"movflags", "faststart"}}};
    static const Codec vp9{"webm",
                           "libvpx-vp9",
                           "lag-in-frames",
                           {{"deadline", "good"},
                            {"cpu-used", "2"},
                            {"crf", "18"},
                            {"tile-columns", "2"},
                            {"row-mt", "0"}},
                           {}};
    return format == FilmFormat::mp4 ? h264 : vp9;
}

// Returns how many frames the encoder looks ahead. Limited by the memory for large films: the
// encoder holds all these frames, each about two bytes per pixel.
int look_ahead_frames(PixelSize size) {
    constexpr std::int64_t kBytes = 512 << 20;
    return int(
        std::clamp<std::int64_t>(kBytes / (2 * std::int64_t(size.width) * size.height), 2, 25));
}

template <class T>
T* there(T* object) {
    if (object == nullptr) throw std::bad_alloc();
    return object;
}

Frame make_frame(PixelSize size, AVPixelFormat format) {
    Frame frame(there(av_frame_alloc()));
    frame->width = size.width;
    frame->height = size.height;
    frame->format = format;
    if (av_frame_get_buffer(frame.get(), 0) < 0) throw std::bad_alloc();
    return frame;
}

// Creates the converter from RGB to the encoder's YUV format. Its flags choose exact arithmetic, so
// that every processor gives the same bits.
Converter make_converter(PixelSize size) {
    Converter converter(there(sws_alloc_context()));
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
    set("dst_h_chr_pos", 0);    // chroma samples lie at the left edge of their pixels,
    set("dst_v_chr_pos", 128);  // and between two rows, in units of 1/256 pixel
    set("sws_flags",
        SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT | SWS_BITEXACT);
    const int* bt709 = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(converter.get(), bt709, kFullRange, bt709, kLimitedRange, kUnchanged,
                             kOne, kOne);
    if (sws_init_context(converter.get(), nullptr, nullptr) < 0) throw std::bad_alloc();
    return converter;
}

// Sets the colour fields of a frame or an encoder to BT.709 in limited range.
void set_colours(auto& of) {
    of.color_range = AVCOL_RANGE_MPEG;
    of.colorspace = AVCOL_SPC_BT709;
    of.color_primaries = AVCOL_PRI_BT709;
    of.color_trc = AVCOL_TRC_BT709;
}

// A frame for the encoder, converted from a render: Y'CbCr by BT.709 in limited range (Y' from 16
// to 235), 4:2:0 with chroma sited left, alpha blended over white.
class Picture {
public:
    // `size`: the film's frame size, whose sides are even. A render may be one pixel smaller in
    // width, height or both; its last column or row is then repeated.
    explicit Picture(PixelSize size)
        : rgb_(make_frame(size, AV_PIX_FMT_RGB24)),
          frame_(make_frame(size, AV_PIX_FMT_YUV420P)),
          converter_(make_converter(size)) {
        set_colours(*frame_);
        frame_->chroma_location = AVCHROMA_LOC_LEFT;
    }
    // Converts the next rows of a render, from the top down.
    void draw(const Image& rows) {
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
    // Returns the frame once all rows are converted. It is valid until the next call.
    AVFrame* shown() {
        if (next_row_ == rgb_->height - 1)
            std::memcpy(row(next_row_), row(next_row_ - 1), std::size_t(rgb_->width) * 3);
        else
            REDRAW_CHECK(next_row_ == rgb_->height, "film size");
        next_row_ = 0;
        // Copies the frame's memory first if the encoder still uses it.
        if (av_frame_make_writable(frame_.get()) < 0) throw std::bad_alloc();
        sws_scale(converter_.get(), rgb_->data, rgb_->linesize, 0, rgb_->height, frame_->data,
                  frame_->linesize);
        return frame_.get();
    }

private:
    unsigned char* row(int y) const {
        return rgb_->data[0] + std::ptrdiff_t(y) * rgb_->linesize[0];
    }

    Frame rgb_, frame_;
    int next_row_ = 0;
    Converter converter_;
};

class VideoWriter final : public FilmWriter {
public:
    VideoWriter(const FilmSpec& spec, const Codec& codec)
        : frames_per_second_(spec.frames_per_second),
          output_(spec.path),
          picture_(film_size(spec)),
          packet_(there(av_packet_alloc())) {
        AVFormatContext* muxer = nullptr;
        check(avformat_alloc_output_context2(&muxer, nullptr, codec.muxer, nullptr));
        muxer_.reset(muxer);
        muxer_->flags |= AVFMT_FLAG_BITEXACT;  // the file contains no date and no random number
        output_.attach_to(*muxer_);
        open_encoder(codec, film_size(spec));
        stream_ = there(avformat_new_stream(muxer_.get(), nullptr));
        stream_->time_base = encoder_->time_base;
        stream_->avg_frame_rate = stream_->r_frame_rate = encoder_->framerate;
        check(avcodec_parameters_from_context(stream_->codecpar, encoder_.get()));
        set(muxer_->priv_data, codec.muxing);
        check(avformat_write_header(muxer_.get(), nullptr));
    }

    void write_rows(const Image& rows) override { picture_.draw(rows); }

    void end_frame(double seconds_shown) override {
        AVFrame* picture = picture_.shown();
        seconds_ += seconds_shown;
        for (const auto end = std::llround(seconds_ * frames_per_second_); written_ < end;) {
            picture->pts = written_++;
            encode(picture);
        }
    }

    void finish() override {
        encode(nullptr);
        check(av_write_trailer(muxer_.get()));
        output_.commit();
    }

private:
    void open_encoder(const Codec& codec, PixelSize size) {
        // Encoder threads: as many on every machine, because the output depends on the number.
        constexpr int kThreads = 4;
        // Longest time between the video's keyframes, which players can seek to.
        constexpr int kSecondsToSeek = 2;
        const AVCodec* found = there(avcodec_find_encoder_by_name(codec.encoder));
        encoder_.reset(there(avcodec_alloc_context3(found)));
        encoder_->width = size.width;
        encoder_->height = size.height;
        encoder_->pix_fmt = AV_PIX_FMT_YUV420P;
        encoder_->time_base = {1, frames_per_second_};
        encoder_->framerate = {frames_per_second_, 1};
        encoder_->gop_size = kSecondsToSeek * frames_per_second_;
        encoder_->bit_rate = 0;  // no limit: the quality setting decides
        encoder_->thread_count = kThreads;
        set_colours(*encoder_);
        encoder_->chroma_sample_location = AVCHROMA_LOC_LEFT;
        encoder_->flags |= AV_CODEC_FLAG_BITEXACT;
        if ((muxer_->oformat->flags & AVFMT_GLOBALHEADER) != 0)
            encoder_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        set(encoder_->priv_data, codec.quality);
        check(av_opt_set_int(encoder_->priv_data, codec.look_ahead, look_ahead_frames(size), 0));
        check_encoder(avcodec_open2(encoder_.get(), found, nullptr));
    }

    void set(void* object, const std::vector<std::pair<const char*, const char*>>& options) const {
        for (const auto& [name, value] : options) check(av_opt_set(object, name, value, 0));
    }

    // Sends a frame to the encoder and writes the packets that it returns. A null frame makes the
    // encoder return all remaining packets.
    void encode(const AVFrame* frame) {
        check_encoder(avcodec_send_frame(encoder_.get(), frame));
        for (;;) {
            const int result = avcodec_receive_packet(encoder_.get(), packet_.get());
            if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return;
            check_encoder(result);
            packet_->stream_index = stream_->index;
            // One frame. x264 leaves the duration unset, which would cut the film's last frame.
            packet_->duration = 1;
            av_packet_rescale_ts(packet_.get(), encoder_->time_base, stream_->time_base);
            check(av_interleaved_write_frame(muxer_.get(), packet_.get()));
        }
    }

    void check(int result) const { output_.check(result); }
    // Throws if `result` is an error of the encoder. libav returns AVERROR_EXTERNAL for a failure
    // inside x264. It is treated as out of memory, because settings and size were checked before.
    void check_encoder(int result) const {
        if (result == AVERROR_EXTERNAL) throw std::bad_alloc();
        check(result);
    }

    int frames_per_second_;
    Output output_;
    Picture picture_;
    Packet packet_;
    Muxer muxer_;
    Encoder encoder_;
    AVStream* stream_ = nullptr;  // owned by the muxer
    double seconds_ = 0;
    std::int64_t written_ = 0;
};

std::optional<std::string> problem(FilmFormat format) {
    const char* encoder = codec_of(format).encoder;
    if (avcodec_find_encoder_by_name(encoder) != nullptr) return std::nullopt;
    return std::string("the libavcodec of this machine has no ") + encoder;
}

std::unique_ptr<FilmWriter> open_writer(const FilmSpec& spec, FilmFormat format) {
    if (std::max(spec.size.width, spec.size.height) > kLargestSide)
        refuse_to_write(spec.path, "MP4 and WebM films have at most 16,384 pixels a side");
    return std::make_unique<VideoWriter>(spec, codec_of(format));
}

}  // namespace
}  // namespace redraw::av

extern "C" __attribute__((visibility("default"))) const redraw::VideoModule* redraw_av_module(
    const char* version) {
    static constexpr redraw::VideoModule module{redraw::av::problem, redraw::av::open_writer};
    av_log_set_level(AV_LOG_QUIET);  // errors are reported by return values, not printed
    return std::string_view(version) == redraw::module_version() ? &module : nullptr;
}
