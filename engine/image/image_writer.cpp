#include "engine/image/image_writer.h"

#include "engine/error.h"
#include "engine/image/encode.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {

std::optional<ImageFormat> image_format_of(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return extension == "jpeg" ? ImageFormat::jpeg : from_name<ImageFormat>(extension);
}

RowWriter::RowWriter(const WriterSpec& spec)
    : memory_(spec.memory), width_(spec.width), height_(spec.height), channels_(spec.channels) {
    if (!memory_) file_.emplace(spec.target);
}

void RowWriter::write_rows(std::span<const float> rows) {
    const std::size_t row_values = std::size_t(width_) * channels_;
    REDRAW_CHECK(rows.size() % row_values == 0, "whole rows");
    REDRAW_CHECK(rows.size() / row_values <= std::size_t(height_ - next_row_), "too many rows");
    for (std::size_t at = 0; at < rows.size(); at += row_values) {
        encode_row(rows.data() + at, next_row_++);
        flush();
    }
}

void RowWriter::finish() {
    if (next_row_ != height_) throw Error("The picture is not complete: nothing was written");
    close();
    flush();
    if (file_) file_->commit();
}

void RowWriter::flush() {
    if (file_)
        file_->write(out_);
    else
        memory_->insert(memory_->end(), out_.begin(), out_.end());
    out_.clear();
}

void RowWriter::put(std::initializer_list<int> bytes) {
    for (const int byte : bytes) out_.push_back(static_cast<std::byte>(byte & 0xFF));
}

void refuse_to_write(const std::filesystem::path& target, const std::string& reason) {
    throw Error("Cannot write " + display_name(target.filename()) + ": " + reason);
}

void check_side(const WriterSpec& spec, const char* format, int max_side) {
    if (std::max(spec.width, spec.height) > max_side)
        refuse_to_write(spec.target, fmt::format("{} holds at most {} pixels a side, not {} x {}",
                                                 format, max_side, spec.width, spec.height));
}

void row_over_white(const float* values, int width, int channels, unsigned char* bytes) {
    const bool transparent = has_alpha(channels);
    const int colours = channels - int(transparent);
    for (int x = 0; x < width; ++x, values += channels) {
        const float alpha = !transparent                  ? 1.0f
                            : std::isnan(values[colours]) ? 0.0f
                                                          : std::clamp(values[colours], 0.0f, 1.0f);
        for (int c = 0; c < colours; ++c) {
            const float colour = std::isnan(values[c]) ? 0.0f : std::clamp(values[c], 0.0f, 1.0f);
            *bytes++ = static_cast<unsigned char>(quantise(1 - alpha + alpha * colour, 255));
        }
    }
}

namespace {

std::unique_ptr<ImageWriter> open_writer(ImageFormat format, const WriterSpec& spec) {
    const auto& [target, width, height, channels, options, memory] = spec;
    REDRAW_CHECK(width > 0 && height > 0 && channels >= 1 && channels <= 4, "picture size");
    if (options.bit_depth != 8 && !(options.bit_depth == 16 && format == ImageFormat::png)) {
        refuse_to_write(target, options.bit_depth == 16 ? "only PNG holds 16 bits"
                                                        : "the bit depth is 8 or 16");
    }
    if (options.quality < 1 || options.quality > 100)
        refuse_to_write(target, fmt::format("the quality is 1 to 100, not {}", options.quality));
    switch (format) {
        case ImageFormat::png:
            return open_png_writer(spec);
        case ImageFormat::jpeg:
            return open_jpeg_writer(spec);
        case ImageFormat::webp:
            return open_webp_writer(spec);
        case ImageFormat::bmp:
            return open_bmp_writer(spec);
        case ImageFormat::tga:
            return open_tga_writer(spec);
        case ImageFormat::csv:
            return open_csv_writer(spec);
    }
    check_failed("format", __FILE__, __LINE__, "no such format");
}

}  // namespace

std::unique_ptr<ImageWriter> open_image_writer(const std::filesystem::path& target,
                                               ImageFormat format, int width, int height,
                                               int channels, const ImageWriterOptions& options) {
    return open_writer(format, {target, width, height, channels, options});
}

std::vector<std::byte> encode_image(const Image& image, ImageFormat format,
                                    const ImageWriterOptions& options) {
    std::vector<std::byte> bytes;
    const auto writer = open_writer(
        format, {"picture", image.width, image.height, image.channels, options, &bytes});
    writer->write_rows(image.values);
    writer->finish();
    return bytes;
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

}  // namespace redraw
