// The kinds of film, behind open_film_writer(). Internal to engine/run.
#pragma once

#include "engine/film/film.h"

#include <memory>

namespace redraw {

std::unique_ptr<FilmWriter> open_gif_writer(const FilmSpec& spec, int channels);
std::unique_ptr<FilmWriter> open_frames_writer(const FilmSpec& spec);

}  // namespace redraw
