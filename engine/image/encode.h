// Shared parts of the writers, one a format, behind open_image_writer(). Internal to engine/image.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/image/image_writer.h"

#include <string>
#include <string_view>

namespace redraw {

struct WriterSpec {
    std::filesystem::path target;
    int width = 0, height = 0, channels = 0;
    ImageWriterOptions options;
    ByteSink sink = {};  // receives the bytes instead of a file
};

// Counts the rows and owns the file; a format adds encode_row() and close().
class RowWriter : public ImageWriter {
public:
    explicit RowWriter(const WriterSpec& spec);
    void write_rows(std::span<const float> rows) final;
    void finish() final;

protected:
    virtual void encode_row(const float* values, int y) = 0;  // appends to out()
    virtual void close() {}                                   // what stands after the last row

    std::vector<std::byte>& out() { return out_; }  // goes to the file after every row
    void put(std::initializer_list<int> bytes);
    void put(std::span<const std::byte> bytes) {
        out_.insert(out_.end(), bytes.begin(), bytes.end());
    }
    void put_text(std::string_view text) { put(std::as_bytes(std::span(text))); }
    // The lowest bytes of a number, the least significant one first.
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
    std::optional<AtomicFile> file_;  // or the sink
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

// Appends to `out`; false if there is no memory for it. For the callbacks of C libraries,
// through which no exception may pass.
bool append(std::vector<std::byte>& out, const void* bytes, std::size_t count) noexcept;

// Lays a row over white and writes it as bytes, gray or RGB as the channels say.
void row_over_white(const float* values, int width, int channels, unsigned char* bytes);

}  // namespace redraw
