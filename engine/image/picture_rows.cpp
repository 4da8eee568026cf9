#include "engine/image/picture_rows.h"

#include "engine/error.h"
#include "engine/image/decode.h"
#include "engine/image/sniff.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace redraw {
namespace {

// The rows of a picture that was loaded whole.
class LoadedRows final : public RowDecoder {
public:
    explicit LoadedRows(Picture picture) : image_(std::move(picture.image)) {
        width = image_.width;
        height = image_.height;
        channels = image_.channels;
        bit_depth = picture.bit_depth;
        note = std::move(picture.note);
    }
    void read(float* values) override {
        std::copy_n(image_.row(next_++), std::size_t(width) * std::size_t(channels), values);
    }

private:
    Image image_;
    int next_ = 0;
};

}  // namespace

struct PictureRows::File {
    File(const std::filesystem::path& path, const PictureLimits& by_rows)
        : stream(path), name(display_name(path.filename())), limits(by_rows) {}

    FileStream stream;
    std::string name;
    PictureLimits limits;
    std::vector<std::byte> head = std::vector<std::byte>(4096);
    std::unique_ptr<RowDecoder> rows;
    int read = 0;
    bool invisible = false;  // every row so far; a picture that was loaded says so itself
};

PictureRows::PictureRows(const std::filesystem::path& path, const PictureLimits& by_rows,
                         const PictureLimits& whole)
    : file_(std::make_unique<File>(path, by_rows)) {
    File& file = *file_;
    file.head.resize(file.stream.read_at(0, file.head.data(), file.head.size()));
    const PictureSource source{file.head, file.name, file.limits, &file.stream};
    const FileKind kind = sniff(file.head);
    if (kind.rows != nullptr) file.rows = kind.rows(source);
    file.invisible = file.rows != nullptr;
    if (file.rows) return;
    try {
        file.rows = std::make_unique<LoadedRows>(load_picture(path, whole));
    } catch (const Error& error) {
        if (kind.decode == nullptr) throw;
        throw Error(fmt::format(
            "{} (of a picture that is no PNG, JPEG or TIFF stored from top to bottom, not "
            "interlaced, progressive or turned, which is read by rows)",
            error.what()));
    }
}

PictureRows::~PictureRows() = default;

int PictureRows::width() const {
    return file_->rows->width;
}
int PictureRows::height() const {
    return file_->rows->height;
}
int PictureRows::channels() const {
    return file_->rows->channels;
}
int PictureRows::bit_depth() const {
    return file_->rows->bit_depth;
}
const std::string& PictureRows::name() const {
    return file_->name;
}
const std::string& PictureRows::note() const {
    return file_->rows->note;
}

void PictureRows::read(std::span<float> values) {
    REDRAW_CHECK(file_->read < height(), "a row that is there");
    REDRAW_CHECK(values.size() == std::size_t(width()) * std::size_t(channels()), "a row");
    file_->rows->read(values.data());
    file_->invisible = file_->invisible && is_invisible(values, channels());
    if (++file_->read == height() && file_->invisible) add_note(file_->rows->note, kInvisible);
}

}  // namespace redraw
