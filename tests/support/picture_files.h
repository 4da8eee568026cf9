// Builds picture files for tests, most of kinds that Redraw itself never writes.
#pragma once

#include "engine/image/picture.h"
#include "tests/support/picture_samples.h"

#include <gif_lib.h>
#include <png.h>
#include <webp/encode.h>
#include <zlib.h>

#include <cstdio>

#include <jpeglib.h>

#include <array>
#include <initializer_list>

namespace redraw::test {

// Returns the sentence that refuses the bytes as a picture; empty: they are accepted.
inline std::string refusal(const Bytes& bytes, const PictureLimits& limits = {}) {
    return error_of([&] { decode_picture(bytes, "x.jpg", limits); });
}

inline void append(Bytes& bytes, std::initializer_list<int> more) {
    for (const int byte : more) bytes.push_back(static_cast<std::byte>(byte));
}
inline void append(Bytes& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}
// Returns the bytes of a number, the most or the least significant first.
inline Bytes number_bytes(std::size_t value, int count, bool big_endian) {
    Bytes bytes;
    for (int i = 0; i < count; ++i)
        append(bytes, {int(value >> 8 * (big_endian ? count - 1 - i : i) & 255)});
    return bytes;
}
inline void append_u32_be(Bytes& bytes, std::size_t value) {
    append(bytes, number_bytes(value, 4, true));
}

// Returns an EXIF block, which is a TIFF structure, with one entry: the orientation.
inline Bytes exif_block(int orientation, bool big_endian) {
    Bytes block = bytes_of(big_endian ? "MM" : "II");
    const auto u16 = [&](std::size_t v) { append(block, number_bytes(v, 2, big_endian)); };
    const auto u32 = [&](std::size_t v) { append(block, number_bytes(v, 4, big_endian)); };
    u16(42);
    u32(8);       // offset of IFD0
    u16(1);       // number of entries
    u16(0x0112);  // tag: orientation
    u16(3);       // type: SHORT
    u32(1);
    u16(std::size_t(orientation));
    u16(0);
    u32(0);  // no IFD1
    return block;
}

inline Bytes png_chunk(const std::string& type, std::span<const std::byte> content) {
    Bytes chunk;
    append_u32_be(chunk, content.size());
    append(chunk, bytes_of(type));
    append(chunk, content);
    append_u32_be(
        chunk, crc32(0, reinterpret_cast<const Bytef*>(chunk.data()) + 4, uInt(chunk.size() - 4)));
    return chunk;
}

inline Bytes with_png_chunk(Bytes png, const std::string& type,
                            std::span<const std::byte> content) {
    constexpr std::ptrdiff_t kAfterHeader = 33;
    const Bytes chunk = png_chunk(type, content);
    png.insert(png.begin() + kAfterHeader, chunk.begin(), chunk.end());
    return png;
}
inline Bytes with_png_exif(const Bytes& png, const Bytes& exif) {
    return with_png_chunk(png, "eXIf", exif);
}

inline Bytes with_jpeg_exif(Bytes jpeg, const Bytes& exif) {
    Bytes segment;
    const std::size_t length = 2 + 6 + exif.size();
    append(segment, {0xFF, 0xE1, int(length >> 8), int(length & 255)});
    append(segment, {'E', 'x', 'i', 'f', 0, 0});
    append(segment, exif);
    jpeg.insert(jpeg.begin() + 2, segment.begin(), segment.end());
    return jpeg;
}

inline void append_riff_chunk(Bytes& riff, const std::string& name,
                              std::span<const std::byte> content) {
    append(riff, bytes_of(name));
    append(riff, number_bytes(content.size(), 4, false));
    append(riff, content);
    if (content.size() % 2) append(riff, {0});
}

// A gray image as lossless WebP in the extended container, with EXIF.
inline Bytes with_webp_exif(const Image& image, const Bytes& exif) {
    std::vector<std::uint8_t> rgb;
    for (const float v : image.values) rgb.insert(rgb.end(), 3, std::uint8_t(v * 255 + 0.5f));
    std::uint8_t* plain = nullptr;
    const std::size_t size =
        WebPEncodeLosslessRGB(rgb.data(), image.width, image.height, image.width * 3, &plain);
    REQUIRE(size > 12);
    Bytes body = bytes_of("WEBP");
    const int w = image.width - 1, h = image.height - 1;
    Bytes extended;
    append(extended, {8, 0, 0, 0, w & 255, w >> 8, 0, h & 255, h >> 8, 0});  // flag 8: EXIF
    append_riff_chunk(body, "VP8X", extended);
    append(body, std::as_bytes(std::span(plain + 12, size - 12)));
    append_riff_chunk(body, "EXIF", exif);
    WebPFree(plain);
    Bytes file;
    append_riff_chunk(file, "RIFF", body);
    return file;
}

// Describes a PNG file of a kind that libpng can write and Redraw does not.
struct PngSample {
    int width = 1, height = 1, bits = 8;
    bool palette = false, transparent = false;

