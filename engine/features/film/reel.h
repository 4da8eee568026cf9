// Base of film jobs: tracks the current frame and how many of its rows are written. Derived classes
// render the frames and pass the rows on; the film appears only after its last frame. One thread.
// Internal to engine/features/film.
#pragma once

#include "engine/drawing/pace.h"
#include "engine/features/film/film.h"
#include "engine/system/muted_stderr.h"

#include <cmath>
#include <functional>

namespace redraw {

class ReelJob : public Job {
public:
    bool advance() override {
        if (prepared_) return draw_part();
        prepare();
        return false;
    }
    double progress() const override { return (frame_ + double(next_row_) / height_) / frames(); }

protected:
    explicit ReelJob(const FilmSpec& given) : spec(given) { check_film(spec); }
    // Opens the film; `frame` is the size of a whole frame, of which a render may be a part. Throws
    // Error.
    void open(PixelSize frame, int channels) {
        height_ = frame.height;
        timing_ = film_timing(spec.seconds, spec.frames_per_second, spec.hold, spec.there_and_back);
        FilmSpec film = spec;
        film.size = frame;
        film.frame = {};
        film.curve = false;
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
    // Returns the share of the last render that the picture covers, 0 to 1; 0 before the wipe.
    double wiped() const {
        constexpr double kTurn = 6.283185307179586;
        const double past = frame_ - timing_.frames;
        return past < 0 ? 0 : (1 - std::cos(kTurn * past / wipe_frames())) / 2;
    }
    int next_row() const { return next_row_; }
    int rows_left() const { return height_ - next_row_; }

    // Writes rows; true if they were the film's last. After a frame's last row, the following
    // frames are merged with it as long as `shown`, called with the film's position, returns the
    // same value and the wipe stands still.
    template <class Shown = std::identity>
    bool write_rows(const Image& rows, const Shown& shown = {}) {
        writer_->write_rows(rows);
        next_row_ += rows.height;
        if (rows_left() > 0) return false;
        const int first = frame_;
        const auto now = shown(way());
        const double wiped_now = wiped();
        while (++frame_ < frames() && shown(way()) == now && wiped() == wiped_now) continue;
        next_row_ = 0;
        const MutedStderr muted;  // x264 prints to it if it runs out of memory
        writer_->end_frame(double(frame_ - first) / spec.frames_per_second);
        if (frame_ < frames()) return false;
        writer_->finish();
        return true;
    }

    FilmSpec spec;

private:
    int frames() const { return frame_count(spec); }
    int wipe_frames() const { return frames() - timing_.frames; }

    int height_ = 1;
    FilmTiming timing_;
    std::unique_ptr<FilmWriter> writer_;
    bool prepared_ = false;
    int frame_ = 0, next_row_ = 0;
};

// A frame in two halves: the picture left of a middle line, the network right of it.

constexpr float kGround = 0.07f;  // brightness of a frame around the renders
constexpr float kLine = 0.9f;     // and of the line between two pictures

// Returns the number of columns in a frame's left half, including the middle line.
int left_columns(int width);
// Returns the grid of some rows of a frame.
Grid rows_of_grid(const Grid& frame, int first, int rows);
// Returns the picture, which spans the grid `plane`, scaled to the left `columns` columns of the
// grid `seen`. Each pixel is the mean of the picture area it covers.
Image picture_on(const Image& picture, const Grid& plane, const Grid& seen, int columns,
                 int channels);
// Replaces the left `columns` columns of `drawn` by those of `picture`, except the last `line` of
// them, which become a bright line. Does nothing for fewer columns than `line`.
void put_left(const Image& picture, int columns, Image& drawn, int line = 1);
// Replaces the left half of `drawn`, a render of the grid `seen`, by the picture.
void put_picture_left(const Image& picture, const Grid& plane, const Grid& seen, Image& drawn);

// Writers of the film formats, behind open_film_writer(). MP4 (H.264 by x264) and WebM (VP9 by
// libvpx) are in redraw_av.so, a module linked to libav and loaded on first use. Internal to
// engine/features/film and that module.
std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels);
std::unique_ptr<FilmWriter> open_frames_writer(const FilmSpec& spec);

// The interface of redraw_av.so (its entry point is `redraw_av_module`). `format` is mp4 or webm.
// Valid as long as the process runs.
struct VideoModule {
    // Returns why this libav cannot write the format, as the end of a sentence; absent if it can.
    std::optional<std::string> (*problem)(FilmFormat format);
    std::unique_ptr<FilmWriter> (*open_writer)(const FilmSpec& spec, FilmFormat format);
};

}  // namespace redraw
