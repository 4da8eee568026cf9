// Draws the pixels of an exported picture by the chosen method. The file and its preview both use
// this, so that they are equal to the bit. Session thread.
#pragma once

#include "engine/drawing/method.h"
#include "engine/enlarge/enlargement.h"
#include "engine/network/parameters.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// Null when the network is gone: another run is open, or learning failed.
using FindEnlargement = std::function<std::shared_ptr<Enlargement>()>;

struct ExportSource {
    // Draws a part; its bits do not depend on how the drawing is divided. Throws Error.
    std::function<Image(const PixelRect&)> draw;
    int rows_each = 1;  // whole rows to draw at once
    int channels = 1;
};

// The parameters at a keyframe, or now, with the edits applied. Absent: that step was not kept.
std::optional<std::vector<float>> edited_parameters(const Trainer& trainer,
                                                    std::optional<std::int64_t> step,
                                                    const NetworkEdits& edits);

// The run's own network with these parameters. The trainer outlives the source.
ExportSource network_source(Trainer& trainer, PixelSize size,
                            std::shared_ptr<const std::vector<float>> parameters);
// A network that has finished learning to enlarge the picture.
ExportSource enlarging_source(std::shared_ptr<Enlargement> enlargement, PixelSize size);
// `picture` as it was opened; null when only the target is known. Beyond the picture's size the
// picture is interpolated; up to it, what the network learned from.
ExportSource interpolated_source(const Trainer& trainer, std::shared_ptr<const Image> picture,
                                 PixelSize size, Filter filter);

}  // namespace redraw