    int index(int x, int y) const { return (x * 3 + y * 5) % (1 << bits); }
    static std::array<int, 3> colour(int i) { return {i * 16, 255 - i * 10, i * 5}; }
    static int alpha(int i) { return i < 3 ? i * 100 : 255; }
};

inline Bytes write_png(const auto& fill) {
    Bytes bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &bytes,
        [](png_structp p, png_bytep from, std::size_t count) {
            append(*static_cast<Bytes*>(png_get_io_ptr(p)), std::as_bytes(std::span(from, count)));
        },
        nullptr);
    fill(png, info);
    png_destroy_write_struct(&png, &info);
    return bytes;
}

inline Bytes png_file(const PngSample& sample) {
    return write_png([&](png_structp png, png_infop info) {
        png_set_IHDR(png, info, png_uint_32(sample.width), png_uint_32(sample.height), sample.bits,
                     sample.palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY,
                     PNG_INTERLACE_NONE, 0, 0);
        if (sample.palette) {
            png_color colours[16];
            png_byte alphas[16];
            for (int i = 0; i < 16; ++i) {
                const auto [r, g, b] = PngSample::colour(i);
                colours[i] = {png_byte(r), png_byte(g), png_byte(b)};
                alphas[i] = png_byte(PngSample::alpha(i));
            }
            png_set_PLTE(png, info, colours, 16);
            if (sample.transparent) png_set_tRNS(png, info, alphas, 16, nullptr);
        }
        png_write_info(png, info);
        png_set_packing(png);
        std::vector<std::vector<png_byte>> rows;
        std::vector<png_bytep> pointers;
        for (int y = 0; y < sample.height; ++y) {
            rows.emplace_back();
            for (int x = 0; x < sample.width; ++x)
                rows.back().push_back(png_byte(sample.index(x, y)));
        }
        for (auto& row : rows) pointers.push_back(row.data());
        png_write_image(png, pointers.data());
        png_write_end(png, nullptr);
    });
}

inline Bytes interlaced_png_file(const Image& image, int depth) {
    constexpr int kTypes[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GA, PNG_COLOR_TYPE_RGB,
                              PNG_COLOR_TYPE_RGBA};
    return write_png([&](png_structp png, png_infop info) {
        png_set_IHDR(png, info, png_uint_32(image.width), png_uint_32(image.height), depth,
                     kTypes[image.channels - 1], PNG_INTERLACE_ADAM7, 0, 0);
        png_write_info(png, info);
        std::vector<png_byte> bytes;
        for (const float v : image.values) {
            const int level = int(v * float((1 << depth) - 1) + 0.5f);
            if (depth == 16) bytes.push_back(png_byte(level >> 8));
            bytes.push_back(png_byte(level));
        }
        std::vector<png_bytep> pointers;
        const std::size_t stride = bytes.size() / std::size_t(image.height);
        for (int y = 0; y < image.height; ++y)
            pointers.push_back(bytes.data() + std::size_t(y) * stride);
        png_write_image(png, pointers.data());
        png_write_end(png, nullptr);
    });
}

