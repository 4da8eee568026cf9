// The poster of a network: the pictures of all hidden neurons, layer by layer, and below them the
// drawing that they make, on a dark ground.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/image/grid.h"
#include "engine/network/parameters.h"

#include <vector>

namespace redraw {

struct PosterLayout {
    int columns = 1, gap = 1;  // pictures in a row; pixels between two of them
    PixelSize size, tile;      // of the poster; of a neuron's picture
    std::vector<int> tops;     // of each layer's first row of pictures
    PixelRect drawing;

    PixelRect place(NeuronIndex index) const;
};
// Lays out a poster with this longer side. `layers`: number of neurons in each. Throws Error if
// they do not fit.
PosterLayout lay_out_poster(const std::vector<int>& layers, const Grid& picture, int longer_side);

// Exports a poster, whose longer side is that of `spec.size`, by rows as any picture, so that only
// a few are in memory. Sets `spec.size` to the poster's size. `picture`: the training grid. Throws
// Error, also for a window network, whose neurons see a few pixels and not the picture.
PictureExport poster_export(Backend& backend, const Grid& picture, const NetworkSpec& network,
                            int channels, const std::vector<float>& parameters, ExportSpec& spec);

}  // namespace redraw
