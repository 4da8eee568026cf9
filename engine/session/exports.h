// The jobs that draw a run's pictures and films.
#pragma once

#include "engine/enlarge/enlargement.h"
#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/job.h"
#include "engine/training/trainer.h"

#include <functional>
#include <memory>
#include <vector>

namespace redraw {

// `picture` as it was opened; null when only the target is known: what an interpolation is made of,
// and up to its own size what the network learned from. Throws Error.
std::unique_ptr<Job> picture_export(Trainer& trainer, std::shared_ptr<const Image> picture,
                                    const std::vector<float>& parameters, const ExportSpec& spec);

// Waits while the enlarging network is learned, which is its first half. `network`: null when it is
// gone.
std::unique_ptr<Job> enlarged_export(std::function<Enlargement*()> network, const ExportSpec& spec);

// Throws Error.
std::unique_ptr<Job> film_export(Trainer& trainer, const FilmSpec& spec);

}  // namespace redraw