inline Bytes written_jpeg(int width, int height, int components, J_COLOR_SPACE space,
                          const auto& choose, const auto& level_at) {
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &memory, &size);
    jpeg.image_width = JDIMENSION(width);
    jpeg.image_height = JDIMENSION(height);
    jpeg.input_components = components;
    jpeg.in_color_space = space;
    jpeg_set_defaults(&jpeg);
    choose(jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    for (int y = 0; y < height; ++y) {
        std::vector<JSAMPLE> row;
        for (int i = 0; i < width * components; ++i) row.push_back(JSAMPLE(level_at(y, i)));
        JSAMPROW pointer = row.data();
        jpeg_write_scanlines(&jpeg, &pointer, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    Bytes bytes;
    append(bytes, std::as_bytes(std::span(memory, size)));
    std::free(memory);
    return bytes;
}

// Returns a JPEG file. `choose` changes libjpeg's default settings.
inline Bytes jpeg_file(const Image& image, const auto& choose) {
    return written_jpeg(
        image.width, image.height, image.channels, image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB,
        [&](jpeg_compress_struct& jpeg) {
            jpeg_set_quality(&jpeg, 95, TRUE);
            choose(jpeg);
        },
        [&](int y, int i) { return image.row(y)[i] * 255 + 0.5f; });
}

inline Bytes jpeg_file(const Image& image, bool progressive = false) {
    return jpeg_file(image, [&](jpeg_compress_struct& jpeg) {
        if (progressive) jpeg_simple_progression(&jpeg);
    });
}

// Returns a JPEG file of 8 x 8 pixels in one mixture of inks; 255: full ink.
inline Bytes cmyk_jpeg_file(std::array<int, 4> inks, bool adobe, bool ycck) {
    return written_jpeg(
        8, 8, 4, JCS_CMYK,
        [&](jpeg_compress_struct& jpeg) {
            jpeg_set_colorspace(&jpeg, ycck ? JCS_YCCK : JCS_CMYK);
            jpeg_set_quality(&jpeg, 100, TRUE);
            jpeg.write_Adobe_marker = adobe ? TRUE : FALSE;
        },
        [&](int, int i) {
            const int ink = inks[std::size_t(i % 4)];
            return adobe ? 255 - ink : ink;
        });
}

struct PsdSample {
    int channels = 3, bits = 8, mode = 3;  // mode: 1 gray, 3 RGB
    std::string pixels;                    // compression ("\0\0": none) and data of 2 x 1 pixels
    std::string resources = "", layers = "";
};

inline Bytes psd_file(const PsdSample& sample) {
    Bytes psd = bytes_of("8BPS");
    append(psd, {0, 1, 0, 0, 0, 0, 0, 0, 0, sample.channels, 0, 0, 0, 1, 0, 0, 0, 2});
    append(psd, {0, sample.bits, 0, sample.mode});
    for (const std::string& section : {std::string(), sample.resources, sample.layers}) {
        append_u32_be(psd, section.size());
        append(psd, bytes_of(section));
    }
    append(psd, bytes_of(sample.pixels));
    return psd;
}

// Describes a GIF file with the palette red, green, blue, white. Frames of size 0 cover all of it.
struct GifSample {
    int width = 1, height = 1;
    std::vector<std::vector<int>> frames;
    int frame_left = 0, frame_top = 0, frame_width = 0, frame_height = 0;
    int transparent = NO_TRANSPARENT_COLOR;
};

inline Bytes gif_file(const GifSample& sample) {
    Bytes bytes;
    int error = 0;
    GifFileType* gif = EGifOpen(
        &bytes,
        [](GifFileType* file, const GifByteType* from, int count) {
            append(*static_cast<Bytes*>(file->UserData),
                   std::as_bytes(std::span(from, std::size_t(count))));
            return count;
        },
        &error);
    REQUIRE(gif != nullptr);
    const GifColorType colours[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
    ColorMapObject* map = GifMakeMapObject(4, colours);
    EGifSetGifVersion(gif, true);
    EGifPutScreenDesc(gif, sample.width, sample.height, 8, 0, map);
    const int w = sample.frame_width ? sample.frame_width : sample.width;
    const int h = sample.frame_height ? sample.frame_height : sample.height;
    for (const auto& frame : sample.frames) {
        if (sample.transparent >= 0) {
            const GraphicsControlBlock control{0, false, 0, sample.transparent};
            GifByteType block[4];
            EGifGCBToExtension(&control, block);
            EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, block);
        }
        EGifPutImageDesc(gif, sample.frame_left, sample.frame_top, w, h, false, nullptr);
        for (int y = 0; y < h; ++y) {
            std::vector<GifPixelType> line(frame.begin() + y * w, frame.begin() + (y + 1) * w);
            EGifPutLine(gif, line.data(), w);
        }
    }
    EGifCloseFile(gif, &error);
    GifFreeMapObject(map);
    return bytes;
}

}  // namespace redraw::test
