// Films as MP4 (H.264 by x264) and WebM (VP9 by libvpx), by a module that links to libav:
// redraw_av.so, loaded when the first of them is written. Internal to engine/run.
#pragma once

#include "engine/film/film.h"

#include <memory>
#include <optional>
#include <string>

namespace redraw {

// What redraw_av.so offers (its entry is `redraw_av_module`). `format` is mp4 or webm. Lives as
// long as the process.
class VideoModule {
public:
    virtual ~VideoModule() = default;
    // Why this libav cannot write it, as the end of a sentence; nothing when it can.
    virtual std::optional<std::string> problem(FilmFormat format) const = 0;
    virtual std::unique_ptr<FilmWriter> open_writer(const FilmSpec& spec,
                                                    FilmFormat format) const = 0;
};

// As the end of a sentence; nothing when it seems to be there. Loads nothing.
std::optional<std::string> why_no_video_module();
// Throws Error, also when the module is missing or broken.
std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec& spec, FilmFormat format);

}  // namespace redraw
