// Decodes JPEG by libjpeg-turbo: baseline and progressive, gray, YCbCr, RGB, CMYK and YCCK. Refuses
// files whose pixels the library finds truncated or corrupt: it would fill missing ones with gray.
// Arithmetic coding is refused too: its data may end early, so a truncated file looks complete.
// Hardly any program uses it.
#include "engine/image/colour_conversion.h"
#include "engine/image/colour_profiles.h"
#include "engine/image/decode.h"
#include "engine/image/metadata.h"

#include <fmt/format.h>

#include <cstdio>  // required before jpeglib.h

#include <jpeglib.h>
// jerror.h must follow jpeglib.h, whose types it needs.
#include <jerror.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <new>

namespace redraw {
namespace {

using namespace std::string_view_literals;

// True if libjpeg's latest warning means that pixels are missing or made up. The other warnings are
// harmless: stray bytes between markers, odd versions and Adobe flags, a damaged profile,
// progressive parameters in a sequential scan. A missing end marker (JWRN_JPEG_EOF) is harmless
// too, because pixels that need more data cause JWRN_HIT_MARKER.
bool loses_pixels(const jpeg_decompress_struct& jpeg) {
    switch (jpeg.err->msg_code) {
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_MUST_RESYNC:
            return true;
        // A progressive scan skipped a refinement, so data between two scans is lost. Not counted:
        // a scan of details before the first scan of the mean values (coefficient 0).
        case JWRN_BOGUS_PROGRESSION:
            return jpeg.err->msg_parm.i[1] >= jpeg.Ss;
        default:
            return false;
    }
}

// True if the file is long enough for the picture size that it declares: a Huffman-coded block of 8
// x 8 samples takes at least one bit.
bool could_hold_its_pixels(const jpeg_decompress_struct& jpeg, std::size_t file_bytes) {
    constexpr std::uint64_t kMostPixelsPerByte = 8 * 64;
    return std::uint64_t(jpeg.image_width) * jpeg.image_height <= kMostPixelsPerByte * file_bytes;
}

// False if the file was cut between two scans, for which libjpeg gives no warning. A missing
// component would be gray, and missing coefficient bits are guessed. Files that omit coefficients
// on purpose look the same; the standard allows them, but no common program writes them.
bool has_every_scan(const jpeg_decompress_struct& jpeg) {
    for (int c = 0; c < jpeg.num_components; ++c) {
        const bool seen = jpeg.comp_info[c].quant_table != nullptr;  // the first scan sets it
        if (!seen) return false;
        if (!jpeg.progressive_mode) continue;
        for (const int unknown_bits : jpeg.coef_bits[c])
            if (unknown_bits != 0) return false;  // -1: no bit is known
    }
    return true;
}

// Converts CMYK to RGB. Adobe programs store CMYK inverted and mark the file with their name.
void cmyk_to_rgb(unsigned char* row, int width, bool inverted) {
    const unsigned char* cmyk = row;
    unsigned char* rgb = row;
    for (int x = 0; x < width; ++x, cmyk += 4, rgb += 3) {
        const int k = inverted ? cmyk[3] : 255 - cmyk[3];
        for (int c = 0; c < 3; ++c) {
            const int ink_free = inverted ? cmyk[c] : 255 - cmyk[c];
            rgb[c] = static_cast<unsigned char>((ink_free * k + 127) / 255);
        }
    }
}

struct Decompressor : jpeg_decompress_struct {
    JOCTET* profile = nullptr;
    unsigned profile_bytes = 0;
    ~Decompressor() {
        std::free(profile);
        jpeg_destroy_decompress(this);
    }
};

class JpegReader final : public RowDecoder {
public:
    // Opens the file and reads its markers: EXIF orientation and colour profile.
    explicit JpegReader(const PictureSource& source) : source_(source) {
        jpeg_.err = jpeg_std_error(&errors_);
        errors_.error_exit = [](j_common_ptr jpeg) { fail(jpeg); };
        errors_.emit_message = on_message;
        errors_.output_message = [](j_common_ptr) {};
        jpeg_.client_data = this;
        protect([&] { read_header(); });
        if (jpeg_.arith_code)
            source.refuse("it is an arithmetic-coded JPEG, which Redraw does not read");
        if (jpeg_.data_precision != 8)  // newer library versions support more
            refuse(JERR_BAD_PRECISION, jpeg_.data_precision);
        source.check_size(jpeg_.image_width, jpeg_.image_height);
        if (!could_hold_its_pixels(jpeg_, source.size()))
            source.refuse_damaged("it ends too early");
        channels = jpeg_.num_components == 1 ? 1 : 3;
        read_markers();  // must come before the last row is read, because that frees the markers
    }

