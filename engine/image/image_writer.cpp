#include "engine/image/image_writer.h"

#include "engine/error.h"
#include "engine/image/encode.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

struct Kind {
    ImageFormat format;
    const char* name;
    std::unique_ptr<ImageWriter> (*open)(const WriterSpec& spec);
};
constexpr Kind kKinds[] = {
    {ImageFormat::png, "PNG", open_png_writer},    {ImageFormat::jpeg, "JPEG", open_jpeg_writer},
    {ImageFormat::webp, "WebP", open_webp_writer}, {ImageFormat::bmp, "BMP", open_bmp_writer},
    {ImageFormat::tga, "TGA", open_tga_writer},    {ImageFormat::csv, "CSV", open_csv_writer}};

// Restores the original number of channels after encoding and decoding: gray may come back as RGB,
// and an opaque alpha channel may be missing.
Image with_channels(const Image& decoded, int channels) {
    if (decoded.channels == channels) return decoded;
    Image result = make_image(decoded.width, decoded.height, channels, 1.0f);
    const int wanted = channels - has_alpha(channels);
    const int given = decoded.channels - has_alpha(decoded.channels);
    const float* from = decoded.values.data();
    float* to = result.values.data();
    for (std::size_t i = 0; i < decoded.pixel_count(); ++i) {
        if (wanted < given)
            to[0] = (from[0] + from[1] + from[2]) / 3;
        else
            for (int c = 0; c < wanted; ++c) to[c] = from[std::min(c, given - 1)];
        if (has_alpha(channels) && has_alpha(decoded.channels)) to[wanted] = from[given];
        from += decoded.channels;
        to += channels;
    }
    return result;
}

FileSize file_of(const Image& picture, ImageFormat format, int quality) {
    const auto bytes =
        encode_image(picture, format, {.quality = quality, .lossy = true, .tagged = false});
    const Image decoded = decode_picture(bytes, "picture").image;
    return {bytes.size(), quality, psnr(with_channels(decoded, picture.channels), picture)};
}

}  // namespace

std::optional<ImageFormat> image_format_of(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return extension == "jpeg" ? ImageFormat::jpeg : from_name<ImageFormat>(extension);
}

ByteSink append_to(std::vector<std::byte>& bytes) {
    return [&bytes](std::span<const std::byte> more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
    };
}

std::unique_ptr<ImageWriter> open_image_writer(const std::filesystem::path& target,
                                               ImageFormat format, int width, int height,
                                               int channels, const ImageWriterOptions& options,
                                               const ByteSink& sink) {
    REDRAW_CHECK(width > 0 && height > 0 && channels >= 1 && channels <= 4, "picture size");
    if (options.bit_depth != 8 && !(options.bit_depth == 16 && format == ImageFormat::png))
        refuse_to_write(target, options.bit_depth == 16 ? "only PNG holds 16 bits"
                                                        : "the bit depth is 8 or 16");
    if (options.quality < 1 || options.quality > 100)
        refuse_to_write(target, fmt::format("the quality is 1 to 100, not {}", options.quality));
    const auto kind = std::ranges::find(kKinds, format, &Kind::format);
    REDRAW_CHECK(kind != std::end(kKinds), "no such format");
    if (std::max(width, height) > largest_side(format))
        refuse_to_write(target,
                        fmt::format("{} holds at most {} pixels a side, not {}", kind->name,
                                    thousands(largest_side(format)), dimensions(width, height)));
    WriterSpec spec{target, width, height, channels, options, sink};
    std::string lost;
    if (options.metadata)
        spec.options.metadata = std::make_shared<const Metadata>(
            metadata_for_copy(*options.metadata, {width, height}, lost));
    return kind->open(spec);
}

std::vector<std::byte> encode_image(const Image& image, ImageFormat format,
                                    const ImageWriterOptions& options) {
    std::vector<std::byte> bytes;
    const auto writer = open_image_writer("picture", format, image.width, image.height,
                                          image.channels, options, append_to(bytes));
    writer->write_rows(image.values);
    writer->finish();
    return bytes;
}

std::vector<std::byte> encode_png(const Image& image, int bit_depth) {
    return encode_image(image, ImageFormat::png, {.bit_depth = bit_depth, .tagged = false});
}

void write_image(const std::filesystem::path& target, const Image& image,
                 const ImageWriterOptions& options) {
    const std::optional<ImageFormat> format = image_format_of(target);
    if (!format) refuse_to_write(target, "its name ends in none of .png .jpg .webp .bmp .tga .csv");
    const auto writer =
        open_image_writer(target, *format, image.width, image.height, image.channels, options);
    writer->write_rows(image.values);
    writer->finish();
}

bool can_hold(ImageFormat format, const Image& picture) {
    return std::max(picture.width, picture.height) <= largest_side(format) &&
           !(format == ImageFormat::jpeg && has_alpha(picture.channels));
}

std::optional<FileSize> smallest_file(const Image& picture, ImageFormat format, double psnr) {
    if (!can_hold(format, picture)) return std::nullopt;
    constexpr int kBestQuality = 100;
    FileSize found = file_of(picture, format, kBestQuality);
    if (!(found.psnr >= psnr)) return std::nullopt;
    int below = 0;  // highest quality known or assumed to miss `psnr`
    while (found.quality - below > 1) {
        const FileSize middle = file_of(picture, format, (found.quality + below) / 2);
        if (middle.psnr >= psnr)
            found = middle;
        else
            below = middle.quality;
    }
    return found;
}

FileSize png_file(const Image& picture) {
    return {encode_png(picture, 8).size(), 0, std::numeric_limits<double>::infinity()};
}

}  // namespace redraw
