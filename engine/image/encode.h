// Shared parts of the picture writers, one per format, which open_image_writer() opens. Internal to
// engine/image.
#pragma once

#include "engine/image/image_writer.h"
#include "engine/system/atomic_file.h"

#include <string>
#include <string_view>

namespace redraw {

struct WriterSpec {
    std::filesystem::path target;
    int width = 0, height = 0, channels = 0;
    ImageWriterOptions options;
    ByteSink sink = {};  // receives the bytes instead of a file
};

// Base class of the writers. Counts the rows and owns the file; each format implements encode_row()
// and, if needed, close().
class RowWriter : public ImageWriter {
public:
    explicit RowWriter(const WriterSpec& spec);
    void write_rows(std::span<const float> rows) final;
    void finish() final;

protected:
    virtual void encode_row(const float* values, int y) = 0;  // encodes a row; may append to out()
    virtual void close() {}  // appends the rest of the file to out()

    std::vector<std::byte>& out() { return out_; }  // new bytes, written after every row
    void put(std::initializer_list<int> bytes);
    void put(std::span<const std::byte> bytes) {
        out_.insert(out_.end(), bytes.begin(), bytes.end());
    }
    void put_text(std::string_view text) { put(std::as_bytes(std::span(text))); }
    // Appends the lowest `bytes` bytes of a number, the least significant first.
    void put_number(std::int64_t number, int bytes) {
        for (; bytes > 0; --bytes, number >>= 8) put({int(number & 0xFF)});
    }
    int width() const { return spec_.width; }
    int height() const { return spec_.height; }
    int channels() const { return spec_.channels; }
    const ImageWriterOptions& options() const { return spec_.options; }
    bool has_alpha() const { return redraw::has_alpha(channels()); }

private:
    void flush();

    WriterSpec spec_;
    std::optional<AtomicFile> file_;  // absent if a sink receives the bytes
    std::vector<std::byte> out_;
    int next_row_ = 0;
};

std::unique_ptr<ImageWriter> open_png_writer(const WriterSpec& spec);
std::unique_ptr<ImageWriter> open_jpeg_writer(const WriterSpec& spec);
std::unique_ptr<ImageWriter> open_webp_writer(const WriterSpec& spec);
std::unique_ptr<ImageWriter> open_bmp_writer(const WriterSpec& spec);
std::unique_ptr<ImageWriter> open_tga_writer(const WriterSpec& spec);
std::unique_ptr<ImageWriter> open_csv_writer(const WriterSpec& spec);

// Throws Error "Cannot write NAME: REASON".
[[noreturn]] void refuse_to_write(const std::filesystem::path& target, const std::string& reason);

// Appends `count` bytes to `out`; returns false if memory is exhausted. For callbacks of C
// libraries, which must not throw.
bool append(std::vector<std::byte>& out, const void* bytes, std::size_t count) noexcept;

// Blends a row of pixels over white and writes it to `bytes`, gray or RGB by the channel count.
void row_over_white(const float* values, int width, int channels, unsigned char* bytes);

}  // namespace redraw
