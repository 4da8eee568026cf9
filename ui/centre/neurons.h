// Inside the network: what every neuron answers over the picture.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_neurons(Ui& ui, const Rect& area);

}  // namespace redraw::ui
