// The kinds of film, behind open_film_writer(). MP4 (H.264 by x264) and WebM (VP9 by libvpx) are
// written by a module that links to libav: redraw_av.so, loaded when the first of them is. Internal
// to engine/film and that module.
#pragma once

#include "engine/film/film.h"

#include <memory>
#include <optional>
#include <string>

namespace redraw {

std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels);
std::unique_ptr<FilmWriter> open_frames_writer(const FilmSpec& spec);

// The interface of redraw_av.so (its entry is `redraw_av_module`). `format` is mp4 or webm. Lives
// as long as the process.
class VideoModule {
public:
    virtual ~VideoModule() = default;
    // Why this libav cannot write it, as the end of a sentence; nothing when it can.
    virtual std::optional<std::string> problem(FilmFormat format) const = 0;
    virtual std::unique_ptr<FilmWriter> open_writer(const FilmSpec& spec,
                                                    FilmFormat format) const = 0;
};

}  // namespace redraw