    int orientation() const { return orientation_; }
    const Metadata& metadata() const { return metadata_; }
    bool from_top_to_bottom() { return orientation_ == 1 && !jpeg_has_multiple_scans(&jpeg_); }

    // Selects reduced decoding: the inverse transform of a block can give 4 x 4, 2 x 2 or 1 pixels.
    // False if the picture cannot be reduced.
    bool reduce(int least_side) {
        if (jpeg_.progressive_mode) return false;
        const JDIMENSION side = std::max(jpeg_.image_width, jpeg_.image_height);
        while (jpeg_.scale_denom < 8 && side / (jpeg_.scale_denom * 2) >= JDIMENSION(least_side))
            jpeg_.scale_denom *= 2;
        jpeg_.dct_method = JDCT_FASTEST;
        return jpeg_.scale_denom > 1;
    }

    // Starts decoding. If there are several scans, all of them are read here.
    void start() {
        protect([&] { jpeg_calc_output_dimensions(&jpeg_); });
        width = int(jpeg_.output_width);
        height = int(jpeg_.output_height);
        row_.resize(std::size_t(width) * std::size_t(jpeg_.num_components));
        progress_.progress_monitor = on_progress;
        protect([&] { jpeg_start_decompress(&jpeg_); });
        if (!has_every_scan(jpeg_)) source_.refuse_damaged("it ends too early: scans are missing");
    }

    void read(float* values) override {
        JSAMPROW row = row_.data();
        protect([&] { jpeg_read_scanlines(&jpeg_, &row, 1); });
        unpack_row(values);
        if (jpeg_.output_scanline == jpeg_.output_height) finish();
    }

private:
    // Runs `call` with libjpeg's error handling: errors arrive by longjmp, which skips destructors,
    // so `call` must own nothing.
    template <class Call>
    void protect(Call call) {
        if (setjmp(jump_)) refuse(error_code_, errors_.msg_parm.i[0]);
        call();
    }
    static JpegReader& self_of(const void* jpeg) {
        return *static_cast<JpegReader*>(static_cast<const jpeg_common_struct*>(jpeg)->client_data);
    }
    [[noreturn]] static void fail(j_common_ptr jpeg) {
        JpegReader& self = self_of(jpeg);
        jpeg->err->format_message(jpeg, self.error_);
        self.error_code_ = jpeg->err->msg_code;
        longjmp(self.jump_, 1);
    }
    static void on_message(j_common_ptr jpeg, int level) {
        if (level >= 0) return;
        if (jpeg->err->msg_code == JWRN_JPEG_EOF) self_of(jpeg).end_is_missing_ = true;
        if (loses_pixels(*reinterpret_cast<j_decompress_ptr>(jpeg))) fail(jpeg);
    }
    // Limits the number of scans: a progressive file can demand any number, and each is a slow pass
    // over a large picture. About ten scans are common.
    static void on_progress(j_common_ptr jpeg) {
        constexpr std::int64_t kMostScans = 200, kMostScanned = 4'000'000'000;
        JpegReader& self = self_of(jpeg);
        const std::int64_t scans = self.jpeg_.input_scan_number;
        const std::int64_t pixels = std::int64_t(self.jpeg_.image_width) * self.jpeg_.image_height;
        if (scans <= kMostScans && scans * pixels <= kMostScanned) return;
        std::snprintf(self.error_, sizeof self.error_, "it has too many scans");
        longjmp(self.jump_, 1);
    }

