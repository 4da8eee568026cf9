// TIFF by libtiff: strips and tiles, 1 to 16 bits and 32, signed and with a point, gray, RGB,
// CIELAB, palettes, CMYK, with alpha; what else libtiff knows (YCbCr, LogLuv) in its own 8 bits.
// The first page that is no thumbnail.
#include "engine/image/colour.h"
#include "engine/image/image_writer.h"
#include "engine/text/display_name.h"
#include "formats/formats.h"
#include "formats/levels.h"
#include "formats/tiff_file.h"
#include "formats/tiff_reader.h"

#include <fmt/format.h>

#include <tiffio.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redraw::formats {
namespace {

std::vector<Colour> read_palette(const PictureSource& source, TIFF* tiff,
                                 const TiffHeader& header) {
    std::vector<Colour> palette;
    if (!header.indexed()) return palette;
    std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
    if (!TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue))
        source.refuse_damaged("it has no palette");
    const std::size_t count = std::size_t(1) << header.bits;
    // Some wrote bytes where words are asked for.
    bool bytes = true;
    for (std::size_t i = 0; i < count; ++i) bytes = bytes && (red[i] | green[i] | blue[i]) < 256;
    const auto level = [&](std::uint16_t v) {
        return static_cast<unsigned char>(bytes ? v : v >> 8);
    };
    for (std::size_t i = 0; i < count; ++i)
        palette.push_back(unpack_colour({level(red[i]), level(green[i]), level(blue[i]), 255}));
    return palette;
}

// Reads by libtiff's own conversion, as 8-bit RGB.
Image read_otherwise(const PictureSource& source, const TiffFile& file, TIFF* tiff,
                     const TiffHeader& header) {
    constexpr int kLogLuv = PHOTOMETRIC_LOGL;  // whose numbers libtiff knows to be signed
    if (header.photometric < kLogLuv &&
        field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT) != SAMPLEFORMAT_UINT)
        source.refuse("it is a TIFF of a kind Redraw does not read");
    char reason[1024] = "";
    TIFFRGBAImage reader{};
    if (!TIFFRGBAImageOK(tiff, reason) || !TIFFRGBAImageBegin(&reader, tiff, 1, reason))
        source.refuse("it is a TIFF of a kind Redraw does not read");
    const std::unique_ptr<TIFFRGBAImage, void (*)(TIFFRGBAImage*)> owner(&reader, TIFFRGBAImageEnd);
    reader.req_orientation = reader.orientation;  // turned later, as every picture
    Image image = make_image(int(reader.width), int(reader.height), 3);
    unsigned char* bytes = samples_in(image, image.pixel_count() * 4);
    auto* raster = reinterpret_cast<std::uint32_t*>(bytes);
    if (!TIFFRGBAImageGet(&reader, raster, reader.width, reader.height))
        source.refuse_damaged(file.error.empty() ? "it ends too early" : excerpt(file.error, 100));
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

void refuse_raw(const PictureSource& source, TIFF* tiff) {
    const int photometric = field<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    constexpr std::size_t kCanon = 8;  // where "CR" stands
    void* version = nullptr;
    const std::string_view text(reinterpret_cast<const char*>(source.data()), source.size());
    if (photometric == PHOTOMETRIC_CFA || photometric == 34892 ||
        TIFFGetField(tiff, TIFFTAG_DNGVERSION, &version) ||
        text.substr(std::min(kCanon, text.size())).starts_with("CR\2"))
        source.refuse("it is a camera's raw picture, which Redraw does not read");
}

// Converts samples that we read ourselves to sRGB, whole or some rows at a time.
class PlainColours {
public:
    PlainColours(TIFF* tiff, const TiffHeader& header, std::string& note) : header_(header) {
        const std::size_t pixels = std::size_t(header.width) * header.height;
        if (header.lab()) {
            to_srgb_ = ToSrgb::of_lab({Samples::lab, header.bit_depth(), pixels});
            add_note(note, "converted from CIELAB to sRGB");
            return;
        }
        const auto by = [&](Samples samples) {
            return ToSrgb::by(profile_of_file(tiff), {samples, header.bit_depth(), pixels}, note);
        };
        const bool gray = !header.indexed() && header.colours() == 1;
        to_srgb_ = by(header.inks() ? Samples::cmyk : gray ? Samples::gray : Samples::rgb);
        if (header.inks() && !to_srgb_) add_note(note, "converted from CMYK to RGB");
    }

    Image applied_to(Image image) {
        const int most = header_.bit_depth() == 8 ? 255 : 65535;
        const bool inks = header_.inks();
        if (inks) image = rgb_of_inks(image, header_.alpha != Alpha::none, most, to_srgb_);
        if (header_.photometric == PHOTOMETRIC_MINISWHITE)
            for (std::size_t i = 0; i < image.values.size(); i += std::size_t(image.channels))
                image.values[i] = float(most - quantise(image.values[i], most)) / float(most);
        if (header_.alpha == Alpha::premultiplied) take_out_alpha(image, header_.bit_depth());
        if (to_srgb_ && !inks) to_srgb_->convert(image);
        return image;
    }

private:
    const TiffHeader& header_;
    std::optional<ToSrgb> to_srgb_;
};

