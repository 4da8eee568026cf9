// What the writers of the formats share: one write_<format>.cpp a format, behind
// open_image_writer(). Internal to engine/image.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/image/image_writer.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct WriterSpec {
    std::filesystem::path target;
    int width = 0, height = 0, channels = 0;
    ImageWriterOptions options;
    std::vector<std::byte>* memory = nullptr;  // the bytes go there instead of into a file
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
    int width() const { return width_; }
    int height() const { return height_; }
    int channels() const { return channels_; }
    bool has_alpha() const { return redraw::has_alpha(channels_); }

private:
    void flush();

    std::optional<AtomicFile> file_;  // or memory_
    std::vector<std::byte>* memory_;
    std::vector<std::byte> out_;
    int width_, height_, channels_;
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
// Refuses a size above what a format holds: "BMP holds at most 30000 pixels a side".
void check_side(const WriterSpec& spec, const char* format, int max_side);

// One row without its alpha, laid over white, as bytes. `gray` or RGB as the channels say.
void row_over_white(const float* values, int width, int channels, unsigned char* bytes);

}  // namespace redraw
