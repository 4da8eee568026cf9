// Renders the pixels of an exported picture by the chosen method, for its file and its preview.
#pragma once

#include "engine/export/export.h"
#include "engine/features/studies/study.h"
#include "engine/image/image.h"
#include "engine/image/resample.h"

#include <memory>
#include <vector>

namespace redraw {

// Returns a source that renders with the run's own network and these parameters. The trainer must
// outlive the source.
ExportSource network_source(Trainer& trainer, PixelSize size,
                            std::shared_ptr<const std::vector<float>> parameters);
// Returns a source that enlarges the picture with an enlarging network. Precondition: that network
// has finished training.
ExportSource enlarging_source(std::shared_ptr<Enlargement> enlargement, PixelSize size);
// Returns a source that interpolates. `picture`: the picture as it was opened; null if only the
// training target is known. Sizes beyond the picture's size interpolate that picture; smaller sizes
// interpolate the training target.
ExportSource interpolated_source(const Trainer& trainer, std::shared_ptr<const Image> picture,
                                 PixelSize size, Filter filter);

}  // namespace redraw
