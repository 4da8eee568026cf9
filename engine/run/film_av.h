// Films as MP4 (H.264 by x264) and WebM (VP9 by libvpx), through libav. The build takes film_av.cpp
// where libav is there and film_av_missing.cpp where it is not. Internal to engine/run.
#pragma once

#include "engine/run/film.h"

#include <memory>
#include <optional>
#include <string>

namespace redraw {

// `format` is mp4 or webm. Why it cannot be written here, as the end of a sentence; nothing when it
// can.
std::optional<std::string> video_problem(FilmFormat format);
std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec& spec, FilmFormat format);

}  // namespace redraw
