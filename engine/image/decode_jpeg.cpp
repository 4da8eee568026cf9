// JPEG by libjpeg-turbo: baseline and progressive, gray, RGB, CMYK and YCCK. A file that ends
// before its pixels do or whose data is corrupt is refused: the library would fill the rest with
// gray. So is arithmetic coding, which hardly any program writes or reads: its code ends before the
// pixels wherever these go on as expected (a white margin takes no byte), so that nothing tells a
// cut file from a whole.
#include "engine/image/colour.h"
#include "engine/image/decode.h"
#include "engine/image/grid.h"
#include "engine/image/jpeg_messages.h"
#include "engine/image/metadata.h"

#include <cstdio>  // jpeglib.h needs it before

#include <jpeglib.h>
// After jpeglib.h: they need its types.
#include <jerror.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

namespace redraw {
namespace {

// As in decode_png.cpp: what owns something lives outside of the functions that call setjmp.
struct JpegReader {
    jpeg_decompress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg_progress_mgr progress{};
    jpeg_source_mgr part{};  // of a file that is read by rows
    std::vector<unsigned char> part_bytes;
    const PictureSource* source = nullptr;
    std::uint64_t at = 0;  // of the file
    jmp_buf jump;
    char error[JMSG_LENGTH_MAX] = "";
    int error_code = 0;  // of jerror.h; 0: ours
    bool end_is_missing = false;
    std::vector<unsigned char> row;
    std::vector<float> inks;  // of a row of CMYK
    std::optional<ToSrgb> to_srgb;
    JOCTET* profile = nullptr;
    unsigned profile_bytes = 0;

