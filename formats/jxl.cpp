// Decodes JPEG XL by libjxl, integers and floating point, to 8 or 16 bits: gray or colour, alpha,
// CMYK. libjxl itself rotates pictures. Reads only the first frame of an animation.
#include "engine/image/colour_profiles.h"
#include "formats/formats.h"

#include <jxl/decode.h>
#include <jxl/thread_parallel_runner.h>

#include <new>

namespace redraw::formats {
namespace {

// Calls a libjxl function. Before version 0.9 some of them took a pixel format as well, which they
// ignored.
template <class... Parameters, class... Arguments>
JxlDecoderStatus call(JxlDecoderStatus (*function)(const JxlDecoder*, Parameters...),
                      const JxlDecoder* decoder, Arguments... arguments) {
    constexpr auto kPixels = JXL_COLOR_PROFILE_TARGET_DATA;
    if constexpr (sizeof...(Parameters) == sizeof...(Arguments) + 2)
        return function(decoder, nullptr, kPixels, arguments...);
    else
        return function(decoder, kPixels, arguments...);
}

// Returns the ICC colour profile of the decoded values; empty if none can be read, or for high
// dynamic range, which `note` then reports.
std::vector<std::byte> profile_of_file(const JxlDecoder* decoder, std::string& note) {
    constexpr std::size_t kLargest = 16 << 20;
    JxlColorEncoding encoding{};
    if (call(&JxlDecoderGetColorAsEncodedProfile, decoder, &encoding) == JXL_DEC_SUCCESS &&
        (encoding.transfer_function == JXL_TRANSFER_FUNCTION_PQ ||
         encoding.transfer_function == JXL_TRANSFER_FUNCTION_HLG))
        return profile_of(CodePoints{2, int(encoding.transfer_function)}, note);
    std::size_t size = 0;
    if (call(&JxlDecoderGetICCProfileSize, decoder, &size) != JXL_DEC_SUCCESS || size > kLargest)
        return {};
    std::vector<std::byte> profile(size);
    if (call(&JxlDecoderGetColorAsICCProfile, decoder,
             reinterpret_cast<std::uint8_t*>(profile.data()), size) != JXL_DEC_SUCCESS)
        return {};
    return profile;
}

class JxlReader {
public:
    explicit JxlReader(const PictureSource& source)
        : source_(source),
          runner_(JxlThreadParallelRunnerCreate(nullptr, std::size_t(threads_of_machine())),
                  JxlThreadParallelRunnerDestroy),
          decoder_(JxlDecoderCreate(nullptr), JxlDecoderDestroy) {
        if (!decoder_ || !runner_) throw std::bad_alloc();
        JxlDecoderSetParallelRunner(decoder_.get(), JxlThreadParallelRunner, runner_.get());
        JxlDecoderSubscribeEvents(decoder_.get(),
                                  JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
        JxlDecoderSetUnpremultiplyAlpha(decoder_.get(), JXL_TRUE);
        JxlDecoderSetInput(decoder_.get(), source.data(), source.size());
        JxlDecoderCloseInput(decoder_.get());
    }

    Decoded read() {
        for (;;) {
            switch (JxlDecoderProcessInput(decoder_.get())) {
                case JXL_DEC_BASIC_INFO:
                    read_info();
                    break;
                case JXL_DEC_COLOR_ENCODING:
                    profile_ = profile_of_file(decoder_.get(), decoded_.note);
                    break;
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                    give_buffer();
                    break;
                case JXL_DEC_FULL_IMAGE:
                    return finished();
                case JXL_DEC_NEED_MORE_INPUT:
                    source_.refuse_damaged("it ends too early");
                case JXL_DEC_SUCCESS:
                    source_.refuse_damaged("it holds no picture");
                default:
                    source_.refuse_damaged("its pixels cannot be decoded");
            }
        }
    }

private:
    void read_info() {
        JxlBasicInfo info{};
        require(JxlDecoderGetBasicInfo(decoder_.get(), &info), "its header makes no sense");
        source_.check_size(info.xsize, info.ysize);
        width_ = int(info.xsize);
        height_ = int(info.ysize);
        channels_ = int(info.num_color_channels) + (info.alpha_bits > 0 ? 1 : 0);
        decoded_.bit_depth = info.bits_per_sample > 8 ? 16 : 8;
        for (std::uint32_t i = 0; i < info.num_extra_channels && !black_; ++i) {
            JxlExtraChannelInfo extra{};
            if (JxlDecoderGetExtraChannelInfo(decoder_.get(), i, &extra) == JXL_DEC_SUCCESS &&
                extra.type == JXL_CHANNEL_BLACK && info.num_color_channels == 3)
                black_ = i;
        }
        if (info.have_animation)
            add_note(decoded_.note, "only the first frame of the animation is read");
        if (info.orientation != JXL_ORIENT_IDENTITY) add_note(decoded_.note, kTurnedAsAsked);
    }

    void require(JxlDecoderStatus status,
                 const char* problem = "its pixels cannot be decoded") const {
        if (status != JXL_DEC_SUCCESS) source_.refuse_damaged(problem);
    }

    void give_buffer() {
        const JxlPixelFormat format{std::uint32_t(channels_),
                                    decoded_.bit_depth == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
                                    JXL_NATIVE_ENDIAN, 0};
        std::size_t bytes = 0;
        if (width_ == 0) source_.refuse_damaged("its pixels cannot be decoded");
        require(JxlDecoderImageOutBufferSize(decoder_.get(), &format, &bytes));
        decoded_.image = make_image(width_, height_, channels_);
        if (bytes != decoded_.image.values.size() * std::size_t(decoded_.bit_depth / 8))
            source_.refuse_damaged("its header makes no sense");
        samples_ = samples_in(decoded_.image, bytes);
        require(JxlDecoderSetImageOutBuffer(decoder_.get(), &format, samples_, bytes));
        if (black_) give_black_buffer({1, format.data_type, JXL_NATIVE_ENDIAN, 0});
    }

    void give_black_buffer(const JxlPixelFormat& format) {
        black_samples_.resize(decoded_.image.pixel_count() * std::size_t(decoded_.bit_depth / 8));
        std::size_t bytes = 0;
        require(JxlDecoderExtraChannelBufferSize(decoder_.get(), &format, &bytes, *black_));
        if (bytes != black_samples_.size()) source_.refuse_damaged("its pixels cannot be decoded");
        require(JxlDecoderSetExtraChannelBuffer(decoder_.get(), &format, black_samples_.data(),
                                                bytes, *black_));
    }

    // Converts a CMYK picture to RGB. JPEG XL stores 1 - ink for each colour, and black as a
    // separate channel.
    void convert_inks() {
        Image& image = decoded_.image;
        const bool alpha = has_alpha(image.channels);
        const int most = decoded_.bit_depth == 8 ? 255 : 65535;
        std::vector<float> black(image.pixel_count());
        unpack_row(black_samples_.data(), black.size(), black.data(), decoded_.bit_depth);
        Image inks = make_image(image.width, image.height, alpha ? 5 : 4);
        const float* from = image.values.data();
        float* to = inks.values.data();
        for (const float light : black) {
            for (int c = 0; c < 3; ++c) to[c] = 1 - from[c];
            to[3] = 1 - light;
            if (alpha) to[4] = from[3];
            from += image.channels;
            to += inks.channels;
        }
        auto to_srgb = ToSrgb::by(
            profile_, {Samples::cmyk, decoded_.bit_depth, image.pixel_count()}, decoded_.note);
        if (!to_srgb) add_note(decoded_.note, "converted from CMYK to RGB");
        image = rgb_of_inks(inks, alpha, most, to_srgb);
    }

    Decoded finished() {
        if (samples_ == nullptr) source_.refuse_damaged("it holds no picture");
        unpack_levels(samples_, decoded_.image, decoded_.bit_depth);
        if (black_)
            convert_inks();
        else
            convert_to_srgb(decoded_, profile_);
        return std::move(decoded_);
    }

    const PictureSource& source_;
    std::unique_ptr<void, void (*)(void*)> runner_;
    std::unique_ptr<JxlDecoder, void (*)(JxlDecoder*)> decoder_;
    int width_ = 0, height_ = 0, channels_ = 0;
    unsigned char* samples_ = nullptr;  // inside the memory of decoded_.image's values, at the end
    // Index of CMYK's black channel among the extra channels; absent: not CMYK.
    std::optional<std::uint32_t> black_;
    std::vector<unsigned char> black_samples_;
    std::vector<std::byte> profile_;
    Decoded decoded_;
};

}  // namespace

Decoded decode_jxl(const PictureSource& source) {
    return JxlReader(source).read();
}

}  // namespace redraw::formats
