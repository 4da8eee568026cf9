// Renders the activations of hidden neurons as pictures.
#pragma once

#include "engine/drawing/neuron_forward.h"
#include "engine/image/grid.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class NeuronDrawing {
public:
    // Renders every hidden neuron. With `only` (a neuron), renders just `count` neurons of that
    // layer, from `only` on, and skips later layers.
    NeuronDrawing(std::shared_ptr<const NeuronForward> forward, const Grid& grid,
                  std::optional<NeuronIndex> only, int count = 1);

    // Renders a little more; returns true once all is rendered.
    bool advance();

    const Grid& grid() const { return grid_; }
    // One image per hidden layer, with a channel per neuron. With `only`, one image with `count`
    // channels.
    std::vector<Image>& pictures() { return pictures_; }

private:
    void keep(Image& picture, const float* answers) const;

    std::shared_ptr<const NeuronForward> forward_;
    Grid grid_;
    std::optional<NeuronIndex> only_;
    std::vector<Image> pictures_;
    // Inputs and activations of the layer in progress: per neuron, a row of NeuronForward::kPoints
    // values.
    std::vector<float> inputs_, answers_;
    std::size_t point_ = 0;       // first point of the group of points in progress
    int layer_ = 0, neuron_ = 0;  // layer and neuron to compute next
};

// Returns a small grid over `area` with about `pixels` pixels, no side longer than `longest`.
Grid small_grid(const Grid& area, double pixels, int longest);

// Renders every hidden neuron over the picture, so small that it takes a few milliseconds for usual
// networks. Returns one image per layer, with a channel per neuron.
std::vector<Image> small_pictures(std::shared_ptr<const NeuronForward> forward,
                                  const Grid& picture);

}  // namespace redraw
