// Decodes TIFF by libtiff: strips and tiles; integers of 1 to 16 and 32 bits, floating point.
// Supports gray, RGB, CIELAB, palettes and CMYK, with or without alpha. Other kinds (YCbCr, LogLuv)
// are converted to 8 bits by libtiff itself. Reads the first page that is not a thumbnail.
#include "formats/formats.h"
#include "formats/tiff_reader.h"

namespace redraw::formats {
namespace {

std::vector<Colour> read_palette(const TiffFile& file) {
    std::vector<Colour> palette;
    if (!file.header.indexed()) return palette;
    std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
    if (!TIFFGetField(file.get(), TIFFTAG_COLORMAP, &red, &green, &blue))
        file.source.refuse_damaged("it has no palette");
    const std::size_t count = std::size_t(1) << file.header.bits;
    // Detects palettes with 8-bit values: some writers store these, although the format requires 16
    // bits.
    bool bytes = true;
    for (std::size_t i = 0; i < count; ++i) bytes = bytes && (red[i] | green[i] | blue[i]) < 256;
    const auto level = [&](std::uint16_t v) {
        return static_cast<unsigned char>(bytes ? v : v >> 8);
    };
    for (std::size_t i = 0; i < count; ++i)
        palette.push_back(unpack_colour({level(red[i]), level(green[i]), level(blue[i]), 255}));
    return palette;
}

// Reads a picture by libtiff's own conversion to 8-bit RGB.
Image read_otherwise(const TiffFile& file) {
    constexpr int kLogLuv = PHOTOMETRIC_LOGL;  // libtiff itself handles its signed values
    char reason[1024] = "";
    TIFFRGBAImage reader{};
    if ((file.header.photometric < kLogLuv && file.sample_format() != SAMPLEFORMAT_UINT) ||
        !TIFFRGBAImageOK(file.get(), reason) || !TIFFRGBAImageBegin(&reader, file.get(), 1, reason))
        file.source.refuse("it is a TIFF of a kind Redraw does not read");
    const std::unique_ptr<TIFFRGBAImage, void (*)(TIFFRGBAImage*)> owner(&reader, TIFFRGBAImageEnd);
    // The caller rotates the picture later, as for most formats.
    reader.req_orientation = reader.orientation;
    Image image = make_image(int(reader.width), int(reader.height), 3);
    unsigned char* bytes = samples_in(image, image.pixel_count() * 4);
    auto* raster = reinterpret_cast<std::uint32_t*>(bytes);
    if (!TIFFRGBAImageGet(&reader, raster, reader.width, reader.height)) file.refuse();
    file.check_decoded();
    for (std::size_t i = 0; i < image.pixel_count(); ++i) {
        const std::uint32_t pixel = raster[i];
        const auto byte = [&](int c) { return static_cast<unsigned char>(pixel >> (8 * c)); };
        std::copy_n(unpack_colour({byte(0), byte(1), byte(2), 255}).data(), 3,
                    image.values.data() + i * 3);
    }
    return image;
}

std::span<const std::byte> profile_of_file(TIFF* tiff) {
    std::uint32_t length = 0;
    void* profile = nullptr;
    if (!TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &length, &profile)) return {};
    return {static_cast<const std::byte*>(profile), length};
}

class TiffRows final : public RowDecoder {
public:
    explicit TiffRows(const PictureSource& source) : file_(source) {}

    bool from_top_to_bottom() const {
        return file_.is_plain() && !header_.separate && file_.orientation() == 1;
    }

    Decoded read_all() {
        Decoded decoded;
        if (file_.is_plain()) {
            start(true);
            decoded = {read_rows(0, header_.height), bit_depth};
        } else {
            decoded.image = read_otherwise(file_);
            if (header_.photometric != PHOTOMETRIC_SEPARATED &&
                header_.photometric < PHOTOMETRIC_CIELAB)
                convert_to_srgb(decoded, profile_of_file(file_.get()));
            note = decoded.note;
        }
        file_.add_notes(note);
        decoded.note = note;
        decoded.orientation = file_.orientation();
        return decoded;
    }

    void start_rows() {
        start(false);
        file_.add_notes(note);
        width = int(header_.width);
        height = int(header_.height);
        channels = header_.channels() - int(header_.inks());
    }
    void read(float* values) override {
        if (next_ == std::uint32_t(band_.height)) {
            const std::uint32_t rows = std::min(reader_->rows_at_once(), header_.height - first_);
            band_ = read_rows(first_, rows);
            first_ += rows;
            next_ = 0;
        }
        std::copy_n(band_.row(int(next_++)), std::size_t(width) * std::size_t(channels), values);
    }

private:
    // Prepares reading of rows. If `whole` is true or the range of values is unknown, first reads a
    // row or tile as a test, so that a damaged file fails before much work or memory is spent. If
    // the range is unknown, then reads all samples to choose it.
    void start(bool whole) {
        reader_.emplace(file_);
        const bool unknown_range = header_.has_unknown_range();
        if (whole || unknown_range) reader_->try_first();
        if (unknown_range) reader_->choose_scales(note);
        palette_ = read_palette(file_);
        bit_depth = header_.bit_depth();
        choose_colours();
    }

    void choose_colours() {
        const std::size_t pixels = std::size_t(header_.width) * header_.height;
        if (header_.lab()) {
            to_srgb_ = ToSrgb::of_lab({Samples::lab, bit_depth, pixels});
            return add_note(note, "converted from CIELAB to sRGB");
        }
        const bool gray = !header_.indexed() && header_.colours() == 1;
        const Samples samples = header_.inks() ? Samples::cmyk
                                : gray         ? Samples::gray
                                               : Samples::rgb;
        to_srgb_ = ToSrgb::by(profile_of_file(file_.get()), {samples, bit_depth, pixels}, note);
        if (header_.inks() && !to_srgb_) add_note(note, "converted from CMYK to RGB");
    }

    // Reads `rows` rows from row `first` on by class Reader, without libtiff's own conversion, and
    // converts them to sRGB.
    Image read_rows(std::uint32_t first, std::uint32_t rows) {
        Image image = reader_->read(palette_, first, rows);
        const int most = bit_depth == 8 ? 255 : 65535;
        if (header_.inks())
            image = rgb_of_inks(image, header_.alpha != Alpha::none, most, to_srgb_);
        if (header_.photometric == PHOTOMETRIC_MINISWHITE)
            for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels))
                image.values[i] = float(most - quantise(image.values[i], most)) / float(most);
        if (header_.alpha == Alpha::premultiplied) take_out_alpha(image, bit_depth);
        if (to_srgb_ && !header_.inks()) to_srgb_->convert(image);
        return image;
    }

    TiffFile file_;
    TiffHeader& header_ = file_.header;
    std::optional<Reader> reader_;
    std::vector<Colour> palette_;
    std::optional<ToSrgb> to_srgb_;
    Image band_;                          // the rows read last
    std::uint32_t first_ = 0, next_ = 0;  // first row after band_, in the file; next row in band_
};

}  // namespace

Decoded decode_tiff(const PictureSource& source) {
    return TiffRows(source).read_all();
}

std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source) {
    auto rows = std::make_unique<TiffRows>(source);
    if (!rows->from_top_to_bottom()) return nullptr;
    rows->start_rows();
    return rows;
}

}  // namespace redraw::formats
