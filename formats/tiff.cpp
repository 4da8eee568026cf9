// TIFF by libtiff: strips and tiles, 1 to 16 bits, 32 bits whole and with a point, gray, RGB,
// palettes, CMYK, with alpha; what else libtiff knows (YCbCr, CIELAB) in its own 8 bits. The first
// page.
#include "engine/image/colour.h"
#include "engine/image/image_writer.h"
#include "engine/text/display_name.h"
#include "formats/formats.h"
#include "formats/levels.h"
#include "formats/tiff_file.h"
#include "formats/tiff_samples.h"

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

TiffHeader read_header(const PictureSource& source, TIFF* tiff) {
    TiffHeader header;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header.width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header.height);
    source.check_size(header.width, header.height);
    header.bits = field<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    header.samples = field<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    header.photometric = header.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    header.photometric =
        field(tiff, TIFFTAG_PHOTOMETRIC, static_cast<std::uint16_t>(header.photometric));
    header.separate = field<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) ==
                          PLANARCONFIG_SEPARATE &&
                      header.samples > 1;
    header.tiled = TIFFIsTiled(tiff) != 0;
    header.real =
        field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT) == SAMPLEFORMAT_IEEEFP;
    std::uint16_t extra = 0;
    const std::uint16_t* kinds = nullptr;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
    if (extra > 0 && kinds != nullptr && header.samples > header.colours() &&
        header.photometric != PHOTOMETRIC_PALETTE) {
        if (kinds[0] == EXTRASAMPLE_ASSOCALPHA) header.alpha = Alpha::premultiplied;
        if (kinds[0] == EXTRASAMPLE_UNASSALPHA) header.alpha = Alpha::straight;
    }
    return header;
}

constexpr const char* kAboveOne = "its values above 1 are cut off";

// What is read sample by sample; the rest is left to libtiff.
bool is_plain(TIFF* tiff, const TiffHeader& header) {
    const auto format = field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    const bool whole = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
    const bool indexed = header.photometric == PHOTOMETRIC_PALETTE;
    const bool known = header.photometric == PHOTOMETRIC_MINISBLACK ||
                       header.photometric == PHOTOMETRIC_MINISWHITE ||
                       header.photometric == PHOTOMETRIC_RGB || indexed ||
                       (header.photometric == PHOTOMETRIC_SEPARATED &&
                        field<std::uint16_t>(tiff, TIFFTAG_INKSET, INKSET_CMYK) == INKSET_CMYK);
    const bool depth = whole ? (header.bits >= 1 && header.bits <= (indexed ? 8 : 16)) ||
                                   (header.bits == 32 && !indexed)
                             : header.real && header.bits == 32 && !indexed;
    return known && depth && header.samples >= header.used() &&
           field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE) != COMPRESSION_OJPEG;
}

std::vector<Colour> read_palette(const PictureSource& source, TIFF* tiff,
                                 const TiffHeader& header) {
    std::vector<Colour> palette;
    if (header.photometric != PHOTOMETRIC_PALETTE) return palette;
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

// The rows and tiles of the file, one after the other.
class Reader {
public:
    Reader(const PictureSource& source, const TiffFile& file, TIFF* tiff, const TiffHeader& header)
        : source_(source), file_(file), tiff_(tiff), header_(header) {
        constexpr std::int64_t kLargest = 256 << 20;
        if (header.tiled) {
            TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width_);
            TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height_);
        }
        row_bytes_ =
            std::int64_t(header.tiled ? TIFFTileRowSize64(tiff) : TIFFScanlineSize64(tiff));
        const std::int64_t bytes = header.tiled ? std::int64_t(TIFFTileSize64(tiff)) : row_bytes_;
        const std::int64_t pixels = header.tiled ? tile_width_ : header.width;
        if (row_bytes_ < (pixels * header.bits * header.stride() + 7) / 8 || bytes < row_bytes_ ||
            (header.tiled && (tile_width_ == 0 || bytes < row_bytes_ * tile_height_)))
            source.refuse_damaged("its rows make no sense");
        if (bytes > kLargest) source.refuse("it is stored in parts of over 256 MB");
        buffer_.resize(std::size_t(bytes));
    }

    // Fails before the picture is allocated, where already the first part does.
    void try_first() { header_.tiled ? read_tile(0, 0, 0) : read_row(0, 0); }

    // Rows [first, first + those of `to`); of tiles, `first` begins one.
    void read(Samplings& to, std::uint32_t first) {
        const int planes = header_.separate ? to.values.channels : 1;
        for (int plane = 0; plane < planes; ++plane)
            header_.tiled ? read_tiles(to, first, plane) : read_rows(to, first, plane);
    }
    std::uint32_t rows_at_once() const {
        return header_.tiled ? std::min(tile_height_, header_.height) : 1;
    }

    bool above_one() const { return above_one_; }

