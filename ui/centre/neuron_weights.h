// The weights that come into the neuron shown large, as bars that can be dragged.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_neuron_weights(Ui& ui, const Rect& side, const NeuronPictures& pictures);

}  // namespace redraw::ui
