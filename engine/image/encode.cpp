#include "engine/image/encode.h"

#include "engine/error.h"
#include "engine/image/quality.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace redraw {

RowWriter::RowWriter(const WriterSpec& spec) : spec_(spec) {
    if (!spec.sink) file_.emplace(spec.target);
}

void RowWriter::write_rows(std::span<const float> rows) {
    const std::size_t row_values = std::size_t(width()) * std::size_t(channels());
    REDRAW_CHECK(rows.size() % row_values == 0, "whole rows");
    REDRAW_CHECK(rows.size() / row_values <= std::size_t(height() - next_row_), "too many rows");
    for (std::size_t at = 0; at < rows.size(); at += row_values) {
        encode_row(rows.data() + at, next_row_++);
        flush();
    }
}

void RowWriter::finish() {
    if (next_row_ != height()) throw Error("The picture is not complete: nothing was written");
    close();
    flush();
    if (file_) file_->commit();
}

void RowWriter::flush() {
    if (file_)
        file_->write(out_);
    else
        spec_.sink(out_);
    out_.clear();
}

void RowWriter::put(std::initializer_list<int> bytes) {
    for (const int byte : bytes) out_.push_back(static_cast<std::byte>(byte & 0xFF));
}

void refuse_to_write(const std::filesystem::path& target, const std::string& reason) {
    throw Error("Cannot write " + display_file_name(target) + ": " + reason);
}

bool append(std::vector<std::byte>& out, const void* bytes, std::size_t count) noexcept {
    try {
        const auto* from = static_cast<const std::byte*>(bytes);
        out.insert(out.end(), from, from + count);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void row_over_white(const float* values, int width, int channels, unsigned char* bytes) {
    const auto shown = [](float v) { return std::isnan(v) ? 0.0f : std::clamp(v, 0.0f, 1.0f); };
    const bool transparent = has_alpha(channels);
    const int colours = channels - int(transparent);
    for (int x = 0; x < width; ++x, values += channels) {
        const float alpha = transparent ? shown(values[colours]) : 1.0f;
        for (int c = 0; c < colours; ++c) {
            const float over_white = 1 - alpha + alpha * shown(values[c]);
            *bytes++ = static_cast<unsigned char>(quantise(over_white, 255));
        }
    }
}

}  // namespace redraw
