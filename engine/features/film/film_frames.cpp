#include "engine/features/film/reel.h"

#include "engine/error.h"
#include "engine/image/encode.h"
#include "engine/stop.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <string>

namespace redraw {
namespace {

namespace fs = std::filesystem;

// Writes a film as a folder of PNG frames at a constant rate, for other programs. A render shown
// for longer is written repeatedly. The folder has a hidden name until it is complete, then it is
// renamed.
class FramesWriter final : public FilmWriter {
public:
    explicit FramesWriter(const FilmSpec& spec)
        : target_(spec.path.has_filename() ? spec.path : spec.path.parent_path()),
          size_(spec.size),
          digits_(std::max(4, int(std::to_string(frame_count(spec)).size()))),
          frames_per_second_(spec.frames_per_second) {
        std::error_code error;
        const bool exists = fs::exists(target_, error);
        if (exists && !fs::is_directory(target_, error))
            refuse_to_write(target_, "it is a file, not a folder");
        if (exists && !fs::is_empty(target_, error))
            refuse_to_write(target_, "the folder is not empty");
        const fs::path parent = target_.has_parent_path() ? target_.parent_path() : ".";
        temporary_ = temporary_name(parent, ".frames");
        if (const int refused = new_folder(temporary_))
            refuse_to_write(target_,
                            refused == ENOENT ? "there is no such folder" : errno_text(refused));
    }
    ~FramesWriter() override {
        std::error_code ignored;
        // Again, because remove_unfinished() may remove the same files at the same time.
        for (int tries = 1000; tries > 0 && fs::exists(temporary_, ignored); --tries)
            fs::remove_all(temporary_, ignored);
    }

    void write_rows(const Image& rows) override {
        if (!encoder_) {
            ByteSink sink = append_to(png_);
            encoder_ = open_png_writer(
                {"frame", size_.width, size_.height, rows.channels, {}, std::move(sink)});
        }
        encoder_->write_rows(rows.values);
    }

    void end_frame(double seconds_shown) override {
        encoder_->finish();
        encoder_.reset();
        seconds_ += seconds_shown;
        while (written_ < std::llround(seconds_ * frames_per_second_)) {
            throw_if_stopped();
            write_file_atomically(temporary_ / fmt::format("frame-{:0{}}.png", ++written_, digits_),
                                  png_);
        }
        png_.clear();
    }

    void finish() override {
        if (const int error = rename_over(temporary_, target_))
            refuse_to_write(target_, errno_text(error));
        temporary_.clear();
    }

private:
    fs::path target_, temporary_;
    PixelSize size_;
    std::vector<std::byte> png_;  // one encoded frame
    std::unique_ptr<ImageWriter> encoder_;
    int digits_;  // of a frame's number, so that the names sort
    int frames_per_second_;
    double seconds_ = 0;
    long long written_ = 0;
};

}  // namespace

std::unique_ptr<FilmWriter> open_frames_writer(const FilmSpec& spec) {
    return std::make_unique<FramesWriter>(spec);
}

}  // namespace redraw
