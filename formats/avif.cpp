// Decodes AVIF by libavif: 8, 10 and 12 bits, gray or colour, with or without alpha. Applies the
// cropping and rotation that the file asks for. Reads only the first picture of a sequence.
#include "engine/image/colour_profiles.h"
#include "engine/image/metadata.h"
#include "engine/image/resample.h"
#include "formats/formats.h"

#include <avif/avif.h>

#include <new>

namespace redraw::formats {
namespace {

void check(const PictureSource& source, avifResult result) {
    if (result == AVIF_RESULT_OK) return;
    if (result == AVIF_RESULT_OUT_OF_MEMORY) throw std::bad_alloc();
    if (result == AVIF_RESULT_NO_CODEC_AVAILABLE)
        source.refuse("it is an AVIF picture, and libavif has no decoder for it here");
    if (result == AVIF_RESULT_TRUNCATED_DATA) source.refuse_damaged("it ends too early");
    source.refuse_damaged(avifResultToString(result));
}

// Returns the decoded pixels before cropping, as gray or RGB, with alpha if the file has it.
Image pixels_of(const PictureSource& source, const avifImage& picture, int bit_depth) {
    const bool gray = picture.yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
    const bool alpha = picture.alphaPlane != nullptr;
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, &picture);
    rgb.format = alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    rgb.depth = std::uint32_t(bit_depth);
    rgb.alphaPremultiplied = AVIF_FALSE;
    const int colours = alpha ? 4 : 3;
    rgb.rowBytes = picture.width * std::uint32_t(colours * bit_depth / 8);
    Image image = make_image(int(picture.width), int(picture.height), colours);
    rgb.pixels = samples_in(image, std::size_t(rgb.rowBytes) * picture.height);
    check(source, avifImageYUVToRGB(&picture, &rgb));
    unpack_levels(rgb.pixels, image, bit_depth);
    return gray ? without_colour(image) : std::move(image);
}

// Crops, rotates and mirrors the picture as the file asks, in this order, which the standard
// requires. Reports it in `note`.
void transform(Image& image, const avifImage& picture, std::string& note) {
    // EXIF orientation for 0 to 3 quarter turns anticlockwise.
    constexpr int kTurned[] = {1, 8, 3, 6};
    if ((picture.transformFlags & AVIF_TRANSFORM_CLAP) != 0) {
        avifCropRect part{};
        avifDiagnostics ignored{};
        if (avifCropRectConvertCleanApertureBox(&part, &picture.clap, picture.width, picture.height,
                                                picture.yuvFormat, &ignored)) {
            image = crop(image, {int(part.x), int(part.y), int(part.width), int(part.height)});
            add_note(note, "cut as it asks for");
        } else {
            add_note(note, "not cut as it asks for, which makes no sense");
        }
    }
    const int quarters =
        (picture.transformFlags & AVIF_TRANSFORM_IROT) != 0 ? picture.irot.angle % 4 : 0;
    if (quarters != 0) image = turned_upright(image, kTurned[quarters]);
#if AVIF_VERSION >= 1000000
    const int from_side_to_side = picture.imir.axis;
#else
    const int from_side_to_side = picture.imir.mode;
#endif
    const bool mirrored = (picture.transformFlags & AVIF_TRANSFORM_IMIR) != 0;
    if (mirrored) image = turned_upright(image, from_side_to_side != 0 ? 2 : 4);
    if (quarters != 0 || mirrored) add_note(note, kTurnedAsAsked);
}

}  // namespace

Decoded decode_avif(const PictureSource& source) {
    // Pixels from which on a picture is decoded by several threads.
    constexpr std::uint32_t kLarge = 1'000'000;
    const std::unique_ptr<avifDecoder, void (*)(avifDecoder*)> decoder(avifDecoderCreate(),
                                                                       avifDecoderDestroy);
    if (!decoder) throw std::bad_alloc();
    // The file's `irot` box, not EXIF, decides the rotation.
    decoder->ignoreXMP = AVIF_TRUE;
    // Accepts pictures that lack properties which some writers omit (pixi; ispe of alpha), or have
    // an invalid cropping, which transform() ignores.
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    decoder->imageSizeLimit = std::uint32_t(
        std::clamp<std::int64_t>(source.limits.max_pixels, 1, AVIF_DEFAULT_IMAGE_SIZE_LIMIT));
    check(source, avifDecoderSetIOMemory(decoder.get(), source.data(), source.size()));
    const avifResult parsed = avifDecoderParse(decoder.get());
    // Reports a too large picture as such, not as damaged.
    if (parsed != AVIF_RESULT_OK) check_box_sizes(source);
    check(source, parsed);
    source.check_size(decoder->image->width, decoder->image->height);
    const std::int64_t pixels = std::int64_t(decoder->image->width) * decoder->image->height;
    decoder->maxThreads = pixels >= kLarge ? threads_of_machine() : 1;
    check(source, avifDecoderNextImage(decoder.get()));

    const avifImage& picture = *decoder->image;
    source.check_size(picture.width, picture.height);
    Decoded decoded;
    decoded.bit_depth = picture.depth > 8 ? 16 : 8;
    decoded.image = pixels_of(source, picture, decoded.bit_depth);
    if (picture.icc.size > 0) {
        convert_to_srgb(decoded, std::as_bytes(std::span(picture.icc.data, picture.icc.size)));
    } else {
        const CodePoints points{int(picture.colorPrimaries), int(picture.transferCharacteristics)};
        convert_to_srgb(decoded, profile_of(points, decoded.note));
    }
    transform(decoded.image, picture, decoded.note);
    decoded.metadata.exif = exif_of(std::as_bytes(std::span(picture.exif.data, picture.exif.size)));
    if (decoder->imageCount > 1)
        add_note(decoded.note, "only the first picture of the sequence is read");
    return decoded;
}

}  // namespace redraw::formats
