// The poster of a network: the pictures of all hidden neurons, layer by layer, and below them the
// drawing that they make, on a dark ground.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/image/grid.h"
#include "engine/network/parameters.h"

#include <vector>

namespace redraw {

inline constexpr int kPosterSide = 4096;  // default longer side of a poster, in pixels

struct PosterLayout {
    int columns = 1, gap = 1;  // neurons' pictures per row; pixels between neighbours
    PixelSize size, tile;      // size of the poster, and of a neuron's picture
    std::vector<int> tops;     // first pixel row of each layer's pictures
    PixelRect drawing;

    PixelRect place(NeuronIndex index) const;
};
// Lays out a poster with this longer side. `layers`: number of neurons in each hidden layer. Throws
// Error if the neurons do not fit.
PosterLayout lay_out_poster(const std::vector<int>& layers, const Grid& picture, int longer_side);

// Exports a poster a few rows at a time, to save memory. Its longer side is that of `spec.size`,
// which then becomes the poster's size. `picture`: the training grid. Throws Error, also for a
// window network, whose neurons see a few pixels and not the picture.
PictureExport poster_export(Backend& backend, const Grid& picture, const NetworkSpec& network,
                            int channels, const std::vector<float>& parameters, ExportSpec& spec);

}  // namespace redraw