    // Refuses a picture for an error: `code` of jerror.h with its parameter, or 0 for a check of
    // this reader. Does not call an intact file of an unsupported kind damaged, so that nobody
    // looks for a better copy.
    [[noreturn]] void refuse(int code, int number) const {
        constexpr int kLossless = 0xC3, kJpegLs = 0xF7;
        switch (code) {
            case JERR_OUT_OF_MEMORY:
                throw std::bad_alloc();
            case JERR_UNKNOWN_MARKER:
                if (number == kJpegLs)
                    source_.refuse("it is a JPEG-LS picture, which Redraw does not read");
                break;
            case JERR_SOF_UNSUPPORTED:
                if (number == kLossless)
                    source_.refuse("it is a lossless JPEG, which Redraw does not read");
                [[fallthrough]];
            case JERR_COMPONENT_COUNT:
            case JERR_CONVERSION_NOTIMPL:
            case JERR_CCIR601_NOTIMPL:
            case JERR_FRACT_SAMPLE_NOTIMPL:
            case JERR_NOT_COMPILED:
                source_.refuse("it is a JPEG of a kind Redraw does not read");
            case JERR_BAD_PRECISION:
                source_.refuse(
                    fmt::format("it is a JPEG of {} bits, which Redraw does not read", number));
            case JERR_IMAGE_TOO_BIG:
            case JERR_WIDTH_OVERFLOW:
                source_.refuse(fmt::format("it is a JPEG larger than libjpeg reads ({})", error_));
        }
        source_.refuse_damaged(error_);
    }

    void read_header() {
        jpeg_create_decompress(&jpeg_);
        jpeg_.progress = &progress_;
        if (source_.file)
            read_by_parts();
        else
            jpeg_mem_src(&jpeg_, source_.data(), source_.size());
        jpeg_save_markers(&jpeg_, JPEG_APP0 + 1, 0xFFFF);  // EXIF
        jpeg_save_markers(&jpeg_, JPEG_APP0 + 2, 0xFFFF);  // colour profile
        jpeg_read_header(&jpeg_, TRUE);
        const int components = jpeg_.num_components;
        jpeg_read_icc_profile(&jpeg_, &jpeg_.profile, &jpeg_.profile_bytes);
        jpeg_.out_color_space = components == 1   ? JCS_GRAYSCALE
                                : components == 4 ? JCS_CMYK
                                                  : JCS_RGB;
    }

    void read_by_parts() {
        jpeg_.src = &part_;
        part_.init_source = [](j_decompress_ptr) {};
        part_.fill_input_buffer = [](j_decompress_ptr jpeg) -> boolean {
            return self_of(jpeg).read_part();
        };
        part_.skip_input_data = [](j_decompress_ptr jpeg, long count) {
            if (count > 0) self_of(jpeg).skip(std::size_t(count));
        };
        part_.resync_to_restart = jpeg_resync_to_restart;
        part_.term_source = [](j_decompress_ptr) {};
    }
    boolean read_part() {
        const std::size_t given = source_.read_at(at_, part_bytes_, sizeof part_bytes_);
        part_.next_input_byte = part_bytes_;
        part_.bytes_in_buffer = given;
        at_ += given;
        if (given > 0) return TRUE;
        // Fails on an empty file in the same way as jpeg_mem_src().
        if (at_ == 0) ERREXIT(&jpeg_, JERR_INPUT_EMPTY);
        WARNMS(&jpeg_, JWRN_JPEG_EOF);
        static constexpr JOCTET kEnd[] = {0xFF, JPEG_EOI};
        part_.next_input_byte = kEnd;
        part_.bytes_in_buffer = sizeof kEnd;
        return TRUE;
    }
    void skip(std::size_t count) {
        const auto there = std::min(count, part_.bytes_in_buffer);
        part_.next_input_byte += there;
        part_.bytes_in_buffer -= there;
        at_ += count - there;
    }