Image read_plain(const PictureSource& source, const TiffFile& file, TIFF* tiff, TiffHeader& header,
                 Decoded& decoded) {
    Reader reader(source, file, tiff, header);
    reader.try_first();
    if (header.has_unknown_range()) reader.choose_scales(decoded.note);
    Samplings samplings(header, read_palette(source, tiff, header));
    reader.read(samplings, 0);
    return PlainColours(tiff, header, decoded.note).applied_to(std::move(samplings.values));
}

// The file as far as its first directory.
class OpenTiff {
public:
    explicit OpenTiff(const PictureSource& source) : source_(source) {
        file.source = &source_;
        tiff_ = open_tiff(file);
        if (!tiff_)
            source.refuse_damaged(file.error.empty() ? "it ends too early"
                                                     : excerpt(file.error, 100));
        refuse_raw(source, get());  // whose first directory is a thumbnail
        skip_thumbnails(source_, get());
        file.error.clear();
        refuse_raw(source, get());
        header = read_header(source, get());
        const auto compression = field<std::uint16_t>(get(), TIFFTAG_COMPRESSION, COMPRESSION_NONE);
        if (!TIFFIsCODECConfigured(compression))
            source.refuse(
                fmt::format("it is a TIFF packed in a way (number {}) that libtiff does not know",
                            compression));
        if (compression == COMPRESSION_JPEG && header.photometric == PHOTOMETRIC_YCBCR &&
            !header.separate && header.bits == 8 && header.samples == 3) {
            TIFFSetField(get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
            header.photometric = PHOTOMETRIC_RGB;
        }
    }
    TIFF* get() const { return tiff_.get(); }
    int orientation() const {
        const int said = field<std::uint16_t>(get(), TIFFTAG_ORIENTATION, 1);
        return said >= 1 && said <= 8 ? said : 1;
    }
    void add_notes(std::string& note) const {
        if (header.photometric == PHOTOMETRIC_MINISBLACK &&
            stored_short(source_, get(), TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_PALETTE)
            add_note(note, "its palette is missing, so that it is shown as gray");
        if (!TIFFLastDirectory(get())) add_note(note, "only the first of its pages is read");
    }

    TiffFile file;
    TiffHeader header;

private:
    PictureSource source_;
    Tiff tiff_;
};

class TiffRows final : public RowDecoder {
public:
    explicit TiffRows(const PictureSource& source) : source_(source), tiff_(source_) {}
    bool from_top_to_bottom() const {
        return is_plain(tiff_.get(), tiff_.header) && !tiff_.header.separate &&
               tiff_.orientation() == 1;
    }
    void start() {
        reader_.emplace(source_, tiff_.file, tiff_.get(), tiff_.header);
        palette_ = read_palette(source_, tiff_.get(), tiff_.header);
        if (tiff_.header.has_unknown_range()) {
            reader_->try_first();
            reader_->choose_scales(note);
        }
        colours_.emplace(tiff_.get(), tiff_.header, note);
        tiff_.add_notes(note);
        width = int(tiff_.header.width);
        height = int(tiff_.header.height);
        bit_depth = tiff_.header.bit_depth();
        channels = tiff_.header.channels() - int(tiff_.header.inks());
    }
    void read(float* values) override {
        if (next_ == std::uint32_t(band_.height)) read_band();
        std::copy_n(band_.row(int(next_++)), std::size_t(width) * channels, values);
    }

private:
    void read_band() {
        TiffHeader band = tiff_.header;
        band.height = std::min(reader_->rows_at_once(), tiff_.header.height - first_);
        Samplings samplings(band, palette_);
        reader_->read(samplings, first_);
        band_ = colours_->applied_to(std::move(samplings.values));
        first_ += band.height;
        next_ = 0;
    }

    PictureSource source_;
    OpenTiff tiff_;
    std::optional<Reader> reader_;
    std::vector<Colour> palette_;
    std::optional<PlainColours> colours_;
    Image band_;  // rows before first_
    std::uint32_t first_ = 0, next_ = 0;
};

}  // namespace

Decoded decode_tiff(const PictureSource& source) {
    OpenTiff tiff(source);
    TiffHeader& header = tiff.header;
    Decoded decoded;
    const bool plain = is_plain(tiff.get(), header);
    decoded.bit_depth = plain ? header.bit_depth() : 8;
    decoded.image = plain ? read_plain(source, tiff.file, tiff.get(), header, decoded)
                          : read_otherwise(source, tiff.file, tiff.get(), header);
    if (!plain && header.photometric != PHOTOMETRIC_SEPARATED &&
        header.photometric < PHOTOMETRIC_CIELAB)
        convert_to_srgb(decoded.image, profile_of_file(tiff.get()), 8, decoded.note);
    decoded.orientation = tiff.orientation();
    tiff.add_notes(decoded.note);
    return decoded;
}

std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source) {
    auto rows = std::make_unique<TiffRows>(source);
    if (!rows->from_top_to_bottom()) return nullptr;
    rows->start();
    return rows;
}

}  // namespace redraw::formats
