// Instead of film_av.cpp, where there is no libav.
#include "engine/error.h"
#include "engine/run/film_av.h"

namespace redraw {

std::optional<std::string> video_problem(FilmFormat) {
    return "this Redraw was built without libav";
}

std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec&, FilmFormat) {
    REDRAW_CHECK(false, "asked for a film that cannot be written");
    return nullptr;
}

}  // namespace redraw
