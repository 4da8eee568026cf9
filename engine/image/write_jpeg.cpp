// Writes JPEG by libjpeg-turbo, row by row. Alpha is dropped: the picture is blended over white.
#include "engine/error.h"
#include "engine/image/colour_profiles.h"
#include "engine/image/encode.h"

#include <cstdio>  // required before jpeglib.h

#include <jpeglib.h>
#include <setjmp.h>

#include <algorithm>

namespace redraw {
namespace {

struct Compressor : jpeg_compress_struct {
    ~Compressor() { jpeg_destroy_compress(this); }
};

class JpegWriter final : public RowWriter {
public:
    explicit JpegWriter(const WriterSpec& spec)
        : RowWriter(spec), row_(std::size_t(spec.width) * (spec.channels >= 3 ? 3 : 1)) {
        jpeg_.err = jpeg_std_error(&errors_);
        errors_.error_exit = [](j_common_ptr jpeg) {
            auto* self = static_cast<JpegWriter*>(jpeg->client_data);
            jpeg->err->format_message(jpeg, self->error_);
            longjmp(self->jump_, 1);
        };
        errors_.output_message = [](j_common_ptr) {};
        jpeg_.client_data = this;
        protect([&] { start(); });
        if (options().tagged) {
            const auto profile = srgb_profile(channels());
            protect([&] {
                jpeg_write_icc_profile(&jpeg_, reinterpret_cast<const JOCTET*>(profile.data()),
                                       unsigned(profile.size()));
            });
        }
    }

private:
    // Runs `call` with libjpeg's error handling: errors arrive by longjmp, which skips destructors,
    // so `call` must own nothing.
    template <class Call>
    void protect(Call call) {
        if (setjmp(jump_)) throw Error(std::string("Cannot encode the JPEG: ") + error_);
        call();
    }
    void start() {
        jpeg_create_compress(&jpeg_);
        jpeg_.client_data = this;
        jpeg_.dest = &destination_;
        destination_.init_destination = [](j_compress_ptr jpeg) { self_of(jpeg).rewind(); };
        destination_.empty_output_buffer = [](j_compress_ptr jpeg) -> boolean {
            self_of(jpeg).keep(self_of(jpeg).buffer_.size());
            self_of(jpeg).rewind();
            return TRUE;
        };
        destination_.term_destination = [](j_compress_ptr jpeg) {
            JpegWriter& self = self_of(jpeg);
            self.keep(self.buffer_.size() - self.destination_.free_in_buffer);
        };
        jpeg_.image_width = static_cast<JDIMENSION>(width());
        jpeg_.image_height = static_cast<JDIMENSION>(height());
        jpeg_.input_components = channels() >= 3 ? 3 : 1;
        jpeg_.in_color_space = channels() >= 3 ? JCS_RGB : JCS_GRAYSCALE;
        jpeg_set_defaults(&jpeg_);
        jpeg_set_quality(&jpeg_, options().quality, TRUE);
        // Keeps full chroma resolution: subsampling would smear a render's sharp coloured edges.
        for (int i = 0; i < jpeg_.num_components; ++i)
            jpeg_.comp_info[i].h_samp_factor = jpeg_.comp_info[i].v_samp_factor = 1;
        const Metadata* metadata = options().metadata.get();
        if (metadata && metadata->across_inch > 0 && metadata->down_inch > 0) {
            constexpr UINT8 kPerInch = 1;
            const auto whole = [](double v) { return UINT16(std::clamp(v + 0.5, 1.0, 65535.0)); };
            jpeg_.density_unit = kPerInch;
            jpeg_.X_density = whole(metadata->across_inch);
            jpeg_.Y_density = whole(metadata->down_inch);
        }
        jpeg_start_compress(&jpeg_, TRUE);
        if (metadata && !metadata->exif.empty()) put_exif(metadata->exif);
    }
    void put_exif(std::span<const std::byte> exif) {
        constexpr unsigned char kExifMarker[] = {'E', 'x', 'i', 'f', 0, 0};
        jpeg_write_m_header(&jpeg_, JPEG_APP0 + 1, unsigned(sizeof kExifMarker + exif.size()));
        for (const unsigned char byte : kExifMarker) jpeg_write_m_byte(&jpeg_, byte);
        for (const std::byte byte : exif) jpeg_write_m_byte(&jpeg_, std::to_integer<int>(byte));
    }

    void encode_row(const float* values, int) override {
        row_over_white(values, width(), channels(), row_.data());
        protect([&] {
            JSAMPROW row = row_.data();
            jpeg_write_scanlines(&jpeg_, &row, 1);
        });
    }
    void close() override {
        protect([&] { jpeg_finish_compress(&jpeg_); });
    }

    static JpegWriter& self_of(j_compress_ptr jpeg) {
        return *static_cast<JpegWriter*>(jpeg->client_data);
    }
    void rewind() {
        destination_.next_output_byte = buffer_.data();
        destination_.free_in_buffer = buffer_.size();
    }
    void keep(std::size_t count) {
        if (append(out(), buffer_.data(), count)) return;
        std::snprintf(error_, sizeof error_, "there is not enough memory");
        longjmp(jump_, 1);
    }

    jpeg_error_mgr errors_{};
    jpeg_destination_mgr destination_{};
    jmp_buf jump_;
    char error_[JMSG_LENGTH_MAX] = "";
    std::array<unsigned char, 1 << 16> buffer_;
    std::vector<unsigned char> row_;
    Compressor jpeg_{};
};

}  // namespace

std::unique_ptr<ImageWriter> open_jpeg_writer(const WriterSpec& spec) {
    static_assert(largest_side(ImageFormat::jpeg) == JPEG_MAX_DIMENSION);
    return std::make_unique<JpegWriter>(spec);
}

}  // namespace redraw