private:
    void read_rows(Samplings& to, std::uint32_t first, int plane) {
        for (std::uint32_t y = 0; y < std::uint32_t(to.values.height); ++y) {
            read_row(first + y, plane);
            to.put(Row(buffer_.data(), header_, above_one_), 0, y, header_.width, plane);
        }
    }
    void read_tiles(Samplings& to, std::uint32_t first, int plane) {
        const auto rows = std::uint32_t(to.values.height);
        for (std::uint32_t top = 0; top < rows; top += tile_height_) {
            for (std::uint32_t left = 0; left < header_.width; left += tile_width_) {
                read_tile(left, first + top, plane);
                const std::uint32_t width = std::min(tile_width_, header_.width - left);
                const std::uint32_t height = std::min(tile_height_, rows - top);
                for (std::uint32_t y = 0; y < height; ++y)
                    to.put(Row(buffer_.data() + y * row_bytes_, header_, above_one_), left, top + y,
                           width, plane);
            }
        }
    }
    void read_row(std::uint32_t y, int plane) {
        if (TIFFReadScanline(tiff_, buffer_.data(), y, static_cast<std::uint16_t>(plane)) != 1)
            refuse();
    }
    void read_tile(std::uint32_t x, std::uint32_t y, int plane) {
        if (TIFFReadTile(tiff_, buffer_.data(), x, y, 0, static_cast<std::uint16_t>(plane)) < 0)
            refuse();
    }
    [[noreturn]] void refuse() const {
        source_.refuse_damaged(file_.error.empty() ? "it ends too early"
                                                   : excerpt(file_.error, 100));
    }

    const PictureSource& source_;
    const TiffFile& file_;
    TIFF* tiff_;
    const TiffHeader& header_;
    std::uint32_t tile_width_ = 0, tile_height_ = 0;
    std::int64_t row_bytes_ = 0;
    std::vector<unsigned char> buffer_;
    bool above_one_ = false;
};

// By libtiff, as 8-bit RGB.
Image read_otherwise(const PictureSource& source, const TiffFile& file, TIFF* tiff) {
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

void refuse_raw(const PictureSource& source, TIFF* tiff, int photometric) {
    constexpr std::size_t kCanon = 8;  // where "CR" stands
    void* version = nullptr;
    const std::string_view text(reinterpret_cast<const char*>(source.data()), source.size());
    if (photometric == PHOTOMETRIC_CFA || photometric == 34892 ||
        TIFFGetField(tiff, TIFFTAG_DNGVERSION, &version) ||
        text.substr(std::min(kCanon, text.size())).starts_with("CR\2"))
        source.refuse("it is a camera's raw picture, which Redraw does not read");
}

// Of samples read by ourselves: what they are in sRGB, whole or some rows at a time.
class PlainColours {
public:
    PlainColours(TIFF* tiff, const TiffHeader& header, std::string& note) : header_(header) {
        const std::size_t pixels = std::size_t(header.width) * header.height;
        const auto by = [&](Samples samples) {
            return ToSrgb::by(profile_of_file(tiff), {samples, header.bit_depth(), pixels}, note);
        };
        const bool inks = header.photometric == PHOTOMETRIC_SEPARATED;
        const bool gray = header.photometric != PHOTOMETRIC_PALETTE && header.colours() == 1;
        to_srgb_ = by(inks ? Samples::cmyk : gray ? Samples::gray : Samples::rgb);
        if (inks && !to_srgb_) add_note(note, "converted from CMYK to RGB");
    }

    Image applied_to(Image image) {
        const int most = header_.bit_depth() == 8 ? 255 : 65535;
        const bool inks = header_.photometric == PHOTOMETRIC_SEPARATED;
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

Image read_plain(const PictureSource& source, const TiffFile& file, TIFF* tiff,
                 const TiffHeader& header, Decoded& decoded) {
    Reader reader(source, file, tiff, header);
    reader.try_first();
    Samplings samplings(header, read_palette(source, tiff, header));
    reader.read(samplings, 0);
    if (reader.above_one()) add_note(decoded.note, kAboveOne);
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
        header = read_header(source, get());
        refuse_raw(source, get(), header.photometric);
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
    void note_pages(std::string& note) const {
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
        colours_.emplace(tiff_.get(), tiff_.header, note);
        tiff_.note_pages(note);
        width = int(tiff_.header.width);
        height = int(tiff_.header.height);
        bit_depth = tiff_.header.bit_depth();
        const bool inks = tiff_.header.photometric == PHOTOMETRIC_SEPARATED;
        channels = palette_.empty() ? tiff_.header.used() - int(inks) : 3;
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
        if (first_ == tiff_.header.height && reader_->above_one()) add_note(note, kAboveOne);
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
    const TiffHeader& header = tiff.header;
    Decoded decoded;
    const bool plain = is_plain(tiff.get(), header);
    decoded.bit_depth = plain ? header.bit_depth() : 8;
    decoded.image = plain ? read_plain(source, tiff.file, tiff.get(), header, decoded)
                          : read_otherwise(source, tiff.file, tiff.get());
    if (!plain && header.photometric != PHOTOMETRIC_SEPARATED &&
        header.photometric < PHOTOMETRIC_CIELAB)
        convert_to_srgb(decoded.image, profile_of_file(tiff.get()), 8, decoded.note);
    decoded.orientation = tiff.orientation();
    tiff.note_pages(decoded.note);
    return decoded;
}

std::unique_ptr<RowDecoder> tiff_rows(const PictureSource& source) {
    auto rows = std::make_unique<TiffRows>(source);
    if (!rows->from_top_to_bottom()) return nullptr;
    rows->start();
    return rows;
}

}  // namespace redraw::formats
