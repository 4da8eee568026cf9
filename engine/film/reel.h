// The job of a film while it is written: which frame of it is next, and how many of that frame's
// rows are there. Whoever draws the frames derives from it and hands over the next rows; without
// its last frame nothing appears. One thread. Internal to engine/film.
#pragma once

#include "engine/film/film.h"
#include "engine/film/pace.h"

#include <functional>

namespace redraw {

class ReelJob : public Job {
public:
    bool advance() override {
        if (prepared_) return draw_part();
        prepare();
        return false;
    }
    double progress() const override {
        return (frame_ + double(next_row_) / height_) / timing_.frames;
    }

protected:
    explicit ReelJob(const FilmSpec& given) : spec(given) { check_film(spec); }
    // Opens the film; `frame`: the size of all of it, of which a drawing may be a part. Throws
    // Error.
    void open(PixelSize frame, int channels) {
        height_ = frame.height;
        timing_ = film_timing(spec.seconds, spec.frames_per_second, spec.hold, spec.there_and_back);
        FilmSpec film = spec;
        film.size = frame;
        writer_ = open_film_writer(film, channels);
    }
    // Prepares the film, in one part or more, the last of which hands over its samples.
    virtual void prepare() = 0;
    // Draws some rows; true when the film is there.
    virtual bool draw_part() = 0;

    // Small drawings from all of the film, once before its first rows.
    void use_samples(std::span<const Image> samples) {
        writer_->prepare(samples);
        prepared_ = true;
    }
    double way() const { return part_at_frame(timing_, frame_); }  // how far the film is, 0 to 1
    int next_row() const { return next_row_; }
    int rows_left() const { return height_ - next_row_; }

    // True when these were the last rows of the film. A frame stays as long as `shown` of the part
    // of the way is the same.
    template <class Shown = std::identity>
    bool write_rows(const Image& rows, const Shown& shown = {}) {
        writer_->write_rows(rows);
        next_row_ += rows.height;
        if (rows_left() > 0) return false;
        const int first = frame_;
        const auto now = shown(way());
        while (++frame_ < timing_.frames && shown(way()) == now) continue;
        next_row_ = 0;
        writer_->end_frame(double(frame_ - first) / spec.frames_per_second);
        if (frame_ < timing_.frames) return false;
        writer_->finish();
        return true;
    }

    FilmSpec spec;

private:
    int height_ = 1;
    FilmTiming timing_;
    std::unique_ptr<FilmWriter> writer_;
    bool prepared_ = false;
    int frame_ = 0, next_row_ = 0;
};

// A frame in two halves: left of a line in the middle the picture, right of it the network.

// Columns left of the middle, the line among them.
int left_columns(int width);
// Some rows of what a frame samples.
Grid rows_of_grid(const Grid& frame, int first, int rows);
// The left columns of `drawn`, which samples `seen`, become the picture, which fills `plane`: each
// the mean of what it covers.
void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn);

// The kinds of film, behind open_film_writer(). MP4 (H.264 by x264) and WebM (VP9 by libvpx) are
// written by a module that links to libav: redraw_av.so, loaded when the first of them is. Internal
// to engine/film and that module.
std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels);

// The interface of redraw_av.so (its entry is `redraw_av_module`). `format` is mp4 or webm. Lives
// as long as the process.
struct VideoModule {
    // The reason why this libav cannot write it, as the end of a sentence; nothing when it can.
    std::optional<std::string> (*problem)(FilmFormat format);
    std::unique_ptr<FilmWriter> (*open_writer)(const FilmSpec& spec, FilmFormat format);
};

}  // namespace redraw
