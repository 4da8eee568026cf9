#include "engine/image/picture.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/decode.h"
#include "engine/image/metadata.h"
#include "engine/image/resample.h"
#include "engine/image/sniff.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kLargeFile = 500'000;  // bytes; a smaller JPEG is not decoded twice

// Passes a reduced preview of a large JPEG to `early` before the full decode. Returns false if the
// file is small, no JPEG, or cannot be reduced.
bool show_early(const PictureSource& source, const EarlyLook& early) {
    if (source.size() < kLargeFile || sniff(source.bytes).decode != decode_jpeg) return false;
    std::optional<Decoded> reduced = decode_jpeg_reduced(source, early.side);
    if (reduced) early.show(std::move(reduced->image));
    return reduced.has_value();
}

void show_decoded(const Image& image, const EarlyLook& early) {
    if (std::int64_t(image.pixel_count()) < kLargePicture) return;
    const int longer = std::max(image.width, image.height);
    const int part = std::max(1, longer / early.side);
    early.show(
        resample_area(image, std::max(1, image.width / part), std::max(1, image.height / part)));
}

constexpr const char* kInvisible = "it is transparent everywhere";

// True if every pixel is fully transparent (alpha 0), so that the picture shows nothing.
bool is_invisible(std::span<const float> values, int channels) {
    if (!has_alpha(channels)) return false;
    const auto step = std::size_t(channels);
    for (std::size_t i = step - 1; i < values.size(); i += step)
        if (values[i] > 0) return false;
    return true;
}

}  // namespace

Picture decode_picture(std::span<const std::byte> bytes, const std::string& name,
                       const PictureLimits& limits) {
    const PictureSource source{bytes, name, limits};
    const FileKind kind = sniff(bytes);
    if (kind.decode == nullptr) source.refuse("it is " + std::string(kind.name));
    try {
        Decoded decoded = kind.decode(source);
        if (decoded.orientation != 1) {
            decoded.image = turned_upright(decoded.image, decoded.orientation);
            add_note(decoded.note, kTurnedUpright);
        }
        if (is_invisible(decoded.image.values, decoded.image.channels))
            add_note(decoded.note, kInvisible);
        return {std::move(decoded.image), name,
                std::string(kind.name),   decoded.bit_depth,
                std::move(decoded.note),  std::move(decoded.metadata)};
    } catch (const std::bad_alloc&) {
        source.refuse("there is not enough memory for it");
    }
}

Picture load_picture(const std::filesystem::path& path, const PictureLimits& limits,
                     const EarlyLook& early) {
    const std::vector<std::byte> bytes = read_file(path, limits.max_file_bytes);
    const std::string name = display_name(path.filename());
    const bool shown = !early.show || show_early({bytes, name, limits}, early);
    Picture picture = decode_picture(bytes, name, limits);
    if (!shown) show_decoded(picture.image, early);
    return picture;
}

void check_png(std::span<const std::byte> bytes, const std::string& name,
               const PictureLimits& limits) {
    const PictureSource source{bytes, name, limits};
    const auto rows = png_rows(source);
    if (!rows) {
        decode_png(source);
        return;
    }
    std::vector<float> row(std::size_t(rows->width) * std::size_t(rows->channels));
    for (int y = 0; y < rows->height; ++y) rows->read(row.data());
}

struct PictureRows::File {
    FileStream stream;
    PictureLimits limits;
    std::vector<std::byte> head = std::vector<std::byte>(4096);
    std::unique_ptr<RowDecoder> rows{};
    Image loaded{};         // the whole picture, if the file is not read by rows
    bool invisible = true;  // true while every row so far was fully transparent
};

PictureRows::PictureRows(const std::filesystem::path& path, const PictureLimits& by_rows,
                         const PictureLimits& whole)
    : name_(display_name(path.filename())), file_(new File{FileStream(path), by_rows}) {
    File& file = *file_;
    file.head.resize(file.stream.read_at(0, file.head.data(), file.head.size()));
    const FileKind kind = sniff(file.head);
    if (kind.rows != nullptr) file.rows = kind.rows({file.head, name_, file.limits, &file.stream});
    const auto describe = [&](const auto& size, const auto& picture) {
        width_ = size.width;
        height_ = size.height;
        channels_ = size.channels;
        bit_depth_ = picture.bit_depth;
        note_ = picture.note;
    };
    if (file.rows) {
        describe(*file.rows, *file.rows);
        return;
    }
    try {
        Picture picture = load_picture(path, whole);
        describe(picture.image, picture);
        file.loaded = std::move(picture.image);
    } catch (const Error& error) {
        if (kind.decode == nullptr) throw;
        throw Error(
            fmt::format("{} (the limit does not apply to PNG, JPEG and TIFF stored row by row: not "
                        "interlaced, progressive or rotated)",
                        error.what()));
    }
}

PictureRows::~PictureRows() = default;

void PictureRows::read(std::span<float> values) {
    REDRAW_CHECK(read_ < height_, "a row that is there");
    REDRAW_CHECK(values.size() == std::size_t(width_) * std::size_t(channels_), "a row");
    if (!file_->rows) {  // the picture was loaded whole, and its note is complete
        std::copy_n(file_->loaded.row(read_++), values.size(), values.data());
        return;
    }
    file_->rows->read(values.data());
    file_->invisible = file_->invisible && is_invisible(values, channels_);
    if (++read_ < height_) return;
    note_ = file_->rows->note;
    if (file_->invisible) add_note(note_, kInvisible);
}

}  // namespace redraw
