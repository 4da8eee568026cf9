// The pictures of neurons being drawn, some points and one layer at a time, so that a large network
// can be left in the middle. Session thread.
#pragma once

#include "engine/drawing/neuron_forward.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/studies/view_request.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class NeuronDrawing {
public:
    // Every hidden neuron, or only one of them: then the layers behind it are not needed.
    NeuronDrawing(std::shared_ptr<const NeuronForward> forward, const Grid& grid,
                  std::optional<NeuronIndex> only);

    // A little more; true when all is drawn.
    bool advance();

    const Grid& grid() const { return grid_; }
    // One a hidden layer with a channel a neuron; or one with one channel.
    std::vector<Image>& pictures() { return pictures_; }

private:
    void keep(Image& picture, const float* answers) const;

    std::shared_ptr<const NeuronForward> forward_;
    Grid grid_;
    std::optional<NeuronIndex> only_;
    std::vector<Image> pictures_;
    std::vector<float> inputs_, answers_;  // rows of NeuronForward::kPoints
    std::size_t point_ = 0;                // the first of those on their way
    int layer_ = 0, neuron_ = 0;           // where they are
};

// The grid of small pictures of `area` with about `pixels` pixels, no longer than `longest`.
Grid small_grid(const Grid& area, double pixels, int longest);

}  // namespace redraw
