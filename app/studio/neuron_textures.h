// The textures of the neurons' pictures. Used on the window's thread with its OpenGL context.
#pragma once

#include "app/gl/texture.h"
#include "engine/session/status.h"
#include "ui/state/view.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace redraw {

class NeuronTextures {
public:
    // Uploads a part of the newest pictures. Returns how many more frames to paint, at least, to
    // upload the rest.
    int update(const Status& status);
    void put_into(ui::View& view) const;

private:
    struct Layer {
        GlTexture texture;
        Grid grid;        // the grid of one neuron's picture inside the texture
        float limit = 1;  // largest value of the colour scale
    };
    std::vector<Layer> layers_;
    GlTexture large_;
    Grid large_grid_;
    std::shared_ptr<const NeuronPictures> pictures_;  // the pictures that the textures show
    // `left_`: number of layers still to be uploaded. `next_`: index of the layer uploaded last.
    std::size_t left_ = 0, next_ = 0;
};

}  // namespace redraw
