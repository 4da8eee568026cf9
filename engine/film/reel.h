// Base of film jobs: tracks the current frame and how many of its rows are written. Derived classes
// render the frames and pass the rows on; the film appears only after its last frame. One thread.
// Internal to engine/film.
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
    // Opens the film; `frame` is the size of a whole frame, of which a render may be a part. Throws
    // Error.
    void open(PixelSize frame, int channels) {
        height_ = frame.height;
        timing_ = film_timing(spec.seconds, spec.frames_per_second, spec.hold, spec.there_and_back);
        FilmSpec film = spec;
        film.size = frame;
        writer_ = open_film_writer(film, channels);
    }
    // Prepares the film in one or more calls; the last call passes the samples to use_samples().
    virtual void prepare() = 0;
    // Renders some rows; true when the film is complete.
    virtual bool draw_part() = 0;

    // Passes small renders from the whole film to the writer, once before the first rows.
    void use_samples(std::span<const Image> samples) {
        writer_->prepare(samples);
        prepared_ = true;
    }
    double way() const { return part_at_frame(timing_, frame_); }  // the film's position, 0 to 1
    int next_row() const { return next_row_; }
    int rows_left() const { return height_ - next_row_; }

    // Writes rows; true if they were the film's last. A frame stays while `shown`, applied to the
    // film's position, returns the same value.
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

// A frame in two halves: the picture left of a middle line, the network right of it.

// Returns the number of columns in the left half, including the line.
int left_columns(int width);
// Returns the grid of some rows of a frame.
Grid rows_of_grid(const Grid& frame, int first, int rows);
// Replaces the left columns of `drawn`, which samples the grid `seen`, by the picture, which spans
// the grid `plane`. Each pixel becomes the mean of the picture area it covers.
void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn);

// Writers of the film formats, behind open_film_writer(). MP4 (H.264 by x264) and WebM (VP9 by
// libvpx) are in redraw_av.so, a module linked to libav and loaded on first use. Internal to
// engine/film and that module.
std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels);

// The interface of redraw_av.so (its entry point is `redraw_av_module`). `format` is mp4 or webm.
// Valid as long as the process runs.
struct VideoModule {
    // Returns why this libav cannot write the format, as the end of a sentence; absent if it can.
    std::optional<std::string> (*problem)(FilmFormat format);
    std::unique_ptr<FilmWriter> (*open_writer)(const FilmSpec& spec, FilmFormat format);
};

}  // namespace redraw