    void read_markers() {
        constexpr std::size_t kProfileHeader = 14;  // "ICC_PROFILE\0", part number, part count
        std::span profile = std::as_bytes(std::span(jpeg_.profile, jpeg_.profile_bytes));
        bool exif_seen = false, adobe_rgb = false;
        for (auto* marker = jpeg_.marker_list; marker; marker = marker->next) {
            const std::span block = std::as_bytes(std::span(marker->data, marker->data_length));
            const std::string_view text = as_text(block);
            if (!exif_seen && marker->marker == JPEG_APP0 + 1 && text.starts_with("Exif\0\0"sv)) {
                exif_seen = true;
                orientation_ = exif_orientation(block);
                adobe_rgb = exif_declares_adobe_rgb(block);
                metadata_.exif = exif_of(block);
            }
            if (profile.empty() && marker->marker == JPEG_APP0 + 2 &&
                text.starts_with("ICC_PROFILE\0"sv) && block.size() > kProfileHeader)
                profile = block.subspan(kProfileHeader);  // the first part of an incomplete profile
        }
        constexpr UINT8 kPerInch = 1, kPerCentimetre = 2;
        if (jpeg_.saw_JFIF_marker &&
            (jpeg_.density_unit == kPerInch || jpeg_.density_unit == kPerCentimetre)) {
            const double scale = jpeg_.density_unit == kPerInch ? 1 : 2.54;
            metadata_.across_inch = jpeg_.X_density * scale;
            metadata_.down_inch = jpeg_.Y_density * scale;
        }
        const bool cmyk = jpeg_.num_components == 4;
        const Samples samples = channels == 1 ? Samples::gray : cmyk ? Samples::cmyk : Samples::rgb;
        const std::size_t pixels = std::size_t(jpeg_.image_width) * jpeg_.image_height;
        const bool by_exif = adobe_rgb && profile.empty() && samples == Samples::rgb;
        const std::vector<std::byte> declared =
            by_exif ? adobe_rgb_profile() : std::vector<std::byte>();
        to_srgb_ = ToSrgb::by(by_exif ? std::span(declared) : profile, {samples, 8, pixels}, note);
        if (cmyk && !to_srgb_) add_note(note, "converted from CMYK to RGB");
    }

    void unpack_row(float* values) {
        const auto pixels = std::size_t(width);
        const bool cmyk = jpeg_.out_color_space == JCS_CMYK, inverted = jpeg_.saw_Adobe_marker;
        if (cmyk && to_srgb_) {
            inks_.resize(pixels * 4);
            unpack_bytes(row_.data(), inks_.size(), inks_.data());
            if (inverted)
                for (float& ink : inks_) ink = 1 - ink;
            return to_srgb_->convert_inks(inks_.data(), values, pixels);
        }
        if (cmyk) cmyk_to_rgb(row_.data(), width, inverted);
        unpack_bytes(row_.data(), pixels * std::size_t(channels), values);
        if (to_srgb_) to_srgb_->convert(values, channels, pixels);
    }

    // Reads the file's data after the last row. Errors in it harm no pixel: phones append whole
    // videos, sometimes in place of the end marker.
    void finish() {
        if (setjmp(jump_))
            end_is_missing_ = true;
        else
            jpeg_finish_decompress(&jpeg_);
        if (end_is_missing_) add_note(note, kEndIsMissing);
    }

    PictureSource source_;
    Decompressor jpeg_{};
    jpeg_error_mgr errors_{};
    jpeg_progress_mgr progress_{};
    jmp_buf jump_;
    char error_[JMSG_LENGTH_MAX] = "";
    int error_code_ = 0;      // of libjpeg's last error, from jerror.h; 0: none
    jpeg_source_mgr part_{};  // reads the file in parts, for decoding by rows
    JOCTET part_bytes_[1 << 16];
    std::uint64_t at_ = 0;  // read position in the file
    bool end_is_missing_ = false;
    int orientation_ = 1;
    Metadata metadata_;
    std::vector<unsigned char> row_;
    std::vector<float> inks_;  // one row of CMYK values
    std::optional<ToSrgb> to_srgb_;
};

}  // namespace

std::optional<Decoded> decode_jpeg_reduced(const PictureSource& source, int least_side) {
    const auto reader = std::make_unique<JpegReader>(source);
    if (least_side > 0 && !reader->reduce(least_side)) return {};
    reader->start();
    std::vector<float> values(std::size_t(reader->width) * std::size_t(reader->channels));
    // Rotates the rows while reading, so that portrait photographs need no second copy.
    UprightRows rows(reader->width, reader->height, reader->channels, reader->orientation());
    for (int y = 0; y < reader->height; ++y) {
        reader->read(values.data());
        rows.put(y, values.data());
    }
    Decoded decoded{
        .image = std::move(rows.image), .note = reader->note, .metadata = reader->metadata()};
    if (reader->orientation() != 1) add_note(decoded.note, kTurnedUpright);
    return decoded;
}

Decoded decode_jpeg(const PictureSource& source) {
    return *decode_jpeg_reduced(source, 0);
}

std::unique_ptr<RowDecoder> jpeg_rows(const PictureSource& source) {
    auto rows = std::make_unique<JpegReader>(source);
    if (!rows->from_top_to_bottom()) return nullptr;
    rows->start();
    return rows;
}

}  // namespace redraw
