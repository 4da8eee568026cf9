// Decodes HEIC by libheif: 8 to 16 bits, with or without alpha. libheif itself rotates and crops.
// Reads only the file's primary picture.
#include "engine/image/colour_profiles.h"
#include "engine/text/display_name.h"
#include "formats/formats.h"

#include <libheif/heif.h>

#include <bit>
#include <new>

namespace redraw::formats {
namespace {

// The deleter of unique pointers to libheif objects. kFree: libheif's function that frees them.
template <auto kFree>
struct Freed {
    void operator()(auto* object) const { kFree(object); }
};
template <class Object, auto kFree>
using Owned = std::unique_ptr<Object, Freed<kFree>>;

void check(const PictureSource& source, const heif_error& error) {
    if (error.code == heif_error_Ok) return;
    if (error.code == heif_error_Memory_allocation_error &&
        error.subcode == heif_suberror_Unspecified)  // other subcodes mean that the size is invalid
        throw std::bad_alloc();
    check_box_sizes(source);
    const std::string codec = excerpt(other_codec(source));
    if (!codec.empty())
        source.refuse("it is a HEIF picture in a codec (" + codec +
                      ") that libheif does not read here");
    if (error.code == heif_error_Unsupported_filetype ||
        error.subcode == heif_suberror_No_meta_box ||
        error.subcode == heif_suberror_Unsupported_image_type)
        source.refuse("it is a HEIF picture of a kind that libheif does not read here");
    if (error.subcode == heif_suberror_Unsupported_codec ||
        error.code == heif_error_Plugin_loading_error)
        source.refuse("libheif has no decoder for it here (" + excerpt(error.message) +
                      "); Debian has those for HEVC in libde265-0 and, from version 13 on, "
                      "libheif-plugin-libde265");
    source.refuse_damaged(excerpt(error.message, 100));
}

bool is_gray([[maybe_unused]] const heif_image_handle* handle) {
#if LIBHEIF_NUMERIC_VERSION >= 0x01110000
    heif_colorspace space = heif_colorspace_undefined;
    heif_chroma chroma = heif_chroma_undefined;
    const heif_error error =
        heif_image_handle_get_preferred_decoding_colorspace(handle, &space, &chroma);
    return error.code == heif_error_Ok && space == heif_colorspace_monochrome;
#else
    return false;
#endif
}

heif_chroma layout_of(bool alpha, bool words) {
    static_assert(std::endian::native == std::endian::little);
    if (!words) return alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    return alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
}

// Copies the decoded pixels to an image row by row, because libheif may pad its rows.
Image unpacked(const PictureSource& source, const heif_image* pixels, int channels, int bits) {
    const int width = heif_image_get_width(pixels, heif_channel_interleaved);
    const int height = heif_image_get_height(pixels, heif_channel_interleaved);
    source.check_size(width, height);
    int stride = 0;
    const std::uint8_t* rows =
        heif_image_get_plane_readonly(pixels, heif_channel_interleaved, &stride);
    const int bytes = bits > 8 ? 2 : 1;
    if (rows == nullptr || stride < width * channels * bytes)
        source.refuse_damaged("its pixels cannot be decoded");
    Image image = make_image(width, height, channels);
    const std::uint32_t most = (1u << bits) - 1;
    const auto count = std::size_t(width) * std::size_t(channels);
    for (int y = 0; y < height; ++y)
        unpack_row(rows + std::ptrdiff_t(y) * stride, count, image.row(y), bits > 8 ? 16 : 8, most);
    return image;
}

void convert_colours(Decoded& decoded, const heif_image_handle* handle) {
    const std::size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    constexpr std::size_t kLargest = 16 << 20;
    if (size > 0 && size <= kLargest) {
        std::vector<std::byte> profile(size);
        if (heif_image_handle_get_raw_color_profile(handle, profile.data()).code == heif_error_Ok)
            convert_to_srgb(decoded, profile);
        return;
    }
    heif_color_profile_nclx* given = nullptr;
    if (heif_image_handle_get_nclx_color_profile(handle, &given).code != heif_error_Ok) return;
    const Owned<heif_color_profile_nclx, heif_nclx_color_profile_free> owner(given);
    const CodePoints points{int(given->color_primaries), int(given->transfer_characteristics)};
    convert_to_srgb(decoded, profile_of(points, decoded.note));
}

std::vector<std::byte> exif_of(const heif_image_handle* handle) {
    constexpr std::size_t kOffset = 4;  // bytes before the block: its offset from there
    heif_item_id id = 0;
    if (heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) != 1) return {};
    const std::size_t size = heif_image_handle_get_metadata_size(handle, id);
    if (size <= kOffset || size > 2 * kMostExif) return {};
    std::vector<std::byte> block(size);
    if (heif_image_handle_get_metadata(handle, id, block.data()).code != heif_error_Ok) return {};
    const std::size_t offset = big_endian(std::span(block).first(kOffset));
    if (offset > size - kOffset) return {};
    return redraw::exif_of(std::span(block).subspan(kOffset + offset));
}

}  // namespace

Decoded decode_heif(const PictureSource& source) {
    const Owned<heif_context, heif_context_free> context(heif_context_alloc());
    if (!context) throw std::bad_alloc();
    heif_context_set_maximum_image_size_limit(context.get(), source.limits.max_side);
    check(source, heif_context_read_from_memory_without_copy(context.get(), source.data(),
                                                             source.size(), nullptr));
    heif_image_handle* main = nullptr;
    check(source, heif_context_get_primary_image_handle(context.get(), &main));
    const Owned<heif_image_handle, heif_image_handle_release> handle(main);
    const int width = heif_image_handle_get_width(main);
    const int height = heif_image_handle_get_height(main);
    if (width == 0 || height == 0) source.refuse("it is a HEIC without a size");
    source.check_size(width, height);
    const bool alpha = heif_image_handle_has_alpha_channel(main) != 0;
    const bool words = heif_image_handle_get_luma_bits_per_pixel(main) > 8;

    const Owned<heif_decoding_options, heif_decoding_options_free> options(
        heif_decoding_options_alloc());
    if (!options) throw std::bad_alloc();
    heif_image* decoded_pixels = nullptr;
    check(source, heif_decode_image(main, &decoded_pixels, heif_colorspace_RGB,
                                    layout_of(alpha, words), options.get()));
    const Owned<heif_image, heif_image_release> pixels(decoded_pixels);
    const int bits =
        words ? heif_image_get_bits_per_pixel_range(pixels.get(), heif_channel_interleaved) : 8;
    if (bits < 8 || bits > 16) source.refuse_damaged("its pixels cannot be decoded");

    Decoded decoded;
    decoded.bit_depth = words ? 16 : 8;
    decoded.image = unpacked(source, pixels.get(), alpha ? 4 : 3, words ? std::max(bits, 9) : 8);
    if (alpha && heif_image_handle_is_premultiplied_alpha(main))
        take_out_alpha(decoded.image, decoded.bit_depth);
    if (is_gray(main)) decoded.image = without_colour(decoded.image);
    convert_colours(decoded, main);
    decoded.metadata.exif = exif_of(main);
    if (heif_context_get_number_of_top_level_images(context.get()) > 1)
        add_note(decoded.note, "only the main one of its pictures is read");
    return decoded;
}

}  // namespace redraw::formats
