// One neuron large: what it answers, what comes into it, and what is wrong with it, if anything.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_one_neuron(Ui& ui, const Rect& area);

}  // namespace redraw::ui
