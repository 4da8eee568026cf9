// From the film sheet's choices to a film. A pure function.
#pragma once

#include "engine/film/film.h"
#include "engine/image/image.h"
#include "ui/state/state.h"

#include <filesystem>

namespace redraw {

// In the shape of `target`. The extension is appended to the name unless it is there; frames go to
// a folder of that name. A GIF gets 50 frames a second at most.
FilmSpec plan_film(const FilmSheet& sheet, const Image& target,
                   const std::filesystem::path& folder);

}  // namespace redraw