    ~JpegReader() {
        std::free(profile);
        jpeg_destroy_decompress(&jpeg);
    }
};

[[noreturn]] void on_error(j_common_ptr jpeg) {
    auto* reader = static_cast<JpegReader*>(jpeg->client_data);
    jpeg->err->format_message(jpeg, reader->error);
    reader->error_code = jpeg->err->msg_code;
    longjmp(reader->jump, 1);
}

void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    if (jpeg->err->msg_code == JWRN_JPEG_EOF)
        static_cast<JpegReader*>(jpeg->client_data)->end_is_missing = true;
    if (loses_pixels(*reinterpret_cast<j_decompress_ptr>(jpeg))) on_error(jpeg);
}

// A progressive file can ask for any number of passes over the picture: some ten are common, and
// those over a large picture take long.
void on_progress(j_common_ptr jpeg) {
    constexpr std::int64_t kMostScans = 200, kMostPixels = 4'000'000'000;
    const auto* decompress = reinterpret_cast<j_decompress_ptr>(jpeg);
    const std::int64_t scans = decompress->input_scan_number;
    const std::int64_t pixels = std::int64_t(decompress->image_width) * decompress->image_height;
    if (scans > kMostScans || scans * pixels > kMostPixels) {
        auto* reader = static_cast<JpegReader*>(jpeg->client_data);
        std::snprintf(reader->error, sizeof reader->error, "it has too many scans");
        longjmp(reader->jump, 1);
    }
}

boolean read_part(j_decompress_ptr jpeg) {
    auto& reader = *static_cast<JpegReader*>(jpeg->client_data);
    const std::size_t given =
        reader.source->read_at(reader.at, reader.part_bytes.data(), reader.part_bytes.size());
    if (given == 0) {  // as jpeg_mem_src() does
        if (reader.at == 0) ERREXIT(jpeg, JERR_INPUT_EMPTY);
        WARNMS(jpeg, JWRN_JPEG_EOF);
        static constexpr JOCTET kEnd[] = {0xFF, JPEG_EOI};
        reader.part.next_input_byte = kEnd;
        reader.part.bytes_in_buffer = sizeof kEnd;
        return TRUE;
    }
    reader.at += given;
    reader.part.next_input_byte = reader.part_bytes.data();
    reader.part.bytes_in_buffer = given;
    return TRUE;
}

void skip_bytes(j_decompress_ptr jpeg, long count) {
    auto& reader = *static_cast<JpegReader*>(jpeg->client_data);
    if (count <= 0) return;
    const auto there = std::min(std::size_t(count), reader.part.bytes_in_buffer);
    reader.part.next_input_byte += there;
    reader.part.bytes_in_buffer -= there;
    reader.at += std::uint64_t(count) - there;
}

void read_by_parts(JpegReader& reader, const PictureSource& source) {
    reader.source = &source;
    reader.part_bytes.resize(1 << 16);
    reader.part.init_source = [](j_decompress_ptr) {};
    reader.part.fill_input_buffer = read_part;
    reader.part.skip_input_data = skip_bytes;
    reader.part.resync_to_restart = jpeg_resync_to_restart;
    reader.part.term_source = [](j_decompress_ptr) {};
}

bool read_header(JpegReader& reader, const PictureSource& source) {
    if (setjmp(reader.jump)) return false;
    jpeg_create_decompress(&reader.jpeg);
    reader.jpeg.client_data = &reader;
    reader.jpeg.progress = &reader.progress;
    if (source.file)
        reader.jpeg.src = &reader.part;
    else
        jpeg_mem_src(&reader.jpeg, source.data(), source.size());
    jpeg_save_markers(&reader.jpeg, JPEG_APP0 + 1, 0xFFFF);  // EXIF
    jpeg_save_markers(&reader.jpeg, JPEG_APP0 + 2, 0xFFFF);  // colour profile
    jpeg_read_header(&reader.jpeg, TRUE);
    const bool four = reader.jpeg.num_components == 4;
    const bool gray = reader.jpeg.num_components == 1;
    jpeg_read_icc_profile(&reader.jpeg, &reader.profile, &reader.profile_bytes);
    reader.jpeg.out_color_space = gray ? JCS_GRAYSCALE : four ? JCS_CMYK : JCS_RGB;
    return true;
}

// The discrete cosine transform of a block gives 4 x 4, 2 x 2 or 1 pixels as well as 8 x 8. False
// where there is nothing to be gained.
bool reduce(jpeg_decompress_struct& jpeg, int least_side) {
    if (jpeg.progressive_mode) return false;
    const JDIMENSION side = std::max(jpeg.image_width, jpeg.image_height);
    while (jpeg.scale_denom < 8 && side / (jpeg.scale_denom * 2) >= JDIMENSION(least_side))
        jpeg.scale_denom *= 2;
    jpeg.dct_method = JDCT_FASTEST;
    return jpeg.scale_denom > 1;
}

// A Huffman-coded block of 8 x 8 samples takes at least one bit.
bool could_hold_its_pixels(const jpeg_decompress_struct& jpeg, std::size_t file_bytes) {
    constexpr std::uint64_t kMostPixelsPerByte = 8 * 64;
    return std::uint64_t(jpeg.image_width) * jpeg.image_height <= kMostPixelsPerByte * file_bytes;
}

// Nobody warns of a file that was cut between two scans: a component that never came is gray, and
// what is not known of a coefficient is made up. A file that leaves out coefficients on purpose,
// which the standard allows and no common program does, cannot be told from it.
bool has_every_scan(const jpeg_decompress_struct& jpeg) {
    for (int c = 0; c < jpeg.num_components; ++c) {
        const bool seen = jpeg.comp_info[c].quant_table != nullptr;  // kept by its first scan
        if (!seen) return false;
        if (!jpeg.progressive_mode) continue;
        for (const int unknown_bits : jpeg.coef_bits[c])
            if (unknown_bits != 0) return false;  // -1: all of them
    }
    return true;
}

// Adobe's programs store CMYK inverted, and say that they wrote the file.
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

bool read_size(JpegReader& reader) {
    if (setjmp(reader.jump)) return false;
    jpeg_calc_output_dimensions(&reader.jpeg);
    return true;
}

void unpack_row(JpegReader& reader, float* values) {
    const auto width = std::size_t(reader.jpeg.output_width);
    unsigned char* row = reader.row.data();
    const bool cmyk = reader.jpeg.out_color_space == JCS_CMYK;
    if (cmyk && reader.to_srgb) {
        reader.inks.resize(width * 4);
        unpack_bytes(row, reader.inks.size(), reader.inks.data());
        if (reader.jpeg.saw_Adobe_marker)
            for (float& ink : reader.inks) ink = 1 - ink;
        return reader.to_srgb->convert_inks(reader.inks.data(), values, width);
    }
    const int channels = reader.jpeg.num_components == 1 ? 1 : 3;
    if (cmyk) cmyk_to_rgb(row, int(width), reader.jpeg.saw_Adobe_marker);
    unpack_bytes(row, width * std::size_t(channels), values);
    if (reader.to_srgb) reader.to_srgb->convert(values, channels, width);
}

bool start_rows(JpegReader& reader) {
    if (setjmp(reader.jump)) return false;
    reader.progress.progress_monitor = on_progress;
    jpeg_start_decompress(&reader.jpeg);  // reads all of them where there are several scans
    if (has_every_scan(reader.jpeg)) return true;
    std::snprintf(reader.error, sizeof reader.error, "it ends too early: scans are missing");
    return false;
}

bool read_row(JpegReader& reader, float* values) {
    if (setjmp(reader.jump)) return false;
    JSAMPROW row = reader.row.data();
    jpeg_read_scanlines(&reader.jpeg, &row, 1);
    unpack_row(reader, values);
    return true;
}

// Behind the last row. What is wrong there harms no pixel: phones append whole films, some of them
// in the place of the end marker.
void finish(JpegReader& reader, std::string& note) {
    if (setjmp(reader.jump)) {
        reader.end_is_missing = true;
    } else {
        jpeg_finish_decompress(&reader.jpeg);
    }
    if (reader.end_is_missing) add_note(note, "its end is missing, its pixels are all there");
}

void read_markers(JpegReader& reader, Decoded& decoded) {
    using namespace std::string_view_literals;
    constexpr std::size_t kProfileHeader = 14;  // "ICC_PROFILE\0", part, parts
    const jpeg_decompress_struct& jpeg = reader.jpeg;
    std::span profile = std::as_bytes(std::span(reader.profile, reader.profile_bytes));
    bool exif_seen = false;
    for (auto* marker = jpeg.marker_list; marker; marker = marker->next) {
        const std::span block = std::as_bytes(std::span(marker->data, marker->data_length));
        const std::string_view text(reinterpret_cast<const char*>(block.data()), block.size());
        if (!exif_seen && marker->marker == JPEG_APP0 + 1 && text.starts_with("Exif\0\0"sv)) {
            exif_seen = true;
            decoded.orientation = exif_orientation(block);
        }
        if (profile.empty() && marker->marker == JPEG_APP0 + 2 &&
            text.starts_with("ICC_PROFILE\0"sv) && block.size() > kProfileHeader)
            profile = block.subspan(kProfileHeader);  // the first of parts that make no whole
    }
    const Samples samples = jpeg.num_components == 1   ? Samples::gray
                            : jpeg.num_components == 4 ? Samples::cmyk
                                                       : Samples::rgb;
    reader.to_srgb = ToSrgb::by(
        profile, {samples, 8, std::size_t(jpeg.image_width) * jpeg.image_height}, decoded.note);
    if (samples == Samples::cmyk && !reader.to_srgb)
        add_note(decoded.note, "converted from CMYK to RGB");
}

[[noreturn]] void refuse(const PictureSource& source, const JpegReader& reader) {
    refuse_jpeg(source, reader.error_code, reader.errors.msg_parm.i[0], reader.error);
}

// Opens the file as far as its markers, which decide what becomes of its pixels.
void open_jpeg(const PictureSource& source, JpegReader& reader, Decoded& decoded) {
    reader.jpeg.err = jpeg_std_error(&reader.errors);
    reader.errors.error_exit = on_error;
    reader.errors.emit_message = on_message;
    reader.errors.output_message = [](j_common_ptr) {};
    reader.jpeg.client_data = &reader;  // for errors on the way
    if (source.file) read_by_parts(reader, source);
    if (!read_header(reader, source)) refuse(source, reader);
    if (reader.jpeg.arith_code)
        source.refuse("it is an arithmetic-coded JPEG, which Redraw does not read");
    if (reader.jpeg.data_precision != 8)  // of which newer libraries know more
        refuse_jpeg(source, JERR_BAD_PRECISION, reader.jpeg.data_precision, "");
    source.check_size(reader.jpeg.image_width, reader.jpeg.image_height);
    if (!could_hold_its_pixels(reader.jpeg, source.size()))
        source.refuse_damaged("it ends too early");
    read_markers(reader, decoded);  // now: they go when the last row is read
}

// Describes the rows as they will come.
PixelSize start_reading(const PictureSource& source, JpegReader& reader) {
    if (!read_size(reader)) refuse(source, reader);
    reader.row.resize(std::size_t(reader.jpeg.output_width) * reader.jpeg.num_components);
    return {int(reader.jpeg.output_width), int(reader.jpeg.output_height)};
}

// Decodes at full size if `least_side` is 0.
std::optional<Decoded> decode_at(const PictureSource& source, int least_side) {
    JpegReader reader;
    Decoded decoded;
    open_jpeg(source, reader, decoded);
    if (least_side > 0 && !reduce(reader.jpeg, least_side)) return {};
    const PixelSize size = start_reading(source, reader);
    const int channels = reader.jpeg.num_components == 1 ? 1 : 3;
    std::vector<float> values(std::size_t(size.width) * channels);
    // Turned as it comes: a photograph held upright is as large as any.
    UprightRows rows(size.width, size.height, channels, decoded.orientation);
    if (!start_rows(reader)) refuse(source, reader);
    for (int y = 0; y < size.height; ++y) {
        if (!read_row(reader, values.data())) refuse(source, reader);
        rows.put(y, values.data());
    }
    finish(reader, decoded.note);
    if (decoded.orientation != 1) add_note(decoded.note, kTurnedUpright);
    decoded.orientation = 1;
    decoded.image = std::move(rows.image);
    return decoded;
}

class JpegRows final : public RowDecoder {
public:
    explicit JpegRows(const PictureSource& source) : source_(source) {
        open_jpeg(source_, reader_, decoded_);
    }
    bool from_top_to_bottom() {
        return decoded_.orientation == 1 && !jpeg_has_multiple_scans(&reader_.jpeg);
    }
    void start() {
        const PixelSize size = start_reading(source_, reader_);
        width = size.width;
        height = size.height;
        channels = reader_.jpeg.num_components == 1 ? 1 : 3;
        note = decoded_.note;
        if (!start_rows(reader_)) refuse(source_, reader_);
    }
    void read(float* values) override {
        if (!read_row(reader_, values)) refuse(source_, reader_);
        if (++read_ == height) finish(reader_, note);
    }

private:
    PictureSource source_;
    JpegReader reader_;
    Decoded decoded_;  // no pixels
    int read_ = 0;
};

}  // namespace

Decoded decode_jpeg(const PictureSource& source) {
    return *decode_at(source, 0);
}

std::optional<Decoded> decode_jpeg_reduced(const PictureSource& source, int least_side) {
    return decode_at(source, least_side);
}

std::unique_ptr<RowDecoder> jpeg_rows(const PictureSource& source) {
    auto rows = std::make_unique<JpegRows>(source);
    if (!rows->from_top_to_bottom()) return nullptr;
    rows->start();
    return rows;
}

}  // namespace redraw
